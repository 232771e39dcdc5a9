package org.gmt4j.apps.bfs;

import co.paralleluniverse.fibers.SuspendExecution;
import org.agrona.UnsafeApi;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.apps.graph.csr.CsrPart;
import org.gmt4j.runtime.array.GlobalIntArray;
import org.gmt4j.runtime.task.TaskContext;

/**
 * For each row of a node the neighbour that has most neighbours itself, the smallest of several: whom a bottom-up level asks first.
 * In a graph with hubs that is the parent most of the time, and neither the row's bounds nor its targets are touched.
 *
 * <p>Set up once per graph, in time of one pass over the edges, with the degrees of one node at a time. Memory: 4 bytes a row up to
 * 2^31 vertices, else 8. Any thread of the node once set up; {@link #of} per command.
 */
final class Hubs implements AutoCloseable {
    private static final int ROWS_BETWEEN_YIELDS = 8192;
    private final CsrPart part;
    private final boolean isWide;
    private final long hubs;

    Hubs(final CsrPart part) {
        this.part = part;
        isWide = part.isWide();
        final long bytes = Math.max(8, part.rowCount() << (isWide ? 3 : 2));
        hubs = UnsafeApi.allocateMemory(bytes);
        UnsafeApi.setMemory(hubs, bytes, (byte) 0);
    }

    /** Writes the degrees of this node's rows. */
    static void publishDegrees(final CsrPart part, final GlobalIntArray degrees) {
        for (long row = 0; row < part.rowCount(); row++) {
            UnsafeApi.putInt(degrees.localAddress() + (row << 2), (int) Math.min(Integer.MAX_VALUE, part.degree(row)));
        }
    }

    /** Looks at all neighbours' degrees, which all nodes have published. */
    void find(final TaskContext ctx, final CsrGraph graph, final GlobalIntArray degrees) throws SuspendExecution {
        final int rowCount = Math.toIntExact(part.rowCount());
        final int[] most = new int[rowCount];
        final int[] window = new int[Math.toIntExact(degrees.distribution().count(0))];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final long start = degrees.distribution().start(node);
            final int count = (int) degrees.distribution().count(node);
            degrees.get(ctx, start, window, 0, count);
            for (int row = 0; row < rowCount; row += ROWS_BETWEEN_YIELDS) {
                findRows(row, Math.min(rowCount, row + ROWS_BETWEEN_YIELDS), start, count, window, most);
                ctx.yield();
            }
        }
    }

    private void findRows(final int low, final int high, final long start, final int count, final int[] window, final int[] most) {
        for (int row = low; row < high; row++) {
            final long end = part.begin(row + 1L);
            for (long at = start == 0 ? part.begin(row) : part.lowerBound(row, start); at < end; at++) {
                final long offset = part.target(at) - start;
                if (offset >= count) {
                    break;
                }
                final int degree = window[(int) offset];
                if (degree > most[row]) {
                    most[row] = degree;
                    set(row, offset + start);
                }
            }
        }
    }

    private void set(final long row, final long vertex) {
        if (isWide) {
            UnsafeApi.putLong(hubs + (row << 3), vertex);
        } else {
            UnsafeApi.putInt(hubs + (row << 2), (int) vertex);
        }
    }

    /** Of a row with neighbours; 0 for others. */
    long of(final long row) {
        return isWide ? UnsafeApi.getLong(hubs + (row << 3)) : UnsafeApi.getInt(hubs + (row << 2));
    }

    /** Address of row 0's, for loops. */
    long address() {
        return hubs;
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(hubs);
    }
}
