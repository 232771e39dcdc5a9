package org.gmt4j.armci;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Additions and exclusive or on bytes, one by one: the model of accumulates. */
final class Numbers {
    private Numbers() {
    }

    static void addLongs(final byte[] source, final int from, final byte[] target, final int to, final int bytes,
                         final long scale) {
        final ByteBuffer in = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        final ByteBuffer out = ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < bytes; i += 8) {
            out.putLong(to + i, out.getLong(to + i) + scale * in.getLong(from + i));
        }
    }

    static void xor(final byte[] source, final int from, final byte[] target, final int to, final int bytes) {
        for (int i = 0; i < bytes; i++) {
            target[to + i] ^= source[from + i];
        }
    }

    /** Of a long, as memory has them. */
    static byte[] bytes(final long value) {
        return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    }
}
