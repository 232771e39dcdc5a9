package org.gmt4j.bench.randomaccess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class UpdateListsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldLookAheadNoFurtherThanAllowedAndGoOnAfterEachWait(final int nodes) {
        final TableShape shape = new TableShape(12, nodes);
        try (GmtCluster cluster = GmtCluster.local(nodes, UpdateListsTest.class, TableShape.class)) {
            final ArmciMemory table = cluster.armci().allocate(shape.bytes());
            final long[] found = cluster.call(ctx -> update(ctx, table, shape));
            assertEquals(UpdateBodies.LOOK_AHEAD, found[0], "the most that was looked ahead");
            assertTrue(found[1] <= shape.updates() / (UpdateBodies.LOOK_AHEAD / 2) + 1, found[1] + " waits");
        }
    }

    /** Returns the most updates looked ahead, and the number of waits. */
    private static long[] update(final TaskContext ctx, final ArmciMemory table, final TableShape shape)
        throws SuspendExecution {
        final UpdateLists lists = new UpdateLists(Armci.of(ctx), table, shape, 0, shape.updates());
        long most = 0;
        long waits = 0;
        while (lists.hasMore()) {
            lists.proceed();
            most = Math.max(most, lists.lookedAhead());
            ctx.await();
            lists.arrived();
            waits++;
        }
        lists.sendRest();
        ctx.await();
        lists.arrived();
        return new long[] {Math.max(most, lists.lookedAhead()), waits + lists.lookedAhead() * 1000};
    }

    @Test
    void shouldHaveListsThatFitTheLookAheadOfAnyNumberOfNodes() {
        for (int nodes = 1; nodes <= UpdateBodies.LOOK_AHEAD; nodes++) {
            final int kept = nodes * (UpdateLists.length(nodes) - 1);
            assertTrue(kept < UpdateBodies.LOOK_AHEAD, nodes + " nodes keep " + kept);
        }
        assertEquals(1, UpdateLists.length(100_000));
    }
}
