package org.gmt4j.graph.levels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One task finds what all nodes find, and leaves to them what has an edge too many. */
@Timeout(120)
class NearSearchTest {
    private static final int SCALE = 9;
    private static final int SOURCES = 8;
    private static final int[] STEPS = {0, 1, 2, 5, NearMarks.MOST_STEPS, NearMarks.MOST_STEPS + 1, Integer.MAX_VALUE};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldFindWhatAllNodesFind(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(NearSearchTest.class).start()) {
            assertEquals("", cluster.call(NearSearchTest::compare));
        }
    }

    /** As a stable sort does. */
    @Test
    void shouldOrderTheFarthestFirst() {
        final int[] steps = new SplittableRandom(1).ints(500, 0, 40).toArray();
        final int[] expected = IntStream.range(0, steps.length).boxed()
            .sorted(Comparator.comparingInt(i -> -steps[i])).mapToInt(i -> i).toArray();
        for (final int most : new int[] {1, 2, 17, 499, 500, 501, Integer.MAX_VALUE}) {
            assertArrayEquals(Arrays.copyOf(expected, Math.min(most, steps.length)),
                NearVertices.farthest(steps, most), most + " of them");
        }
        assertArrayEquals(new int[0], NearVertices.farthest(new int[0], 3));
        assertArrayEquals(new int[] {1, 0}, NearVertices.farthest(new int[] {0, 9_999}, 2));
    }

    private static String compare(final TaskContext ctx) throws SuspendExecution {
        final CsrGraph rows = CsrBuilder.directed(ctx, () -> new KroneckerSource(SCALE, 2, 1), new BuildTimes());
        String text = "";
        for (long source = 0; source < SOURCES; source++) {
            for (final int most : STEPS) {
                text += compare(ctx, rows, source, most, Long.MAX_VALUE);
                text += compare(ctx, rows, source, most, 0);
            }
        }
        rows.free(ctx);
        return text;
    }

    /** @param manyEdges from which on all nodes follow the last level */
    private static String compare(final TaskContext ctx, final CsrGraph rows, final long source, final int most,
                                  final long manyEdges) throws SuspendExecution {
        final ManySearch all = ManySearch.find(ctx, rows, null, new long[] {source}, most);
        final int[] levels = all.levels().get(0).toArray(ctx);
        long edges = 0;
        for (int v = 0; v < levels.length; v++) {
            edges += levels[v] >= 0 && levels[v] < most ? rows.degree(ctx, v) : 0;
        }
        final VertexNames names = VertexNames.numbered(rows.vertexCount(), 7);
        final NearVertices one = NearSearch.find(ctx, rows, source, most, edges, manyEdges);
        final NearVertices none = NearSearch.find(ctx, rows, source, most, edges - 1, manyEdges);
        final String where = " of " + source + " within " + most + ", many are " + manyEdges + "; ";
        String text = none == null || edges == 0 ? "" : "an edge too many" + where;
        if (one == null) {
            return text + "nothing" + where;
        }
        one.fetchNames(ctx, names);
        text += differs(levels, one) ? "other levels" + where : "";
        text += all.reached()[0] == one.size() && all.depth()[0] == one.farthest(ctx, names, 1).get(0).value() ? ""
            : "other sums" + where;
        final GlobalIntArray column = one.column(ctx, rows);
        text += Arrays.equals(levels, column.toArray(ctx)) ? "" : "another column" + where;
        column.free(ctx);
        all.free(ctx);
        return text;
    }

    /** Names are numbers from 7 on. */
    private static boolean differs(final int[] levels, final NearVertices near) {
        final int[] found = new int[levels.length];
        Arrays.fill(found, -1);
        final long[] last = {-1};
        final boolean[] isDescending = {false};
        near.forEach((name, steps) -> {
            isDescending[0] |= name <= last[0];
            last[0] = name;
            found[(int) name - 7] = (int) steps;
        });
        for (int v = 0; v < levels.length; v++) {
            if (near.find(v + 7).orElse(-1) != levels[v]) {
                return true;
            }
        }
        return isDescending[0] || !Arrays.equals(levels, found);
    }
}
