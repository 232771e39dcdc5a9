package org.gmt4j.graph.levels;

import java.util.List;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of a pass of {@link ManySearch}: each method is one step of one task for the rows of this node. Pulls
 * spread their rows over the threads of the node, piece by piece of the vertices as {@link BrandesPart} does.
 */
final class ManyPart implements AutoCloseable {
    private static final int ROWS_BETWEEN_YIELDS = 4096;

    private final CsrPart out;
    private final CsrPart in;
    private final long first;
    private final int rowCount;
    private final Distribution vertices;
    private final Mailbox mail;
    private final GlobalLongArray given;
    /** Bits of the frontier; 0 of all other rows. */
    private final LocalView givenHere;
    private final LocalView[] columns;
    private final long all;
    /** Searches that have reached a row, and those that have found it in the level under way. */
    private final LocalView seen;
    private final LocalView found;
    /** Rows of the frontier, and rows that have been found; ints. */
    private LocalView frontier;
    private LocalView next;
    private int frontierCount;
    private int nextCount;
    /** In-edges of rows that some search has not reached. */
    private long left;
    private final long[] reached;
    private final long[] depth;
    /** Null where this node has all vertices. */
    private final LocalView cursors;
    private final long[] piece;
    private long from;
    private long to;

    ManyPart(final TaskContext ctx, final CsrGraph graph, final CsrGraph inRows, final GlobalLongArray given,
             final List<GlobalIntArray> levels, final Mail mail, final int pieceLength) {
        out = graph.part();
        in = inRows.part();
        first = out.firstVertex();
        rowCount = Math.toIntExact(out.rowCount());
        vertices = graph.listed().distribution();
        this.mail = mail.box();
        this.given = given;
        givenHere = LocalView.of(given);
        columns = new LocalView[levels.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = LocalView.of(levels.get(i));
            columns[i].fill(-1);
        }
        all = -1L >>> Long.SIZE - columns.length;
        reached = new long[columns.length];
        depth = new long[columns.length];
        final boolean isAlone = ctx.nodeCount() == 1;
        seen = LocalView.allocate(rowCount, true);
        found = LocalView.allocate(rowCount, true);
        frontier = LocalView.allocate(rowCount, false);
        next = LocalView.allocate(rowCount, false);
        cursors = isAlone ? null : LocalView.allocate(rowCount, true);
        piece = new long[isAlone ? 0 : (int) Math.min(pieceLength, given.distribution().longestPart())];
        seen.fill(0);
        found.fill(0);
        left = in.storedEdges();
    }

    void begin(final long[] sources) {
        for (int i = 0; i < sources.length; i++) {
            if (out.isLocal(sources[i])) {
                reach((int) (sources[i] - first), 1L << i);
            }
        }
    }

    private void reach(final int row, final long bits) {
        final long fresh = bits & ~seen.word(row);
        if (fresh != 0) {
            final long before = found.word(row);
            if (before == 0) {
                next.set(nextCount++, row);
            }
            found.setWord(row, before | fresh);
        }
    }

    /** The frontier gives its bits to its targets. */
    void push(final TaskContext ctx) throws SuspendExecution {
        for (int i = 0; i < frontierCount; i++) {
            final int row = frontier.narrow(i);
            final long bits = givenHere.word(row);
            final long end = out.begin(row + 1);
            for (long at = out.begin(row); at < end; at++) {
                final long target = out.target(at);
                if (out.isLocal(target)) {
                    reach((int) (target - first), bits);
                } else {
                    final int owner = vertices.owner(target);
                    mail.add(ctx, owner, target - vertices.start(owner), bits);
                }
            }
            if (i % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        mail.flush(ctx);
    }

    /** What has been found is the next level; returns its part of {@link LevelSums}. */
    long[] take(final TaskContext ctx, final int level) throws SuspendExecution {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                reach((int) words[0].word(i), words[1].word(i));
            }
        });
        for (int i = 0; i < frontierCount; i++) {
            givenHere.setWord(frontier.narrow(i), 0);
        }
        long edges = 0;
        for (int i = 0; i < nextCount; i++) {
            final int row = next.narrow(i);
            final long bits = found.word(row);
            found.setWord(row, 0);
            givenHere.setWord(row, bits);
            seen.setWord(row, seen.word(row) | bits);
            if (seen.word(row) == all) {
                left -= in.degree(row);
            }
            edges += out.degree(row);
            note(row, bits, level);
            if (i % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        final LocalView taken = frontier;
        frontier = next;
        next = taken;
        frontierCount = nextCount;
        nextCount = 0;
        return new long[] {frontierCount, edges, left};
    }

    private void note(final int row, final long bits, final int level) {
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            final int source = Long.numberOfTrailingZeros(rest);
            columns[source].set(row, level);
            reached[source]++;
            depth[source] = level;
        }
    }

    /** Gives nothing any more; returns how many rows each source has reached, and the largest level of each. */
    long[] finish() {
        for (int i = 0; i < frontierCount; i++) {
            givenHere.setWord(frontier.narrow(i), 0);
        }
        final long[] sums = new long[2 * columns.length];
        System.arraycopy(reached, 0, sums, 0, columns.length);
        System.arraycopy(depth, 0, sums, columns.length, columns.length);
        return sums;
    }

    // --- pulls ---

    /** Rows that some search has not reached take what is given to them. */
    static void pull(final TaskContext ctx, final NodeLocal<ManyPart> parts) throws SuspendExecution {
        final ManyPart part = parts.get();
        final Distribution vertices = part.given.distribution();
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final long end = vertices.start(node) + vertices.count(node);
            final boolean isHere = node == ctx.nodeId();
            for (long at = vertices.start(node); at < end && part.rowCount > 0; at = part.to) {
                part.from = at;
                part.to = isHere ? end : Math.min(end, at + part.piece.length);
                if (!isHere) {
                    part.given.get(ctx, at, part.piece, 0, (int) (part.to - at));
                }
                ctx.parFor(part.rowCount, TaskContext.MEASURED, SpawnPolicy.LOCAL,
                    (low, high, c) -> parts.get().pull(low, high, isHere));
            }
        }
        part.listPulled();
    }

    private void pull(final long low, final long high, final boolean isHere) {
        for (long row = low; row < high; row++) {
            if (seen.word(row) == all) {
                continue;
            }
            if (isHere) {
                pullHere(row);
            } else {
                pullPiece(row);
            }
        }
    }

    private void pullHere(final long row) {
        final LocalView sources = in.targets();
        final LocalView values = givenHere;
        final long base = from;
        final long stop = to;
        final long enough = all;
        final long end = in.begin(row + 1);
        long bits = seen.word(row) | found.word(row);
        long at = cursor(row);
        for (long source; bits != enough && at < end && (source = sources.get(at)) < stop; at++) {
            bits |= values.word(source - base);
        }
        note(row, bits, at);
    }

    private void pullPiece(final long row) {
        final LocalView sources = in.targets();
        final long[] values = piece;
        final long base = from;
        final long stop = to;
        final long enough = all;
        final long end = in.begin(row + 1);
        long bits = seen.word(row) | found.word(row);
        long at = cursor(row);
        for (long source; bits != enough && at < end && (source = sources.get(at)) < stop; at++) {
            bits |= values[(int) (source - base)];
        }
        note(row, bits, at);
    }

    /** Where a row goes on. One that has all bits goes nowhere. */
    private long cursor(final long row) {
        return from == 0 ? in.begin(row) : cursors.word(row);
    }

    private void note(final long row, final long bits, final long at) {
        found.setWord(row, bits & ~seen.word(row));
        if (cursors != null) {
            cursors.setWord(row, at);
        }
    }

    private void listPulled() {
        for (int row = 0; row < rowCount; row++) {
            if (found.word(row) != 0) {
                next.set(nextCount++, row);
            }
        }
    }

    @Override
    public void close() {
        seen.close();
        found.close();
        frontier.close();
        next.close();
        if (cursors != null) {
            cursors.close();
        }
    }
}
