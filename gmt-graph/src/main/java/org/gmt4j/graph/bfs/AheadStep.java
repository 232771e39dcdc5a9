package org.gmt4j.graph.bfs;

import java.util.Arrays;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.waves.Wave;
import org.gmt4j.graph.waves.WaveSums;

/**
 * One node's side of the levels that a search finds ahead: where small levels follow each other, as in road maps, a
 * round of all nodes takes longer than a level, and so each node follows several between two rounds. Rows whose level
 * turns out to be too large are followed once more, and get another parent.
 *
 * <pre>
 * round    {@link #follow} -> {@link #send} -> all-reduce of {@link #sums} -> {@link #receive}
 * </pre>
 *
 * <p>The filter of the search is not touched meanwhile: it knows the rows of the levels before. Memory: 4 bytes a row,
 * from the first such levels on, where the search has no levels to write; and that of a {@link Wave}.
 *
 * <p>Owned by the task that runs the levels of a node. Per edge.
 */
final class AheadStep implements AutoCloseable {
    /** More nodes than a sum of all has bits for. */
    static final int MOST_NODES = 1 << 10;
    /** Edges of a round: some ten times as long as the round takes, so that others soon have what they wait for. */
    private static final long MOST_EDGES = 1 << 15;
    /** Rows that wait, at a node, besides a share of all: more would better be found level by level. */
    private static final int MANY_WAITING = 1 << 14;
    private static final int MANY_WAITING_SHARE = 32;
    /** A sum: nodes that have more to do, nodes at which many rows wait, rows followed, and levels lowered. */
    private static final int BUSY_SHIFT = 52;
    private static final int CROWDED_SHIFT = 40;
    private static final int FOLLOWED_SHIFT = 20;
    private static final int NODES_MASK = (1 << BUSY_SHIFT - CROWDED_SHIFT) - 1;
    private static final int ROWS_MASK = (1 << FOLLOWED_SHIFT) - 1;
    private static final int NOT_REACHED = -1;

    private final CsrPart part;
    private final Distribution vertices;
    private final SeenFilter seen;
    private final Parents parents;
    private final FrontierMail mail;
    private final int nodes;
    private final int[] room;
    private final int share;
    private final Wave.Lists lists = new Wave.Lists();
    /** Where the search has no levels to write; null until then. */
    private LocalView ownLevels;
    private LocalView levels;
    private Wave wave;
    private int sent;

    /** @param nodes of the search */
    AheadStep(final CsrPart part, final Distribution vertices, final TopDownStep topDown, final FrontierMail mail,
              final int nodes) {
        this.part = part;
        this.vertices = vertices;
        this.mail = mail;
        this.nodes = nodes;
        seen = topDown.seen();
        parents = topDown.parents();
        room = new int[nodes];
        share = (int) Math.min(part.rowCount() + MANY_WAITING, FrontierMail.capacity(nodes) / 2L);
    }

    /**
     * Begins with a frontier.
     *
     * @param notes where levels go; those of the rows that were reached before are there
     */
    void begin(final LaneQueue[] frontier, final long level, final LevelNotes notes) {
        if (notes.levels() == null) {
            ownLevels = ownLevels == null ? LocalView.allocate(part.rowCount(), false) : ownLevels;
            levels = ownLevels;
            forgetRows();
        } else {
            levels = notes.levels();
        }
        wave = new Wave(part, levels, parents.view());
        for (final LaneQueue queue : frontier) {
            final int[] rows = queue.rows();
            for (int i = 0; i < queue.count(); i++) {
                levels.setNarrow(rows[i], (int) level);
                wave.add(rows[i], level);
            }
        }
    }

    /** Rows that were reached have the smallest level, the others none. */
    private void forgetRows() {
        final long rows = part.rowCount();
        for (long from = 0; from < rows; from += Long.SIZE) {
            final long bits = seen.bitsFrom(part.firstVertex() + from);
            for (long row = from; row < Math.min(rows, from + Long.SIZE); row++) {
                levels.setNarrow(row, (int) (bits >>> row & 1) - 1);
            }
        }
    }

    /** Follows rows below a level, as many as there is time and room for. */
    void follow(final long limit) {
        wave.follow(limit, share, MOST_EDGES, lists);
    }

    /** Sends what there is room for. A collective must follow, and {@link #receive}. */
    void send(final TaskContext ctx) throws SuspendExecution {
        Arrays.fill(room, FrontierMail.capacity(nodes) / 2);
        sent = 0;
        wave.takeAway((target, level, vertex) -> {
            final int owner = vertices.owner(target);
            if (room[owner] == 0) {
                return false;
            }
            room[owner]--;
            sent++;
            mail.add(owner, (int) (target - vertices.start(owner)), (int) (vertex - part.firstVertex()));
            mail.add(owner, (int) level, 0);
            return true;
        });
        mail.send(ctx);
    }

    /** What this node has done in the round and has yet to do, to be summed over all. */
    long sums() {
        final long most = ROWS_MASK / nodes;
        long followed = wave.takeFollowed();
        long lowered = wave.takeLowered();
        while (Math.max(followed, lowered) > most) {
            followed >>= 1;
            lowered >>= 1;
        }
        final long busy = wave.count() > 0 || wave.awayCount() > 0 || sent > 0 ? 1 : 0;
        final long crowded = wave.count() > MANY_WAITING + part.rowCount() / MANY_WAITING_SHARE ? 1 : 0;
        return busy << BUSY_SHIFT | crowded << CROWDED_SHIFT | followed << FOLLOWED_SHIFT | lowered;
    }

    /** Whether any node has more to do. */
    static boolean isBusy(final long sums) {
        return sums >>> BUSY_SHIFT > 0;
    }

    /** Whether at any node many rows wait. */
    static boolean isCrowded(final long sums) {
        return (sums >>> CROWDED_SHIFT & NODES_MASK) > 0;
    }

    /** For the width of the next round. */
    static WaveSums round(final long sums) {
        return new WaveSums(0, 0, sums >>> FOLLOWED_SHIFT & ROWS_MASK, sums & ROWS_MASK);
    }

    /** Takes what other nodes have found here. */
    void receive(final int nodeId) {
        for (int source = 0; source < nodes; source++) {
            final int count = source == nodeId ? 0 : mail.count(source);
            for (int i = 0; i < count; i += 2) {
                wave.offer(mail.row(source, i), mail.row(source, i + 1),
                    vertices.start(source) + mail.parentRow(source, i));
            }
        }
        mail.next();
    }

    /** The smallest level that waits here, the largest long where none does: all levels up to it are found. */
    long firstLevel() {
        return wave.firstLevel(Long.MAX_VALUE);
    }

    /**
     * Ends: rows up to a level stay reached, the others are to be found again.
     *
     * @param frontier takes the rows of this level
     * @return the largest level that stays
     */
    long end(final long last, final LaneQueue frontier) {
        final Bitmap bits = seen.bitmap();
        long deepest = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final int level = levels.narrow(row);
            if (level > last) {
                levels.setNarrow(row, NOT_REACHED);
                parents.set(row, BfsKernel.UNREACHED);
            } else if (level != NOT_REACHED) {
                deepest = Math.max(deepest, level);
                if (!bits.has(part.firstVertex() + row)) {
                    seen.mark(part.firstVertex() + row);
                }
                if (level == last) {
                    frontier.add((int) row);
                }
            }
        }
        wave = null;
        levels = null;
        return deepest;
    }

    @Override
    public void close() {
        if (ownLevels != null) {
            ownLevels.close();
        }
    }
}
