package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuadrantTableTest {
    private static final double[] SHARES = {0.57, 0.19, 0.19, 0.05};

    @Test
    void shouldDrawEachOutcomeWithItsShare() {
        final QuadrantTable table = new QuadrantTable(SHARES[0], SHARES[1], SHARES[2]);
        final int[] counts = new int[256];
        final int draws = 1 << 22;
        final CounterRandom random = new CounterRandom(5, 1);
        for (int i = 0; i < draws; i++) {
            counts[table.pick((int) random.at(i))]++;
        }
        for (int outcome = 0; outcome < 256; outcome++) {
            double share = 1;
            for (int level = 0; level < 4; level++) {
                share *= SHARES[2 * (outcome >> 4 + level & 1) + (outcome >> level & 1)];
            }
            final double deviation = Math.sqrt(draws * share) + 1;
            assertEquals(draws * share, counts[outcome], 6 * deviation, "outcome " + outcome);
        }
    }
}
