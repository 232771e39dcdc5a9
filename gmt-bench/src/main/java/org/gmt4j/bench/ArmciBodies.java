package org.gmt4j.bench;

import java.util.Arrays;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.Patch;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciCells;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.fibers.SuspendExecution;

/** The one-sided verbs as a user would write them. */
final class ArmciBodies {
    /** Doubles of a row of the patch, and its rows; those of the array that it is cut from are twice as long. */
    static final int SIDE = 1024;
    static final int MEGABYTE = 1 << 20;
    static final int PATCH_BYTES = SIDE * SIDE * 8;
    static final int LIST = 4096;

    private ArmciBodies() {
    }

    /** Blocking puts or gets of {@code bytes} by one task, to another node where there is one. */
    static void ranges(final TaskContext ctx, final ArmciMemory remote, final ArmciMemory local, final boolean isPut,
                       final int bytes, final long count)
        throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final int node = ctx.nodeCount() - 1;
        for (long i = 0; i < count; i++) {
            if (isPut) {
                armci.put(local.local(), 0, remote, node, 0, bytes);
            } else {
                armci.get(remote, node, 0, local.local(), 0, bytes);
            }
        }
    }

    /**
     * The same with a range of a global array, which begins with its last node's part, and an array of Java.
     *
     * @param values of {@link ArmciProof#word} for this node and place, for puts; for gets they are found here
     */
    static void arrayRanges(final TaskContext ctx, final GlobalLongArray array, final long[] values,
                            final boolean isPut, final long count)
        throws SuspendExecution {
        final long first = array.size() / ctx.nodeCount() * (ctx.nodeCount() - 1);
        for (long i = 0; i < count; i++) {
            if (isPut) {
                array.put(ctx, first, values, 0, values.length);
            } else {
                array.get(ctx, first, values, 0, values.length);
            }
        }
    }

    static void patches(final TaskContext ctx, final ArmciMemory remote, final ArmciMemory local, final long count)
        throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        for (long i = 0; i < count; i++) {
            armci.getStrided(remote, ctx.nodeCount() - 1, Patch.of(0, SIDE * 8L).times(SIDE, SIDE * 16L),
                local.local(), Patch.of(0, SIDE * 8L).times(SIDE, SIDE * 8L));
        }
    }

    /** Random values of all nodes, one accumulate of 1 each; word {@code i} of the random sequence says where. */
    static RangeBody accumulates(final ArmciMemory table, final long wordsPerNode, final long seed) {
        return (low, high, ctx) -> {
            final Armci armci = Armci.of(ctx);
            final LocalBuffer one = LocalBuffer.of(new double[] {1});
            final int nodes = ctx.nodeCount();
            for (long i = low; i < high; i++) {
                final long bits = RandomIndex.word(seed, i);
                armci.accumulateNb(Accumulate.DOUBLE, one, 0, table, ArmciProof.node(bits, nodes),
                    (bits & wordsPerNode - 1) * 8, 8);
            }
            ctx.await();
        };
    }

    /** Fetch-and-adds of 1 to random longs of all nodes; word {@code i} of the random sequence says where. */
    static RangeBody fetchAdds(final ArmciMemory table, final long wordsPerNode, final long seed) {
        return (low, high, ctx) -> {
            final ArmciCells cells = table.longs();
            final int nodes = ctx.nodeCount();
            try (Scratch scratch = ctx.scratch()) {
                final long[] before = scratch.longs((int) (high - low));
                for (long i = low; i < high; i++) {
                    final long bits = RandomIndex.word(seed, i);
                    cells.fetchAddNb(ctx, ArmciProof.node(bits, nodes), bits & wordsPerNode - 1, 1, before,
                        (int) (i - low));
                }
                ctx.await();
            }
        };
    }

    /** The same on a global array with as many longs on each node. */
    static RangeBody arrayFetchAdds(final GlobalLongArray array, final long wordsPerNode, final long seed) {
        return (low, high, ctx) -> {
            final int nodes = ctx.nodeCount();
            try (Scratch scratch = ctx.scratch()) {
                final long[] before = scratch.longs((int) (high - low));
                for (long i = low; i < high; i++) {
                    final long bits = RandomIndex.word(seed, i);
                    array.fetchAddNb(ctx, ArmciProof.node(bits, nodes) * wordsPerNode + (bits & wordsPerNode - 1), 1,
                        before, (int) (i - low));
                }
                ctx.await();
            }
        };
    }

    /**
     * Puts the words of {@link ArmciProof#value} to random places of all nodes; iteration {@code i} is the list of
     * words {@code i * LIST ...}.
     */
    static RangeBody scatters(final ArmciMemory table, final long wordsPerNode, final long seed) {
        return (low, high, ctx) -> {
            final Armci armci = Armci.of(ctx);
            final double[] values = new double[LIST];
            final LocalBuffer buffer = LocalBuffer.of(values);
            final int nodes = ctx.nodeCount();
            final long[][] here = new long[nodes][LIST];
            final long[][] there = new long[nodes][LIST];
            final int[] count = new int[nodes];
            for (long i = low; i < high; i++) {
                choose(seed, i, wordsPerNode, here, there, count);
                for (int k = 0; k < LIST; k++) {
                    values[k] = ArmciProof.value(seed, RandomIndex.word(seed, i * LIST + k), nodes, wordsPerNode);
                }
                for (int node = 0; node < nodes; node++) {
                    armci.putVectorNb(buffer, table, node, list(here[node], there[node], count[node]));
                }
                ctx.await();
            }
        };
    }

    /**
     * Gets from random places of all nodes and compares with the words that {@link ArmciProof#fill} left there; counts
     * those that are wrong at {@code mistakes}.
     *
     * @param isAll compare every list; otherwise the last of each chunk, so that comparing takes no time worth
     *              mentioning
     */
    static RangeBody gathers(final ArmciMemory table, final long wordsPerNode, final long seed,
                             final ArmciMemory mistakes, final boolean isAll) {
        return (low, high, ctx) -> {
            final Armci armci = Armci.of(ctx);
            final double[] values = new double[LIST];
            final LocalBuffer buffer = LocalBuffer.of(values);
            final int nodes = ctx.nodeCount();
            final long[][] here = new long[nodes][LIST];
            final long[][] there = new long[nodes][LIST];
            final int[] count = new int[nodes];
            long wrong = 0;
            for (long i = low; i < high; i++) {
                choose(seed, i, wordsPerNode, here, there, count);
                for (int node = 0; node < nodes; node++) {
                    armci.getVectorNb(table, node, buffer, list(here[node], there[node], count[node]));
                }
                ctx.await();
                if (isAll || i == high - 1) {
                    wrong += ArmciProof.wrongInList(values, seed, i * LIST, nodes, wordsPerNode);
                }
            }
            if (wrong != 0) {
                armci.addLongNb(mistakes, 0, 0, wrong);
                ctx.await();
            }
        };
    }

    private static void choose(final long seed, final long listIndex, final long wordsPerNode, final long[][] here,
                               final long[][] there, final int[] count) {
        final int nodes = count.length;
        Arrays.fill(count, 0);
        for (int k = 0; k < LIST; k++) {
            final long bits = RandomIndex.word(seed, listIndex * LIST + k);
            final int node = ArmciProof.node(bits, nodes);
            here[node][count[node]] = k * 8L;
            there[node][count[node]++] = (bits & wordsPerNode - 1) * 8;
        }
    }

    private static IoVector list(final long[] here, final long[] there, final int count) {
        return new IoVector(Arrays.copyOf(here, count), Arrays.copyOf(there, count), 8);
    }
}
