package org.gmt4j.aggregation.transport.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;

/** The code of a seal against its definition, computed with large numbers. */
final class SealKeyTest {
    private static final BigInteger P = BigInteger.ONE.shiftLeft(61).subtract(BigInteger.ONE);
    private final ByteBuffer memory = ByteBuffer.allocateDirect(70_000).order(ByteOrder.LITTLE_ENDIAN);
    private final long address = BufferUtil.address(memory);
    private final Random random = new Random(11);

    private static byte[] key(final long r, final long k0, final long k1) {
        return ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).putLong(r).putLong(k0).putLong(k1).array();
    }

    private void fill(final int kind) {
        final byte[] bytes = new byte[memory.capacity()];
        if (kind == 0) {
            random.nextBytes(bytes);
        } else {
            java.util.Arrays.fill(bytes, (byte) (kind == 1 ? 0xff : 0));
        }
        memory.clear().put(bytes);
    }

    private long defined(final long rBytes, final int length) {
        final BigInteger r = new BigInteger(Long.toUnsignedString(rBytes)).mod(P.subtract(BigInteger.ONE))
            .add(BigInteger.ONE);
        BigInteger h = BigInteger.ZERO;
        for (int at = 0; at < length; at += 7) {
            BigInteger piece = BigInteger.ZERO;
            for (int i = Math.min(7, length - at) - 1; i >= 0; i--) {
                piece = piece.shiftLeft(8).add(BigInteger.valueOf(memory.get(at + i) & 0xff));
            }
            h = h.add(piece).multiply(r).mod(P);
        }
        return h.add(BigInteger.valueOf(length)).multiply(r).mod(P).longValueExact();
    }

    @Test
    void shouldComputeWhatIsDefined() {
        final long[] rs = {0, 1, -1, (1L << 61) - 2, (1L << 61) - 1, 1L << 61, 1L << 63, random.nextLong(),
            random.nextLong(), random.nextLong()};
        for (final long r : rs) {
            final SealKey key = new SealKey(key(r, 5, 6));
            for (int kind = 0; kind < 3; kind++) {
                fill(kind);
                for (int length = 8; length < 400; length += 8) {
                    assertEquals(defined(r, length), key.code(address, length, 3) - key.sipHash(3),
                        "length " + length + " r " + r);
                }
                assertEquals(defined(r, 65_504), key.code(address, 65_504, 3) - key.sipHash(3));
            }
        }
    }

    /** The ninth test vector of the authors: the bytes 0 .. 7 under the key 0 .. 15. */
    @Test
    void shouldHashNumbersLikeTheAuthorsOfSipHash() {
        final SealKey key = new SealKey(key(9, 0x0706050403020100L, 0x0f0e0d0c0b0a0908L));
        assertEquals(0x93f5f5799a932462L, key.sipHash(0x0706050403020100L));
    }

    @Test
    void shouldDependOnEachBitOnTheLengthAndOnTheNumber() {
        final SealKey key = new SealKey(key(random.nextLong(), random.nextLong(), random.nextLong()));
        fill(0);
        final int length = 424;
        final long code = key.code(address, length, 7);
        for (int bit = 0; bit < 8 * length; bit++) {
            flip(bit);
            assertNotEquals(code, key.code(address, length, 7), "bit " + bit);
            flip(bit);
        }
        assertEquals(code, key.code(address, length, 7));
        assertNotEquals(code, key.code(address, length, 8));
        fill(2);
        assertNotEquals(key.code(address, 16, 7), key.code(address, 24, 7), "only zeros");
        assertEquals("SealKey[***]", key.toString());
    }

    private void flip(final int bit) {
        memory.put(bit / 8, (byte) (memory.get(bit / 8) ^ 1 << bit % 8));
    }
}
