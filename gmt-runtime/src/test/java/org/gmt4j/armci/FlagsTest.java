package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Data that come with a flag are there when the flag is seen. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FlagsTest {
    private static final int ROWS = 40;
    private static final int COLUMNS = 25;
    private static final int BYTES = ROWS * COLUMNS * 8;
    private static final int ROUNDS = 6;
    private static final long LONG = 60_000_000_000L;

    /**
     * Each node writes a matrix into its right neighbour's memory, as a range, a patch and pieces in turn, and sets a
     * flag.
     */
    private static String ring(final TaskContext ctx, final int rounds) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory data = armci.allocate(2L * BYTES);
        final ArmciMemory flags = armci.allocate(16);
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final int right = (c.nodeId() + 1) % c.nodeCount();
            final int left = (c.nodeId() + c.nodeCount() - 1) % c.nodeCount();
            for (int round = 1; round <= rounds; round++) {
                final long[] matrix = new long[ROWS * COLUMNS];
                Arrays.fill(matrix, value(round, c.nodeId()));
                put(c, LocalBuffer.of(matrix), data, right, flags, round);
                if (round % 2 == 0) {
                    Flags.await(c, flags, 8, round);
                } else if (!Flags.await(c, flags, 8, round, LONG)) {
                    return "no flag in round " + round;
                }
                final long expected = value(round, left);
                final int stride = round % 3 == 1 ? 2 * COLUMNS : COLUMNS;
                for (int i = 0; i < ROWS * COLUMNS; i++) {
                    final long at = data.address() + 8L * (i / COLUMNS * stride + i % COLUMNS);
                    if (UnsafeApi.getLong(at) != expected) {
                        return "round " + round + " element " + i + ": " + UnsafeApi.getLong(at)
                            + ", expected " + expected;
                    }
                }
                Fence.barrier(c);
            }
            return EngineTask.of(c).runtime().flags().waitingCount() == 0 ? "" : "waits left over";
        }));
        armci.free(data);
        armci.free(flags);
        return wrong;
    }

    private static long value(final int round, final int node) {
        return round * 1000L + node;
    }

    private static void put(final TaskContext c, final LocalBuffer source, final ArmciMemory data, final int node,
                            final ArmciMemory flags, final int round) throws SuspendExecution {
        final boolean isTimed = round % 2 == 0;
        final Patch rows = Patch.of(0, COLUMNS * 8).times(ROWS, COLUMNS * 8);
        final Patch spread = Patch.of(0, COLUMNS * 8).times(ROWS, 2 * COLUMNS * 8);
        final Flag plain = Flag.of(flags, node, 8, round);
        final Flag flag = isTimed ? plain.within(LONG) : plain;
        switch (round % 3) {
            case 0:
                Flags.put(c, source, 0, data, node, 0, BYTES, flag);
                break;
            case 1:
                Flags.putStrided(c, source, rows, data, node, spread, flag);
                break;
            default:
                Flags.putVector(c, source, data, node, flag, pieces());
                break;
        }
    }

    /** Single elements of the first half, rows of the second. */
    private static IoVector[] pieces() {
        final int half = ROWS / 2 * COLUMNS;
        final long[] elements = new long[half];
        Arrays.setAll(elements, i -> 8L * i);
        final long[] rows = new long[ROWS / 2];
        Arrays.setAll(rows, i -> 8L * (half + i * COLUMNS));
        return new IoVector[] {new IoVector(elements, elements, 8), new IoVector(rows, rows, 8 * COLUMNS)};
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSetFlagsBehindTheData(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> ring(ctx, 2 * ROUNDS)));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewNetworks")
    void shouldSetFlagsBehindForwardedData(final int nodes, final Plan plan, final TopologyKind kind) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, kind, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> ring(ctx, ROUNDS)));
        }
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldSetFlagsBehindTheDataUnderDelaysAndRefusals(final TopologyKind kind) {
        try (LoopbackNetwork network = new LoopbackNetwork(5);
                GmtCluster cluster = TestClusters.builder(5, Plan.COMBINED, FlagsTest.class)
                    .set("gmt.topology", kind).set(TestClusters.edges(kind)).transports((nodeId, nodeCount) ->
                        FaultyTransport.over(network.open(nodeId, nodeCount)).delaying(nodeId).refusingEvery(3))
                    .start()) {
            assertEquals("", cluster.<String>call(ctx -> ring(ctx, ROUNDS)));
        }
    }

    /** The value is gone before the waiting task can run: it has been there all the same. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotMissAValueThatIsReplaced(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final ArmciMemory flags = Armci.of(ctx).allocate(8);
                for (int round = 0; round < 20; round++) {
                    final long wanted = 3L * round + 1;
                    ctx.executeNb(last, c -> {
                        Notify.notify(c, 0);
                        Flags.await(c, flags, 0, wanted);
                    });
                    Notify.await(ctx, last, 1);
                    ctx.execute(last, c -> {
                        while (EngineTask.of(c).runtime().flags().waitingCount() == 0) {
                            c.yield();
                        }
                    });
                    Flags.setNb(ctx, flags, last, 0, wanted);
                    Flags.setNb(ctx, flags, last, 0, wanted + 1);
                    ctx.await();
                    ctx.awaitTasks();
                }
                return "";
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldServeAllWhoWaitForAFlag(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final ArmciMemory flags = Armci.of(ctx).allocate(64);
                for (int i = 0; i < 40; i++) {
                    final int index = i;
                    ctx.executeNb(last, c -> Flags.await(c, flags, index % 8 * 8L, index / 8 % 2 + 5));
                }
                final String before = ctx.call(last, c -> {
                    while (EngineTask.of(c).runtime().flags().waitingCount() < 40) {
                        c.yield();
                    }
                    return Flags.await(c, flags, 0, 5, 0) ? "a flag too early" : "";
                });
                for (long value = 5; value <= 6; value++) {
                    for (int i = 0; i < 8; i++) {
                        Flags.setNb(ctx, flags, last, 8L * i, value);
                    }
                }
                ctx.await();
                ctx.awaitTasks();
                return before;
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNoticeFlagsThatWereStoredOtherwise(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final Armci armci = Armci.of(ctx);
                final ArmciMemory flags = armci.allocate(16);
                ctx.executeNb(last, c -> Flags.await(c, flags, 0, 1));
                ctx.executeNb(last, c -> Flags.await(c, flags, 8, 2));
                armci.putLongNb(flags, last, 0, 1);
                armci.addLongNb(flags, last, 8, 2);
                ctx.await();
                ctx.awaitTasks();
                return "";
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepDeadlinesAndRefuse(final int nodes, final Plan plan) {
        final FaultyTransport[] first = new FaultyTransport[1];
        try (LoopbackNetwork network = new LoopbackNetwork(nodes);
                GmtCluster cluster = TestClusters.builder(nodes, plan, FlagsTest.class)
                    .transports((nodeId, nodeCount) -> {
                    final FaultyTransport transport = FaultyTransport.over(network.open(nodeId, nodeCount));
                    if (nodeId == 0) {
                        first[0] = transport;
                    }
                    return transport;
                }).start()) {
            NodeCluster.of(cluster).nodes().get(0).register(FaultyTransport.class, first[0]);
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final Armci armci = Armci.of(ctx);
                final ArmciMemory data = armci.allocate(64);
                final ArmciMemory flags = armci.allocate(16);
                final LocalBuffer source = LocalBuffer.of(new long[] {1, 2, 3});
                final StringBuilder text = new StringBuilder();
                text.append(Refusal.of(() -> Flags.put(ctx, source, 0, data, last, 0, 8,
                    Flag.of(flags, last, 4, 1)), "GMT-294"));
                text.append(Refusal.of(() -> Flags.put(ctx, source, 0, data, last, 0, 8,
                    Flag.of(flags, last, 16, 1)), "GMT-272"));
                text.append(Refusal.of(() -> Flags.put(ctx, source, 0, data, last, 60, 8,
                    Flag.of(flags, last, 8, 1)), "GMT-272"));
                text.append(Refusal.of(() -> Flags.put(ctx, source, 0, data, last, 0, 8,
                    Flag.of(flags, last, 8, 1).within(-1)), "-1 ns"));
                text.append(Refusal.of(() -> Flags.await(ctx, flags, 0, 1, -1), "-1 ns"));
                text.append(Refusal.of(() -> Flags.await(ctx, flags, -8, 1), "GMT-272"));
                text.append(Flags.await(ctx, flags, 0, 77, 3_000_000) ? "a flag that nobody sets; " : "");
                text.append(Flags.await(ctx, flags, 0, 0, 0) ? "" : "a flag that is there; ");
                if (last > 0) {
                    text.append(stalled(ctx, armci, source, data, flags, last));
                }
                armci.free(flags);
                text.append(Refusal.of(() -> Flags.await(ctx, flags, 0, 1), "GMT-270"));
                text.append(EngineTask.of(ctx).runtime().flags().waitingCount() == 0 ? "" : "waits left over");
                return text.toString();
            }));
        }
    }

    /** The data cannot leave in time: they come later, the flag does not. */
    private static String stalled(final TaskContext ctx, final Armci armci, final LocalBuffer source,
                                  final ArmciMemory data, final ArmciMemory flags, final int last)
        throws SuspendExecution {
        final FaultyTransport transport = EngineTask.of(ctx).runtime().service(FaultyTransport.class);
        transport.stall(last);
        String text = "";
        try {
            Flags.put(ctx, source, 0, data, last, 0, 24,
                Flag.of(flags, last, 0, 9).within(3_000_000));
            text = "the put did not wait; ";
        } catch (final GmtTimeoutException e) {
            text += e.code().equals("GMT-212") ? "" : e.toString();
        }
        transport.release(last);
        Fence.fence(ctx, last);
        text += armci.getLong(data, last, 16) == 3 ? "" : "the data did not come; ";
        return text + (armci.getLong(flags, last, 0) == 0 ? "" : "the flag came; ");
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldWorkWithArrays(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int n = ctx.nodeCount();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(40L * n).cyclic(3));
                final GlobalLongArray flags = GlobalLongArray.allocate(ctx, ArraySpec.of(n).cyclic(1));
                final GlobalLongArray copies = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(4).allocated(Allocation.REPLICATE));
                final long[] values = new long[40 * n];
                Arrays.fill(values, 6);
                for (int i = 0; i < n; i++) {
                    ctx.executeNb(flags.owner(i), c -> {
                        Notify.awaitFlag(c, copies, 3, 8);
                        final long mine = flags.index(c.nodeId(), 0);
                        if (!Notify.awaitFlag(c, flags, mine, 7, LONG) || a.get(c, 40L * n - 1) != 6) {
                            throw new IllegalStateException("flag or data missing");
                        }
                    });
                }
                Notify.putWithFlag(ctx, a, 0, values, 0, values.length, Flag.of(copies, 3, 8).within(LONG));
                for (int i = 0; i < n; i++) {
                    Notify.putWithFlag(ctx, a, 0, values, 0, values.length, Flag.of(flags, i, 7));
                }
                ctx.awaitTasks();
                return Notify.awaitFlag(ctx, flags, flags.index(0, 0), 5, 0) ? "a flag that nobody sets" : "";
            }));
        }
    }

    /**
     * A flag would be set past what lanes hold back and nodes remember: an addition before it would come behind it, and
     * a minimum below it, but above an earlier one, would be left out.
     */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseFlagsInArraysThatCombine(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FlagsTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder wrong = new StringBuilder();
                for (final Combining combining : Combining.values()) {
                    final ArraySpec spec = ArraySpec.of(2L * ctx.nodeCount());
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, combining == Combining.ONCE
                        ? spec.once(0) : spec.combining(combining));
                    for (long i = 0; i < array.size(); i++) {
                        final long index = i;
                        if (combining == Combining.NONE) {
                            Flag.of(array, index, 1);
                        } else {
                            wrong.append(Refusal.of(() -> Flag.of(array, index, 1), "GMT-258"));
                        }
                    }
                    wrong.append(Notify.awaitFlag(ctx, array, 0, 0, 0) ? "" : "cannot be awaited; ");
                    array.free(ctx);
                }
                return wrong.toString();
            }));
        }
    }
}
