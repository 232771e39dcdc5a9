package org.gmt4j.graph.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathLengthsTest {
    private static long word(final double length) {
        return Double.doubleToRawLongBits(length);
    }

    /** A limit must part lengths as their buckets do, to the last bit. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1.0 / 3, 0.75, 1, 7, 1e9})
    void shouldBeginBucketsWhereTheyBegin(final double delta) {
        for (final boolean isReal : new boolean[] {false, true}) {
            final PathLengths lengths = new PathLengths(isReal, delta);
            for (long bucket = 1; bucket < 5000; bucket += 1 + bucket / 3) {
                final long start = lengths.start(bucket);
                assertTrue(lengths.bucket(start) >= bucket, "start of " + bucket);
                assertTrue(lengths.bucket(start - 1) < bucket, "before " + bucket);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCompareWithoutOverflow(final boolean isReal) {
        final PathLengths lengths = new PathLengths(isReal, 1);
        final long one = isReal ? word(1) : 1;
        final long two = isReal ? word(2) : 2;
        final long most = isReal ? word(Double.MAX_VALUE) : Long.MAX_VALUE - 1;
        assertTrue(lengths.isShorter(one, one, PathLengths.UNREACHED));
        assertFalse(lengths.isShorter(one, one, two));
        assertFalse(lengths.isShorter(most, most, most));
        assertTrue(lengths.leadsTo(one, one, two));
        assertFalse(lengths.leadsTo(two, 0, two), "an edge that adds nothing");
        assertFalse(lengths.leadsTo(most, most, PathLengths.UNREACHED));
        assertEquals(0, lengths.start(0));
    }
}
