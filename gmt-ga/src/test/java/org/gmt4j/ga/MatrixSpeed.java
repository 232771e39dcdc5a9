package org.gmt4j.ga;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.Patch;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Rates of matrices, by hand: {@code gmt run --classes gmt-ga/target/test-classes org.gmt4j.ga.MatrixSpeed -n 2}, all
 * or some: {@code ... -n 2 -- lists product}. Each line is the median of the rounds behind the first third, those of
 * lists with the best round, which other programs of the machine disturb the least.
 */
public final class MatrixSpeed {
    private static final int SIDE = 1024;
    private static final int ELEMENTS = 4096;
    private static final int ROUNDS = 60;

    private MatrixSpeed() {
    }

    /** What is timed; returns nanoseconds. */
    private interface Timed {
        long run(TaskContext ctx) throws SuspendExecution;
    }

    public static void main(final String[] arguments) {
        try (GmtCluster cluster = GmtCluster.connect()) {
            final String parts = String.join(" ", arguments);
            cluster.run(ctx -> {
                if (wants(parts, "patches")) {
                    patches(ctx);
                }
                if (wants(parts, "lists")) {
                    lists(ctx);
                }
                if (wants(parts, "dealt")) {
                    dealt(ctx, 8);
                    dealt(ctx, 64);
                    dealt(ctx, 256);
                }
                if (wants(parts, "tickets")) {
                    tickets(ctx);
                }
                if (wants(parts, "product")) {
                    product(ctx);
                }
            });
        }
    }

    private static boolean wants(final String parts, final String part) {
        return parts.isEmpty() || parts.contains(part);
    }

    private static double median(final TaskContext ctx, final int rounds, final Timed timed)
        throws SuspendExecution {
        final double[] times = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            times[i] = timed.run(ctx);
        }
        return late(times);
    }

    /** Returns the median without the first third, in which code is being compiled. */
    private static double late(final double[] values) {
        final double[] late = Arrays.copyOfRange(values, values.length / 3, values.length);
        Arrays.sort(late);
        return late[late.length / 2];
    }

    private static void print(final String what, final double value, final String unit) {
        System.out.println(String.format(Locale.ROOT, "%-44s %10.2f %s", what, value, unit));
    }

    /** Patches of the other node, in turn with the strided call below them. */
    private static void patches(final TaskContext ctx) throws SuspendExecution {
        final int last = ctx.nodeCount() - 1;
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.doubles(2L * SIDE * ctx.nodeCount(), 2 * SIDE)
            .chunks(1, 2 * SIDE));
        final ArmciMemory memory = Armci.of(ctx).allocate(8L * 4 * SIDE * SIDE);
        final double[] values = new double[SIDE * SIDE];
        final Tile tile = Tile.of(values, SIDE, SIDE);
        final Box own = matrix.distribution(last).get(0);
        final Box box = Box.of(own.from(0) + 5, own.from(0) + 5 + SIDE, 100, 100 + SIDE);
        final LocalBuffer local = LocalBuffer.of(values);
        final Patch there = Patch.of(100 * 8, SIDE * 8L).times(SIDE, 2 * SIDE * 8L);
        final Patch here = Patch.of(0, SIDE * 8L).times(SIDE, SIDE * 8L);
        for (final boolean isGet : new boolean[] {true, false}) {
            final double[] ours = new double[5 * ROUNDS];
            final double[] shares = new double[ours.length];
            for (int round = 0; round < ours.length; round++) {
                ours[round] = patch(ctx, matrix, box, tile, isGet);
                shares[round] = strided(ctx, new Object[] {memory, there, local, here}, last, isGet) / ours[round];
            }
            print((isGet ? "get" : "put") + " 1024 x 1024 doubles", 8.0 * SIDE * SIDE / late(ours), "GB/s");
            print("  share of the strided call, pair by pair", late(shares), "");
        }
        matrix.destroy(ctx);
        Armci.of(ctx).free(memory);
    }

    private static long patch(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final Tile tile,
                              final boolean isGet) throws SuspendExecution {
        final long startNs = System.nanoTime();
        if (isGet) {
            matrix.get(ctx, box, tile);
        } else {
            matrix.put(ctx, box, tile);
        }
        return System.nanoTime() - startNs;
    }

    private static long strided(final TaskContext ctx, final Object[] call, final int node, final boolean isGet)
        throws SuspendExecution {
        final long startNs = System.nanoTime();
        final Armci armci = Armci.of(ctx);
        if (isGet) {
            armci.getStrided((ArmciMemory) call[0], node, (Patch) call[1], (LocalBuffer) call[2], (Patch) call[3]);
        } else {
            armci.putStrided((LocalBuffer) call[2], (Patch) call[3], (ArmciMemory) call[0], node, (Patch) call[1]);
        }
        return System.nanoTime() - startNs;
    }

    /** All nodes at once, each lists of its own. */
    private static void lists(final TaskContext ctx) throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.doubles(1000, 1000));
        final CallKind[] kinds = {CallKind.SCATTER, CallKind.GATHER, CallKind.SCATTER_ACCUMULATE};
        for (int kind = 0; kind < kinds.length; kind++) {
            rates(ctx, matrix, kind);                                // compiled
        }
        for (int kind = 0; kind < kinds.length; kind++) {
            final double[] rates = rates(ctx, matrix, kind);
            print(kinds[kind] + " of 4096 elements, all nodes", rates[ROUNDS / 2],
                String.format(Locale.ROOT, "Mops/s (best %.1f)", rates[ROUNDS - 1]));
        }
        matrix.destroy(ctx);
    }

    /** Returns the rates of all rounds, the slowest first. */
    private static double[] rates(final TaskContext ctx, final GlobalMatrix matrix, final int kind)
        throws SuspendExecution {
        final int calls = 100;
        final double[] rates = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            final long startNs = System.nanoTime();
            ctx.executeOnAll(node -> lists(node, matrix, kind, calls));
            rates[round] = 1e3 * calls * ELEMENTS * ctx.nodeCount() / (System.nanoTime() - startNs);
        }
        Arrays.sort(rates);
        return rates;
    }

    private static void lists(final TaskContext ctx, final GlobalMatrix matrix, final int kind,
                              final int calls) throws SuspendExecution {
        final Random random = new Random(ctx.nodeId());
        final long[] rows = random.longs(ELEMENTS, 0, 1000).toArray();
        final long[] columns = random.longs(ELEMENTS, 0, 1000).toArray();
        final Tile values = Tile.of(new double[ELEMENTS], ELEMENTS);
        for (int i = 0; i < calls; i++) {
            switch (kind) {
                case 0 -> matrix.scatter(ctx, values, rows, columns);
                case 1 -> matrix.gather(ctx, values, rows, columns);
                default -> matrix.scatterAccumulate(ctx, 1, values, rows, columns);
            }
        }
    }

    /** Boxes over dealt blocks, whole and cut at their edges. */
    private static void dealt(final TaskContext ctx, final int block) throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.doubles(2 * SIDE, 2 * SIDE)
            .blockCyclic(block, block));
        final Tile tile = Tile.of(new double[SIDE * SIDE], SIDE, SIDE);
        for (final int from : new int[] {0, 3}) {
            final Box box = Box.of(from, from + SIDE, from, from + SIDE);
            for (final boolean isGet : new boolean[] {true, false}) {
                final double ns = median(ctx, ROUNDS, c -> patch(c, matrix, box, tile, isGet));
                print((isGet ? "get" : "put") + " from " + from + ", dealt blocks of " + block, 8.0 * SIDE * SIDE / ns,
                    "GB/s");
            }
        }
        matrix.destroy(ctx);
    }

    /** Many tasks of all nodes, one element. */
    private static void tickets(final TaskContext ctx) throws SuspendExecution {
        final GlobalMatrix counter = GlobalMatrix.create(ctx, MatrixSpec.longs(1));
        final long count = 8_000_000;
        for (int round = 0; round < 3; round++) {
            final long startNs = System.nanoTime();
            ctx.parFor(4096, 1, SpawnPolicy.PARTITION, (task, c) -> {
                for (int i = 0; i < 8_000_000 / 4096; i++) {
                    counter.readIncrement(c, 1, 0);
                }
            });
            print("read_inc, blocking, 4096 tasks", count / 4096 * 4096 / (double) (System.nanoTime() - startNs) * 1e3,
                "Mops/s");
        }
        counter.destroy(ctx);
    }

    private static void product(final TaskContext ctx) throws SuspendExecution {
        for (final MatrixType type : MatrixType.values()) {
            final int side = type == MatrixType.COMPLEX ? 1024 : 2048;
            final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.of(type, side, side));
            final GlobalMatrix b = a.duplicate(ctx, "b");
            final GlobalMatrix c = a.duplicate(ctx, "c");
            a.fill(ctx, 1);
            b.fill(ctx, 2);
            final double ns = median(ctx, 6, task -> {
                final long startNs = System.nanoTime();
                MatrixMath.multiply(task, 1, a, b, 0, c);
                return System.nanoTime() - startNs;
            });
            final double operations = (type == MatrixType.COMPLEX ? 8.0 : 2.0) * side * side * side;
            print("product of " + side + " x " + side + " " + type, operations / ns, "Gop/s");
            a.destroy(ctx);
            b.destroy(ctx);
            c.destroy(ctx);
        }
    }
}
