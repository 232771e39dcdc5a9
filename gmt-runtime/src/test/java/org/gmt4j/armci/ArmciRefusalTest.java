package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What bad input gets, that nothing has moved then, and what is a legal transfer of nothing; threads that are no tasks.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciRefusalTest {
    private interface Attempt {
        void run() throws SuspendExecution;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseBadInputBeforeAnythingMoves(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciRefusalTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ArmciRefusalTest::refusals)));
        }
    }

    private static List<String> refusals(final TaskContext ctx) throws SuspendExecution {
        final List<String> wrong = new ArrayList<>();
        final Armci armci = Armci.of(ctx);
        final int last = ctx.nodeCount() - 1;
        final ArmciMemory memory = armci.allocate(new int[] {last}, new long[] {1000});
        final LocalBuffer side = LocalBuffer.of(new byte[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        final LocalBuffer large = LocalBuffer.of(new byte[4000]);
        if (last > 0) {
            refused(wrong, "GMT-271", () -> armci.put(side, 0, memory, 0, 0, 1));
            refused(wrong, "GMT-271", memory::local);
        }
        refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, last, 1000, 1));
        refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, last, -1, 1));
        refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, last, 0, -1));
        refused(wrong, "GMT-272", () -> armci.put(side, 31, memory, last, 0, 2));
        refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, last + 1, 0, 1));
        refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, -1, 0, 1));
        refused(wrong, "GMT-272", () -> armci.get(memory, last, Long.MAX_VALUE, side, 0, 8));
        refused(wrong, "GMT-272", () -> armci.putLong(memory, last, 993, 1));
        refused(wrong, "GMT-272", () -> armci.getLong(memory, last, 993));
        refused(wrong, "GMT-273", () -> PatchPair.side(0, new long[9], new long[10]));
        refused(wrong, "GMT-273", () -> Patch.of(0, -1));
        refused(wrong, "GMT-273", () -> Patch.of(0, 3).times(1L << 61, 8));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 8).times(2, 8), memory, last,
            Patch.of(0, 15)));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 0), memory, last, Patch.of(0, 1)));
        refused(wrong, "GMT-273", () -> armci.getStrided(memory, last, Patch.of(0, 8), side,
            Patch.of(0, 1).times(9, 1)));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 8).times(2, 8), memory, last,
            Patch.of(0, 8).times(2, 7)));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 8).times(2, 0), memory, last,
            Patch.of(0, 8).times(2, 0)));
        refused(wrong, "GMT-273", () -> armci.putStrided(large, Patch.of(0, 4).times(3, 8).times(4, 8), memory, last,
            Patch.of(0, 4).times(3, 8).times(4, 16)));
        refused(wrong, "GMT-273", () -> armci.getStrided(memory, last, Patch.of(0, 8).times(2, 8), side,
            Patch.of(0, 8).times(2, 4)));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 8).times(2, -8), memory, last,
            Patch.of(0, 8).times(2, 8)));
        refused(wrong, "GMT-273", () -> armci.putStrided(side, Patch.of(0, 8).times(-2, 8), memory, last,
            Patch.of(0, 8).times(-2, 8)));
        refused(wrong, "GMT-272", () -> armci.putStrided(side, Patch.of(0, 8).times(2, 8), memory, last,
            Patch.of(0, 8).times(2, 993)));
        refused(wrong, "GMT-272", () -> armci.putStrided(side, Patch.of(0, 8).times(2, 25), memory, last,
            Patch.of(0, 8).times(2, 8)));
        refused(wrong, "GMT-27", () -> armci.putStrided(side,
            Patch.of(0, 8).times(Long.MAX_VALUE / 2, 8).times(Long.MAX_VALUE / 2, 8), memory, last,
            Patch.of(0, 8).times(Long.MAX_VALUE / 2, 8).times(Long.MAX_VALUE / 2, 8)));
        lists(wrong, armci, memory, last, side);
        refused(wrong, "GMT-274", () -> new IoVector(new long[1], new long[2], 8));
        refused(wrong, "GMT-274", () -> new IoVector(new long[1], new long[1], -8));
        refused(wrong, "GMT-274", () -> new IoVector(new long[3], new long[3], 2, 2, 8));
        refused(wrong, "GMT-274", () -> new IoVector(new long[3], new long[3], -1, 2, 8));
        refused(wrong, "GMT-274", () -> new IoVector(new long[3], new long[3], 1, -2, 8));
        refused(wrong, "GMT-272",
            () -> armci.putVector(side, memory, last, new IoVector(new long[] {0, 0}, new long[] {0, 993}, 8)));
        refused(wrong, "GMT-272",
            () -> armci.putVector(side, memory, last, new IoVector(new long[] {0, 25}, new long[] {0, 8}, 8)));
        refused(wrong, "GMT-272",
            () -> armci.getVector(memory, last, side, new IoVector(new long[] {-1}, new long[] {0}, 8)));
        refused(wrong, "GMT-278", () -> armci.accumulate(Accumulate.DOUBLE, side, 0,
            memory, last, 4, 8));
        refused(wrong, "GMT-278", () -> armci.accumulate(Accumulate.DOUBLE_COMPLEX, side,
            0, memory, last, 0, 8));
        refused(wrong, "GMT-278", () -> Accumulate.LONG.scaled(0.5));
        refused(wrong, "GMT-278", () -> Accumulate.DOUBLE.scaled(1.0, 1.0));
        refused(wrong, "GMT-278", () -> Accumulate.INT.scaled(1L << 40));
        refused(wrong, "GMT-278", () -> Accumulate.FLOAT.scaled(1e300));
        refused(wrong, "GMT-272 8 B at offset -1", () -> armci.getStrided(memory, last, Patch.of(-1, 8), side,
            Patch.of(0, 8)));
        refused(wrong, "GMT-278", () -> armci.accumulateStrided(Accumulate.LONG, side, Patch.of(0, 8).times(2, 8),
            memory, last, Patch.of(0, 8).times(2, 12)));
        refused(wrong, "GMT-278", () -> armci.accumulateVector(Accumulate.LONG, side, memory, last,
            new IoVector(new long[] {0}, new long[] {4}, 8)));
        refused(wrong, "GMT-276", () -> armci.allocate(-1));
        refused(wrong, "GMT-276", () -> armci.allocate(new long[ctx.nodeCount() + 1]));
        refused(wrong, "GMT-276", () -> armci.allocate(new int[] {0, 0}, new long[] {8, 8}));
        refused(wrong, "GMT-276", () -> armci.allocate(new int[] {ctx.nodeCount()}, new long[] {8}));
        refused(wrong, "GMT-276", () -> armci.allocate(1L << 40));
        refused(wrong, "GMT-277", () -> armci.register(ByteBuffer.allocate(8)));
        refused(wrong, "GMT-277", () -> armci.register(12, 8));
        overflows(wrong, armci, memory, last, side);
        strangers(wrong, armci, memory, last, side);
        nothing(armci, memory, last, side);
        final byte[] found = new byte[1000];
        armci.get(memory, last, 0, LocalBuffer.of(found), 0, 1000);
        for (final byte b : found) {
            if (b != 0) {
                wrong.add("something has moved");
                break;
            }
        }
        final ArmciMemory here = armci.allocate(64);
        final AggregatedHandle gathered = armci.aggregate(here.local(), memory, last);
        gathered.get(0, 0, 64);
        armci.free(here);
        refused(wrong, "GMT-270", gathered::await);
        armci.free(memory);
        refused(wrong, "GMT-270", () -> armci.free(memory));
        refused(wrong, "GMT-270", () -> armci.put(side, 0, memory, last, 0, 0));
        refused(wrong, "GMT-270", () -> armci.getLong(memory, last, 0));
        refused(wrong, "GMT-270", () -> armci.putStrided(side, Patch.of(0, 8), memory, last, Patch.of(0, 8)));
        refused(wrong, "GMT-270", () -> armci.putVector(side, memory, last));
        refused(wrong, "GMT-270", () -> armci.putPatches(side, new Patch[0], memory, last, new Patch[0]));
        return wrong;
    }

    /** Lists whose first patch is good: it does not move either. */
    private static void lists(final List<String> wrong, final Armci armci, final ArmciMemory memory, final int last,
                              final LocalBuffer side) throws SuspendExecution {
        final Patch good = Patch.of(0, 8);
        final Patch[] two = {good, good};
        refused(wrong, "GMT-273", () -> armci.putPatches(side, two, memory, last, new Patch[] {good}));
        refused(wrong, "GMT-273", () -> armci.getPatches(memory, last, new Patch[0], side, two));
        refused(wrong, "GMT-273", () -> armci.putPatches(side, two, memory, last, new Patch[] {good, Patch.of(8, 7)}));
        refused(wrong, "GMT-273", () -> armci.putPatches(side, new Patch[] {good, good.times(2, 8)}, memory, last,
            new Patch[] {good, good.times(2, 7)}));
        refused(wrong, "GMT-273", () -> armci.getPatches(memory, last, new Patch[] {good, good.times(2, 8)}, side,
            new Patch[] {good, good.times(2, 0)}));
        refused(wrong, "GMT-272", () -> armci.putPatchesNb(side, two, memory, last, new Patch[] {good,
            good.at(993)}));
        refused(wrong, "GMT-272", () -> armci.getPatchesNb(memory, last, two, side, new Patch[] {good, good.at(25)}));
        refused(wrong, "GMT-272", () -> armci.putPatches(side, new Patch[0], memory, last + 1, new Patch[0]));
        refused(wrong, "GMT-278", () -> armci.accumulatePatches(Accumulate.LONG, side, two, memory, last,
            new Patch[] {good, good.at(12)}));
        armci.putPatches(side, new Patch[0], memory, last, new Patch[0]);
        armci.getPatches(memory, last, new Patch[] {Patch.of(0, 0)}, side, new Patch[] {Patch.of(0, 0)});
    }

    /** Offsets, lengths, strides and counts whose sums and products leave 64 bits. */
    private static void overflows(final List<String> wrong, final Armci armci, final ArmciMemory memory,
                                  final int node, final LocalBuffer side)
        throws SuspendExecution {
        final long most = Long.MAX_VALUE;
        for (final long offset : new long[] {most, most - 7, most - 8, 1L << 40, Long.MIN_VALUE, -8}) {
            refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, node, offset, 8));
            refused(wrong, "GMT-272", () -> armci.put(side, offset, memory, node, 0, 8));
            refused(wrong, "GMT-272", () -> armci.get(memory, node, offset, side, 0, 8));
            refused(wrong, "GMT-272", () -> armci.accumulate(Accumulate.LONG, side, 0,
                memory, node, offset, 8));
            refused(wrong, "GMT-272", () -> armci.putLong(memory, node, offset, 1));
            refused(wrong, "GMT-272", () -> armci.getInt(memory, node, offset));
            refused(wrong, "GMT-272", () -> armci.addLongNb(memory, node, offset, 1));
            refused(wrong, "GMT-272", () -> armci.putStrided(side, Patch.of(0, 8), memory, node, Patch.of(offset, 8)));
            refused(wrong, "GMT-272", () -> armci.getStrided(memory, node, Patch.of(0, 8), side, Patch.of(offset, 8)));
            refused(wrong, "GMT-272",
                () -> armci.putVector(side, memory, node, new IoVector(new long[] {0}, new long[] {offset}, 8)));
            refused(wrong, "GMT-272",
                () -> armci.getVector(memory, node, side, new IoVector(new long[] {offset}, new long[] {0}, 8)));
            refused(wrong, "GMT-272", () -> armci.copy(memory, node, 0, memory, node, offset, 8));
        }
        for (final long bytes : new long[] {most, most - 7, 1L << 40, -1, Long.MIN_VALUE}) {
            refused(wrong, "GMT-272", () -> armci.put(side, 8, memory, node, 8, bytes));
            refused(wrong, "GMT-272", () -> armci.get(memory, node, 8, side, 8, bytes));
        }
        for (final long stride : new long[] {most, most / 2 + 1, 1L << 62, 1L << 40}) {
            refused(wrong, "GMT-27", () -> armci.putStrided(side, Patch.of(0, 8).times(3, 8), memory, node,
                Patch.of(0, 8).times(3, stride)));
            refused(wrong, "GMT-27", () -> armci.getStrided(memory, node, Patch.of(0, 8).times(3, stride), side,
                Patch.of(0, 8).times(3, 8)));
        }
        for (final long count : new long[] {most, most / 8, 1L << 61, 1L << 40}) {
            refused(wrong, "GMT-27", () -> armci.putStrided(side, Patch.of(0, 8).times(count, 0), memory, node,
                Patch.of(0, 8).times(count, 8)));
            refused(wrong, "GMT-27", () -> armci.putStrided(side, Patch.of(0, count).times(2, 8), memory, node,
                Patch.of(0, count).times(2, 8)));
        }
        refused(wrong, "GMT-27",
            () -> armci.putVector(side, memory, node, new IoVector(new long[] {0}, new long[] {0}, Integer.MAX_VALUE)));
    }

    /** Nodes that do not exist, in every verb. */
    private static void strangers(final List<String> wrong, final Armci armci, final ArmciMemory memory,
                                  final int last, final LocalBuffer side)
        throws SuspendExecution {
        for (final int node : new int[] {-1, last + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refused(wrong, "GMT-272", () -> armci.get(memory, node, 0, side, 0, 8));
            refused(wrong, "GMT-272", () -> armci.put(side, 0, memory, node, 0, 0));
            refused(wrong, "GMT-272", () -> armci.accumulate(Accumulate.LONG, side, 0,
                memory, node, 0, 8));
            refused(wrong, "GMT-272", () -> armci.putStrided(side, Patch.of(0, 8), memory, node, Patch.of(0, 8)));
            refused(wrong, "GMT-272", () -> armci.getStrided(memory, node, Patch.of(0, 0), side, Patch.of(0, 0)));
            refused(wrong, "GMT-272", () -> armci.putVector(side, memory, node));
            refused(wrong, "GMT-272", () -> armci.getVector(memory, node, side));
            refused(wrong, "GMT-272", () -> armci.getDouble(memory, node, 0));
            refused(wrong, "GMT-272", () -> armci.addDoubleNb(memory, node, 0, 1));
            refused(wrong, "GMT-272", () -> armci.aggregate(side, memory, node));
            refused(wrong, "GMT-272", () -> armci.copy(memory, last, 0, memory, node, 0, 8));
            refused(wrong, "GMT-272", () -> memory.lengthInBytes(node));
        }
    }

    /** Legal transfers that move nothing. */
    private static void nothing(final Armci armci, final ArmciMemory memory, final int node, final LocalBuffer side)
        throws SuspendExecution {
        armci.put(side, 32, memory, node, 1000, 0);
        armci.get(memory, node, 0, side, 0, 0);
        armci.accumulate(Accumulate.LONG, side, 0, memory, node, 8, 0);
        armci.putStrided(side, Patch.of(0, 8).times(0, 0), memory, node, Patch.of(0, 8).times(0, 0));
        armci.putStrided(side, Patch.of(0, 0).times(5, 0), memory, node, Patch.of(0, 0).times(5, 0));
        armci.getStrided(memory, node, Patch.of(0, 4).times(0, 1), side, Patch.of(0, 4).times(0, 1));
        // Levels that interleave without an overlap; what moves are zeros.
        armci.putStrided(LocalBuffer.of(new byte[100]), Patch.of(0, 4).times(3, 8).times(4, 24), memory, node,
            Patch.of(0, 4).times(3, 8).times(4, 12));
        armci.putVector(side, memory, node);
        armci.putVector(side, memory, node, new IoVector(new long[0], new long[0], 8),
            new IoVector(new long[] {0}, new long[] {0}, 0));
        armci.getVector(memory, node, side, new IoVector(new long[0], new long[0], 8));
        final ArmciMemory empty = armci.allocate(0);
        armci.put(side, 0, empty, node, 0, 0);
        armci.free(empty);
    }

    private static void refused(final List<String> wrong, final String code, final Attempt attempt)
        throws SuspendExecution {
        try {
            attempt.run();
            wrong.add("number " + wrong.size() + ": expected " + code);
        } catch (final GmtException | IllegalArgumentException | IndexOutOfBoundsException e) {
            wrong.add(e.getMessage().startsWith(code) ? "" : "expected " + code + ", found " + e.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldServeThreadsThatAreNoTasks(final int nodes, final TestClusters.Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciRefusalTest.class)) {
            final BlockingArmci armci = cluster.armci();
            final ArmciMemory memory = armci.allocate(1 << 16);
            final int last = nodes - 1;
            final List<Thread> threads = new ArrayList<>();
            final List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int t = 0; t < 4; t++) {
                final int mine = t;
                threads.add(new Thread(() -> useAsThread(armci, memory, last, mine)));
                threads.get(t).setUncaughtExceptionHandler((thread, cause) -> failures.add(cause));
                threads.get(t).start();
            }
            for (final Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            assertEquals(4 * 50, armci.getLong(memory, last, 1 << 15));
            final CompletableFuture<Void> started = armci.start(a -> {
                a.putLongNb(memory, last, 8, 77);
                return null;
            });
            started.get();
            assertEquals(77, armci.getLong(memory, last, 8));
            assertTrue(assertThrows(IndexOutOfBoundsException.class, () -> armci.putLong(memory, last, -8, 1))
                .getMessage().startsWith("GMT-272"));
            armci.free(memory);
            assertTrue(assertThrows(GmtException.class, () -> armci.getLong(memory, last, 0)).getMessage()
                .startsWith("GMT-270"));
        }
    }

    private static void useAsThread(final BlockingArmci armci, final ArmciMemory memory, final int node,
                                    final int mine) {
        final double[] values = new double[256];
        final double[] back = new double[256];
        final long[] one = {1};
        for (int round = 0; round < 50; round++) {
            java.util.Arrays.fill(values, mine * 100.0 + round);
            armci.putStrided(LocalBuffer.of(values), Patch.of(0, 64).times(32, 64), memory, node,
                Patch.of(mine * 4096L, 64).times(32, 128));
            armci.getStrided(memory, node, Patch.of(mine * 4096L, 64).times(32, 128), LocalBuffer.of(back),
                Patch.of(0, 64).times(32, 64));
            armci.accumulate(Accumulate.LONG, LocalBuffer.of(one), 0, memory, node, 1 << 15, 8);
            if (!java.util.Arrays.equals(values, back)) {
                throw new AssertionError("thread " + mine + " round " + round);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRegisterMemoryThatExists(final int nodes, final TestClusters.Plan plan) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(256).order(ByteOrder.LITTLE_ENDIAN);
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciRefusalTest.class)) {
            final BlockingArmci armci = cluster.armci();
            final ArmciMemory memory = armci.call(a -> a.register(buffer));
            cluster.run(ctx -> ctx.executeOnAll(node -> Armci.of(node).addLongNb(memory, 0, 16, node.nodeId() + 1L)));
            assertEquals(nodes * (nodes + 1L) / 2, buffer.getLong(16));
            buffer.putLong(24, 5);
            assertEquals(5, armci.getLong(memory, 0, 24));
            armci.free(memory);
            assertEquals(5, buffer.getLong(24));
        }
    }
}
