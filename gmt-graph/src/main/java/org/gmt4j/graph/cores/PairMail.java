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
    static final long NO_ROW = 0xFFFF_FFFFL;

    private final RoundBox box;
    /** By node, a row that waits for another one. */
    private final long[] single;

    PairMail(final RoundBox box, final int nodes) {
        this.box = box;
        single = new long[nodes];
        Arrays.fill(single, NO_ROW);
    }

    /**
     * Adds the rows of vertices of a node, as many as the block to it has room for; others may follow them.
     *
     * @param targets ascending; the first one is of the node
     * @param count   targets to be looked at, at most
     * @param start   the node's first vertex
     * @param limit   behind the node's vertices
     * @return how many have been added, at least one
     */
    int add(final TaskContext ctx, final int node, final LocalView targets, final int count, final long start,
            final long limit) {
        long first = single[node];
        int at = 0;
        if (first == NO_ROW) {
            first = targets.get(at++) - start;
        }
        final LocalView room = box.room(node);
        final int most = (int) room.count();
        int words = 0;
        while (words < most && at + 1 < count && targets.get(at + 1) < limit) {
            room.setWord(words++, targets.get(at) - start << 32 | first);
            first = targets.get(at + 1) - start;
            at += 2;
        }
        box.added(ctx, node, words);
        if (at < count && targets.get(at) < limit) {
            box.send(ctx, node, targets.get(at++) - start << 32 | first);
            first = NO_ROW;
        }
        single[node] = first;
        return at;
    }

    /** Sends the rows that still wait; returns how many words this round has sent. */
    long flush(final TaskContext ctx) {
        for (int node = 0; node < single.length; node++) {
            if (single[node] != NO_ROW) {
                box.send(ctx, node, NO_ROW << 32 | single[node]);
                single[node] = NO_ROW;
            }
        }
        return box.added();
    }
}
