package org.gmt4j.graph.paths;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.ParallelEdges;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths of others come in pieces, and rows are followed in pieces, which answers do not show. */
@Timeout(120)
class PathPiecesTest {
    private static final int LEAVES = 30_000;
    private static final long MOST_SENT = 200;

    private static long[] answer(final TaskContext ctx, final int mostPulled, final long mostSent)
        throws SuspendExecution {
        final CsrGraph graph = CsrBuilder.symmetrised(ctx, () -> new UniformSource(9, 4, 4));
        final DeltaStepping found = DeltaStepping.find(ctx, graph, 3, 0, true, new PathLimits(mostPulled, mostSent));
        final long[] answer = new long[1024];
        found.distances().get(ctx, 0, answer, 0, 512);
        final int[] parents = parents(ctx, found, 0, 512);
        for (int vertex = 0; vertex < 512; vertex++) {
            answer[512 + vertex] = parents[vertex];
        }
        return answer;
    }

    private static int[] parents(final TaskContext ctx, final DeltaStepping found, final int first, final int count)
        throws SuspendExecution {
        final int[] parents = new int[count];
        ((GlobalIntArray) found.parents()).get(ctx, first, parents, 0, count);
        return parents;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 85, 341})
    void shouldFindTheSameInPiecesOfAnyLength(final int mostPulled) {
        try (GmtCluster alone = GmtCluster.builder().nodes(1).register(PathPiecesTest.class).start();
             GmtCluster cluster = GmtCluster.builder().nodes(3).register(PathPiecesTest.class).start()) {
            final long[] expected = alone.call(ctx -> answer(ctx, 1 << 22, 1 << 20));
            for (final long mostSent : new long[] {1, 100, 1 << 20}) {
                assertArrayEquals(expected, cluster.call(ctx -> answer(ctx, mostPulled, mostSent)),
                    () -> mostSent + ": " + Arrays.toString(expected));
            }
        }
    }

    /** The row of a hub is far longer than what is sent in a step: it is followed, and offered, in several. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldFollowARowInSteps(final int weight) {
        final long steps = LEAVES * 2 / 3 / (MOST_SENT + 2048);
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).register(PathPiecesTest.class).start()) {
            assertTrue(stepsOfAStar(cluster, weight, true, false) > steps, "followed");
            assertTrue(stepsOfAStar(cluster, weight, true, true) > 2 * steps, "offered, too");
            assertTrue(stepsOfAStar(cluster, weight, false, true) > steps, "followed by a graph that pulls");
        }
    }

    private static long stepsOfAStar(final GmtCluster cluster, final int weight, final boolean isDirected,
                                     final boolean hasParents) {
        final Job<Long> job = cluster.submit(ctx -> {
            final CsrGraph graph = CsrBuilder.weighted(ctx, () -> star(weight, isDirected), isDirected, false,
                ParallelEdges.MIN, new BuildTimes());
            final DeltaStepping found = DeltaStepping.find(ctx, graph, 0, 0, hasParents,
                new PathLimits(1 << 22, MOST_SENT));
            final long[] distances = new long[LEAVES];
            found.distances().get(ctx, 1, distances, 0, LEAVES);
            long sum = Arrays.stream(distances).sum();
            if (hasParents) {
                sum += Arrays.stream(parents(ctx, found, 1, LEAVES)).sum();
            }
            found.free(ctx);
            graph.free(ctx);
            return sum;
        });
        assertEquals((long) LEAVES * weight, job.join());
        return job.progress().done();
    }

    /** Parents over edges that add nothing take a round for each edge; a node that has them all goes on alone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldGoALongWayThatAddsNothing(final int nodes) {
        final int length = 100_000;
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(PathPiecesTest.class).start()) {
            final Job<Long> job = cluster.submit(ctx -> {
                final CsrGraph graph = CsrBuilder.weighted(ctx, () -> way(length), true, false, ParallelEdges.MIN,
                    new BuildTimes());
                final DeltaStepping found = DeltaStepping.find(ctx, graph, 0, 0, true);
                long wrong = found.reached() - length - 1;
                final int[] parents = parents(ctx, found, 1, length);
                for (int vertex = 1; vertex <= length; vertex++) {
                    wrong += parents[vertex - 1] == vertex - 1 ? 0 : 1;
                }
                found.free(ctx);
                graph.free(ctx);
                return wrong;
            });
            assertEquals(0, job.join());
            assertTrue(job.progress().done() < 100, () -> job.progress().done() + " rounds");
        }
    }

    private static ListedEdges way(final int length) {
        final ListedEdges way = new ListedEdges("way", length + 1, true, true);
        for (int vertex = 0; vertex < length; vertex++) {
            way.add(vertex, vertex + 1, 0);
        }
        return way;
    }

    private static ListedEdges star(final int weight, final boolean isDirected) {
        final ListedEdges star = new ListedEdges("star", LEAVES + 1, isDirected, true);
        for (int leaf = 1; leaf <= LEAVES; leaf++) {
            star.add(0, leaf, weight);
        }
        return star;
    }
}
