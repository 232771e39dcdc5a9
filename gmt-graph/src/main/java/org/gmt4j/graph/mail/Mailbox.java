package org.gmt4j.graph.mail;

import org.gmt4j.BulkVisitor;
import org.gmt4j.TaskContext;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * One node's side of {@link Mail}: entries for other nodes wait for a full block; those that arrive wait to be taken.
 * Used by one task at a time, but for {@link #receive}, which any lane calls while nobody takes. Per entry.
 *
 * <p>Memory: one block for each node; the words of what has arrived.
 */
public final class Mailbox implements AutoCloseable {
    private final int words;
    private final WordBuckets[] arrived;
    private BulkVisitor visitor;
    /** Words of a block. */
    private int length;
    private LocalView blocks;
    private int[] counts;
    private long sent;

    /** Takes entries, a column for each word. */
    @FunctionalInterface
    public interface Columns {
        /**
         * Takes some entries.
         *
         * @param columns word {@code w} of entry {@code i} is element {@code i} of column {@code w}; valid during the
         *                call
         * @param count   of entries
         */
        void accept(LocalView[] columns, long count);
    }

    Mailbox(final int words, final int lanes) {
        this.words = words;
        arrived = new WordBuckets[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            arrived[lane] = new WordBuckets(words);
        }
    }

    void connect(final TaskContext ctx, final BulkVisitor own) {
        visitor = own;
        length = own.maxLength(ctx) / (words << 3) * words;
        blocks = LocalView.allocate((long) length * ctx.nodeCount(), true);
        counts = new int[ctx.nodeCount()];
    }

    void receive(final LocalView entries, final TaskContext ctx) {
        final WordBuckets lane = arrived[ctx.laneId()];
        for (long at = 0; at < entries.count(); at += words) {
            for (int word = 0; word < words; word++) {
                lane.add(word, entries.word(at + word));
            }
        }
    }

    /** Adds an entry of two words for a node. */
    public void add(final TaskContext ctx, final int node, final long a, final long b) {
        final long at = (long) node * length + counts[node];
        blocks.setWord(at, a);
        blocks.setWord(at + 1, b);
        added(ctx, node);
    }

    /** Adds an entry of three words for a node. */
    public void add(final TaskContext ctx, final int node, final long a, final long b, final long c) {
        final long at = (long) node * length + counts[node];
        blocks.setWord(at, a);
        blocks.setWord(at + 1, b);
        blocks.setWord(at + 2, c);
        added(ctx, node);
    }

    /** Adds an entry of five words for a node. */
    public void add(final TaskContext ctx, final int node, final long a, final long b, final long c, final long d,
                    final long e) {
        final long at = (long) node * length + counts[node];
        blocks.setWord(at, a);
        blocks.setWord(at + 1, b);
        blocks.setWord(at + 2, c);
        blocks.setWord(at + 3, d);
        blocks.setWord(at + 4, e);
        added(ctx, node);
    }

    private void added(final TaskContext ctx, final int node) {
        sent++;
        counts[node] += words;
        if (counts[node] == length) {
            send(ctx, node);
        }
    }

    /** Entries added since the last {@link #flush}. */
    public long sent() {
        return sent;
    }

    /** Sends what is left. It has arrived everywhere when the task that called this has awaited, or ended. */
    public void flush(final TaskContext ctx) {
        for (int node = 0; node < counts.length; node++) {
            if (counts[node] > 0) {
                send(ctx, node);
            }
        }
        sent = 0;
    }

    private void send(final TaskContext ctx, final int node) {
        visitor.send(ctx, node, blocks.address((long) node * length), counts[node] << 3);
        counts[node] = 0;
    }

    /** Takes all entries that have arrived; the box is empty then. */
    public void take(final Columns taker) {
        final LocalView[] columns = new LocalView[words];
        for (final WordBuckets lane : arrived) {
            for (int segment = 0; segment < lane.segmentCount(0); segment++) {
                for (int word = 0; word < words; word++) {
                    columns[word] = lane.segment(word, segment);
                }
                taker.accept(columns, columns[0].count());
            }
            lane.close();
        }
    }

    @Override
    public void close() {
        if (blocks != null) {
            blocks.close();
        }
        for (final WordBuckets lane : arrived) {
            lane.close();
        }
    }
}
