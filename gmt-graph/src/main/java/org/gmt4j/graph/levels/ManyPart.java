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
import org.gmt4j.graph.csr.RowBatch;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of a pass of {@link ManySearch}: each method is one step of one task for the rows of this node. Pulls
 * spread their rows over the threads of the node, piece by piece of the vertices as {@link BrandesPart} does.
 */
final class ManyPart implements AutoCloseable {
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int PUSHES = 256;

    private final CsrPart out;
    private final CsrPart in;
    private final long first;
    private final int rowCount;
    private final Distribution vertices;
    private final Mailbox mail;
    private final GlobalLongArray given;
    /** While rows are pulled, bits of the frontier and 0 of all other rows; otherwise all 0. */
    private final LocalView givenHere;
    private boolean isGiven;
    private final LocalView[] columns;
    private final long all;
    /** By row, side by side: searches that have reached it, and those that have found it in the level under way. */
    private final LocalView states;
    private final RowBatch batch;
    /** Local targets of pushed rows and the bits for them: what these have is read of all before any is changed. */
    private final int[] pushedTo = new int[PUSHES];
    private final long[] pushed = new long[PUSHES];
    private int pushes;
    /** What was read to have it in the cache; otherwise it would not be read. */
    private long touched;
    /** Bits of the rows of the frontier, as these are listed. */
    private final LocalView bits;
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
    private final PullPieces pieces;
    private final long[] piece;
    private long from;
    private long to;
    /** Null until searches have gone on apart. */
    private WavePart waves;
    private final int lanes;

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
        states = LocalView.allocate(2L * rowCount, true);
        batch = new RowBatch(out, false);
        bits = LocalView.allocate(rowCount, true);
        frontier = LocalView.allocate(rowCount, false);
        next = LocalView.allocate(rowCount, false);
        cursors = isAlone ? null : LocalView.allocate(rowCount, true);
        pieces = new PullPieces(first, first + rowCount, given.size(), pieceLength);
        piece = new long[pieces.longest()];
        states.fill(0);
        left = in.storedEdges();
        lanes = ctx.laneCount();
    }

    void begin(final long[] sources) {
        for (int i = 0; i < sources.length; i++) {
            if (out.isLocal(sources[i])) {
                reach((int) (sources[i] - first), 1L << i);
            }
        }
    }

    private long seen(final long row) {
        return states.word(2 * row);
    }

    private long found(final long row) {
        return states.word(2 * row + 1);
    }

    private void setFound(final long row, final long fresh) {
        states.setWord(2 * row + 1, fresh);
    }

    private void reach(final int row, final long given) {
        final long fresh = given & ~seen(row);
        if (fresh != 0) {
            final long before = found(row);
            if (before == 0) {
                next.set(nextCount++, row);
            }
            setFound(row, before | fresh);
        }
    }

    /** The frontier gives its bits to its targets. */
    void push(final TaskContext ctx) throws SuspendExecution {
        for (int from = 0; from < frontierCount; from += RowBatch.CAPACITY) {
            final int end = Math.min(frontierCount, from + RowBatch.CAPACITY);
            for (int i = from; i < end; i++) {
                batch.add(frontier.narrow(i));
            }
            batch.read();
            for (int place = batch.take(); place >= 0; place = batch.take()) {
                push(ctx, batch.begin(place), batch.end(place), bits.word(from + place));
            }
            if (from % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        reachPushed();
        mail.flush(ctx);
    }

    private void push(final TaskContext ctx, final long begin, final long end, final long given) {
        for (long at = begin; at < end; at++) {
            final long target = out.target(at);
            if (out.isLocal(target)) {
                pushedTo[pushes] = (int) (target - first);
                pushed[pushes++] = given;
                if (pushes == PUSHES) {
                    reachPushed();
                }
            } else {
                final int owner = vertices.owner(target);
                mail.add(ctx, owner, target - vertices.start(owner), given);
            }
        }
    }

    private void reachPushed() {
        long sum = 0;
        for (int i = 0; i < pushes; i++) {
            sum += seen(pushedTo[i]);
        }
        touched = sum;
        for (int i = 0; i < pushes; i++) {
            reach(pushedTo[i], pushed[i]);
        }
        pushes = 0;
    }

    /** What has been found is the next level; returns its part of {@link LevelSums}. */
    long[] take(final TaskContext ctx, final int level) throws SuspendExecution {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                reach((int) words[0].word(i), words[1].word(i));
            }
        });
        final boolean isPushed = !isGiven;
        takeBack();
        long edges = 0;
        long pairs = 0;
        for (int from = 0; from < nextCount; from += RowBatch.CAPACITY) {
            final int end = Math.min(nextCount, from + RowBatch.CAPACITY);
            edges += isPushed ? readPushed(from, end) : read(from, end);
            for (int i = from; i < end; i++) {
                take(next.narrow(i), bits.word(i), level);
                pairs += Long.bitCount(bits.word(i));
            }
            if (from % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        final LocalView taken = frontier;
        frontier = next;
        next = taken;
        frontierCount = nextCount;
        nextCount = 0;
        return new long[] {frontierCount, edges, left, pairs};
    }

    /** Keeps the bits of some rows that have been found; returns their edges. */
    private long read(final int from, final int end) {
        long edges = 0;
        for (int i = from; i < end; i++) {
            final int row = next.narrow(i);
            bits.setWord(i, found(row));
            edges += out.degree(row);
        }
        return edges;
    }

    /** The same for rows in any order: reads all that is written of them then. Pulled ones ascend. */
    private long readPushed(final int from, final int end) {
        final long edges = read(from, end);
        long sum = 0;
        for (int i = from; i < end; i++) {
            final int row = next.narrow(i);
            for (long rest = bits.word(i); rest != 0; rest &= rest - 1) {
                sum += columns[Long.numberOfTrailingZeros(rest)].narrow(row);
            }
        }
        touched = sum;
        return edges;
    }

    private void take(final int row, final long fresh, final int level) {
        final long reachedBy = seen(row) | fresh;
        setFound(row, 0);
        states.setWord(2L * row, reachedBy);
        if (reachedBy == all) {
            left -= in.degree(row);
        }
        for (long rest = fresh; rest != 0; rest &= rest - 1) {
            final int source = Long.numberOfTrailingZeros(rest);
            columns[source].set(row, level);
            reached[source]++;
            depth[source] = level;
        }
    }

    /** Returns how many rows each source has reached, and the largest level of each. */
    static long[] finish(final TaskContext ctx, final NodeLocal<ManyPart> parts) throws SuspendExecution {
        final ManyPart part = parts.get();
        if (part.waves != null) {
            ctx.parFor(part.columns.length, 1, SpawnPolicy.LOCAL, (low, high, c) -> parts.get().count(low, high));
        }
        return part.sums();
    }

    private void count(final long low, final long high) {
        for (int source = (int) low; source < high; source++) {
            final LocalView column = columns[source];
            long count = 0;
            int deepest = 0;
            for (int row = 0; row < rowCount; row++) {
                final int level = column.narrow(row);
                count += level >= 0 ? 1 : 0;
                deepest = Math.max(deepest, level);
            }
            reached[source] = count;
            depth[source] = deepest;
        }
    }

    private long[] sums() {
        final long[] sums = new long[2 * columns.length];
        System.arraycopy(reached, 0, sums, 0, columns.length);
        System.arraycopy(depth, 0, sums, columns.length, columns.length);
        return sums;
    }

    // --- searches apart ---

    WavePart waves() {
        return waves;
    }

    /** The searches go on apart: those of the frontier, whose level is given, wait to be followed. */
    void part(final long level, final long most) {
        if (waves == null) {
            waves = new WavePart(out, vertices, mail, columns, most, lanes);
        }
        takeBack();
        for (int i = 0; i < frontierCount; i++) {
            for (long rest = bits.word(i); rest != 0; rest &= rest - 1) {
                waves.add(Long.numberOfTrailingZeros(rest), frontier.narrow(i), level);
            }
        }
        frontierCount = 0;
    }

    /**
     * The searches go on together, from a level up to which all levels are found; what waves have found beyond is
     * forgotten. Returns this node's part of {@link LevelSums}.
     */
    long[] join(final TaskContext ctx, final int level) throws SuspendExecution {
        waves.clear();
        states.fill(0);
        for (int source = 0; source < columns.length; source++) {
            join(source, level);
            ctx.yield();
        }
        left = 0;
        for (int row = 0; row < rowCount; row++) {
            left += seen(row) == all ? 0 : in.degree(row);
            if (found(row) != 0) {
                next.set(nextCount++, row);
            }
        }
        return take(ctx, level);
    }

    private void join(final int source, final int level) {
        final LocalView column = columns[source];
        final long bit = 1L << source;
        for (int row = 0; row < rowCount; row++) {
            final int known = column.narrow(row);
            if (known == level) {
                setFound(row, found(row) | bit);
            } else if (known > level) {
                column.setNarrow(row, -1);
            } else if (known >= 0) {
                states.setWord(2L * row, seen(row) | bit);
            }
        }
    }

    // --- pulls ---

    private void takeBack() {
        for (int i = 0; i < frontierCount && isGiven; i++) {
            givenHere.setWord(frontier.narrow(i), 0);
        }
        isGiven = false;
    }

    /** The frontier gives its bits to those who pull. */
    void give() {
        for (int i = 0; i < frontierCount; i++) {
            givenHere.setWord(frontier.narrow(i), bits.word(i));
        }
        isGiven = true;
    }

    /** Rows that some search has not reached take what is given to them. */
    static void pull(final TaskContext ctx, final NodeLocal<ManyPart> parts) throws SuspendExecution {
        final ManyPart part = parts.get();
        for (long at = 0; at < part.pieces.all() && part.rowCount > 0; at = part.to) {
            final boolean isHere = part.pieces.isHere(at);
            part.from = at;
            part.to = part.pieces.end(at);
            if (!isHere) {
                part.given.get(ctx, at, part.piece, 0, (int) (part.to - at));
            }
            ctx.parFor(part.rowCount, TaskContext.MEASURED, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().pull(low, high, isHere));
        }
        part.listPulled();
    }

    private void pull(final long low, final long high, final boolean isHere) {
        for (long row = low; row < high; row++) {
            if (seen(row) == all) {
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
        long got = seen(row) | found(row);
        long at = cursor(row);
        for (long source; got != enough && at < end && (source = sources.get(at)) < stop; at++) {
            got |= values.word(source - base);
        }
        note(row, got, at);
    }

    private void pullPiece(final long row) {
        final LocalView sources = in.targets();
        final long[] values = piece;
        final long base = from;
        final long stop = to;
        final long enough = all;
        final long end = in.begin(row + 1);
        long got = seen(row) | found(row);
        long at = cursor(row);
        for (long source; got != enough && at < end && (source = sources.get(at)) < stop; at++) {
            got |= values[(int) (source - base)];
        }
        note(row, got, at);
    }

    /** Where a row goes on. One that has all bits goes nowhere. */
    private long cursor(final long row) {
        return from == 0 ? in.begin(row) : cursors.word(row);
    }

    private void note(final long row, final long got, final long at) {
        setFound(row, got & ~seen(row));
        if (cursors != null) {
            cursors.setWord(row, at);
        }
    }

    private void listPulled() {
        for (int row = 0; row < rowCount; row++) {
            if (found(row) != 0) {
                next.set(nextCount++, row);
            }
        }
    }

    @Override
    public void close() {
        states.close();
        bits.close();
        frontier.close();
        next.close();
        if (cursors != null) {
            cursors.close();
        }
    }
}
