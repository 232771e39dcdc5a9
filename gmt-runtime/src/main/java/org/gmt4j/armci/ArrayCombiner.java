package org.gmt4j.armci;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gmt4j.ReduceOperator;

/** Combines the arrays of two members into one, element by element, on their bytes. */
interface ArrayCombiner {
    /** Combines {@code more} into {@code into}, of the same length. */
    void combine(byte[] into, byte[] more);

    /** Elements of 8 bytes. */
    record OfLongs(ReduceOperator operator) implements ArrayCombiner {
        @Override
        public void combine(final byte[] into, final byte[] more) {
            final ByteBuffer a = wrap(into);
            final ByteBuffer b = wrap(more);
            for (int i = 0; i < into.length; i += 8) {
                a.putLong(i, operator.apply(a.getLong(i), b.getLong(i)));
            }
        }
    }

    /** Elements of 8 bytes. */
    record OfDoubles(ReduceOperator operator) implements ArrayCombiner {
        @Override
        public void combine(final byte[] into, final byte[] more) {
            final ByteBuffer a = wrap(into);
            final ByteBuffer b = wrap(more);
            for (int i = 0; i < into.length; i += 8) {
                a.putDouble(i, operator.apply(a.getDouble(i), b.getDouble(i)));
            }
        }
    }

    private static ByteBuffer wrap(final byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] bytes(final long[] values) {
        final ByteBuffer bytes = wrap(new byte[Math.multiplyExact(values.length, 8)]);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    static byte[] bytes(final double[] values) {
        final ByteBuffer bytes = wrap(new byte[Math.multiplyExact(values.length, 8)]);
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }

    static long[] longs(final byte[] bytes) {
        final long[] values = new long[bytes.length / 8];
        wrap(bytes).asLongBuffer().get(values);
        return values;
    }

    static double[] doubles(final byte[] bytes) {
        final double[] values = new double[bytes.length / 8];
        wrap(bytes).asDoubleBuffer().get(values);
        return values;
    }
}
