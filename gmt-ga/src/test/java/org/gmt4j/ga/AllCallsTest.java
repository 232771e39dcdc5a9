package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of all matrices of a cluster, whatever has become of them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AllCallsTest {
    /** Divides by the nodes of all these tests. */
    private static final int LONGS = 12;
    private static final int BYTES = LONGS * Long.BYTES;
    private static final int ROUNDS = 10;

    private static Tile ones(final int count) {
        final long[] ones = new long[count];
        Arrays.fill(ones, 1);
        return Tile.of(ones, count);
    }

    private static void assertRow(final CallTable table, final CallKind kind, final long... row) {
        assertEquals(List.of(row[0], row[1], row[2], row[3]), List.of(table.calls(kind), table.operations(kind),
            table.bytes(kind), table.remoteBytes(kind)), () -> kind + ", of all:\n" + table);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCountDestroyedMatricesWithTheLivingOnes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            cluster.run(ctx -> {
                final int apart = BYTES / nodes * (nodes - 1);       // bytes of a matrix on other nodes
                final int last = nodes == 1 ? 0 : 1;                 // whether its last element is
                assertEquals(1, CallTable.ofAll(ctx).toString().lines().count(), "nothing but the heading");
                final GlobalMatrix first = GlobalMatrix.create(ctx, MatrixSpec.longs(LONGS));
                first.put(ctx, first.box(), ones(LONGS));
                first.get(ctx, Box.of(LONGS - 2, LONGS), ones(2));
                final GlobalMatrix second = first.duplicate(ctx, "second");
                second.accumulate(ctx, second.box(), ones(LONGS));
                second.readIncrement(ctx, 1, LONGS - 1);
                final CallTable living = CallTable.ofAll(ctx);
                assertRow(living, CallKind.CREATE, 2, 0, 2 * BYTES, 2 * apart);
                assertRow(living, CallKind.DESTROY, 0, 0, 0, 0);
                assertRow(living, CallKind.PUT, 1, nodes, BYTES, apart);
                assertRow(living, CallKind.GET, 1, 1, 16, 16 * last);
                assertRow(living, CallKind.ACCUMULATE, 1, nodes, BYTES, apart);
                assertRow(living, CallKind.READ_INCREMENT, 1, 1, 8, 8 * last);

                first.destroy(ctx);
                second.put(ctx, Box.of(0, 1), ones(1));
                final CallTable mixed = CallTable.ofAll(ctx).minus(living);
                assertRow(mixed, CallKind.DESTROY, 1, 0, BYTES, apart);
                assertRow(mixed, CallKind.PUT, 1, 1, 8, 0);
                assertRow(mixed, CallKind.CREATE, 0, 0, 0, 0);
                assertRow(mixed, CallKind.GET, 0, 0, 0, 0);
                assertRow(second.calls(ctx), CallKind.CREATE, 0, 0, 0, 0);

                second.destroy(ctx);
                refuses("GMT-383", "'second'", () -> second.destroy(ctx));
                ctx.executeOnAll(node -> assertEquals(0, NodeCalls.of(node).living(), "nothing is kept of them"));
                final CallTable gone = CallTable.ofAll(ctx);
                assertRow(gone, CallKind.CREATE, 2, 0, 2 * BYTES, 2 * apart);
                assertRow(gone, CallKind.DESTROY, 2, 0, 2 * BYTES, 2 * apart);
                assertRow(gone, CallKind.PUT, 2, nodes + 1, BYTES + 8, apart);
                assertRow(gone, CallKind.GET, 1, 1, 16, 16 * last);
                assertRow(gone, CallKind.ACCUMULATE, 1, nodes, BYTES, apart);
                assertRow(gone, CallKind.READ_INCREMENT, 1, 1, 8, 8 * last);
            });
        }
    }

    /** On each node tasks that make matrices, call them and destroy them at the same time as those of other nodes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCountTheCallsOfAllNodes(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix all = GlobalMatrix.create(ctx, MatrixSpec.longs(LONGS));
                final CallTable before = CallTable.ofAll(ctx);
                ctx.executeOnAll(node -> callHere(node, all));
                final CallTable table = CallTable.ofAll(ctx).minus(before);
                final long puts = (long) nodes * ROUNDS;
                final long apart = (long) BYTES / nodes * (nodes - 1);
                assertRow(table, CallKind.CREATE, puts, 0, puts * BYTES, puts * apart);
                assertRow(table, CallKind.DESTROY, puts, 0, puts * BYTES, puts * apart);
                assertRow(table, CallKind.PUT, puts, puts * nodes, puts * BYTES, puts * apart);
                assertRow(table, CallKind.ACCUMULATE, puts, puts * nodes, puts * BYTES, puts * apart);
                for (final long[] here : ctx.callOnAll(node -> here(node))) {
                    assertEquals(List.of((long) ROUNDS, (long) ROUNDS * BYTES), List.of(here[0], here[1]));
                }
            });
        }
    }

    private static void callHere(final TaskContext node, final GlobalMatrix all) throws SuspendExecution {
        for (int i = 0; i < ROUNDS; i++) {
            final GlobalMatrix own = GlobalMatrix.create(node, MatrixSpec.longs(LONGS));
            own.put(node, own.box(), ones(LONGS));
            all.accumulate(node, all.box(), ones(LONGS));
            own.destroy(node);
            final CallTable here = CallTable.ofAllHere(node);
            assertTrue(here.calls(CallKind.PUT) == i + 1 && here.calls(CallKind.DESTROY) == i + 1, here::toString);
        }
    }

    private static long[] here(final TaskContext node) {
        final CallTable here = CallTable.ofAllHere(node);
        return new long[] {here.calls(CallKind.PUT), here.bytes(CallKind.DESTROY)};
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNotCountWhatCouldNotBeMade(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).memoryMax(1 << 20).start()) {
            cluster.run(ctx -> {
                refuses("GMT-384", "'large'", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.doubles(1000, 1000).named("large")));
                refuses("GMT-380", "grid", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.doubles(10, 10).grid(nodes + 1, 1)));
                assertEquals(1, CallTable.ofAll(ctx).toString().lines().count(), "nothing but the heading");
                GlobalMatrix.create(ctx, MatrixSpec.longs(LONGS)).destroy(ctx);
                assertEquals(1, CallTable.ofAll(ctx).calls(CallKind.CREATE));
            });
        }
    }

    @Test
    void shouldAddUpJobsOfOneClusterAlone() {
        try (GmtCluster cluster = TestClusters.local(2); GmtCluster other = TestClusters.local(2)) {
            for (long job = 1; job <= 3; job++) {
                cluster.run(ctx -> GlobalMatrix.create(ctx, MatrixSpec.longs(LONGS)).destroy(ctx));
                assertEquals(job, cluster.<CallTable>call(ctx -> CallTable.ofAll(ctx)).calls(CallKind.DESTROY));
            }
            assertEquals(0, other.<CallTable>call(ctx -> CallTable.ofAll(ctx)).calls(CallKind.CREATE));
        }
    }

    /** Whoever adds up while matrices go sees each of their calls once: never one less than before. */
    @Test
    void shouldHandOverInOneStep() throws InterruptedException {
        final NodeCalls calls = new NodeCalls();
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicLong matrices = new AtomicLong();
        final Thread destroyer = new Thread(() -> {
            while (!isOver.get()) {
                final MatrixStatistics one = calls.open();
                one.call(CallKind.PUT);
                one.close();
                one.close();                                         // counts no more
                matrices.incrementAndGet();
            }
        });
        destroyer.start();
        try {
            long seen = 0;
            for (int increases = 0; increases < 3_000;) {           // so often was it in the midst of another one
                final long now = calls.table().calls(CallKind.PUT);
                assertTrue(now >= seen, now + " after " + seen);
                increases += now > seen ? 1 : 0;
                seen = now;
            }
        } finally {
            isOver.set(true);
            destroyer.join();
        }
        assertEquals(matrices.get(), calls.table().calls(CallKind.PUT));
    }
}
