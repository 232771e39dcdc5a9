package org.gmt4j.graph.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One task finds what all nodes find, and leaves to them what has an edge too many. */
@Timeout(120)
class NearSearchTest {
    private static final int SCALE = 9;
    private static final int SOURCES = 10;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldFindWhatAllNodesFind(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(NearSearchTest.class).start()) {
            assertEquals("", cluster.call(NearSearchTest::compare));
        }
    }

    private static String compare(final TaskContext ctx) throws SuspendExecution {
        final CsrGraph rows = CsrBuilder.directed(ctx, () -> new KroneckerSource(SCALE, 2, 1), new BuildTimes());
        String text = "";
        for (long source = 0; source < SOURCES; source++) {
            for (final int most : new int[] {0, 1, 2, Integer.MAX_VALUE}) {
                text += compare(ctx, rows, source, most);
            }
        }
        rows.free(ctx);
        return text;
    }

    private static String compare(final TaskContext ctx, final CsrGraph rows, final long source, final int most)
        throws SuspendExecution {
        final ManySearch all = ManySearch.find(ctx, rows, null, new long[] {source}, most);
        final int[] levels = all.levels().get(0).toArray(ctx);
        long edges = 0;
        for (int v = 0; v < levels.length; v++) {
            edges += levels[v] >= 0 && levels[v] < most ? rows.degree(ctx, v) : 0;
        }
        final ManySearch one = NearSearch.find(ctx, rows, source, most, edges);
        final ManySearch none = NearSearch.find(ctx, rows, source, most, edges - 1);
        final String where = " of " + source + " within " + most + "; ";
        String text = none == null || edges == 0 ? "" : "an edge too many" + where;
        if (one == null) {
            return text + "nothing" + where;
        }
        text += Arrays.equals(levels, one.levels().get(0).toArray(ctx)) ? "" : "other levels" + where;
        text += all.reached()[0] == one.reached()[0] && all.depth()[0] == one.depth()[0] ? "" : "other sums" + where;
        all.free(ctx);
        one.free(ctx);
        if (none != null) {
            none.free(ctx);
        }
        return text;
    }
}
