package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalFloatArray;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalShortArray;
import org.gmt4j.GmtException;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeFailedException;
import org.gmt4j.OperationHandle;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements of other processes of the host, which are read and, where the array is so declared, changed in place. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerElementsTest {
    private static final int NODES = 3;
    private static final int N = 200_003;
    private static final long NONE = -1;

    @TempDir
    private Path folder;

    private WindowedCluster start(final Plan plan) throws Exception {
        return WindowedCluster.start(plan, Collections.nCopies(NODES, WindowedCluster.plan(folder, NODES, 0)),
            PeerElementsTest.class);
    }

    // --- what needs no message ---

    /** Node 0 can send node 1 nothing: whatever ends all the same was done in place. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldReachElementsWithoutMessages(final Plan plan) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.startStallable(plan, folder, PeerElementsTest.class)) {
            assertEquals("", nodes.cluster.call(PeerElementsTest::besideAStall));
        }
    }

    private static String besideAStall(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray plain = GlobalLongArray.allocate(ctx, N);
        final GlobalIntArray once = GlobalIntArray.allocate(ctx, ArraySpec.of(N).once(NONE));
        final GlobalDoubleArray sums = GlobalDoubleArray.allocate(ctx, ArraySpec.of(N).combining(Combining.ADD));
        final long there = N - 5;
        plain.put(ctx, there, 17);
        once.fill(ctx, NONE);
        final FaultyTransport transport = EngineTask.of(ctx).runtime().service(FaultyTransport.class);
        transport.stall(1);
        String wrong = plain.get(ctx, there) == 17 ? "" : "get; ";
        final ElementView view = plain.view(ctx, there - 3, 8);
        wrong += view.getLong(3) == 17 && view.toString().contains("in place") ? "" : "view: " + view + "; ";
        wrong += once.compareAndSet(ctx, there, NONE, 5) == NONE ? "" : "first compare; ";
        wrong += once.compareAndSet(ctx, there, NONE, 6) == 5 ? "" : "second compare; ";
        wrong += once.get(ctx, there) == 5 ? "" : "get of once; ";
        final long[] before = new long[3];
        once.compareAndSetNb(ctx, there + 1, NONE, 8, before, 0);
        once.compareAndSetEachNb(ctx, new long[] {there + 1, there + 2}, 0, 2, NONE, 9, before, 1);
        wrong += before[0] == NONE && before[1] == 8 && before[2] == NONE ? "" : "compares without wait; ";
        sums.addNb(ctx, there, 1.5);
        sums.addNb(ctx, there, 1);
        sums.addNb(ctx, 0, 3);
        ctx.await();
        transport.release(1);
        wrong += sums.get(ctx, there) == 2.5 && sums.get(ctx, 0) == 3 ? "" : "sums; ";
        plain.free(ctx);
        once.free(ctx);
        sums.free(ctx);
        return wrong;
    }

    // --- order ---

    /** A read in place overtakes no operation of its task. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldReadWhatTheTaskHasWritten(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals(0L, nodes.cluster.<Long>call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, N);
                final long wrong = ctx.sum(N, 64, (i, c) -> {
                    final long index = (i * 7919 + N / 2) % N;      // each once
                    array.putNb(c, index, i);
                    long bad = array.get(c, index) == i ? 0 : 1;
                    final OperationHandle handle = c.newOperation();
                    array.addNb(handle, index, 3);
                    bad += array.view(c, index, 1).getLong(0) == i + 3 ? 0 : 1;
                    c.await(handle);
                    return bad;
                });
                array.free(ctx);
                return wrong;
            }));
        }
    }

    /** The value comes by another task of the same thread, which must get its turn. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLetOthersRunWhileAProgramAsksAgainAndAgain(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals(12L, nodes.cluster.<Long>call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, N);
                final GlobalLongArray once = GlobalLongArray.allocate(ctx, ArraySpec.of(N).once(0));
                final long there = N - 1;
                ctx.executeNb(0, c -> array.put(c, there, 3));
                while (array.get(ctx, there) != 3) {
                    continue;
                }
                ctx.executeNb(0, c -> array.put(c, there, 4));
                while (array.view(ctx, there, 1).getLong(0) != 4) {
                    continue;
                }
                ctx.executeNb(0, c -> once.compareAndSet(c, there, 0, 5));
                while (once.get(ctx, there) == 0) {
                    continue;
                }
                final GlobalLongArray other = GlobalLongArray.allocate(ctx, ArraySpec.of(N).once(0));
                ctx.executeNb(0, c -> other.compareAndSet(c, there, 0, 7));
                long before = 0;
                for (long i = 0; before == 0; i++) {
                    before = i % 2 == 0 ? other.get(ctx, there)
                        : other.compareAndSet(ctx, there - 1 - i / 2 % 1000, 0, 1) & 0;
                }
                ctx.awaitTasks();
                return before + once.get(ctx, there);
            }));
        }
    }

    // --- many at once ---

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldChangeEachElementOnce(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals("", nodes.cluster.call(ctx -> {
                final ArraySpec spec = ArraySpec.of(N).once(NONE);
                return once(ctx, GlobalLongArray.allocate(ctx, spec)) + once(ctx, GlobalIntArray.allocate(ctx, spec))
                    + once(ctx, GlobalShortArray.allocate(ctx, spec)) + once(ctx, GlobalByteArray.allocate(ctx, spec))
                    + once(ctx, GlobalLongArray.allocate(ctx, spec.cyclic(97)));
            }));
        }
    }

    /** Each node tries each element, by a way of its own; one of them succeeds. */
    private static String once(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        array.fill(ctx, NONE);
        long wins = 0;
        for (final long of : ctx.callOnAll(node -> tryAll(node, array))) {
            wins += of;
        }
        long wrong = wins == N ? 0 : 1;
        for (long i = 0; i < N; i++) {
            final long value = array.view(ctx, i, 1).getInteger(0);
            wrong += value >= 0 && value < NODES ? 0 : 1;
        }
        final String text = wrong == 0 ? "" : array + ": " + wins + " changes, " + wrong + " wrong; ";
        array.free(ctx);
        return text;
    }

    private static long tryAll(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        long wins = 0;
        for (long i = 0; i < N; i++) {
            wins += tryOne(ctx, array, (i + (long) ctx.nodeId() * N / 7) % N);
        }
        return wins;
    }

    private static long tryOne(final TaskContext ctx, final IntegerArray array, final long i) throws SuspendExecution {
        final int me = ctx.nodeId();
        switch ((int) ((i + me) % 3)) {
            case 0:
                return array.compareAndSet(ctx, i, NONE, me) == NONE ? 1 : 0;
            case 1:
                final long[] before = new long[1];
                array.compareAndSetNb(ctx, i, NONE, me, before, 0);
                ctx.await();
                return before[0] == NONE ? 1 : 0;
            default:
                final long[] found = new long[1];
                array.compareAndSetEachNb(ctx, new long[] {i}, 0, 1, NONE, me, found, 0);
                ctx.await();
                return found[0] == NONE ? 1 : 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldAddExactly(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals("", nodes.cluster.call(ctx -> {
                final ArraySpec spec = ArraySpec.of(N).combining(Combining.ADD);
                return sums(ctx, spec) + sums(ctx, spec.cyclic(1000));
            }));
        }
    }

    private static String sums(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        final GlobalLongArray longs = GlobalLongArray.allocate(ctx, spec);
        final GlobalIntArray ints = GlobalIntArray.allocate(ctx, spec);
        final GlobalFloatArray floats = GlobalFloatArray.allocate(ctx, spec);
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, spec);
        ctx.executeOnAll(node -> node.parFor(3L * N, 1000, SpawnPolicy.LOCAL, (i, c) -> {
            final long index = i % N;
            longs.addNb(c, index, index);
            ints.addNb(c, index, 2);
            floats.addNb(c, index, 0.5f);
            doubles.addNb(c, index, 0.25);
            if (i % 1000 == 0) {
                longs.add(c, index, index);             // with a result, behind the own sums
            }
        }));
        long wrong = 0;
        final long[] all = longs.toArray(ctx);
        final int[] narrow = ints.toArray(ctx);
        final float[] short32 = floats.toArray(ctx);
        final double[] wide = doubles.toArray(ctx);
        for (int i = 0; i < N; i++) {
            int more = 0;
            for (long k = i; k < 3L * N; k += N) {
                more += k % 1000 == 0 ? NODES : 0;
            }
            wrong += all[i] == (long) i * (3 * NODES + more) && narrow[i] == 6 * NODES && short32[i] == 1.5f * NODES
                && wide[i] == 0.75 * NODES ? 0 : 1;
        }
        longs.free(ctx);
        ints.free(ctx);
        floats.free(ctx);
        doubles.free(ctx);
        return wrong == 0 ? "" : spec + ": " + wrong + " wrong; ";
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldViewRowsOfAllNodes(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals(0L, nodes.cluster.<Long>call(ctx -> {
                final GlobalIntArray array = GlobalIntArray.allocate(ctx, N);
                final GlobalIntArray cyclic = GlobalIntArray.allocate(ctx, ArraySpec.of(N).cyclic(997));
                ctx.parFor(N, (i, c) -> {
                    array.putNb(c, i, (int) i);
                    cyclic.putNb(c, i, (int) -i);
                });
                final long wrong = ctx.sum(N - 100, 64, (i, c) -> {
                    final long at = (i * 7919 + N / 2) % (N - 100);
                    final ElementView row = array.view(c, at, 1 + (int) (i % 100));
                    final ElementView other = cyclic.view(c, at, row.size());
                    long bad = 0;
                    for (int k = 0; k < row.size(); k++) {
                        bad += row.getInt(k) == at + k && other.getInt(k) == -at - k ? 0 : 1;
                    }
                    return bad;
                });
                cyclic.free(ctx);
                final ElementView gone = array.view(ctx, N - 10, 10);
                array.free(ctx);
                final GmtException e = assertThrows(GmtException.class, () -> gone.getInt(3));
                return wrong + ("GMT-230".equals(e.code()) ? 0 : 1);
            }));
        }
    }

    // --- refusals and failures ---

    /** Bodies that may not wait are refused as they are where no memory is shared. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldRefuseBodiesThatMayNotWait(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            assertEquals("", nodes.cluster.call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, N);
                final GlobalLongArray once = GlobalLongArray.allocate(ctx, ArraySpec.of(N).once(0));
                final long there = N - 1;
                String text = "";
                for (int node = 0; node < NODES - 1; node++) {
                    text += ctx.<String>callLocal(node, c -> {
                        try {
                            return Refusal.of(() -> array.get(c, there), "GMT-214")
                                + Refusal.of(() -> once.get(c, there), "GMT-214")
                                + Refusal.of(() -> once.compareAndSet(c, there, 0, 1), "GMT-214");
                        } catch (final SuspendExecution e) {
                            throw new AssertionError(e);
                        }
                    });
                }
                return text;
            }));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldReportALostNode(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(plan)) {
            final CompletableFuture<Long> asking = NodeCluster.of(nodes.cluster).nodes().get(0).submit(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, N);
                final long there = array.distribution().index(1, 5);
                while (array.get(ctx, there) == 0) {      // never
                    continue;
                }
                return 0L;
            });
            assertThrows(TimeoutException.class, () -> asking.get(50, TimeUnit.MILLISECONDS));
            nodes.bootstraps.get(1).reportFailure("lost its power");
            final ExecutionException e = assertThrows(ExecutionException.class, () -> asking.get(60, TimeUnit.SECONDS));
            assertEquals(1, ((NodeFailedException) e.getCause()).nodeId());
        }
    }
}
