package org.gmt4j.apps.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.GmtCluster;
import org.gmt4j.ga.CallKind;
import org.gmt4j.ga.CallTable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nodes move: for each update of a vector the columns beside those of others, once, and no more. */
@Timeout(120)
class FlowGhostsTest {
    private static final int NX = 9;
    private static final int NY = 8;
    private static final int NZ = 3;

    /** Nodes, sides that have a block beside them, and columns along these sides. */
    @ParameterizedTest
    @CsvSource({"1,0,0", "2,2,18", "3,4,32", "4,6,54", "5,8,64", "6,14,50", "7,14,50"})
    void shouldPutEachSideOnce(final int nodes, final int sides, final int columns) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(new FlowApp().registeredClasses())
            .start()) {
            final FlowPlan plan = new FlowPlan(NX, NY, NZ, 60, 10, 1e-11, 12, 1e-5, 1);
            final FlowRun run = cluster.call(ctx -> FlowRun.create(ctx, plan));
            final FlowAnswer answer = cluster.call(ctx -> run.onNodes(ctx));
            assertEquals(sides, answer.water().neighbours());
            assertTrue(answer.work().linear() > 0 && answer.water().error() < 1e-8);
            assertUpdates(answer.work().linear(), sides, columns, cluster.call(ctx -> run.after().calls(ctx)));
            cluster.run(ctx -> run.destroy(ctx));
        }
    }

    /** A linear iteration updates two vectors; heads are updated besides, and stored once by each node at the end. */
    private static void assertUpdates(final long iterations, final int sides, final int columns,
                                      final CallTable table) {
        final long puts = table.operations(CallKind.PUT) - table.calls(CallKind.PUT);
        final long updates = sides == 0 ? 0 : puts / sides;
        assertEquals(sides == 0 ? 0 : puts, updates * sides);
        assertTrue(sides == 0 ? puts == 0 : updates > 2 * iterations && updates < 4 * iterations, puts + " puts");
        assertEquals(updates * columns * NZ * Double.BYTES, table.remoteBytes(CallKind.PUT));
        assertEquals((long) NX * NY * NZ * Double.BYTES, table.bytes(CallKind.PUT) - table.remoteBytes(CallKind.PUT));
        for (final CallKind kind : CallKind.values()) {
            assertEquals(0, kind == CallKind.PUT ? 0 : table.calls(kind) + table.operations(kind));
        }
    }
}
