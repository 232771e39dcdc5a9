package org.gmt4j.graph.cores;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.graph.mail.RoundBox;
import org.gmt4j.graph.memory.LocalView;

/**
 * Rows of other nodes that have lost a neighbour, two in a word. Owned by one task of the node; per row.
 *
 * <pre>
 * word   row in 32 bits, or all ones | row in 32 bits
 * </pre>
 */
final class PairMail {
    static final int NO_ROW = -1;
    private static final long ROW_MASK = 0xFFFF_FFFFL;

    private final RoundBox box;
    /** By node, a row that waits for another one. */
    private final int[] single;

    PairMail(final RoundBox box, final int nodes) {
        this.box = box;
        single = new int[nodes];
        Arrays.fill(single, NO_ROW);
    }

    /** Adds the rows of some vertices of a node, whose first vertex is {@code start}. */
    void add(final TaskContext ctx, final int node, final LocalView targets, final long from, final long end,
             final long start) {
        int first = single[node];
        long at = from;
        if (first == NO_ROW && at < end) {
            first = (int) (targets.get(at++) - start);
        }
        for (; at + 1 < end; at += 2) {
            box.send(ctx, node, targets.get(at) - start << 32 | first & ROW_MASK);
            first = (int) (targets.get(at + 1) - start);
        }
        if (at < end) {
            box.send(ctx, node, targets.get(at) - start << 32 | first & ROW_MASK);
            first = NO_ROW;
        }
        single[node] = first;
    }

    /** Sends the rows that still wait; returns how many words this round has sent. */
    long flush(final TaskContext ctx) {
        for (int node = 0; node < single.length; node++) {
            if (single[node] != NO_ROW) {
                box.send(ctx, node, (long) NO_ROW << 32 | single[node]);
                single[node] = NO_ROW;
            }
        }
        return box.added();
    }
}
