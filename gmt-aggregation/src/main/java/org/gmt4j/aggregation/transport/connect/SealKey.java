package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;

/**
 * The key of one stream and the code that it gives to a buffer. Immutable; any thread. Per buffer: no allocation; time
 * grows with the length, see decision 0008.
 *
 * <pre>
 *   code = hash(r, buffer) + F(k, sequence)   mod 2^64
 *   hash = m1 r^(n+1) + m2 r^n + .. + mn r^2 + length r   mod 2^61 - 1;   m: the buffer in pieces of 7 bytes
 *   F    = SipHash-2-4 of the 8 bytes of the sequence number
 * </pre>
 *
 * <p>Why it holds: two different buffers have the same hash, or hashes that differ by a given number, for at most n + 1
 * of 2^61 values of r (a polynomial of degree n + 1 has no more roots), and F, fresh for each number, hides the hash.
 * So whoever does not know the key forges a buffer of 16 KB at one try with a chance below 2^-48, and the first try
 * that fails ends the stream. That holds as long as no number is used twice under one key, see {@link Sealer}.
 *
 * @see "Wegman and Carter: New hash functions and their use in authentication and set equality, JCSS 1981"
 * @see "Aumasson and Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012"
 */
final class SealKey {
    private static final long P = (1L << 61) - 1;
    private static final int PIECE = 7;
    private static final int STEP = 4 * PIECE;
    private static final long PIECE_MASK = (1L << 8 * PIECE) - 1;

    private final long r;
    private final long r2;
    private final long r3;
    private final long r4;
    private final long k0;
    private final long k1;

    /** @param bytes at least 24 that nobody else can tell */
    SealKey(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        r = 1 + Long.remainderUnsigned(in.getLong(), P - 1);
        r2 = canonical(times(r, r));
        r3 = canonical(times(r2, r));
        r4 = canonical(times(r3, r));
        k0 = in.getLong();
        k1 = in.getLong();
    }

    /** The code of a buffer that is the {@code sequence}-th of its stream. */
    long code(final long address, final int length, final long sequence) {
        return hash(address, length) + sipHash(sequence);
    }

    /** Four sums at a time, so that no multiplication waits for the one before. */
    private long hash(final long address, final int length) {
        final long r4 = this.r4;
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int at = 0;
        for (; at + STEP < length; at += STEP) {              // the last load takes one byte more than it uses
            final long p = address + at;
            a = times(a, r4) + (UnsafeApi.getLong(p) & PIECE_MASK);
            b = times(b, r4) + (UnsafeApi.getLong(p + PIECE) & PIECE_MASK);
            c = times(c, r4) + (UnsafeApi.getLong(p + 2 * PIECE) & PIECE_MASK);
            d = times(d, r4) + (UnsafeApi.getLong(p + 3 * PIECE) & PIECE_MASK);
        }
        long h = folded(times(a, r4) + times(b, r3)) + folded(times(c, r2) + times(d, r));
        for (; at < length; at += PIECE) {
            h = times(folded(h) + piece(address + at, length - at), r);
        }
        return canonical(times(folded(h) + length, r));
    }

    private static long piece(final long address, final int available) {
        long value = 0;
        for (int i = Math.min(PIECE, available) - 1; i >= 0; i--) {
            value = value << 8 | UnsafeApi.getByte(address + i) & 0xff;
        }
        return value;
    }

    /** A number below 2^61 + 4 with the same remainder; of factors below 2^62. */
    private static long times(final long x, final long y) {
        final long low = x * y;
        return folded((low & P) + (low >>> 61 | Math.multiplyHigh(x, y) << 3));
    }

    private static long folded(final long x) {
        return (x & P) + (x >>> 61);
    }

    private static long canonical(final long x) {
        final long once = folded(x);
        return once >= P ? once - P : once;
    }

    /** SipHash-2-4 of eight bytes. */
    long sipHash(final long message) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        final long end = 8L << 56;                            // the length, behind a message of whole words
        for (int round = 0; round < 8; round++) {
            if (round == 0) {
                v3 ^= message;
            } else if (round == 2) {
                v0 ^= message;
                v3 ^= end;
            } else if (round == 4) {
                v0 ^= end;
                v2 ^= 0xff;
            }
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    @Override
    public String toString() {
        return "SealKey[***]";
    }
}
