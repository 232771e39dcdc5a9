package org.gmt4j.graph.walks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Walkers leave the node where they begin, and never come back: no more begin than may be on their way. */
@Timeout(120)
class WalkBatchTest {
    private static final int NODES = 3;
    private static final int PER_VERTEX = 400;
    private static final int LENGTH = 60;
    private static final long BATCH = 16;

    /** From 0 to two that lead to each other, each at a node of its own. */
    private static ListedEdges edges() {
        final ListedEdges edges = new ListedEdges("away", NODES, true, false);
        edges.add(0, 1, 1);
        edges.add(1, 2, 1);
        edges.add(2, 1, 1);
        return edges;
    }

    private static long[] mostAndVisits(final TaskContext ctx) throws SuspendExecution {
        final CsrGraph rows = CsrBuilder.directed(ctx, () -> edges(), new BuildTimes());
        final CsrGraph inRows = CsrBuilder.reversed(ctx, rows);
        final GlobalLongArray visits = GlobalLongArray.allocate(ctx, ArraySpec.of(NODES));
        final WalkSettings settings = new WalkSettings((long) NODES * PER_VERTEX, PER_VERTEX, LENGTH, 1, 0.5, 1, false,
            false);
        final long most = new WalkSearch(visits, null).lookBack(ctx, rows, inRows, settings, BATCH);
        long sum = 0;
        for (int vertex = 0; vertex < NODES; vertex++) {
            sum += visits.get(ctx, vertex);
        }
        return new long[] {most, sum};
    }

    @Test
    void shouldHaveNoMoreOnTheirWayThanABatchOfEachNode() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(NODES).register(WalkBatchTest.class).start()) {
            final long[] found = cluster.call(WalkBatchTest::mostAndVisits);
            assertTrue(found[0] <= NODES * BATCH && found[0] > BATCH, () -> found[0] + " on their way");
            assertEquals(NODES * PER_VERTEX * (LENGTH + 1L), found[1]);
        }
    }
}
