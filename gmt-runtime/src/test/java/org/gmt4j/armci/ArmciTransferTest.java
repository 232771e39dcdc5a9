package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way to put, get and accumulate against a model of the bytes of all nodes. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciTransferTest {
    private static final int BYTES = 160_000;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldTransferAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciTransferTest.class)) {
            assertEquals("", cluster.call(ctx -> new Model(ctx, BYTES, 42).run(ctx, 120)));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldTransferByRendezvousAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArmciTransferTest.class)
            .set(ProtocolConfig.upTo(40)).start()) {
            assertEquals("", cluster.call(ctx -> new Model(ctx, BYTES, 43).run(ctx, 120)));
        }
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldTransferByRendezvousThroughTheSmallestBlocks(final TopologyKind kind) {
        try (GmtCluster cluster = TestClusters.builder(5, TestClusters.Plan.COMBINED, ArmciTransferTest.class)
            .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 1))
            .set("gmt.topology", kind)
            .set(new TopologyConfig("", RoutingRule.LDF, 1, 512, TopologyConfig.Replies.ROUTED))
            .set(ProtocolConfig.upTo(0)).start()) {
            assertEquals("", cluster.call(ctx -> new Model(ctx, BYTES, 8).run(ctx, 60)));
        }
    }

    @Test
    void shouldTransferThroughTheSmallestBlocks() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ArmciTransferTest.class)
            .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 2)).start()) {
            assertEquals("", cluster.call(ctx -> new Model(ctx, BYTES, 7).run(ctx, 60)));
        }
    }

    /** A network buffer that holds the reply to a block, and 8 bytes: a list of pieces would not fit behind values. */
    @Test
    void shouldGetListsWhereAReplyHasHardlyRoomForMoreThanValues() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ArmciTransferTest.class)
            .set(TestClusters.aggregation(2048, 512, 2128, 3, 2, 6, 2)).start()) {
            assertEquals("", cluster.call(ArmciTransferTest::listsBehindValues));
            assertEquals("", cluster.call(ctx -> new Model(ctx, BYTES, 9).run(ctx, 60)));
        }
    }

    private static String listsBehindValues(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(2048);
        final byte[] source = new byte[1024];
        Arrays.fill(source, (byte) 7);
        armci.put(LocalBuffer.of(source), 0, memory, 1, 64, 1024);
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, 600);
        array.fill(ctx, 5);
        final long[] values = new long[200];
        for (final int bytes : new int[] {8, 16, 1000, 1024}) {
            Arrays.fill(values, 0);
            final byte[] found = new byte[1024];
            for (int i = 0; i < values.length; i++) {
                array.getNb(ctx, 200 + i, values, i);
            }
            armci.getVectorNb(memory, 1, LocalBuffer.of(found), new IoVector(new long[] {0}, new long[] {64}, bytes));
            ctx.await();
            if (Arrays.stream(values).anyMatch(value -> value != 5)
                || !Arrays.equals(source, 0, bytes, found, 0, bytes)) {
                return "a list of " + bytes + " B";
            }
        }
        armci.free(memory);
        array.free(ctx);
        return "";
    }

    /** The bytes of all nodes as they should be. */
    static final class Model {
        private final byte[][] expected;
        private final byte[] local;
        private final SplittableRandom random;

        Model(final TaskContext ctx, final int bytes, final long seed) {
            expected = new byte[ctx.nodeCount()][bytes];
            local = new byte[bytes];
            random = new SplittableRandom(seed);
        }

        String run(final TaskContext ctx, final int rounds) throws SuspendExecution {
            final Armci armci = Armci.of(ctx);
            final ArmciMemory memory = armci.allocate(BYTES);
            final ArmciMemory own = armci.allocateLocal(BYTES);
            for (int round = 0; round < rounds; round++) {
                final boolean isHeap = random.nextBoolean();
                random.nextBytes(local);
                final LocalBuffer heap = LocalBuffer.of(local);
                final LocalBuffer side = isHeap ? heap : own.local();
                armci.put(heap, 0, own, ctx.nodeId(), 0, BYTES);
                final int node = random.nextInt(ctx.nodeCount());
                final int form = random.nextInt(3);
                final OperationHandle handle = ctx.newOperation();
                final String wrong = step(ctx, armci, memory, node, side, own, heap, form, handle);
                if (!wrong.isEmpty()) {
                    return "round " + round + " node " + node + " form " + form + " heap " + isHeap + ": " + wrong;
                }
            }
            final byte[] found = new byte[BYTES];
            for (int node = 0; node < ctx.nodeCount(); node++) {
                armci.get(memory, node, 0, LocalBuffer.of(found), 0, BYTES);
                if (!Arrays.equals(expected[node], found)) {
                    return "node " + node + " differs at byte " + Arrays.mismatch(expected[node], found);
                }
            }
            armci.free(memory);
            armci.free(own);
            return "";
        }

        private String step(final TaskContext ctx, final Armci armci, final ArmciMemory memory, final int node,
                            final LocalBuffer side, final ArmciMemory own, final LocalBuffer heap, final int form,
                            final OperationHandle handle) throws SuspendExecution {
            final byte[] there = expected[node];
            final byte[] here = local.clone();
            switch (random.nextInt(9)) {
                case 0: {
                    final int bytes = random.nextInt(4) == 0 ? random.nextInt(BYTES / 2) : random.nextInt(100);
                    final int from = random.nextInt(BYTES - bytes + 1);
                    final int to = random.nextInt(BYTES - bytes + 1);
                    if (form == 0) {
                        armci.put(side, from, memory, node, to, bytes);
                    } else if (form == 1) {
                        armci.putNb(side, from, memory, node, to, bytes);
                    } else {
                        armci.putNb(handle, side, from, memory, node, to, bytes);
                    }
                    System.arraycopy(here, from, there, to, bytes);
                    break;
                }
                case 1: {
                    final int bytes = random.nextInt(4) == 0 ? random.nextInt(BYTES / 2) : random.nextInt(100);
                    final int from = random.nextInt(BYTES - bytes + 1);
                    final int to = random.nextInt(BYTES - bytes + 1);
                    if (form == 0) {
                        armci.get(memory, node, from, side, to, bytes);
                    } else if (form == 1) {
                        armci.getNb(memory, node, from, side, to, bytes);
                    } else {
                        armci.getNb(handle, memory, node, from, side, to, bytes);
                    }
                    System.arraycopy(there, from, here, to, bytes);
                    break;
                }
                case 2: {
                    final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1 + random.nextInt(9), BYTES,
                        BYTES);
                    if (form == 0) {
                        armci.putStrided(side, p.local(), memory, node, p.remote());
                    } else if (form == 1) {
                        armci.putStridedNb(side, p.local(), memory, node, p.remote());
                    } else {
                        armci.putStridedNb(handle, side, p.local(), memory, node, p.remote());
                    }
                    p.forEachRun((l, r, n) -> System.arraycopy(here, l, there, r, n));
                    break;
                }
                case 3: {
                    final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1 + random.nextInt(9), BYTES,
                        BYTES);
                    if (form == 0) {
                        armci.getStrided(memory, node, p.remote(), side, p.local());
                    } else if (form == 1) {
                        armci.getStridedNb(memory, node, p.remote(), side, p.local());
                    } else {
                        armci.getStridedNb(handle, memory, node, p.remote(), side, p.local());
                    }
                    p.forEachRun((l, r, n) -> System.arraycopy(there, r, here, l, n));
                    break;
                }
                case 4: {
                    final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 8, BYTES, BYTES);
                    armci.accumulateStrided(Accumulate.LONG.scaled(3), side, p.local(), memory, node, p.remote());
                    p.forEachRun((l, r, n) -> Numbers.addLongs(here, l, there, r, n, 3));
                    break;
                }
                case 5:
                    PatchLists.next(random, 1, BYTES).put(armci, handle, form, memory, node, side, here, there);
                    break;
                case 6:
                    PatchLists.next(random, 1, BYTES).get(armci, handle, form, memory, node, side, here, there);
                    break;
                case 7:
                    PatchLists.next(random, 8, BYTES).add(armci, handle, form, memory, node, side, here, there);
                    break;
                case 8: {
                    final IoVector[] vectors = vectors();
                    if (form == 0) {
                        armci.putVector(side, memory, node, vectors);
                    } else if (form == 1) {
                        armci.putVectorNb(side, memory, node, vectors);
                    } else {
                        armci.putVectorNb(handle, side, memory, node, vectors);
                    }
                    for (final IoVector v : vectors) {
                        for (int i = 0; i < v.size(); i++) {
                            System.arraycopy(here, (int) v.local()[i], there, (int) v.remote()[i], v.bytes());
                        }
                    }
                    break;
                }
                default: {
                    final IoVector[] vectors = vectors();
                    if (form == 0) {
                        armci.getVector(memory, node, side, vectors);
                    } else if (form == 1) {
                        armci.getVectorNb(memory, node, side, vectors);
                    } else {
                        armci.getVectorNb(handle, memory, node, side, vectors);
                    }
                    for (final IoVector v : vectors) {
                        for (int i = 0; i < v.size(); i++) {
                            System.arraycopy(there, (int) v.remote()[i], here, (int) v.local()[i], v.bytes());
                        }
                    }
                    break;
                }
            }
            ctx.await();
            ctx.await(handle);
            if (side != heap) {
                armci.get(own, ctx.nodeId(), 0, heap, 0, BYTES);
            }
            return Arrays.equals(here, local) ? "" : "the local side differs at byte " + Arrays.mismatch(here, local);
        }

        /** Pieces that do not overlap on either side, in any order. */
        private IoVector[] vectors() {
            final IoVector[] vectors = new IoVector[1 + random.nextInt(3)];
            int at = 0;
            for (int k = 0; k < vectors.length; k++) {
                final int bytes = random.nextInt(6) == 0 ? random.nextInt(3000) : random.nextBoolean() ? 8
                    : random.nextInt(30);
                final int size = random.nextInt(bytes > 30 ? 8 : 600);
                final long[] here = new long[size];
                final long[] there = new long[size];
                for (int i = 0; i < size; i++) {
                    here[i] = at + (long) i * bytes;
                    there[size - 1 - i] = at + (long) i * bytes;
                }
                at += size * bytes;
                vectors[k] = new IoVector(here, there, bytes);
            }
            return vectors;
        }
    }

    // --- the rest ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldStoreAndLoadValues(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciTransferTest.class)) {
            assertEquals("", cluster.call(ArmciTransferTest::values));
        }
    }

    private static String values(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(64);
        final OperationHandle handle = ctx.newOperation();
        for (int node = 0; node < ctx.nodeCount(); node++) {
            armci.putInt(memory, node, 0, -5 - node);
            armci.putFloatNb(memory, node, 4, 2.5f + node);
            armci.putLongNb(handle, memory, node, 9, Long.MIN_VALUE + node);
            armci.putDouble(memory, node, 24, -0.5 * node);
        }
        ctx.await(handle);
        for (int node = 0; node < ctx.nodeCount(); node++) {
            if (armci.getInt(memory, node, 0) != -5 - node || armci.getFloat(memory, node, 4) != 2.5f + node
                || armci.getLong(memory, node, 9) != Long.MIN_VALUE + node
                || armci.getDouble(memory, node, 24) != -0.5 * node) {
                return "a value of node " + node + " is wrong";
            }
        }
        return Armci.of(ctx) == armci ? "" : "not the same again";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepTheOrderOfOneTaskToOneNode(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciTransferTest.class)) {
            assertEquals("", cluster.call(ArmciTransferTest::order));
        }
    }

    /** All verbs on one place, none awaited until the end; and sources that are overwritten at once. */
    private static String order(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(8192);
        final long[] source = new long[1024];
        final long[] got = new long[300];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final LocalBuffer side = LocalBuffer.of(source);
            for (int i = 0; i < 100; i++) {
                source[0] = 1000L * i;
                armci.putNb(side, 0, memory, node, 80, 8);
                armci.addLongNb(memory, node, 80, 1);
                Arrays.fill(source, 0, 4, 2);
                armci.accumulateStridedNb(Accumulate.LONG.scaled(5), side, Patch.of(0, 8).times(3, 8), memory, node,
                    Patch.of(64, 8).times(3, 16));
                armci.getNb(memory, node, 80, LocalBuffer.of(got), i * 24L, 8);
                source[0] = 7;
                armci.putVectorNb(side, memory, node, new IoVector(new long[] {0}, new long[] {80}, 8));
                armci.getVectorNb(memory, node, LocalBuffer.of(got),
                    new IoVector(new long[] {i * 24L + 8}, new long[] {80}, 8));
                source[0] = -1;
                armci.putStridedNb(side, Patch.of(0, 8).times(2, 8), memory, node, Patch.of(80, 8).times(2, 4000));
                armci.getStridedNb(memory, node, Patch.of(80, 8).times(1, 4000), LocalBuffer.of(got),
                    Patch.of(i * 24L + 16, 8).times(1, 8));
            }
            ctx.await();
            for (int i = 0; i < 100; i++) {
                if (got[i * 3] != 1000L * i + 11 || got[i * 3 + 1] != 7 || got[i * 3 + 2] != -1) {
                    return "node " + node + " step " + i + ": " + got[i * 3] + ", " + got[i * 3 + 1]
                        + ", " + got[i * 3 + 2];
                }
            }
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGatherSmallOperationsUnderAnAggregatedHandle(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciTransferTest.class)) {
            assertEquals("", cluster.call(ArmciTransferTest::aggregated));
        }
    }

    private static String aggregated(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final int count = 10_000;
        final ArmciMemory memory = armci.allocate(count * 16L);
        final int node = ctx.nodeCount() - 1;
        final long[] values = new long[count];
        final AggregatedHandle many = armci.aggregate(LocalBuffer.of(values), memory, node);
        final long before = EngineTask.of(ctx).aggregator().counters().commands();
        for (int i = 0; i < count; i++) {
            values[i] = i * 3L;
            many.put(i * 8L, (count - 1 - i) * 16L, 8);
            values[i] = 0;
        }
        many.await();
        final long commands = EngineTask.of(ctx).aggregator().counters().commands() - before;
        if (commands > count / 50) {
            return commands + " commands for " + count + " puts";
        }
        for (int i = 0; i < count; i++) {
            many.get((count - 1 - i) * 16L, i * 8L, i % 1000 == 0 ? 4 : 8);
        }
        try {
            many.put(0, 0, 8);
            return "puts and gets were mixed";
        } catch (final IllegalStateException e) {
            if (!e.getMessage().startsWith("GMT-275")) {
                return e.getMessage();
            }
        }
        many.await();
        many.put(8, 0, 8);
        many.await();
        for (int i = 0; i < count; i++) {
            if (values[i] != i * 3L) {
                return "value " + i + " is " + values[i];
            }
        }
        return armci.getLong(memory, node, 0) == 3 ? "" : "the handle was not of use again";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCopyBetweenAnyNodesAndAllocateInGroups(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciTransferTest.class)) {
            assertEquals("", cluster.call(ArmciTransferTest::copies));
        }
    }

    private static String copies(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final int last = ctx.nodeCount() - 1;
        final long[] lengths = new long[ctx.nodeCount()];
        Arrays.setAll(lengths, i -> i == 0 && lengths.length > 1 ? 0 : 10_000L + i);
        final ArmciMemory uneven = armci.allocate(lengths);
        final ArmciMemory group = armci.allocate(new int[] {last}, new long[] {4096});
        if (group.members().length != 1 || group.members()[0] != last || uneven.lengthInBytes(last) != lengths[last]) {
            return "wrong members or lengths";
        }
        final byte[] source = new byte[5000];
        Arrays.fill(source, (byte) 9);
        final int middle = ctx.nodeCount() / 2;
        armci.put(LocalBuffer.of(source), 0, uneven, middle, 1, 5000);
        armci.copy(uneven, middle, 1, group, last, 96, 4000);
        final byte[] found = new byte[4096];
        armci.get(group, last, 0, LocalBuffer.of(found), 0, 4096);
        for (int i = 0; i < found.length; i++) {
            if (found[i] != (i < 96 ? 0 : 9)) {
                return "byte " + i + " is " + found[i];
            }
        }
        // A collective allocation: each node says what it needs, and sees the handle.
        final long sum = ctx.callOnAll(node -> {
            final ArmciMemory all = Armci.of(node).allocateTogether(8L * (node.nodeId() + 1));
            Armci.of(node).putLong(all, (node.nodeId() + 1) % node.nodeCount(), 0, node.nodeId() + 1L);
            node.barrier();
            return Armci.of(node).getLong(all, node.nodeId(), 0);
        }).stream().mapToLong(Long::longValue).sum();
        return sum == (long) ctx.nodeCount() * (ctx.nodeCount() + 1) / 2 ? "" : "sum " + sum;
    }

    /** Patterns of the own part that lie between each other, or a row behind: rows are not read after a write. */
    @Test
    void shouldMoveShortPatternsWithinTheOwnPart() {
        try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.COMBINED, ArmciTransferTest.class)) {
            cluster.run(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(400);
                final Patch rows = Patch.of(0, 8).times(8, 16);
                for (final long to : new long[] {8, 16, 200}) {
                    for (final boolean isPut : new boolean[] {true, false}) {
                        for (int i = 0; i < 8; i++) {
                            memory.local().putLong(i * 16L, i + 1);
                        }
                        if (isPut) {
                            armci.putStrided(memory.local(), rows, memory, 0, rows.at(to));
                        } else {
                            armci.getStrided(memory, 0, rows, memory.local(), rows.at(to));
                        }
                        for (int i = 0; i < 8; i++) {
                            assertEquals(i + 1, memory.local().getLong(to + i * 16L));
                        }
                    }
                }
                armci.free(memory);
            });
        }
    }
}
