package org.gmt4j.bench.randomaccess;

/**
 * The stream of updates of RandomAccess: words of 64 bits, each the one before times x in the polynomials over GF(2)
 * modulo x^64 + x^2 + x + 1. Word 0 is 1, and update k of a run is word k + 1. Since word n is x^n, any position is
 * reached by powers, without the words before. Stateless; per command, but for {@link #at}.
 *
 * @see "Luszczek et al., The HPC Challenge (HPCC) Benchmark Suite, SC 2006"
 */
final class UpdateStream {
    private static final long LOW_TERMS = 7;

    private UpdateStream() {
    }

    /** The word after this one. */
    static long next(final long word) {
        return word << 1 ^ word >> 63 & LOW_TERMS;
    }

    /** Word {@code position} of the stream, in some thousand steps. */
    static long at(final long position) {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " of the stream: expected 0 or more");
        }
        long power = 1;
        for (int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(position); bit >= 0; bit--) {
            power = product(power, power);
            power = (position >>> bit & 1) == 0 ? power : next(power);
        }
        return power;
    }

    /** The product of two polynomials; that of words a and b is word a + b. */
    static long product(final long a, final long b) {
        long product = 0;
        for (int bit = Long.SIZE - 1; bit >= 0; bit--) {
            product = next(product) ^ -(b >>> bit & 1) & a;
        }
        return product;
    }
}
