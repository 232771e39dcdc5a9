package org.gmt4j.graph.memory;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A copy of a whole global array in the memory of one node, taken anew as often as needed. One task takes it, then any
 * thread of the node reads it. Memory: that of all elements, and up to 8 MB while it is taken.
 */
public final class ArrayCopy implements AutoCloseable {
    private static final int PIECE = 1 << 20;

    private final IntegerArray array;
    private final LocalView elements;
    private final int[] narrow;
    private final long[] wide;

    /** @param array of ints or longs, in one part for each node */
    public ArrayCopy(final IntegerArray array) {
        this.array = array;
        final boolean isWide = array.elementLength() == Long.BYTES;
        elements = LocalView.allocate(array.size(), isWide);
        final int piece = (int) Math.min(PIECE, array.size());
        narrow = new int[isWide ? 0 : piece];
        wide = new long[isWide ? piece : 0];
    }

    /** The elements as they were when the copy was taken last, by their index in the whole array. */
    public LocalView elements() {
        return elements;
    }

    /** Takes the elements of all nodes, which nobody changes meanwhile. */
    public void take(final TaskContext ctx) throws SuspendExecution {
        final Distribution parts = array.distribution();
        for (int i = 0; i < ctx.nodeCount(); i++) {
            final int node = (ctx.nodeId() + i) % ctx.nodeCount();              // not all from one node
            final long start = parts.start(node);
            final long end = start + parts.count(node);
            if (node == ctx.nodeId()) {
                LocalView.of(array).copyTo(elements, start);
            } else {
                take(ctx, start, end);
            }
        }
    }

    private void take(final TaskContext ctx, final long start, final long end) throws SuspendExecution {
        for (long from = start; from < end; from += PIECE) {
            final int count = (int) Math.min(PIECE, end - from);
            if (array instanceof GlobalIntArray ints) {
                ints.get(ctx, from, narrow, 0, count);
                for (int i = 0; i < count; i++) {
                    elements.set(from + i, narrow[i]);
                }
            } else if (array instanceof GlobalLongArray longs) {
                longs.get(ctx, from, wide, 0, count);
                for (int i = 0; i < count; i++) {
                    elements.setWord(from + i, wide[i]);
                }
            }
        }
    }

    @Override
    public void close() {
        elements.close();
    }
}
