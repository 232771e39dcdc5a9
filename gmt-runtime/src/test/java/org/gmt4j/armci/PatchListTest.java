package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.gmt4j.GmtCluster;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several patches in one call: their order, their way, threads; random ones are in {@link ArmciTransferTest}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PatchListTest {
    private static final int BYTES = 160_000;

    @TempDir
    private Path folder;

    /** Long ones by rendezvous and short ones by commands, that overlap at the target. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldLetLaterPatchesWinAndAllOfAnAccumulateCount(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, PatchListTest.class)
            .set(ProtocolConfig.upTo(100)).start()) {
            assertEquals("", cluster.call(PatchListTest::overlapping));
        }
    }

    private static String overlapping(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(BYTES);
        final int last = ctx.nodeCount() - 1;
        final long[] source = new long[BYTES / 8];
        Arrays.setAll(source, i -> i);
        final LocalBuffer side = LocalBuffer.of(source);
        final Patch[] from = {Patch.of(0, 8000), Patch.of(80, 8), Patch.of(16_000, 400), Patch.of(160, 8)};
        final Patch[] to = {Patch.of(0, 8000), Patch.of(0, 8), Patch.of(0, 4).times(100, 8), Patch.of(16, 8)};
        armci.putPatches(side, from, memory, last, to);
        final long[] expected = Arrays.copyOf(source, 1000);
        expected[0] = 10;
        for (int i = 0; i < 100; i++) {                                   // the halves of 50 numbers
            expected[i] = expected[i] >>> 32 << 32 | source[2000 + i / 2] >>> i % 2 * 32 & 0xffff_ffffL;
        }
        expected[2] = 20;
        final long[] found = new long[1000];
        armci.get(memory, last, 0, LocalBuffer.of(found), 0, 8000);
        if (!Arrays.equals(expected, found)) {
            return "put: " + Arrays.mismatch(expected, found);
        }
        final Patch[] twice = {Patch.of(0, 8000), Patch.of(8, 8), Patch.of(0, 8000)};
        final Patch[] there = {Patch.of(0, 8000), Patch.of(800, 8), Patch.of(0, 8000)};
        armci.accumulatePatchesNb(Accumulate.LONG.scaled(3), side, twice, memory, last, there);
        ctx.await();
        armci.get(memory, last, 0, LocalBuffer.of(found), 0, 8000);
        Arrays.setAll(expected, i -> expected[i] + 6 * source[i]);
        expected[100] += 3;
        armci.free(memory);
        return Arrays.equals(expected, found) ? "" : "accumulate: " + Arrays.mismatch(expected, found);
    }

    /** A short patch that alone would be a command keeps the long ones behind it from no window. */
    @Test
    void shouldChooseTheWayByAllBytes() throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(TestClusters.Plan.COMBINED,
            Collections.nCopies(2, WindowedCluster.plan(folder, 2, 1000)), PatchListTest.class)) {
            final long[] counts = {nodes.count("window.puts"), nodes.count("window.gets"), nodes.count("window.bytes")};
            nodes.cluster.run(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(BYTES);
                final byte[] bytes = new byte[3000];
                Arrays.fill(bytes, (byte) 3);
                final Patch[] patches = {Patch.of(0, 8), Patch.of(100, 500).times(2, 1000), Patch.of(700, 100)};
                final Patch[] few = {Patch.of(0, 8), Patch.of(700, 100)};
                armci.putPatches(LocalBuffer.of(bytes), patches, memory, 1, patches);
                final byte[] found = new byte[3000];
                armci.getPatches(memory, 1, patches, LocalBuffer.of(found), patches);
                armci.getPatches(memory, 1, few, LocalBuffer.of(found), few);
                int threes = 0;
                for (final byte one : found) {
                    threes += one == 3 ? 1 : 0;
                }
                assertEquals(1108, threes);
                armci.free(memory);
            });
            assertEquals(3, nodes.count("window.puts") - counts[0]);
            assertEquals(3, nodes.count("window.gets") - counts[1]);
            assertEquals(2 * 1108, nodes.count("window.bytes") - counts[2]);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldServeThreads(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, PatchListTest.class)) {
            final BlockingArmci armci = cluster.armci();
            final ArmciMemory memory = armci.allocate(64);
            final long[] source = {1, 2, 3, 4, 5, 6};
            final Patch[] here = {Patch.of(0, 16), Patch.of(24, 8)};
            final Patch[] there = {Patch.of(32, 8).times(2, 16), Patch.of(0, 8)};
            armci.putPatches(LocalBuffer.of(source), here, memory, nodes - 1, there);
            armci.accumulatePatches(Accumulate.LONG.scaled(10), LocalBuffer.of(source), here, memory, nodes - 1, there);
            final long[] found = new long[6];
            armci.getPatches(memory, nodes - 1, there, LocalBuffer.of(found), here);
            assertArrayEquals(new long[] {11, 22, 0, 44, 0, 0}, found);
            final long[] all = new long[8];
            armci.get(memory, nodes - 1, 0, LocalBuffer.of(all), 0, 64);
            assertArrayEquals(new long[] {44, 0, 0, 0, 11, 0, 22, 0}, all);
            armci.free(memory);
        }
    }
}
