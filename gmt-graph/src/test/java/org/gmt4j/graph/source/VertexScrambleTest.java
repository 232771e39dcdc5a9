package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertexScrambleTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13, 18})
    void shouldBeAPermutation(final int bits) {
        final VertexScramble scramble = new VertexScramble(bits, 42);
        final BitSet seen = new BitSet();
        for (long v = 0; v < 1L << bits; v++) {
            seen.set((int) scramble.apply(v));
        }
        assertEquals(1 << bits, seen.cardinality());
        assertEquals(1 << bits, seen.length());
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 20, 40})
    void shouldScatterNeighbours(final int bits) {
        final VertexScramble scramble = new VertexScramble(bits, 1);
        int flipped = 0;
        for (long v = 0; v < 1024; v++) {
            flipped += Long.bitCount(scramble.apply(v) ^ scramble.apply(v ^ 1));
        }
        assertTrue(flipped > 1024 * bits / 3, "bits flipped on average: " + flipped / 1024.0 + " of " + bits);
    }
}
