package org.gmt4j.graph.source;

/**
 * Chooses four levels of Kronecker quadrants with one draw of 32 random bits: an alias table over the 256 outcomes of
 * four independent choices. Immutable, any thread. Grade: per command.
 *
 * <p>An outcome has the four row bits in bits 7..4 and the four column bits in bits 3..0. The low eight bits of a draw
 * select a slot, the upper 24 decide between the slot and its alias, so probabilities are exact to about 2^-31.
 *
 * @see "Walker: An Efficient Method for Generating Discrete Random Variables with General Distributions, TOMS 1977"
 */
final class QuadrantTable {
    static final int LEVELS = 4;
    private static final int OUTCOMES = 1 << 2 * LEVELS;
    private static final int FRACTION_BITS = 24;

    /** Threshold in the upper 24 bits, alias in the lower 8. */
    private final int[] slots = new int[OUTCOMES];

    QuadrantTable(final double a, final double b, final double c) {
        final double[] share = new double[OUTCOMES];
        final double[] quadrant = {a, b, c, 1 - a - b - c};
        for (int outcome = 0; outcome < OUTCOMES; outcome++) {
            share[outcome] = OUTCOMES;
            for (int level = 0; level < LEVELS; level++) {
                final int rowBit = outcome >>> LEVELS + level & 1;
                final int columnBit = outcome >>> level & 1;
                share[outcome] *= quadrant[2 * rowBit + columnBit];
            }
        }
        fill(share);
    }

    private void fill(final double[] share) {
        final int[] small = new int[OUTCOMES];
        final int[] large = new int[OUTCOMES];
        int smallCount = 0;
        int largeCount = 0;
        for (int i = 0; i < OUTCOMES; i++) {
            if (share[i] < 1) {
                small[smallCount++] = i;
            } else {
                large[largeCount++] = i;
            }
        }
        while (smallCount > 0 && largeCount > 0) {
            final int slot = small[--smallCount];
            final int alias = large[largeCount - 1];
            slots[slot] = (int) (share[slot] * (1 << FRACTION_BITS)) << 8 | alias;
            share[alias] -= 1 - share[slot];
            if (share[alias] < 1) {
                small[smallCount++] = alias;
                largeCount--;
            }
        }
        while (largeCount > 0) {
            final int slot = large[--largeCount];
            slots[slot] = slot;
        }
        while (smallCount > 0) {
            final int slot = small[--smallCount];
            slots[slot] = slot;
        }
    }

    int pick(final int random) {
        final int index = random & OUTCOMES - 1;
        final int slot = slots[index];
        final int keep = (random >>> 8) - (slot >>> 8) >> 31;   // all ones when the fraction is below the threshold
        return index & keep | slot & 0xFF & ~keep;
    }
}
