package org.gmt4j.graph.levels;

import java.util.Arrays;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link Brandes}: each method is one step of one task for the rows of this node. Pulls spread their
 * rows over the threads of the node: each row belongs to one chunk of a loop. Fields are written between loops.
 *
 * <p>Vertices are pulled from in pieces, ascending: those of this node in place, those of others got into
 * {@link #piece}. Between pieces a row has its sum, and its position in {@link #cursors}.
 */
final class BrandesPart implements AutoCloseable {
    /** Below it neither numbers of paths overflow nor shares of them vanish. */
    private static final double MOST_PATHS = 1e200;
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int BATCH = 4096;

    private final CsrPart out;
    private final CsrPart in;
    private final long first;
    private final long rowCount;
    private final Distribution vertices;
    private final Mailbox mail;
    private final GlobalDoubleArray given;
    private final LocalView givenHere;
    private final LocalView scores;
    /** Per row, -1 where it has not been reached; ints. */
    private final LocalView levels;
    private final LocalView paths;
    private final LocalView dependencies;
    /** Rows that have been reached, level after level; ints. */
    private final LocalView order;
    /** Null where this node has all vertices. */
    private final LocalView cursors;
    private final PullPieces pieces;
    private final double[] piece;
    private final double[] answers = new double[BATCH];

    // --- of the search under way ---

    /** Where the rows of each level begin in the order. */
    private int[] starts = new int[16];
    /** Levels that are whole; the last of them is the frontier. */
    private int levelCount;
    private int reached;
    /** In-edges of rows that have not been reached. */
    private long left;
    /** Rows in the order whose vertices give something now. */
    private int givingFrom;
    private int givingTo;

    // --- of the pull under way ---

    private CsrPart pulled;
    private LocalView sums;
    /** Of rows in the order, else of all that have not been reached. */
    private boolean isOfLevel;
    private int firstOfLevel;
    private long from;
    private long to;

    BrandesPart(final TaskContext ctx, final BrandesArrays arrays, final Mail mail) {
        final CsrGraph graph = arrays.rows();
        out = graph.part();
        in = arrays.inRows().part();
        first = out.firstVertex();
        rowCount = Math.toIntExact(out.rowCount());
        vertices = graph.listed().distribution();
        this.mail = mail.box();
        given = arrays.given();
        givenHere = LocalView.of(given);
        scores = LocalView.of(arrays.scores());
        final boolean isAlone = ctx.nodeCount() == 1;
        levels = LocalView.allocate(rowCount, false);
        paths = LocalView.allocate(rowCount, true);
        dependencies = LocalView.allocate(rowCount, true);
        order = LocalView.allocate(rowCount, false);
        cursors = isAlone ? null : LocalView.allocate(rowCount, true);
        pieces = new PullPieces(first, first + rowCount, given.size(), arrays.pieceLength());
        piece = new double[pieces.longest()];
        levels.fill(-1);
        paths.fill(0);
        left = in.storedEdges();
    }

    // --- forward ---

    /** Forgets the search before, and begins at a source. */
    long[] begin(final long source) {
        giveNothing();
        for (int i = 0; i < reached; i++) {
            final int row = order.narrow(i);
            levels.set(row, -1);
            paths.setReal(row, 0);
        }
        left = in.storedEdges();
        reached = 0;
        levelCount = 0;
        if (out.isLocal(source)) {
            reach((int) (source - first), 0, 1);
        }
        return endLevel();
    }

    /** Some of the paths to a row of the level that is being found. */
    private void reach(final int row, final int level, final double some) {
        final int known = levels.narrow(row);
        if (known < 0) {
            levels.set(row, level);
            order.set(reached++, row);
            left -= in.degree(row);
            paths.setReal(row, some);
        } else if (known == level) {
            paths.setReal(row, paths.real(row) + some);
        }
    }

    /** The level that has been found is whole; returns its part of {@link LevelSums}. */
    private long[] endLevel() {
        final int begin = levelCount == 0 ? 0 : starts[levelCount];
        if (levelCount + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[++levelCount] = reached;
        long edges = 0;
        for (int i = begin; i < reached; i++) {
            final int row = order.narrow(i);
            edges += out.degree(row);
            if (!(paths.real(row) < MOST_PATHS)) {
                throw new GraphException(GraphException.TOO_MANY_PATHS, "more than " + MOST_PATHS
                    + " shortest paths lead to a vertex: betweenness cannot count them");
            }
        }
        return new long[] {reached - begin, edges, left};
    }

    private int start(final int level) {
        return level == 0 ? 0 : starts[level];
    }

    /** The frontier tells its targets how many paths lead to it. */
    void push(final TaskContext ctx) throws SuspendExecution {
        final int end = start(levelCount);
        for (int i = start(levelCount - 1); i < end; i++) {
            pushRow(ctx, order.narrow(i));
            if (i % ROWS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        mail.flush(ctx);
    }

    private void pushRow(final TaskContext ctx, final int row) {
        final double number = paths.real(row);
        final long end = out.begin(row + 1);
        for (long at = out.begin(row); at < end; at++) {
            final long target = out.target(at);
            if (out.isLocal(target)) {
                reach((int) (target - first), levelCount, number);
            } else {
                final int owner = vertices.owner(target);
                mail.add(ctx, owner, target - vertices.start(owner), Double.doubleToRawLongBits(number));
            }
        }
    }

    long[] takePushed() {
        mail.take((columns, count) -> {
            for (long i = 0; i < count; i++) {
                reach((int) columns[0].word(i), levelCount, columns[1].real(i));
            }
        });
        return endLevel();
    }

    private void giveNothing() {
        for (int i = givingFrom; i < givingTo; i++) {
            givenHere.setReal(order.narrow(i), 0);
        }
        givingTo = givingFrom;
    }

    /** The frontier gives its numbers of paths. */
    void publishPaths() {
        giveNothing();
        givingFrom = start(levelCount - 1);
        givingTo = start(levelCount);
        for (int i = givingFrom; i < givingTo; i++) {
            givenHere.setReal(order.narrow(i), paths.real(order.narrow(i)));
        }
    }

    /** Rows that have not been reached sum up what is given to them. */
    static long[] pull(final TaskContext ctx, final NodeLocal<BrandesPart> parts) throws SuspendExecution {
        final BrandesPart part = parts.get();
        part.pulled = part.in;
        part.sums = part.paths;
        part.isOfLevel = false;
        pullAll(ctx, parts, part.rowCount);
        return part.takePulled();
    }

    private long[] takePulled() {
        for (int row = 0; row < rowCount; row++) {
            if (levels.narrow(row) < 0 && paths.real(row) > 0) {
                levels.set(row, levelCount);
                order.set(reached++, row);
                left -= in.degree(row);
            }
        }
        return endLevel();
    }

    // --- backward ---

    /** The vertices of a level give what a vertex before them depends on each for, for each of its paths. */
    void publishShares(final int level) {
        giveNothing();
        final boolean isLast = level == levelCount - 2;
        givingFrom = start(level);
        givingTo = start(level + 1);
        for (int i = givingFrom; i < givingTo; i++) {
            final int row = order.narrow(i);
            if (isLast) {
                dependencies.setReal(row, 0);
            }
            givenHere.setReal(row, (1 + dependencies.real(row)) / paths.real(row));
        }
    }

    /** The rows of a level sum up what their targets give. */
    static void collect(final TaskContext ctx, final NodeLocal<BrandesPart> parts, final int level)
        throws SuspendExecution {
        final BrandesPart part = parts.get();
        part.pulled = part.out;
        part.sums = part.dependencies;
        part.isOfLevel = true;
        part.firstOfLevel = part.start(level);
        final int end = part.start(level + 1);
        pullAll(ctx, parts, end - part.firstOfLevel);
        for (int i = part.firstOfLevel; i < end; i++) {
            part.depend(part.order.narrow(i), part.dependencies.real(part.order.narrow(i)));
        }
    }

    private void depend(final int row, final double sum) {
        final double dependency = paths.real(row) * sum;
        dependencies.setReal(row, dependency);
        scores.setReal(row, scores.real(row) + dependency);
    }

    /** The same for a small level, whose rows ask for what the targets on other nodes give. */
    void askSingly(final TaskContext ctx, final int level) throws SuspendExecution {
        int index = start(level);
        final int end = start(level + 1);
        long at = index < end ? out.begin(order.narrow(index)) : 0;
        double sum = 0;
        while (index < end) {
            // the same way is gone twice: once to ask, and once to add
            int asked = 0;
            int askIndex = index;
            long askAt = at;
            while (askIndex < end && asked < BATCH) {
                final long rowEnd = out.begin(order.narrow(askIndex) + 1);
                for (; askAt < rowEnd && asked < BATCH; askAt++) {
                    if (!out.isLocal(out.target(askAt))) {
                        given.getNb(ctx, out.target(askAt), answers, asked++);
                    }
                }
                if (askAt == rowEnd && ++askIndex < end) {
                    askAt = out.begin(order.narrow(askIndex));
                }
            }
            ctx.await();
            int answered = 0;
            while (index < askIndex || index < end && at < askAt) {
                final long rowEnd = index < askIndex ? out.begin(order.narrow(index) + 1) : askAt;
                for (; at < rowEnd; at++) {
                    final long target = out.target(at);
                    sum += out.isLocal(target) ? givenHere.real(target - first) : answers[answered++];
                }
                if (index < askIndex) {
                    depend(order.narrow(index), sum);
                    sum = 0;
                    at = ++index < end ? out.begin(order.narrow(index)) : 0;
                }
            }
        }
    }

    void scale(final double factor) {
        for (long row = 0; row < rowCount; row++) {
            scores.setReal(row, scores.real(row) * factor);
        }
    }

    // --- pulls ---

    private static void pullAll(final TaskContext ctx, final NodeLocal<BrandesPart> parts, final long count)
        throws SuspendExecution {
        final BrandesPart part = parts.get();
        for (long at = 0; at < part.pieces.all() && count > 0; at = part.to) {
            final boolean isHere = part.pieces.isHere(at);
            part.from = at;
            part.to = part.pieces.end(at);
            if (!isHere) {
                part.given.get(ctx, at, part.piece, 0, (int) (part.to - at));
            }
            ctx.parFor(count, TaskContext.MEASURED, SpawnPolicy.LOCAL,
                (low, high, c) -> parts.get().pull(low, high, isHere));
        }
    }

    private void pull(final long low, final long high, final boolean isHere) {
        for (long i = low; i < high; i++) {
            final int row = isOfLevel ? order.narrow(firstOfLevel + i) : (int) i;
            if (isOfLevel || levels.narrow(row) < 0) {
                if (isHere) {
                    pullHere(row);
                } else {
                    pullPiece(row);
                }
            }
        }
    }

    private void pullHere(final int row) {
        final LocalView sources = pulled.targets();
        final LocalView values = givenHere;
        final long begin = from;
        final long end = to;
        final long rowEnd = pulled.begin(row + 1);
        long at = cursor(row);
        double sum = sum(row);
        for (long source; at < rowEnd && (source = sources.get(at)) < end; at++) {
            sum += values.real(source - begin);
        }
        note(row, at, sum);
    }

    private void pullPiece(final int row) {
        final LocalView sources = pulled.targets();
        final double[] values = piece;
        final long begin = from;
        final long end = to;
        final long rowEnd = pulled.begin(row + 1);
        long at = cursor(row);
        double sum = sum(row);
        for (long source; at < rowEnd && (source = sources.get(at)) < end; at++) {
            sum += values[(int) (source - begin)];
        }
        note(row, at, sum);
    }

    /** Where a row goes on. */
    private long cursor(final int row) {
        return from == 0 ? pulled.begin(row) : cursors.word(row);
    }

    private double sum(final int row) {
        return from == 0 ? 0 : sums.real(row);
    }

    private void note(final int row, final long at, final double sum) {
        sums.setReal(row, sum);
        if (cursors != null) {
            cursors.setWord(row, at);
        }
    }

    @Override
    public void close() {
        levels.close();
        paths.close();
        dependencies.close();
        order.close();
        if (cursors != null) {
            cursors.close();
        }
    }
}
