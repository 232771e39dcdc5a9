package org.gmt4j.engine.memory;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Memory of one node that other nodes of its host use in place. Each of them has a window of its own on it, and the
 * memory stays until the last is closed. Any thread; set-up.
 */
public interface Window extends AutoCloseable {
    /** Returns an identification for new memory, not 0. */
    static long newNonce() {
        return ThreadLocalRandom.current().nextLong() | 1;
    }

    /** Returns the number by which peers recognise the memory. */
    long nonce();

    /** Returns the address of the first byte for this node; valid until {@link #close}. */
    long address();

    long lengthInBytes();

    /** Lets no further peer find the memory: all have opened it, or given up. For its owner. Idempotent. */
    void unlink() throws IOException;

    /** Ends this node's use of the memory; the owner's end includes {@link #unlink}. Idempotent. */
    @Override
    void close() throws IOException;
}
