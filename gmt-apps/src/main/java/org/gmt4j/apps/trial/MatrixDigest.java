package org.gmt4j.apps.trial;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LocalPatch;

/**
 * One number for all bits of a matrix of doubles: the sum of a hash of each element and its place, in any order. So
 * each node adds up its own part, and one thread the whole. Stateless; some nanoseconds for each element.
 */
public final class MatrixDigest {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    /** Elements after which other tasks run. */
    private static final int SLICE = 1 << 14;

    private MatrixDigest() {
    }

    /** Returns what an element adds. @param place row times columns plus column */
    public static long of(final long place, final double value) {
        return Words64.mix(Words64.mix(place + GOLDEN) ^ Double.doubleToRawLongBits(value));
    }

    /** Returns the digest of a matrix that one array holds, row by row. */
    public static long of(final double[] values) {
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += of(i, values[i]);
        }
        return sum;
    }

    /** Returns what the elements of this node add. For matrices of two dimensions; lets other tasks run in between. */
    public static long ofThisNode(final TaskContext ctx, final GlobalMatrix matrix) throws SuspendExecution {
        long sum = 0;
        for (final LocalPatch patch : matrix.local()) {
            final Box box = patch.box();
            for (long i = box.from(0); i < box.to(0); i++) {
                for (long j = box.from(1); j < box.to(1); j += SLICE) {
                    sum += ofRow(patch, i, j, Math.min(j + SLICE, box.to(1)), matrix.extent(1));
                    ctx.yield();
                }
            }
        }
        return sum;
    }

    private static long ofRow(final LocalPatch patch, final long i, final long from, final long to,
                              final long columns) {
        long sum = 0;
        for (long j = from; j < to; j++) {
            sum += of(i * columns + j, patch.getDouble(i, j));
        }
        return sum;
    }
}
