package org.gmt4j.graph.mail;

import org.gmt4j.BulkVisitor;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * One node's side of {@link RoundMail}, for tasks of a team, one on each node, that work in rounds: words that are sent
 * in a round are read in the next one. Used by that task, but for {@link #receive}, which any lane calls. Per word.
 *
 * <p>What arrives in a round goes to the inboxes of its parity, while those of the other parity are read. No node is
 * more than a round ahead, as all meet in {@link #endRound}. Memory: a block for each node, and the most words of two
 * rounds.
 *
 * <pre>
 * block   parity of the round, words
 * </pre>
 */
public final class RoundBox implements AutoCloseable {
    /** By parity; the last bucket has what the node leaves for itself, each other one what a lane has received. */
    private final WordBuckets[][] inboxes;
    private BulkVisitor visitor;
    /** Words of a block. */
    private int length;
    private LocalView blocks;
    private int[] counts;
    private long added;
    private int parity;

    RoundBox(final int lanes) {
        inboxes = new WordBuckets[2][lanes + 1];
        for (final WordBuckets[] boxes : inboxes) {
            for (int i = 0; i <= lanes; i++) {
                boxes[i] = new WordBuckets(1);
            }
        }
    }

    void connect(final TaskContext ctx, final BulkVisitor own) {
        visitor = own;
        length = own.maxLength(ctx) >> 3;
        blocks = LocalView.allocate((long) length * ctx.nodeCount(), true);
        counts = new int[ctx.nodeCount()];
    }

    void receive(final LocalView block, final TaskContext ctx) {
        inboxes[(int) block.word(0)][ctx.laneId()].addAll(0, block, 1);
    }

    /** Adds a word for another node. */
    public void send(final TaskContext ctx, final int node, final long word) {
        blocks.setWord((long) node * length + ++counts[node], word);
        added++;
        if (counts[node] == length - 1) {
            flush(ctx, node);
        }
    }

    /** Room for words to another node, to be written there from the first one on; never empty. */
    public LocalView room(final int node) {
        return LocalView.words(blocks.address((long) node * length + 1 + counts[node]), length - 1 - counts[node]);
    }

    /** Adds the words that have been written to the room. */
    public void added(final TaskContext ctx, final int node, final int words) {
        counts[node] += words;
        added += words;
        if (counts[node] == length - 1) {
            flush(ctx, node);
        }
    }

    /** Adds a word for this node. */
    public void keep(final long word) {
        inboxes[parity][inboxes[parity].length - 1].add(0, word);
        added++;
    }

    private void flush(final TaskContext ctx, final int node) {
        final long first = (long) node * length;
        blocks.setWord(first, parity);
        visitor.send(ctx, node, blocks.address(first), 1 + counts[node] << 3);
        counts[node] = 0;
    }

    /** Words of this round so far. */
    public long added() {
        return added;
    }

    /**
     * Ends the round: afterwards all its words have arrived, and can be read. All nodes call it, which have read what
     * has come before.
     *
     * @return the values of all nodes combined
     */
    public long endRound(final TaskContext ctx, final long value, final ReduceOperator operator)
        throws SuspendExecution {
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                flush(ctx, node);
            }
        }
        added = 0;
        for (final WordBuckets box : inboxes[parity ^ 1]) {
            box.clear(0);                                       // before others can be in the next round
        }
        ctx.await();
        final long all = ctx.collectives().allReduce(value, operator);
        parity ^= 1;
        ctx.checkCancelled();
        return all;
    }

    /** Parts of what has come in the round that has ended last. */
    public int partCount() {
        int count = 0;
        for (final WordBuckets box : inboxes[parity ^ 1]) {
            count += box.segmentCount(0);
        }
        return count;
    }

    /** Words of a part, valid until the end of this round. */
    public LocalView part(final int index) {
        int at = index;
        for (final WordBuckets box : inboxes[parity ^ 1]) {
            if (at < box.segmentCount(0)) {
                return box.segment(0, at);
            }
            at -= box.segmentCount(0);
        }
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public void close() {
        if (blocks != null) {
            blocks.close();
        }
        for (final WordBuckets[] boxes : inboxes) {
            for (final WordBuckets box : boxes) {
                box.close();
            }
        }
    }
}
