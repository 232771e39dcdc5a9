package org.gmt4j.graph;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Which settings of vertices stay: what is put at the same time has no order. No state, any thread. */
final class LastSettings {
    private LastSettings() {
    }

    /**
     * Returns the place of the last setting of each vertex, in any order.
     *
     * @param numbers of vertices, some of them several times
     */
    static int[] places(final long[] numbers) {
        final long[] vertices = numbers.clone();
        Arrays.sort(vertices);
        int count = 0;
        for (final long vertex : vertices) {
            if (count == 0 || vertices[count - 1] != vertex) {
                vertices[count++] = vertex;
            }
        }
        if (count == numbers.length) {
            return IntStream.range(0, count).toArray();
        }
        final int[] last = new int[count];
        for (int place = 0; place < numbers.length; place++) {
            last[Arrays.binarySearch(vertices, 0, count, numbers[place])] = place;
        }
        return last;
    }
}
