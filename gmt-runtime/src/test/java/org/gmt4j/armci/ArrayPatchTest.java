package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalFloatArray;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalRecordArray;
import org.gmt4j.GlobalShortArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
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

/** Patches of arrays, over the borders of owners, by all ways, against a model of the elements. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArrayPatchTest {
    private static final int SIZE = 6000;
    private static final int TASKS = 16;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldMovePatchesAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayPatchTest.class)) {
            assertEquals("", cluster.call(ctx -> all(ctx, 1, 50)));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMovePatchesByRendezvous(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArrayPatchTest.class)
            .set(ProtocolConfig.upTo(40)).start()) {
            assertEquals("", cluster.call(ctx -> all(ctx, 2, 50)));
        }
    }

    @Test
    void shouldMovePatchesThroughTheSmallestBlocks() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ArrayPatchTest.class)
            .set(TestClusters.aggregation(256, 7, 1024, 3, 2, 6, 2)).start()) {
            assertEquals("", cluster.call(ctx -> all(ctx, 3, 20)));
        }
    }

    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldMovePatchesThroughWindows(final TestClusters.Plan plan, @TempDir final Path folder) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(plan,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), ArrayPatchTest.class)) {
            assertEquals("", nodes.cluster.call(ctx -> large(ctx, 4)));
            assertTrue(nodes.count("window.puts") > 2, () -> "puts " + nodes.count("window.puts"));
            assertTrue(nodes.count("window.gets") > 2, () -> "gets " + nodes.count("window.gets"));
        }
    }

    private static String all(final TaskContext ctx, final long seed, final int rounds) throws SuspendExecution {
        String text = "";
        for (final Allocation allocation : Allocation.values()) {
            for (int block = 0; block <= 7; block += 7) {
                if (block == 0 || allocation != Allocation.REPLICATE) {
                    final ArraySpec spec = ArraySpec.of(SIZE).allocated(allocation);
                    text += against(ctx, block == 0 ? spec : spec.cyclic(block), seed, rounds);
                }
            }
        }
        return text;
    }

    /** Parts of 200 KB: they may go by one copy. */
    private static String large(final TaskContext ctx, final long seed) throws SuspendExecution {
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, 75_000);
        final long[] model = new long[75_000];
        final SplittableRandom random = new SplittableRandom(seed);
        final long[] values = random.longs(60_000).toArray();
        final Patch there = Patch.of(1, 100).times(600, 124);
        for (int i = 0; i < 60_000; i++) {
            model[1 + i / 100 * 124 + i % 100] = values[i];
        }
        array.putPatch(ctx, LocalBuffer.of(values), Patch.of(0, 60_000), there);
        final long[] found = new long[75_000];
        array.get(ctx, 0, found, 0, found.length);
        final long[] back = new long[60_000];
        array.getPatch(ctx, there, LocalBuffer.of(back), Patch.of(0, 300).times(200, 300));
        array.free(ctx);
        return !Arrays.equals(model, found) ? "put differs at " + Arrays.mismatch(model, found)
            : Arrays.equals(values, back) ? "" : "get differs at " + Arrays.mismatch(values, back);
    }

    private static String against(final TaskContext ctx, final ArraySpec spec, final long seed, final int rounds)
        throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(seed);
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
        final boolean isReplicated = spec.allocation() == Allocation.REPLICATE;
        final Armci armci = Armci.of(ctx);
        final ArmciMemory own = armci.allocateLocal(SIZE * 8L);
        final long[] model = new long[SIZE];
        final long[] local = new long[SIZE];
        for (int round = 0; round < rounds; round++) {
            Arrays.setAll(local, i -> random.nextLong());
            final long[] here = local.clone();
            final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1, SIZE, SIZE);
            // The same elements in one run here, or as they lie in the pair.
            final boolean isPacked = random.nextInt(3) == 0;
            final Patch side = isPacked ? Patch.of(0, p.local().size()) : p.local();
            final boolean isHeap = random.nextBoolean();
            final LocalBuffer buffer = isHeap ? LocalBuffer.of(local) : own.local();
            armci.put(LocalBuffer.of(local), 0, own, ctx.nodeId(), 0, SIZE * 8L);
            final OperationHandle handle = ctx.newOperation();
            final int verb = random.nextInt(isReplicated ? 2 : 4);
            final int form = random.nextInt(3);
            move(ctx, array, handle, verb, form, buffer, side, p.remote());
            final int[] packed = {0};
            p.forEachRun((l, r, n) -> {
                for (int i = 0; i < n; i++) {
                    final int at = isPacked ? packed[0]++ : l + i;
                    switch (verb) {
                        case 0 -> here[at] = model[r + i];
                        case 1 -> model[r + i] = here[at];
                        case 2 -> model[r + i] += 3 * here[at];
                        default -> model[r + i] ^= here[at];
                    }
                }
            });
            ctx.await();
            ctx.await(handle);
            if (!isHeap) {
                armci.get(own, ctx.nodeId(), 0, LocalBuffer.of(local), 0, SIZE * 8L);
            }
            if (!Arrays.equals(here, local)) {
                return array + " round " + round + " verb " + verb + ": the local side differs at "
                    + Arrays.mismatch(here, local) + "; ";
            }
        }
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final long[] found = new long[SIZE];
            array.get(c, 0, found, 0, SIZE);
            return Arrays.equals(model, found) ? "" : array + " at node " + c.nodeId() + " differs at "
                + Arrays.mismatch(model, found) + "; ";
        }));
        armci.free(own);
        array.free(ctx);
        return wrong;
    }

    private static void move(final TaskContext ctx, final GlobalLongArray array, final OperationHandle handle,
                             final int verb, final int form, final LocalBuffer buffer, final Patch side,
                             final Patch there) throws SuspendExecution {
        final Accumulate op = verb == 2 ? Accumulate.LONG.scaled(3) : Accumulate.LONG_XOR;
        if (verb == 0) {
            if (form == 0) {
                array.getPatch(ctx, there, buffer, side);
            } else {
                array.getPatchNb(form == 1 ? ctx : handle, there, buffer, side);
            }
        } else if (verb == 1) {
            if (form == 0) {
                array.putPatch(ctx, buffer, side, there);
            } else {
                array.putPatchNb(form == 1 ? ctx : handle, buffer, side, there);
            }
        } else if (form == 0) {
            array.accumulatePatch(ctx, op, buffer, side, there);
        } else {
            array.accumulatePatchNb(form == 1 ? ctx : handle, op, buffer, side, there);
        }
    }

    // --- types ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMoveElementsOfAllTypes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayPatchTest.class)) {
            assertEquals("", cluster.call(ArrayPatchTest::types));
        }
    }

    /** Ten rows of seven out of rows of 20, moved three rows down. */
    private static String types(final TaskContext ctx) throws SuspendExecution {
        final Patch from = Patch.of(25, 7).times(10, 20);
        final Patch to = from.at(85);
        final Patch packed = Patch.of(1, 70);
        String wrong = "";
        final GlobalByteArray bytes = GlobalByteArray.allocate(ctx, 400);
        bytes.put(ctx, 25 + 20 * 9 + 6, (byte) 9);
        final byte[] byteTile = new byte[71];
        bytes.getPatch(ctx, from, LocalBuffer.of(byteTile), packed);
        bytes.putPatch(ctx, LocalBuffer.of(byteTile), packed, to);
        wrong += bytes.get(ctx, 85 + 20 * 9 + 6) == 9 ? "" : "bytes ";
        final GlobalShortArray shorts = GlobalShortArray.allocate(ctx, 400);
        shorts.put(ctx, 25 + 20 * 9 + 6, (short) 9);
        final short[] shortTile = new short[71];
        shorts.getPatch(ctx, from, LocalBuffer.of(shortTile), packed);
        shorts.putPatch(ctx, LocalBuffer.of(shortTile), packed, to);
        wrong += shorts.get(ctx, 85 + 20 * 9 + 6) == 9 ? "" : "shorts ";
        final GlobalIntArray ints = GlobalIntArray.allocate(ctx, 400);
        ints.put(ctx, 25 + 20 * 9 + 6, 9);
        final int[] intTile = new int[71];
        ints.getPatch(ctx, from, LocalBuffer.of(intTile), packed);
        ints.accumulatePatch(ctx, Accumulate.INT.scaled(2), LocalBuffer.of(intTile), packed, to);
        ints.accumulatePatch(ctx, Accumulate.INT_XOR, LocalBuffer.of(intTile), packed, to);
        wrong += ints.get(ctx, 85 + 20 * 9 + 6) == (18 ^ 9) ? "" : "ints ";
        final GlobalFloatArray floats = GlobalFloatArray.allocate(ctx, 400);
        floats.put(ctx, 25 + 20 * 9 + 6, 9);
        final float[] floatTile = new float[71];
        floats.getPatch(ctx, from, LocalBuffer.of(floatTile), packed);
        floats.accumulatePatch(ctx, Accumulate.FLOAT.scaled(0.5), LocalBuffer.of(floatTile), packed, to);
        wrong += floats.get(ctx, 85 + 20 * 9 + 6) == 4.5f ? "" : "floats ";
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, 400);
        doubles.put(ctx, 25 + 20 * 9 + 6, 9);
        final double[] doubleTile = new double[71];
        doubles.getPatch(ctx, from, LocalBuffer.of(doubleTile), packed);
        doubles.accumulatePatch(ctx, Accumulate.DOUBLE.scaled(0.5), LocalBuffer.of(doubleTile), packed, to);
        wrong += doubles.get(ctx, 85 + 20 * 9 + 6) == 4.5 ? "" : "doubles ";
        final GlobalRecordArray records = GlobalRecordArray.allocate(ctx, ArraySpec.of(400), 3);
        records.put(ctx, 25 + 20 * 9 + 6, new byte[] {7, 8, 9}, 0, 1);
        final byte[] recordTile = new byte[71 * 3];
        records.getPatch(ctx, from, LocalBuffer.of(recordTile), packed);
        records.putPatch(ctx, LocalBuffer.of(recordTile), packed, to);
        final byte[] one = new byte[3];
        records.get(ctx, 85 + 20 * 9 + 6, one, 0, 1);
        return wrong + (Arrays.equals(one, new byte[] {7, 8, 9}) ? "" : "records");
    }

    // --- from everywhere at once ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCombineAtomically(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayPatchTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, SIZE);
                final Accumulate sum = Accumulate.LONG.scaled(1);       // travels with the body, as the patch does
                final Patch columns = Patch.of(0, 3).times(SIZE / 10, 10);
                ctx.parFor(TASKS, 1, SpawnPolicy.PARTITION, (k, c) -> {
                    final long[] ones = new long[SIZE];
                    Arrays.fill(ones, 1);
                    for (int i = 0; i < 20; i++) {
                        array.accumulatePatchNb(c, i % 2 == 0 ? sum : Accumulate.LONG, LocalBuffer.of(ones),
                            Patch.of(0, columns.size()), columns);
                        array.addNb(c, 10 * i, 1);
                    }
                    c.await();
                });
                final long[] found = new long[SIZE];
                array.get(ctx, 0, found, 0, SIZE);
                for (int i = 0; i < SIZE; i++) {
                    final long expected = i % 10 < 3 ? TASKS * (20L + (i % 10 == 0 && i < 200 ? 1 : 0)) : 0;
                    if (found[i] != expected) {
                        return "element " + i + " is " + found[i] + ", expected " + expected;
                    }
                }
                return "";
            }));
        }
    }

    // --- misuse ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseWhatIsWrongBeforeAnythingMoves(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayPatchTest.class)) {
            assertEquals("", cluster.call(ArrayPatchTest::refusals));
        }
    }

    private static String refusals(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, 100);
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, 100);
        final GlobalLongArray copies = GlobalLongArray.allocate(ctx,
            ArraySpec.of(100).allocated(Allocation.REPLICATE));
        final LocalBuffer ones = LocalBuffer.of(new long[] {1, 1, 1, 1, 1, 1, 1, 1});
        final LocalBuffer halves = LocalBuffer.of(new double[] {0.5, 0.5, 0.5, 0.5});
        final Patch four = Patch.of(0, 4);
        String text = Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(97, 4)), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(-1, 4)), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(0, 2).times(2, 99)), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(0, 2).times(2, Long.MAX_VALUE)), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four.at(5), four), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four.at(Long.MAX_VALUE), four), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, Patch.of(0, 1).times(1L << 61, 0),
            Patch.of(0, 1L << 61)), "GMT-272");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(0, 5)), "GMT-273");
        text += Refusal.of(() -> array.putPatch(ctx, ones, four, Patch.of(0, 2).times(2, 1)), "GMT-273");
        text += Refusal.of(() -> array.getPatch(ctx, four, ones, Patch.of(0, 1).times(4, 0)), "GMT-273");
        text += Refusal.of(() -> array.putPatch(ctx, halves, four, four), "GMT-684");
        text += Refusal.of(() -> array.accumulatePatch(ctx, Accumulate.DOUBLE, ones, four, four), "GMT-278");
        text += Refusal.of(() -> array.accumulatePatch(ctx, Accumulate.INT, ones, four, four), "GMT-278");
        text += Refusal.of(() -> doubles.accumulatePatch(ctx, Accumulate.LONG_XOR, halves, four, four), "GMT-278");
        text += Refusal.of(() -> doubles.accumulatePatch(ctx, Accumulate.DOUBLE_COMPLEX, halves, four, four),
            "GMT-278");
        text += Refusal.of(() -> copies.accumulatePatch(ctx, Accumulate.LONG, ones, four, four), "GMT-257");
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(100).combining(Combining.ADD));
        text += Refusal.of(() -> sums.accumulatePatch(ctx, Accumulate.LONG_XOR, ones, four, four), "GMT-258");
        sums.accumulatePatch(ctx, Accumulate.LONG, ones, four, four);
        text += sums.sum(ctx) == 4 ? "" : "sums of a patch; ";
        array.putPatch(ctx, ones, Patch.of(0, 0), Patch.of(100, 0));
        array.getPatch(ctx, Patch.of(0, 8).times(0, 1), ones, Patch.of(0, 0));
        text += array.sum(ctx) == 0 && copies.sum(ctx) == 0 && doubles.sum(ctx) == 0 ? "" : "something has moved; ";
        // A source may be read again and again: one element to a row.
        array.putPatch(ctx, ones, Patch.of(3, 1).times(40, 0), Patch.of(10, 40));
        text += array.sum(ctx) == 40 ? "" : "a row of one value; ";
        array.free(ctx);
        return text + Refusal.of(() -> array.putPatch(ctx, ones, four, four), "GMT-230");
    }
}
