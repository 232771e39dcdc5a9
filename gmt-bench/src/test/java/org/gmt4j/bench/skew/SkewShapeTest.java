package org.gmt4j.bench.skew;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.cli.CliException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;

class SkewShapeTest {
    @ParameterizedTest
    @EnumSource(SkewShape.class)
    void shouldDealOutEqualCosts(final SkewShape shape) {
        for (final int parts : new int[] {1, 2, 3, 8}) {
            final long n = 4096;
            final long[] bounds = shape.equalCost(n, 2, parts);
            assertEquals(0, bounds[0]);
            assertEquals(n, bounds[parts]);
            final double share = shape.sum(n, 2) / parts;
            for (int k = 0; k < parts; k++) {
                double cost = 0;
                double heaviest = 0;
                for (long i = bounds[k]; i < bounds[k + 1]; i++) {
                    cost += shape.weight(i, n, 2);
                    heaviest = Math.max(heaviest, shape.weight(i, n, 2));
                }
                assertEquals(share, cost, shape.weight(bounds[k], n, 2) + heaviest,
                    shape + " part " + k + " of " + parts);
            }
        }
    }

    @Test
    void shouldFindShapesByName() {
        assertEquals(SkewShape.HOT, SkewShape.of("hot"));
        assertThrows(CliException.class, () -> SkewShape.of("flat"));
    }

    @Test
    void shouldTakeAtLeastOneStep() {
        assertTrue(SkewShape.POWER.steps(1_000_000, 1_000_001, 2, 1e-9) >= 1);
    }
}
