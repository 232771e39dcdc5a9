package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.SplittableRandom;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.OperationHandle;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Read-modify-write on one-sided memory: atomic from all nodes, right for both widths, refused before anything moves.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciCellsTest {
    private static final int TICKETS = 6000;

    // --- atomic ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldGiveEachTicketOnce(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciCellsTest.class)) {
            for (int way = 0; way < 3; way++) {
                for (int width = 4; width <= 8; width += 4) {
                    final int how = way;
                    final boolean areLongs = width == 8;
                    assertEquals("", cluster.call(ctx -> tickets(ctx, how, areLongs)),
                        "way " + way + ", width " + width);
                }
            }
        }
    }

    /**
     * Tasks of all nodes draw numbers from one cell of the last node, by fetch-and-add, compare-and-set, or
     * non-blocking.
     */
    private static String tickets(final TaskContext ctx, final int way, final boolean areLongs)
        throws SuspendExecution {
        final ArmciMemory memory = Armci.of(ctx).allocate(44);
        final int home = ctx.nodeCount() - 1;
        final GlobalLongArray drawn = GlobalLongArray.allocate(ctx, ArraySpec.of(TICKETS));
        ctx.parFor(TICKETS, 50, SpawnPolicy.PARTITION, (low, high, c) -> {
            final ArmciCells cells = areLongs ? memory.longs() : memory.ints();
            final long[] before = new long[(int) (high - low)];
            for (long i = low; i < high; i++) {
                final int at = (int) (i - low);
                if (way == 0) {
                    before[at] = cells.fetchAdd(c, home, 3, 1);
                } else if (way == 1) {
                    cells.fetchAddNb(c, home, 3, 1, before, at);
                } else {
                    long expected = 0;
                    for (long found = cells.compareAndSet(c, home, 3, 0, 1); found != expected; ) {
                        expected = found;
                        found = cells.compareAndSet(c, home, 3, expected, expected + 1);
                    }
                    before[at] = expected;
                }
            }
            c.await();
            for (int at = 0; at < before.length; at++) {
                drawn.putNb(c, low + at, before[at]);
            }
        });
        final BitSet seen = new BitSet();
        for (final long ticket : drawn.toArray(ctx)) {
            if (ticket < 0 || ticket >= TICKETS || seen.get((int) ticket)) {
                return "ticket " + ticket;
            }
            seen.set((int) ticket);
        }
        final long last = areLongs ? memory.longs().fetchAdd(ctx, home, 3, 0) : memory.ints().fetchAdd(ctx, home, 3, 0);
        Armci.of(ctx).free(memory);
        drawn.free(ctx);
        return last == TICKETS ? "" : "last " + last;
    }

    // --- right ---

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldBehaveAsAModel(final Plan plan, @TempDir final Path folder) throws Exception {
        try (GmtCluster cluster = TestClusters.start(3, plan, ArmciCellsTest.class)) {
            assertEquals("", cluster.call(ctx -> model(ctx, 16_003)));
        }
        try (WindowedCluster nodes = WindowedCluster.start(plan,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), ArmciCellsTest.class)) {
            assertEquals("", nodes.cluster.call(ctx -> model(ctx, 80_003)));
            assertTrue(nodes.count("window.puts") > 0, "memory of this length is shared");
        }
    }

    /**
     * One task: operations of all kinds on both widths, between puts and accumulates of the same bytes, all in their
     * order.
     */
    private static String model(final TaskContext ctx, final int bytes) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(bytes);
        final ByteBuffer[] parts = new ByteBuffer[ctx.nodeCount()];
        Arrays.setAll(parts, node -> ByteBuffer.allocate(bytes).order(java.nio.ByteOrder.nativeOrder()));
        final SplittableRandom random = new SplittableRandom(bytes);
        for (int round = 0; round < 200; round++) {
            final int node = random.nextInt(ctx.nodeCount());
            final boolean areLongs = random.nextBoolean();
            final ArmciCells cells = areLongs ? memory.longs() : memory.ints();
            final int width = areLongs ? 8 : 4;
            final ByteBuffer part = parts[node];
            final int count = 1 + random.nextInt(400);
            final long[] expected = new long[count];
            final long[] before = new long[count];
            final OperationHandle handle = random.nextBoolean() ? ctx.newOperation() : null;
            final int range = random.nextInt(1, bytes / width);
            for (int i = 0; i < count; i++) {
                final int position = random.nextInt(range);
                final int kind = random.nextInt(5);
                final boolean isSum = kind == 0 || kind == 3;
                final long value = random.nextInt(10) > 0 ? random.nextInt(-3, 4)
                    : areLongs || isSum ? random.nextLong() : random.nextInt();
                final long old = areLongs ? part.getLong(position * 8) : part.getInt(position * 4);
                expected[i] = old;
                final long other = random.nextBoolean() ? old : value;
                final long now = isSum ? old + value : kind == 1 || other == old ? value : old;
                if (areLongs) {
                    part.putLong(position * 8, now);
                } else {
                    part.putInt(position * 4, (int) now);
                }
                if (kind == 3) {
                    before[i] = cells.fetchAdd(ctx, node, position, value);
                } else if (kind == 0 && handle == null) {
                    cells.fetchAddNb(ctx, node, position, value, before, i);
                } else if (kind == 0) {
                    cells.fetchAddNb(handle, node, position, value, before, i);
                } else if (kind == 1 && handle == null) {
                    cells.swapNb(ctx, node, position, value, before, i);
                } else if (kind == 1) {
                    cells.swapNb(handle, node, position, value, before, i);
                } else if (handle == null) {
                    cells.compareAndSetNb(ctx, node, position, other, value, before, i);
                } else {
                    cells.compareAndSetNb(handle, node, position, other, value, before, i);
                }
            }
            armci.addLongNb(memory, node, 8, 5);
            part.putLong(8, part.getLong(8) + 5);
            if (handle != null) {
                ctx.await(handle);
            }
            ctx.await();
            if (!Arrays.equals(expected, before)) {
                return "round " + round + " width " + width + " node " + node;
            }
            final byte[] all = new byte[bytes];
            armci.get(memory, node, 0, LocalBuffer.of(all), 0, bytes);
            if (!Arrays.equals(all, part.array())) {
                return "bytes after round " + round;
            }
            if (round % 10 == 0) {
                random.nextBytes(part.array());
                armci.put(LocalBuffer.of(part.array()), 0, memory, node, 0, bytes);
            }
        }
        armci.free(memory);
        return "";
    }

    // --- refused, and given back ---

    @Test
    void shouldRefuseWhatIsNoCell() {
        try (GmtCluster cluster = TestClusters.start(3, Plan.COMBINED, ArmciCellsTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(new int[] {0, 2}, new long[] {20, 0});
                final StringBuilder wrong = new StringBuilder();
                for (final ArmciCells cells : new ArmciCells[] {memory.longs(), memory.ints()}) {
                    final long count = cells.count(0);
                    wrong.append(count == (cells == memory.longs() ? 2 : 5) && cells.count(1) == 0
                        && cells.count(2) == 0 ? "" : "counts ");
                    for (final long position : new long[] {-1, count, Long.MAX_VALUE, Long.MIN_VALUE}) {
                        wrong.append(refusal(ctx, cells, 0, position).startsWith("GMT-272") ? ""
                            : "position " + position + " ");
                    }
                    wrong.append(refusal(ctx, cells, 1, 0).contains("GMT-271") ? "" : "not owned ");
                    wrong.append(refusal(ctx, cells, 2, 0).startsWith("GMT-272") ? "" : "empty ");
                    wrong.append(refusal(ctx, cells, 3, 0).startsWith("GMT-272") ? "" : "no node ");
                }
                final ArmciCells cells = memory.longs();
                armci.free(memory);
                wrong.append(refusal(ctx, cells, 0, 0).contains("GMT-270") ? "" : "freed ");
                return wrong.toString();
            }));
        }
    }

    /** Low bits alone would set a cell that the caller then takes for another's. */
    @Test
    void shouldRefuseValuesThatNoIntHas() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ArmciCellsTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                final ArmciMemory memory = Armci.of(ctx).allocate(8);
                final ArmciCells cells = memory.ints();
                final long[] before = new long[1];
                final StringBuilder wrong = new StringBuilder();
                for (int node = 0; node < 2; node++) {
                    final int owner = node;
                    cells.swap(ctx, owner, 0, -1);
                    for (final long value : new long[] {0xFFFF_FFFFL, 1L << 31, Integer.MIN_VALUE - 1L, 1L << 33}) {
                        wrong.append(refusal(() -> cells.swap(ctx, owner, 0, value)))
                            .append(refusal(() -> cells.swapNb(ctx, owner, 0, value, before, 0)))
                            .append(refusal(() -> cells.compareAndSet(ctx, owner, 0, value, 3)))
                            .append(refusal(() -> cells.compareAndSet(ctx, owner, 0, -1, value)))
                            .append(refusal(() -> cells.compareAndSetNb(ctx, owner, 0, value, 3, before, 0)))
                            .append(refusal(() -> cells.compareAndSetNb(ctx, owner, 0, -1, value, before, 0)));
                    }
                    wrong.append(cells.compareAndSet(ctx, owner, 0, -1, Integer.MIN_VALUE) == -1 ? "" : "not set ")
                        .append(cells.fetchAdd(ctx, owner, 0, 1L << 33 | 1) == Integer.MIN_VALUE ? "" : "not there ")
                        .append(cells.fetchAdd(ctx, owner, 0, 0) == Integer.MIN_VALUE + 1 ? "" : "sums wrap ");
                    memory.longs().swap(ctx, owner, 0, 1L << 33);
                }
                return wrong.toString();
            }));
        }
    }

    /** A call that must be refused. */
    @FunctionalInterface
    private interface Call {
        void run() throws SuspendExecution;
    }

    private static String refusal(final Call call) throws SuspendExecution {
        try {
            call.run();
            return "accepted ";
        } catch (final IllegalArgumentException e) {
            return e.getMessage().startsWith("GMT-258 ") ? "" : e.getMessage();
        }
    }

    private static String refusal(final TaskContext ctx, final ArmciCells cells, final int node, final long position) {
        try {
            cells.swapNb(ctx, node, position, 1, new long[1], 0);
            return "";
        } catch (final GmtException | IndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    /** Memory of the caller's, and ids: an allocation takes three, and gives none of them to others. */
    @Test
    void shouldWorkOnRegisteredMemoryAndBesideArrays() {
        try (GmtCluster cluster = TestClusters.start(1, Plan.COMBINED, ArmciCellsTest.class)) {
            for (int i = 0; i < 50; i++) {
                final long last = cluster.call(ctx -> {
                    final Armci armci = Armci.of(ctx);
                    final ArmciMemory memory = armci.allocate(64);
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, 8);
                    memory.longs().swap(ctx, 0, 7, 11);
                    array.put(ctx, 7, 5);
                    final long found = memory.longs().fetchAdd(ctx, 0, 7, 0) + array.get(ctx, 7);
                    armci.free(memory);
                    final ByteBuffer own = ByteBuffer.allocateDirect(64).order(java.nio.ByteOrder.nativeOrder());
                    final ArmciMemory registered = armci.register(own);
                    registered.ints().fetchAdd(ctx, 0, 15, -7);
                    armci.free(registered);
                    if (own.getInt(60) != -7) {
                        return -1L;
                    }
                    array.put(ctx, 6, found);
                    final long kept = array.get(ctx, 6);
                    array.free(ctx);
                    return kept;
                });
                assertEquals(16, last);
            }
            assertEquals(0, NodeCluster.of(cluster).nodes().get(0).arrayBytes());
        }
    }
}
