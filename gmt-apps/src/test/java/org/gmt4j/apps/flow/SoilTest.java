package org.gmt4j.apps.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Formulas of the soil, and the division of the ground among nodes. */
class SoilTest {
    @ParameterizedTest
    @ValueSource(doubles = {-100, -3, -0.7, -0.05, -0.001, 0, 2})
    void shouldFollowTheFormulasAndTheirDerivatives(final double head) {
        final Soil soil = new Soil(new Vectors(4, 1));
        soil.fill(new double[] {head}, 0, 1);
        assertEquals(Reference.water(head), soil.water()[0], 1e-14);
        assertEquals(Reference.relative(head), soil.relative()[0], 1e-9 * Reference.relative(head));
        final double d = 1e-6 * Math.abs(head);
        if (head < 0) {
            final double capacity = (Reference.water(head + d) - Reference.water(head - d)) / (2 * d);
            final double slope = (Reference.relative(head + d) - Reference.relative(head - d)) / (2 * d);
            assertEquals(capacity, soil.capacity()[0], 1e-6 * capacity);
            assertEquals(slope, soil.slope()[0], 1e-5 * slope);
        } else {
            assertEquals(0, soil.capacity()[0] + soil.slope()[0]);
        }
    }

    /** The textbook's values of loam: 0.25 of the volume at one metre of suction, within the rounding of its curve. */
    @Test
    void shouldHoldWaterAsLoamDoes() {
        assertEquals(0.078 + 0.352 * Math.pow(1 + Math.pow(3.6, 1.56), -0.56 / 1.56), Reference.water(-1), 1e-15);
        assertEquals(0.43, Reference.water(0));
        assertTrue(Reference.relative(-1) < 0.02 && Reference.relative(-1) > 0.001);
    }

    @Test
    void shouldDivideTheGroundEvenly() {
        assertArrayEquals(new int[] {1, 1}, Block.grid(1, 200, 200));
        assertArrayEquals(new int[] {2, 2}, Block.grid(4, 200, 200));
        assertArrayEquals(new int[] {7, 1}, Block.grid(7, 700, 10));
        assertArrayEquals(new int[] {1, 3}, Block.grid(5, 1, 3));
        assertEquals((100 + 2) * (100 + 2) * 15, Block.mostCells(4, 200, 200, 15));
    }
}
