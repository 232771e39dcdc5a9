package org.gmt4j;

/**
 * How elements of a type compare: a {@code long} for the bits of an element, whose order is that of
 * {@code Long.compare} for integers, and for floating point that of {@link Double#compare}: -0.0 before 0.0, all NaNs
 * equal and behind everything. Stateless. Per element.
 */
enum SortKey {
    INTEGER {
        @Override
        long key(final long bits) {
            return bits;
        }

        @Override
        long bits(final long key) {
            return key;
        }
    },
    DOUBLE {
        @Override
        long key(final long bits) {
            return flip(Double.doubleToLongBits(Double.longBitsToDouble(bits)));
        }

        @Override
        long bits(final long key) {
            return flip(key);
        }
    },
    /** Bits and keys are sign-extended. */
    FLOAT {
        @Override
        long key(final long bits) {
            final int canonical = Float.floatToIntBits(Float.intBitsToFloat((int) bits));
            return canonical ^ canonical >> 31 & Integer.MAX_VALUE;
        }

        @Override
        long bits(final long key) {
            final int bits = (int) key;
            return bits ^ bits >> 31 & Integer.MAX_VALUE;
        }
    };

    abstract long key(long bits);

    /** The inverse, but for NaNs, which all come back as one. */
    abstract long bits(long key);

    /** Negative numbers compare the other way round as bits. */
    private static long flip(final long bits) {
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    static SortKey of(final GlobalArray array) {
        switch (array.spec().type()) {
            case DOUBLE:
                return DOUBLE;
            case FLOAT:
                return FLOAT;
            default:
                return INTEGER;
        }
    }
}
