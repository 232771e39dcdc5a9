package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Weights of very different sizes. */
@Timeout(60)
class SerialShortestPathsTest {
    private static final int STAGES = 30;
    private static final int GROUP = 32;

    private final ListedEdges edges = new ListedEdges("ways", 2 * GROUP * (STAGES + 1), true, true);

    private long[] distances() {
        final NumberedEdges numbered = NumberedEdges.of(edges, true);
        final long[] found = new SerialShortestPaths(WeightedCsr.of(numbered)).run(numbered.find(0));
        return IntStream.range(0, numbered.vertexCount()).mapToLong(name -> found[numbered.find(name)]).toArray();
    }

    /** As many lengths as ways; most edges are heavy, but none of these can be reached: they make buckets wide. */
    @Test
    void shouldTakePolynomialTimeForManyWays() {
        final int last = 2 * GROUP * STAGES;
        for (int stage = 0; stage < STAGES; stage++) {
            final long here = 2L * GROUP * stage;
            for (long from = here; from < here + GROUP; from++) {
                for (long to = here + GROUP; to < here + 2 * GROUP; to++) {
                    edges.add(from, to, 1);
                    edges.add(from, to + GROUP, 1 << STAGES - stage);
                    edges.add(from + GROUP, to + GROUP, 1);
                }
            }
        }
        for (long heavy = last + GROUP; heavy < last + 2 * GROUP; heavy++) {
            for (long to = 0; to < last; to++) {
                edges.add(heavy, to, 1 << STAGES);
            }
        }
        final long[] distances = distances();
        assertEquals(0, distances[0]);
        for (int to = GROUP; to < last + GROUP; to++) {
            assertEquals(to / GROUP, distances[to], "vertex " + to);
        }
    }

    /** Nothing is allocated, and nothing is looked through, by the weight of the heaviest edge. */
    @Test
    void shouldPassOverEmptyBuckets() {
        for (long at = 0; at < 1000; at++) {
            edges.add(at, at + 1, at == 500 ? Integer.MAX_VALUE : 1);
        }
        final long[] distances = distances();
        for (int to = 0; to <= 1000; to++) {
            assertEquals(to <= 500 ? to : to - 1L + Integer.MAX_VALUE, distances[to], "vertex " + to);
        }
    }
}
