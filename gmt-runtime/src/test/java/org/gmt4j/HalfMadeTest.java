package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arrays, containers and visitors that one node has no task for: the others have made their parts, and undo them. */
@Timeout(240)
class HalfMadeTest {
    private static final int LIMIT = 2;
    private static volatile boolean isOpen;

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    /** What is made on all nodes. */
    private interface Maker {
        void make(TaskContext ctx) throws SuspendExecution;
    }

    private static String refusal(final TaskContext ctx, final Maker maker) throws SuspendExecution {
        try {
            maker.make(ctx);
            return "made";
        } catch (final RuntimeException e) {
            return e.toString().replaceFirst("(?s).*(GMT-(?!239)[0-9]+).*", "$1");
        }
    }

    /** Has node 2 take no more tasks of node 0, until it is open. */
    private static void occupy(final TaskContext ctx) throws SuspendExecution {
        for (int i = 0; i < LIMIT; i++) {
            ctx.executeNb(2, there -> {
                while (!isOpen) {
                    there.yield();
                }
            });
        }
    }

    /** Tries each while node 2 takes no more tasks of node 0, and then once more when it takes them again. */
    private static List<String> tryAll(final TaskContext ctx) throws SuspendExecution {
        final List<Maker> makers = List.of(
            c -> GlobalLongArray.allocate(c, ArraySpec.of(1000).named("one")),
            c -> GlobalDoubleArray.allocate(c, ArraySpec.of(1000).named("sums").combining(Combining.ADD)),
            c -> GlobalHashMap.allocate(c, ContainerSpec.of(100).named("map").merging(Merge.ADD)),
            c -> GlobalBag.allocate(c, 3, ContainerSpec.of(0).named("bag")));
        final List<String> told = new ArrayList<>();
        occupy(ctx);
        for (final Maker maker : makers) {
            told.add(refusal(ctx, maker));
        }
        told.add(ctx.call(1, HalfMadeTest::known));
        isOpen = true;
        ctx.awaitTasks();
        for (final Maker maker : makers) {
            told.add(refusal(ctx, maker));
        }
        GlobalLongArray.attach(ctx, "one").free(ctx);
        GlobalDoubleArray.attach(ctx, "sums").free(ctx);
        GlobalHashMap.attach(ctx, "map").free(ctx);
        GlobalBag.attach(ctx, "bag").free(ctx);
        return told;
    }

    private static String known(final TaskContext ctx) throws SuspendExecution {
        return refusal(ctx, c -> GlobalLongArray.attach(c, "one")) + " "
            + refusal(ctx, c -> GlobalHashMap.attach(c, "map"));
    }

    @Test
    void shouldUndoTheParts() {
        isOpen = false;
        try (GmtCluster cluster = TestClusters.builder(3, Plan.COMBINED, HalfMadeTest.class)
            .set("gmt.task.limit", Integer.toString(LIMIT)).set("gmt.task.credits", "1").start()) {
            assertEquals("[GMT-216, GMT-216, GMT-216, GMT-216, GMT-233 GMT-397, made, made, made, made]",
                cluster.call(HalfMadeTest::tryAll).toString());
            assertEquals(0, arrayBytes(cluster), "bytes not given back");
        }
    }

    /** Visits by these would run at the nodes that know them. */
    @Test
    void shouldRemoveVisitors() {
        isOpen = false;
        try (GmtCluster cluster = TestClusters.builder(3, Plan.COMBINED, HalfMadeTest.class)
            .set("gmt.task.limit", Integer.toString(LIMIT)).set("gmt.task.credits", "1").start()) {
            assertEquals("[GMT-216, GMT-216, GMT-216, none, made, made, made]", cluster.call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, 10);
                final List<Maker> makers = List.of(
                    c -> Visitor.open(c, array, (index, argument, there) -> { }),
                    c -> WideVisitor.open(c, array, (index, first, second, there) -> { }),
                    c -> BulkVisitor.open(c, (address, length, there) -> { }));
                final List<String> told = new ArrayList<>();
                occupy(ctx);
                for (final Maker maker : makers) {
                    told.add(refusal(ctx, maker));
                }
                told.add(ctx.call(1, HalfMadeTest::visitors));
                isOpen = true;
                ctx.awaitTasks();
                for (final Maker maker : makers) {
                    told.add(refusal(ctx, maker));
                }
                return told;
            }).toString());
        }
    }

    private static String visitors(final TaskContext ctx) {
        final TaskRuntime runtime = EngineTask.of(ctx).runtime();
        return runtime.visitors().body(0) == null && runtime.wideVisitors().body(0) == null
            && runtime.bulkVisitors().body(0) == null ? "none" : "some are left";
    }
}
