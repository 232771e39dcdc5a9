package org.gmt4j.bench;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.gmt4j.runtime.armci.AccumulateType;
import org.gmt4j.runtime.armci.Armci;
import org.gmt4j.runtime.armci.ArmciMemory;
import org.gmt4j.runtime.armci.IoVector;
import org.gmt4j.runtime.armci.LocalBuffer;
import org.gmt4j.runtime.armci.Scale;
import org.gmt4j.runtime.task.RangeBody;
import org.gmt4j.runtime.task.TaskContext;

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
    static void ranges(final TaskContext ctx, final ArmciMemory remote, final ArmciMemory local, final boolean isPut, final int bytes, final long count)
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

    static void patches(final TaskContext ctx, final ArmciMemory remote, final ArmciMemory local, final long count) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        for (long i = 0; i < count; i++) {
            armci.getStrided(remote, ctx.nodeCount() - 1, 0, new long[] {SIDE * 16L}, local.local(), 0, new long[] {SIDE * 8L},
                new long[] {SIDE * 8L, SIDE});
        }
    }

    /** Random values of all nodes, one accumulate each. */
    static RangeBody accumulates(final ArmciMemory table, final long wordsPerNode, final long seed) {
        return (low, high, ctx) -> {
            final Armci armci = Armci.of(ctx);
            final SplittableRandom random = new SplittableRandom(seed + low);
            final LocalBuffer one = LocalBuffer.of(new double[] {1});
            final int nodes = ctx.nodeCount();
            for (long i = low; i < high; i++) {
                final long bits = random.nextLong();
                armci.accumulateNb(AccumulateType.DOUBLE, Scale.ONE, one, 0, table, (int) ((bits >>> 48) * nodes >>> 16),
                    (bits & wordsPerNode - 1) * 8, 8);
            }
            ctx.await();
        };
    }

    /** Lists of random values of all nodes; one iteration is one list. */
    static RangeBody lists(final ArmciMemory table, final long wordsPerNode, final boolean isScatter, final long seed) {
        return (low, high, ctx) -> {
            final Armci armci = Armci.of(ctx);
            final SplittableRandom random = new SplittableRandom(seed + low);
            final LocalBuffer values = LocalBuffer.of(new double[LIST]);
            final int nodes = ctx.nodeCount();
            final long[][] here = new long[nodes][LIST];
            final long[][] there = new long[nodes][LIST];
            final int[] count = new int[nodes];
            for (long i = low; i < high; i++) {
                Arrays.fill(count, 0);
                for (int k = 0; k < LIST; k++) {
                    final long bits = random.nextLong();
                    final int node = (int) ((bits >>> 48) * nodes >>> 16);
                    here[node][count[node]] = k * 8L;
                    there[node][count[node]++] = (bits & wordsPerNode - 1) * 8;
                }
                for (int node = 0; node < nodes; node++) {
                    final IoVector list = new IoVector(Arrays.copyOf(here[node], count[node]), Arrays.copyOf(there[node], count[node]), 8);
                    if (isScatter) {
                        armci.putVectorNb(values, table, node, list);
                    } else {
                        armci.getVectorNb(table, node, values, list);
                    }
                }
                ctx.await();
            }
        };
    }
}
