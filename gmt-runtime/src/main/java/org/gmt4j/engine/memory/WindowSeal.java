package org.gmt4j.engine.memory;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The seal behind the bytes of a window file. It assures a peer that it has opened the expected memory, on its own
 * host. Set-up.
 *
 * <pre>
 * 0       8       16           32
 * | nonce | length | boot id    |
 * </pre>
 *
 * @param nonce         random, sent to the peers by message; never 0
 * @param lengthInBytes length of the part
 * @param host          boot of the machine that has written it
 */
record WindowSeal(long nonce, long lengthInBytes, UUID host) {
    static final int LENGTH = 32;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static volatile UUID thisHost;

    /** Creates a seal of this host. */
    static WindowSeal here(final long nonce, final long lengthInBytes) throws IOException {
        return new WindowSeal(nonce, lengthInBytes, thisHost());
    }

    /** Host names may be equal on two hosts, as in containers; this number is the kernel's own, until it ends. */
    private static UUID thisHost() throws IOException {
        if (thisHost == null) {
            thisHost = readHost();
        }
        return thisHost;
    }

    private static UUID readHost() throws IOException {
        try {
            return UUID.fromString(Files.readString(BOOT_ID).strip());
        } catch (final IllegalArgumentException e) {
            throw new IOException(BOOT_ID + " holds no id", e);
        }
    }

    /** Written out: what Java makes for records costs a young JVM 15 ms, and each node compares a seal at its start. */
    @Override
    public boolean equals(final Object other) {
        return other instanceof WindowSeal seal && nonce == seal.nonce && lengthInBytes == seal.lengthInBytes
            && host.equals(seal.host);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(nonce);
    }

    void write(final FileChannel file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(nonce).putLong(lengthInBytes).putLong(host.getMostSignificantBits())
            .putLong(host.getLeastSignificantBits()).flip();
        for (long at = lengthInBytes; bytes.hasRemaining(); ) {
            at += file.write(bytes, at);
        }
    }

    /** Reads the seal behind {@code lengthInBytes} bytes of a file. */
    static WindowSeal read(final FileChannel file, final long lengthInBytes) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = lengthInBytes; bytes.hasRemaining(); ) {
            final int count = file.read(bytes, at);
            if (count < 0) {
                throw new EOFException("the file ends before its seal");
            }
            at += count;
        }
        bytes.flip();
        return new WindowSeal(bytes.getLong(), bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong()));
    }
}
