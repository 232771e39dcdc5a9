package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A path of 100,000 edges: as many levels, and answers that anybody knows. */
@Timeout(240)
class LongPathTest {
    private static final int LENGTH = 100_000;
    private static final long[] FROM = LongStream.range(0, LENGTH).toArray();
    private static final long[] TO = LongStream.rangeClosed(1, LENGTH).toArray();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldBeFollowedToItsEnd(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes); Graph path = Graph.load(cluster, Edges.of(FROM, TO))) {
            final Bfs bfs = path.bfs(0).run();
            assertEquals(LENGTH, bfs.depth());
            bfs.levels().forEach((vertex, level) -> assertEquals(vertex, level));
            final ShortestPaths paths = path.shortestPaths(0).run();
            assertEquals(LENGTH + 1, paths.reached());
            paths.distances().forEach((vertex, distance) -> assertEquals(vertex, distance));
            assertEquals(LENGTH + 1, path.strongComponents().run().count());
            final Components all = path.components().run();
            assertEquals(1, all.count());
            assertEquals(0, all.value(LENGTH));
            assertEquals(1, path.cores().run().degeneracy());
            assertEquals(0, path.triangles().count());
            final IndependentSet set = path.independentSet().run();
            final long[] members = set.vertices();
            assertTrue(members[0] <= 1 && members[members.length - 1] >= LENGTH - 1);
            for (int i = 1; i < members.length; i++) {
                final long gap = members[i] - members[i - 1];
                assertTrue(gap == 2 || gap == 3, "a gap of " + gap);
            }
            final Walks walks = path.walks().perVertex(1).length(10).run();
            assertEquals(11, walks.value(LENGTH / 2));
            assertFalse(path.pageRank().maxIterations(5).run().converged());
            final Communities communities = path.communities().run();
            communities.labels().forEach((vertex, label) -> assertTrue(label <= vertex));
            assertTrue(communities.modularity() > 0.5, "of a path: " + communities.modularity());
        }
    }

    /** A round of all nodes for each level: seconds. */
    @Test
    void shouldBeFollowedByRounds() {
        final int length = 70_000;              // more than a short counts
        try (GmtCluster cluster = TestClusters.local(2);
             Graph path = Graph.load(cluster, Edges.of(Arrays.copyOf(FROM, length), Arrays.copyOf(TO, length)))) {
            final ManyBfs found = path.manyBfs(0).run();
            assertEquals(length + 1, found.reached(0));
            assertEquals(length, found.depth(0));
            found.levels(0).forEach((vertex, level) -> assertEquals(vertex, level));
            path.betweenness(0).run().scores().forEach((vertex, score) ->
                assertEquals(vertex == 0 ? 0 : length - vertex, score));
        }
    }
}
