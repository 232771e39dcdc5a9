package org.gmt4j.graph.bfs;

import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * How a small frontier crosses from node to node: each node has a box for every other one, into which that puts the
 * neighbours that it has found; after a collective everybody empties its boxes. No visits, no answers to wait for:
 * between processes of one host a put is a copy. Owned by the task that runs the levels of a node.
 *
 * <pre>
 * memory   [even rounds: box of node 0, of node 1, ...] [odd rounds: the same] [outgoing: for node 0, for node 1, ...]
 * box      8 bytes: number of the round, and of entries (16 bits); entries of 8 bytes: row here, row at the sender
 * </pre>
 *
 * <p>All nodes count rounds alike, so a box whose number is not that of the round is empty. Rounds take turns between
 * the two halves: whoever puts for round r + 2 has been through the collective of r + 1, to which each node came after
 * it had emptied its boxes of r.
 *
 * <p>Memory per node: 192 KB for each of up to 8 nodes, 24 KB for each of 64 or more, 1.5 MB together between. Per
 * command.
 */
final class FrontierMail {
    /** Words of a box, its head included: of many nodes and of few. */
    private static final int LEAST_WORDS = 1024;
    private static final int MOST_WORDS = 8192;
    /** Words of the boxes for all nodes, where both limits leave a choice. */
    private static final int WORDS_FOR_ALL = 1 << 16;
    private static final int COUNT_BITS = 16;

    private final int nodeId;
    private final int nodes;
    private final int boxWords;
    private final ArmciMemory memory;
    private final LocalView words;
    /** Entries by node that are still to be sent. */
    private final int[] counts;
    private long round = 1;

    /** Called on all nodes before the first round. */
    FrontierMail(final TaskContext ctx, final ArmciMemory memory) {
        nodeId = ctx.nodeId();
        nodes = ctx.nodeCount();
        boxWords = boxWords(nodes);
        this.memory = memory;
        words = LocalView.of(memory, true);
        words.fill(0);
        counts = new int[nodes];
    }

    private static int boxWords(final int nodes) {
        return Math.max(LEAST_WORDS, Math.min(MOST_WORDS, WORDS_FOR_ALL / nodes));
    }

    /** Bytes that each of so many nodes keeps for all of them. */
    static long bytes(final int nodes) {
        return 3L * nodes * boxWords(nodes) * Long.BYTES;
    }

    /** Entries of a box between so many nodes. */
    static int capacity(final int nodes) {
        return boxWords(nodes) - 1;
    }

    /** Memory for the rounds of one search at a time. Called by one task, which frees it. */
    static ArmciMemory allocate(final TaskContext ctx) throws SuspendExecution {
        return FrontierExchange.allocateShared(ctx, bytes(ctx.nodeCount()));
    }

    private int inbox(final int source) {
        return ((int) (round & 1) * nodes + source) * boxWords;
    }

    private int outbox(final int target) {
        return (2 * nodes + target) * boxWords;
    }

    /** Notes a neighbour for another node; at most {@link #capacity} in a round. */
    void add(final int node, final int row, final int parentRow) {
        final int count = counts[node] + 1;
        if (count >= boxWords) {
            throw new IllegalStateException("more than " + (boxWords - 1) + " neighbours for node " + node);
        }
        words.setWord(outbox(node) + count, (long) row << 32 | parentRow);
        counts[node] = count;
    }

    /** Puts what was noted. The other nodes have it when this returns; a collective must follow, and {@link #next}. */
    void send(final TaskContext ctx) throws SuspendExecution {
        boolean hasPut = false;
        for (int node = 0; node < nodes; node++) {
            final int count = counts[node];
            if (count > 0) {
                words.setWord(outbox(node), round << COUNT_BITS | count);
                // the offset of the box is the same at the receiver, by the sender's id
                Armci.of(ctx).putNb(memory.local(), (long) outbox(node) << 3, memory, node, (long) inbox(nodeId) << 3,
                    (count + 1L) << 3);
                counts[node] = 0;
                hasPut = true;
            }
        }
        if (hasPut) {
            ctx.await();
        }
    }

    /** Entries that a node has sent in this round. */
    int count(final int source) {
        final long head = words.word(inbox(source));
        return head >>> COUNT_BITS == round ? (int) (head & (1 << COUNT_BITS) - 1) : 0;
    }

    /** The row here of an entry, from 0 on. */
    int row(final int source, final int entry) {
        return (int) (words.word(inbox(source) + 1L + entry) >>> 32);
    }

    /** The row at the sender of an entry. */
    int parentRow(final int source, final int entry) {
        return (int) words.word(inbox(source) + 1L + entry);
    }

    /** The boxes are empty. */
    void next() {
        round++;
    }
}
