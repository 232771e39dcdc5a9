package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Contexts in the hands of threads that are not their task's: parallel streams, pools, callbacks. */
@Timeout(120)
class ForeignThreadTest {
    private static final String REFUSED = "GMT-403 thread outside uses the context of a task of gmt-";
    private static final int ADDED = 100_000;
    private static final String NONE = "no failure";

    static Stream<Arguments> shapes() {
        return Stream.of(Arguments.of(1, Plan.COMBINED), Arguments.of(2, Plan.COMBINED), Arguments.of(3, Plan.COMBINED),
            Arguments.of(2, Plan.SHARED_2), Arguments.of(2, Plan.DEDICATED_1_1));
    }

    /** What a program may do by mistake. */
    @FunctionalInterface
    interface Use {
        void by(TaskContext ctx) throws SuspendExecution;
    }

    /** Runs it in another thread, while the task's own waits for that as any Java code does. */
    private static String told(final TaskContext ctx, final Use use) {
        final String[] told = {NONE};
        final Thread other = new Thread(() -> {
            try {
                use.by(ctx);
            } catch (final SuspendExecution e) {
                throw new AssertionError(e);
            } catch (final Throwable e) {
                told[0] = String.valueOf(e.getMessage());
            }
        }, "outside");
        other.start();
        try {
            other.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return told[0];
    }

    private static void check(final List<String> failures, final TaskContext ctx, final String what, final Use use) {
        final String told = told(ctx, use);
        if (!told.startsWith(REFUSED)) {
            failures.add(what + ": " + told);
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRefuseThreadsThatAreNotTheTasks(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ForeignThreadTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, 8L * nodes);
                final GlobalIntArray ints = GlobalIntArray.allocate(ctx, 8L * nodes);
                final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(8L * nodes)
                    .combining(Combining.MIN));
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 10);
                final GlobalHashMap merging = GlobalHashMap.allocate(ctx, ContainerSpec.of(10).merging(Merge.ADD));
                final GlobalStringHashMap texts = GlobalStringHashMap.allocate(ctx, 10);
                final GlobalBag bag = GlobalBag.allocate(ctx, 1);
                final Visitor visitor = Visitor.open(ctx, array, (index, argument, c) -> { });
                final OperationHandle handle = ctx.newOperation();
                for (int node = 0; node < nodes; node++) {
                    final int at = node;
                    final long index = 8L * node;
                    final String where = " at node " + node;
                    check(failures, ctx, "add" + where, c -> array.addNb(c, index, 1));
                    check(failures, ctx, "add of ints" + where, c -> ints.addNb(c, index, 1));
                    check(failures, ctx, "minimum" + where, c -> sums.minNb(c, index, 1));
                    check(failures, ctx, "list" + where,
                        c -> array.addEachNb(c, new long[] {index, index + 1}, 0, 2, 1));
                    check(failures, ctx, "previous value" + where, c -> array.add(c, index, 1));
                    check(failures, ctx, "compare" + where, c -> array.compareAndSet(c, index, 0, 1));
                    check(failures, ctx, "with a handle" + where, c -> array.addNb(handle, index, 1));
                    check(failures, ctx, "visit" + where, c -> visitor.send(c, index, 1));
                    check(failures, ctx, "task" + where, c -> c.executeNb(at, t -> { }));
                    check(failures, ctx, "local body" + where, c -> c.executeLocalNb(at, t -> { }));
                    check(failures, ctx, "call" + where, c -> c.call(at, t -> 1));
                }
                for (long key = 0; key < 10; key++) {
                    final long k = key;
                    check(failures, ctx, "entry " + key, c -> map.addNb(c, k, 1));
                    check(failures, ctx, "merge " + key, c -> merging.addNb(c, k, 1));
                    check(failures, ctx, "value of " + key, c -> map.addAndGet(c, k, 1));
                    check(failures, ctx, "visit of " + key, c -> map.visitNb(c, k, (entry, t) -> entry.set(1)));
                    check(failures, ctx, "text " + key, c -> texts.addNb(c, "k" + k, 1));
                }
                final LocalBuffer three = LocalBuffer.of(new long[3]);
                final Patch all = Patch.of(0, 3);
                check(failures, ctx, "patch to", c -> array.putPatchNb(c, three, all, all));
                check(failures, ctx, "patch from", c -> array.getPatchNb(c, all, three, all));
                check(failures, ctx, "sums of a patch",
                    c -> array.accumulatePatchNb(c, Accumulate.LONG, three, all, all));
                check(failures, ctx, "operation", TaskContext::newOperation);
                check(failures, ctx, "handle", TaskContext::newHandle);
                check(failures, ctx, "random number", TaskContext::nextRandom);
                check(failures, ctx, "bounded random number", c -> c.nextRandom(10));
                check(failures, ctx, "count", c -> c.count("outside", 1));
                check(failures, ctx, "scratch", TaskContext::scratch);
                check(failures, ctx, "append", c -> bag.add(c, 1));
                check(failures, ctx, "loop", c -> c.parFor(10, 1, (i, t) -> { }));
                check(failures, ctx, "started loop", c -> c.parForNb(10, 1, SpawnPolicy.PARTITION, (i, t) -> { }));
                check(failures, ctx, "sum", c -> c.sum(10, 1, (i, t) -> i));
                check(failures, ctx, "barrier", TaskContext::barrier);
                check(failures, ctx, "yield", TaskContext::yield);
                array.addNb(handle, 0, 5);          // nothing of it has harmed the task
                ctx.await(handle);
                array.addNb(ctx, 8L * nodes - 1, 5);
                ctx.await();
                failures.add(array.sum(ctx) == 10 ? "" : "sum " + array.sum(ctx));
                failures.add(map.size(ctx) + merging.size(ctx) + texts.size(ctx) + bag.size(ctx) == 0 ? "" : "entries");
                return TestClusters.join(failures);
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRefuseCommandsOfVerbs(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ForeignThreadTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(64);      // too short to be shared
                for (int node = 0; node < nodes; node++) {
                    if (node != ctx.nodeId()) {
                        final int at = node;
                        final LocalBuffer local = LocalBuffer.of(new byte[8]);
                        armci.putNb(local, 0, memory, at, 0, 8);            // which opens a block
                        check(failures, ctx, "put to node " + node, c -> armci.putNb(local, 0, memory, at, 0, 8));
                        check(failures, ctx, "get of node " + node, c -> armci.getNb(memory, at, 0, local, 0, 8));
                        check(failures, ctx, "sum at node " + node,
                            c -> armci.accumulateNb(Accumulate.LONG, local, 0, memory, at, 0, 8));
                        check(failures, ctx, "verbs of node " + node, Armci::of);
                        ctx.await();
                    }
                }
                return TestClusters.join(failures);
            }));
        }
    }

    /** What happened instead: a sum that was too small, or the end of the node. */
    @Test
    void shouldRefuseParallelStreamsOfMoreThreads() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ForeignThreadTest.class)) {
            for (int round = 0; round < 5; round++) {
                assertEquals("", cluster.call(ctx -> {
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, 1000);
                    final String told = added(array, ctx);
                    ctx.await();
                    final long sum = array.sum(ctx);
                    array.free(ctx);
                    // the task's own thread may have been alone
                    return told.contains("GMT-403 thread ForkJoinPool") || told.equals(NONE) && sum == ADDED ? ""
                        : told + ", sum " + sum;
                }));
            }
        }
    }

    private static String added(final GlobalLongArray array, final TaskContext ctx) {
        try {
            IntStream.range(0, ADDED).parallel().forEach(i -> array.addNb(ctx, i % 1000, 1));
            return NONE;
        } catch (final RuntimeException e) {
            return String.valueOf(e);
        }
    }
}
