package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Accumulates by exclusive or, in all shapes and by all ways, against a model of the bytes of all nodes. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciXorTest {
    private static final int BYTES = 96_000;
    private static final int TASKS = 24;
    private static final int WORDS = 512;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciXorTest.class)) {
            assertEquals("", cluster.call(ctx -> against(ctx, 11, 150)));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCombineByRendezvousAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArmciXorTest.class)
            .set(ProtocolConfig.upTo(40)).start()) {
            assertEquals("", cluster.call(ctx -> against(ctx, 12, 150)));
        }
    }

    @Test
    void shouldCombineThroughTheSmallestBlocks() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ArmciXorTest.class)
            .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 2)).start()) {
            assertEquals("", cluster.call(ctx -> against(ctx, 13, 60)));
        }
    }

    /** Puts through windows between them: the order of one task is kept. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldCombineMemoryThatNodesShare(final TestClusters.Plan plan, @TempDir final Path folder) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(plan,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), ArmciXorTest.class)) {
            assertEquals("", nodes.cluster.call(ctx -> against(ctx, 14, 150)));
            assertTrue(nodes.count("window.puts") > 10, () -> "puts " + nodes.count("window.puts"));
        }
    }

    private static String against(final TaskContext ctx, final long seed, final int rounds) throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(seed);
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(BYTES);
        final byte[][] expected = new byte[ctx.nodeCount()][BYTES];
        final byte[] source = new byte[BYTES];
        final LocalBuffer side = LocalBuffer.of(source);
        for (int round = 0; round < rounds; round++) {
            random.nextBytes(source);
            final int node = random.nextInt(ctx.nodeCount());
            final OperationHandle handle = ctx.newOperation();
            step(armci, handle, memory, node, side, random, expected[node], source);
            if (random.nextInt(4) == 0) {
                ctx.await();
            }
            ctx.await(handle);
        }
        ctx.await();
        final byte[] found = new byte[BYTES];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            armci.get(memory, node, 0, LocalBuffer.of(found), 0, BYTES);
            if (!Arrays.equals(expected[node], found)) {
                return "node " + node + " differs at byte " + Arrays.mismatch(expected[node], found);
            }
        }
        armci.free(memory);
        return "";
    }

    private static void step(final Armci armci, final OperationHandle handle, final ArmciMemory memory, final int node,
                             final LocalBuffer side, final SplittableRandom random, final byte[] there,
                             final byte[] here) throws SuspendExecution {
        final boolean isInt = random.nextBoolean();
        final Accumulate op = isInt ? Accumulate.INT_XOR : Accumulate.LONG_XOR;
        final int width = op.width();
        switch (random.nextInt(5)) {
            case 0: {
                final int bytes = width * (1 + random.nextInt(random.nextInt(3) == 0 ? 3000 : 2));
                final int from = random.nextInt(BYTES - bytes);
                final int to = random.nextInt((BYTES - bytes) / width) * width;
                armci.accumulateNb(op, side, from, memory, node, to, bytes);
                Numbers.xor(here, from, there, to, bytes);
                break;
            }
            case 1: {
                final PatchPair p = PatchPair.next(random, 1 + random.nextInt(6), width, BYTES, BYTES);
                armci.accumulateStridedNb(handle, op, side, p.local(), memory, node, p.remote());
                p.forEachRun((l, r, n) -> Numbers.xor(here, l, there, r, n));
                break;
            }
            case 2: {
                final int size = random.nextInt(400);
                final int piece = width * (1 + random.nextInt(2));
                final int first = random.nextInt(size + 1);
                final long[] from = new long[size];
                final long[] to = new long[size];
                for (int i = 0; i < size; i++) {
                    from[i] = random.nextInt(BYTES - 2 * width);
                    to[i] = random.nextInt(BYTES / width / 2) * (long) width;       // places meet
                    if (i >= first) {
                        Numbers.xor(here, (int) from[i], there, (int) to[i], piece);
                    }
                }
                armci.accumulateVectorNb(op, side, memory, node, new IoVector(from, to, first, size - first, piece));
                break;
            }
            case 3: {
                final long value = random.nextLong();
                final int to = random.nextInt(BYTES / 8) * 8;
                armci.xorLongNb(memory, node, to, value);
                Numbers.xor(Numbers.bytes(value), 0, there, to, 8);
                break;
            }
            default: {
                final int to = random.nextInt(BYTES - 4000);
                armci.putNb(side, 0, memory, node, to, 4000);
                System.arraycopy(here, 0, there, to, 4000);
                break;
            }
        }
    }

    // --- from everywhere at once ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineAtomically(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciXorTest.class)) {
            assertEquals("", cluster.call(ArmciXorTest::together));
        }
    }

    /** Each task gives each bit of its own to every word, once; a lost one is missing at the end. */
    private static String together(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(WORDS * 8L);
        ctx.parFor(TASKS, 1, SpawnPolicy.PARTITION, (k, c) -> {
            final Armci mine = Armci.of(c);
            final long[] bit = new long[WORDS];
            Arrays.fill(bit, 1L << k);
            final int[] halves = new int[2 * WORDS];
            for (int i = 0; i < halves.length; i += 2) {
                halves[i] = 1 << k;     // the low half of a word
            }
            final LocalBuffer longs = LocalBuffer.of(bit);
            for (int node = 0; node < c.nodeCount(); node++) {
                mine.accumulateNb(Accumulate.LONG_XOR, longs, 0, memory, node, 0, WORDS * 8L);
                for (int i = 0; i < WORDS; i++) {
                    mine.xorLongNb(memory, node, i * 8L, 1L << k + 32);
                    mine.xorLongNb(memory, node, i * 8L, 1L << k);
                }
                mine.accumulate(Accumulate.INT_XOR, LocalBuffer.of(halves), 0, memory, node, 0, WORDS * 8L);
            }
            c.await();
        });
        final long all = (1L << TASKS) - 1;
        final long[] found = new long[WORDS];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            armci.get(memory, node, 0, LocalBuffer.of(found), 0, WORDS * 8L);
            for (int i = 0; i < WORDS; i++) {
                if (found[i] != (all << 32 | all)) {
                    return "word " + i + " of node " + node + " is " + Long.toHexString(found[i]);
                }
            }
        }
        armci.free(memory);
        return "";
    }

    // --- misuse ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseWhatHasNoBits(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciXorTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final int last = ctx.nodeCount() - 1;
                final ArmciMemory memory = armci.allocate(64);
                final LocalBuffer side = LocalBuffer.of(new long[] {-1, -1, -1, -1});
                String text = Refusal.of(() -> Accumulate.LONG_XOR.scaled(3), "GMT-278");
                text += Refusal.of(() -> Accumulate.INT_XOR.scaled(0.5), "GMT-278");
                text += Refusal.of(() -> Accumulate.LONG_XOR.scaled(1.0, 1.0), "GMT-278");
                text += Refusal.of(() -> armci.accumulate(Accumulate.LONG_XOR, side, 0, memory, last, 4, 8),
                    "GMT-278");
                text += Refusal.of(() -> armci.accumulate(Accumulate.INT_XOR, side, 0, memory, last, 0, 6), "GMT-278");
                text += Refusal.of(() -> armci.xorLongNb(memory, last, 4, 1), "GMT-278");
                text += Refusal.of(() -> armci.xorLongNb(memory, last, 64, 1), "GMT-272");
                final long[] found = new long[8];
                armci.get(memory, last, 0, LocalBuffer.of(found), 0, 64);
                armci.free(memory);
                text += Refusal.of(() -> armci.xorLongNb(memory, last, 0, 1), "GMT-270");
                return text + (Arrays.stream(found).allMatch(word -> word == 0) ? "" : "something has moved");
            }));
        }
    }
}
