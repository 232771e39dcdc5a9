package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LastSettingsTest {
    private static int[] sortedPlaces(final long... numbers) {
        final int[] places = LastSettings.places(numbers);
        Arrays.sort(places);
        return places;
    }

    @Test
    void shouldTakeTheLastOfEachVertex() {
        assertArrayEquals(new int[] {}, sortedPlaces());
        assertArrayEquals(new int[] {0, 1, 2}, sortedPlaces(5, 0, 7));
        assertArrayEquals(new int[] {2, 4, 5}, sortedPlaces(7, 5, 0, 5, 7, 5));
        assertArrayEquals(new int[] {3}, sortedPlaces(1L << 39, 1L << 39, 1L << 39, 1L << 39));
    }
}
