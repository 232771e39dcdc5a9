package org.gmt4j;

/**
 * Sort keys of the element types: a {@code long} for the bits of an element. Keys are ordered by {@code Long.compare}
 * for integers, and by {@link Double#compare} for floating point: -0.0 before 0.0, all NaNs equal and last. Stateless.
 * Per element.
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

    /** Returns the bits for a key: the inverse, except that all NaNs become the canonical one. */
    abstract long bits(long key);

    /** Negative numbers have the opposite order as bits. */
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
