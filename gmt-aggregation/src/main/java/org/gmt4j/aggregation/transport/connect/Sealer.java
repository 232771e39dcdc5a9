package org.gmt4j.aggregation.transport.connect;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.TransportClaim;

/**
 * Puts a seal behind each buffer that leaves in one class. Owned by the thread of the transport; per buffer.
 *
 * <pre>
 *   | buffer, as claimed above | i64 sequence: from 0, per stream | i64 code, see {@link SealKey} |
 * </pre>
 *
 * <p>A number is used once per key: a key belongs to one stream of one life of a node, and the number grows with each
 * commit.
 */
final class Sealer implements TransportClaim.Target {
    /** Bytes that a seal adds. */
    static final int LENGTH = 16;

    private final SealKey[] keys;
    private final int[] streams;                          // by node: the number of the stream that the key belongs to
    private final long[] sequences;
    private final TransportClaim inner = new TransportClaim();
    private int node;

    Sealer(final int nodeCount) {
        keys = new SealKey[nodeCount];
        streams = new int[nodeCount];
        sequences = new long[nodeCount];
    }

    /** The claim of the transport below, {@link #LENGTH} bytes longer. */
    TransportClaim inner() {
        return inner;
    }

    /** True when the stream to a node has no key yet. */
    boolean isNew(final int to, final int stream) {
        return keys[to] == null || streams[to] != stream;
    }

    void begin(final int to, final int stream, final SealKey key) {
        keys[to] = key;
        streams[to] = stream;
        sequences[to] = 0;
    }

    /** Hands a claim on whose commit seals. */
    void open(final int to, final int length, final TransportClaim claim) {
        node = to;
        claim.open(inner.address(), length, this);
    }

    @Override
    public void commitClaim() {
        final int length = inner.length() - LENGTH;
        final long address = inner.address();
        final long sequence = sequences[node]++;
        UnsafeApi.putLong(address + length, sequence);
        UnsafeApi.putLong(address + length + 8, keys[node].code(address, length, sequence));
        inner.commit();
    }

    @Override
    public void abortClaim() {
        inner.abort();
    }
}
