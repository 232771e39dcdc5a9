package org.gmt4j.graph.levels;

import org.gmt4j.Distribution;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of searches that go on apart, a {@link Wave} for each: where their levels share hardly a row, nothing
 * is saved by searching together, and all caches are full of others' rows. Between two rounds of all nodes a wave goes
 * several levels ahead. Methods are steps of one task, which spreads the waves over the threads of the node.
 */
final class WavePart {
    private static final int SOURCE_BITS = 6;
    /** Rows that may wait at a node and edges to others, besides one for each row. */
    private static final int WAITING = 1 << 16;

    private final CsrPart out;
    private final Distribution vertices;
    private final Mailbox mail;
    private final Wave[] waves;
    /** By lane. */
    private final Wave.Lists[] lists;
    private final long most;
    private long limit;
    private int share;

    /** @param most rows with this level are not followed */
    WavePart(final CsrPart out, final Distribution vertices, final Mailbox mail, final LocalView[] columns,
             final long most, final int lanes) {
        this.out = out;
        this.vertices = vertices;
        this.mail = mail;
        this.most = most;
        waves = new Wave[columns.length];
        for (int i = 0; i < waves.length; i++) {
            waves[i] = new Wave(out, columns[i]);
        }
        lists = new Wave.Lists[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            lists[lane] = new Wave.Lists();
        }
    }

    /** A row of a search has a level, and has not been followed. */
    void add(final int source, final long row, final long level) {
        waves[source].add(row, level);
    }

    /** No row waits. */
    void clear() {
        for (final Wave wave : waves) {
            wave.clear();
        }
    }

    /** All waves go on to a level, and tell other nodes what they have found there. */
    static void follow(final TaskContext ctx, final NodeLocal<ManyPart> parts, final long limit)
        throws SuspendExecution {
        final WavePart here = parts.get().waves();
        final int going = here.begin(limit);
        if (going > 0) {
            ctx.parFor(here.waves.length, 1, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().waves().follow((int) low, (int) high, c.laneId()));
        }
        here.send(ctx);
    }

    private int begin(final long end) {
        limit = Math.min(end, most);
        int going = 0;
        for (final Wave wave : waves) {
            going += wave.count() > 0 ? 1 : 0;
        }
        share = (int) ((WAITING + out.rowCount()) / Math.max(1, going));
        return going;
    }

    private void follow(final int from, final int to, final int lane) {
        for (int i = from; i < to; i++) {
            if (waves[i].count() > 0) {
                waves[i].follow(limit, share, lists[lane]);
            }
        }
    }

    private void send(final TaskContext ctx) throws SuspendExecution {
        for (int i = 0; i < waves.length; i++) {
            final int source = i;
            waves[i].takeAway((vertex, level) -> {
                final int owner = vertices.owner(vertex);
                mail.add(ctx, owner, vertex - vertices.start(owner), level << SOURCE_BITS | source);
            });
            ctx.yield();
        }
        mail.flush(ctx);
    }

    /** Takes what other nodes have found here; returns this node's part of {@link WaveSums}. */
    long[] take() {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                final long offer = words[1].word(i);
                waves[(int) (offer & (1 << SOURCE_BITS) - 1)].offer(words[0].word(i), (int) (offer >>> SOURCE_BITS));
            }
        });
        long waiting = 0;
        long first = Long.MAX_VALUE;
        long followed = 0;
        long lowered = 0;
        for (final Wave wave : waves) {
            final long level = wave.firstLevel(most);
            waiting += level < Long.MAX_VALUE ? wave.count() : 0;
            first = Math.min(first, level);
            followed += wave.takeFollowed();
            lowered += wave.takeLowered();
        }
        return new long[] {waiting, first, followed, lowered};
    }
}
