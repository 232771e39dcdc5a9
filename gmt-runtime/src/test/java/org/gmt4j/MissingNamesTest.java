package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names and bodies that are missing: refused where they are given, in words. */
@Timeout(240)
class MissingNamesTest {
    private static String refusal(final TaskContext ctx, final Consumer<TaskContext> call) {
        try {
            call.accept(ctx);
            return "not refused";
        } catch (final RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void shouldNotFindWhatHasNoName() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, MissingNamesTest.class)) {
            cluster.run(ctx -> {
                for (int unnamed = 0; unnamed < 3; unnamed++) {
                    final String refusal = refusal(ctx, c -> GlobalHashMap.attach(c, ""));
                    assertTrue(refusal.startsWith("GMT-397 no container is named ''"), refusal);
                    GlobalHashMap.allocate(ctx, 10);
                }
                assertEquals("name", refusal(ctx, c -> GlobalHashMap.attach(c, null)));
                assertEquals("name", refusal(ctx, c -> GlobalLongArray.attach(c, null)));
            });
        }
    }

    /** Not at each visit, at another node. */
    @Test
    void shouldRefuseVisitorsWithoutABody() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, MissingNamesTest.class)) {
            assertEquals("body body body", cluster.call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, 10);
                return open(ctx, 0, array) + " " + open(ctx, 1, array) + " " + open(ctx, 2, array);
            }));
        }
    }

    private static String open(final TaskContext ctx, final int kind, final Placement placement)
        throws SuspendExecution {
        try {
            switch (kind) {
                case 0 -> Visitor.open(ctx, placement, null);
                case 1 -> BulkVisitor.open(ctx, null);
                default -> WideVisitor.open(ctx, placement, (PairVisitBody) null);
            }
            return "opened";
        } catch (final NullPointerException e) {
            return e.getMessage();
        }
    }
}
