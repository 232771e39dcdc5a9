package org.gmt4j.graph.strong;

import java.util.Arrays;
import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.components.RandomOrder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.LowestSent;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link StrongSearch}: each method is one step for the rows of this node. Used by one task at a
 * time. Steps that take what has arrived are apart from those that send: nothing arrives while any node takes.
 *
 * <p>Colours are ranks of vertices in the order of the phase. Vertices that have left have a root: the vertex by which
 * their component was found.
 */
final class StrongPart implements AutoCloseable {
    /** Row there; colour, or which of its edges is gone; colours between which edges lie. */
    static final int WORDS = 3;
    static final long NOBODY = -1;
    private static final long NO_COLOUR = Long.MAX_VALUE;
    private static final long FIRST_COLOUR = Long.MIN_VALUE;
    private static final int STEPS_BETWEEN_YIELDS = 8192;
    private static final int ROWS_BETWEEN_YIELDS = 4096;
    private static final int BATCH = 4096;
    private static final long IN = 0;
    private static final long OUT = 1;
    private static final long FIRST_PHASE = 1;

    private final CsrPart out;
    private final CsrPart in;
    private final long first;
    private final int rowCount;
    private final Distribution vertices;
    private final Mailbox mail;
    /** Colours of phase 1, forgotten when these are known; then roots, of whatever phase. */
    private final LowestSent sent;
    /** Of vertices that have left; else {@link #NOBODY}. */
    private final LocalView roots;
    private final LocalView colours;
    /** Colours of the phase before: edges lie between vertices of the same. */
    private final LocalView regions;
    /** Edges that are left, while vertices are trimmed; ints. */
    private final LocalView ins;
    private final LocalView outs;
    /** Rows that have not left. */
    private int[] active;
    private int activeCount;
    private int[] stack = new int[1024];
    private int stackCount;
    private RandomOrder order;
    private Arrivals arrivals;
    private long pivot;
    /**
     * Colours that were sent for a vertex say what need not be sent to it. Not so once there are regions: it may have
     * refused them, as those of another one.
     */
    private boolean isOneRegion;

    StrongPart(final CsrGraph graph, final CsrGraph inRows, final Mail mail) {
        out = graph.part();
        in = inRows.part();
        first = out.firstVertex();
        rowCount = Math.toIntExact(out.rowCount());
        vertices = graph.listed().distribution();
        this.mail = mail.box();
        sent = new LowestSent(graph.vertexCount(), LowestSent.MOST);
        roots = LocalView.allocate(rowCount, true);
        colours = LocalView.allocate(rowCount, true);
        regions = LocalView.allocate(rowCount, true);
        ins = LocalView.allocate(rowCount, false);
        outs = LocalView.allocate(rowCount, false);
        active = new int[rowCount];
        roots.fill(-1);
        regions.fill(0);
    }

    private void push(final int row) {
        if (stackCount == stack.length) {
            stack = Arrays.copyOf(stack, 2 * stackCount);
        }
        stack[stackCount++] = row;
    }

    private void send(final TaskContext ctx, final long target, final long word, final long region) {
        final int owner = vertices.owner(target);
        mail.add(ctx, owner, target - vertices.start(owner), word, region);
    }

    /** Sends what is left; returns how many entries the step has sent. */
    private long sendRest(final TaskContext ctx) {
        final long count = mail.sent();
        mail.flush(ctx);
        return count;
    }

    // --- trim ---

    void trim(final TaskContext ctx) throws SuspendExecution {
        for (int row = 0; row < rowCount; row++) {
            ins.set(row, withoutLoops(in, row));
            outs.set(row, withoutLoops(out, row));
            if (row % ROWS_BETWEEN_YIELDS == ROWS_BETWEEN_YIELDS - 1) {
                ctx.yield();
            }
        }
        for (int row = 0; row < rowCount; row++) {
            leaveIfLoose(row);
        }
        tellNeighbours(ctx);
        sendRest(ctx);
    }

    private long withoutLoops(final CsrPart part, final int row) {
        long count = 0;
        for (long at = part.begin(row); at < part.begin(row + 1); at++) {
            count += part.target(at) == first + row ? 0 : 1;
        }
        return count;
    }

    private void leaveIfLoose(final int row) {
        if (roots.word(row) == NOBODY && (ins.narrow(row) == 0 || outs.narrow(row) == 0)) {
            roots.setWord(row, first + row);
            push(row);
        }
    }

    private void tellNeighbours(final TaskContext ctx) throws SuspendExecution {
        for (long steps = 1; stackCount > 0; steps++) {
            final int row = stack[--stackCount];
            tell(ctx, row, out, IN);
            tell(ctx, row, in, OUT);
            if (steps % STEPS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    /** The neighbours of a row that has left have an edge less. */
    private void tell(final TaskContext ctx, final int row, final CsrPart part, final long side) {
        final long end = part.begin(row + 1);
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            if (!part.isLocal(target)) {
                send(ctx, target, side, 0);
            } else if (target != first + row) {
                loseEdge((int) (target - first), side);
            }
        }
    }

    private void loseEdge(final int row, final long side) {
        final LocalView edges = side == IN ? ins : outs;
        edges.set(row, edges.narrow(row) - 1);
        leaveIfLoose(row);
    }

    void takeLosses() {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                loseEdge((int) words[0].word(i), words[1].word(i));
            }
        });
    }

    long trimMore(final TaskContext ctx) throws SuspendExecution {
        tellNeighbours(ctx);
        return sendRest(ctx);
    }

    /** The vertex of this node that has not left and has most edges, and their number. */
    long[] busiest() {
        long best = NOBODY;
        long most = -1;
        for (int row = 0; row < rowCount; row++) {
            if (roots.word(row) == NOBODY) {
                active[activeCount++] = row;
                final long edges = (long) ins.narrow(row) + outs.narrow(row);
                if (edges > most) {
                    best = first + row;
                    most = edges;
                }
            }
        }
        return new long[] {best, most};
    }

    // --- colours ---

    private long rank(final int row) {
        return first + row == pivot ? FIRST_COLOUR : order.rank(first + row);
    }

    private int row(final long rank) {
        return (int) ((rank == FIRST_COLOUR ? pivot : order.value(rank)) - first);
    }

    /**
     * The rows of this node colour what they reach, the first ones first, so that each row is coloured once.
     *
     * @param seed number of the phase
     */
    void colour(final TaskContext ctx, final long seed, final long hub) throws SuspendExecution {
        order = new RandomOrder(seed);
        pivot = hub;
        isOneRegion = seed == FIRST_PHASE;
        final long[] ranks = new long[activeCount];
        for (int i = 0; i < activeCount; i++) {
            ranks[i] = rank(active[i]);
            colours.setWord(active[i], NO_COLOUR);
        }
        Arrays.sort(ranks);
        for (final long rank : ranks) {
            spread(ctx, row(rank), rank);
        }
        sendRest(ctx);
    }

    /** Colours a row, and all that it reaches here, unless they have a colour that comes before. */
    private void spread(final TaskContext ctx, final int start, final long colour) throws SuspendExecution {
        take(start, colour);
        spread(ctx, colour);
    }

    /** From the rows of the stack on, which have the colour. */
    private void spread(final TaskContext ctx, final long colour) throws SuspendExecution {
        for (long steps = 1; stackCount > 0; steps++) {
            final int row = stack[--stackCount];
            final long region = regions.word(row);
            final long end = out.begin(row + 1);
            for (long at = out.begin(row); at < end; at++) {
                final long target = out.target(at);
                if (!out.isLocal(target)) {
                    if (!isOneRegion || sent.falls(target, colour)) {
                        send(ctx, target, colour, region);
                    }
                } else if (regions.word(target - first) == region) {
                    take((int) (target - first), colour);
                }
            }
            if (steps % STEPS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void take(final int row, final long colour) {
        if (roots.word(row) == NOBODY && colour < colours.word(row)) {
            colours.setWord(row, colour);
            push(row);
        }
    }

    /** Rows have the first of the colours that have come at once, so that there is no need to keep the others. */
    void takeColours() {
        arrivals = new Arrivals();
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                final int row = (int) words[0].word(i);
                final long colour = words[1].word(i);
                if (roots.word(row) == NOBODY && regions.word(row) == words[2].word(i)
                    && colour < colours.word(row)) {
                    colours.setWord(row, colour);
                    arrivals.add(row);
                }
            }
        });
        arrivals.sort(colours::word);
    }

    /** Colours that have come from other nodes go on from here, the first ones first. */
    long colourMore(final TaskContext ctx) throws SuspendExecution {
        for (int i = 0; i < arrivals.count(); i++) {
            // otherwise an earlier one has coloured the row meanwhile, and gone on from there
            if (colours.word(arrivals.row(i)) == arrivals.colour(i)) {
                push(arrivals.row(i));
                spread(ctx, arrivals.colour(i));
            }
        }
        arrivals = null;
        return sendRest(ctx);
    }

    // --- components ---

    /** From the first vertex of each colour against the direction of edges, within the colour. */
    void gather(final TaskContext ctx) throws SuspendExecution {
        if (isOneRegion) {
            sent.clear();
        }
        for (int i = 0; i < activeCount; i++) {
            final int row = active[i];
            if (colours.word(row) == rank(row)) {
                leave(row, first + row);
            }
        }
        gatherHere(ctx);
        sendRest(ctx);
    }

    private void leave(final int row, final long root) {
        roots.setWord(row, root);
        push(row);
    }

    private void gatherHere(final TaskContext ctx) throws SuspendExecution {
        for (long steps = 1; stackCount > 0; steps++) {
            final int row = stack[--stackCount];
            final long colour = colours.word(row);
            final long root = roots.word(row);
            final long end = in.begin(row + 1);
            for (long at = in.begin(row); at < end; at++) {
                final long source = in.target(at);
                if (in.isLocal(source)) {
                    join((int) (source - first), colour, root);
                } else if (sent.isNew(source, root)) {      // each phase has other roots
                    send(ctx, source, colour, root);
                }
            }
            if (steps % STEPS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void join(final int row, final long colour, final long root) {
        if (roots.word(row) == NOBODY && colours.word(row) == colour) {
            leave(row, root);
        }
    }

    void takeMembers() {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                join((int) words[0].word(i), words[1].word(i), words[2].word(i));
            }
        });
    }

    long gatherMore(final TaskContext ctx) throws SuspendExecution {
        gatherHere(ctx);
        return sendRest(ctx);
    }

    /** Colours become regions; returns how many rows have not left. */
    long cut() {
        int count = 0;
        for (int i = 0; i < activeCount; i++) {
            final int row = active[i];
            if (roots.word(row) == NOBODY) {
                regions.setWord(row, colours.word(row));
                active[count++] = row;
            }
        }
        activeCount = count;
        return count;
    }

    // --- labels ---

    void clear(final GlobalLongArray lowest) {
        final LocalView here = LocalView.of(lowest);
        for (int row = 0; row < rowCount; row++) {
            here.setWord(row, Long.MAX_VALUE);
        }
    }

    /** Rows ascend: the first one of a root is the smallest here. */
    void offer(final TaskContext ctx, final GlobalLongArray lowest) throws SuspendExecution {
        for (int row = 0; row < rowCount; row++) {
            if (sent.isNew(roots.word(row), NOBODY)) {       // which no root is
                lowest.minNb(ctx, roots.word(row), first + row);
            }
        }
        ctx.await();
    }

    /** Each row has the smallest vertex of its root as label; sizes are kept there. */
    void label(final TaskContext ctx, final GlobalLongArray lowest, final IntegerArray labels,
               final GlobalLongArray sizes) throws SuspendExecution {
        final LocalView here = LocalView.of(labels);
        final long[] found = new long[BATCH];
        long last = NOBODY;
        long size = 0;
        for (int from = 0; from < rowCount; from += BATCH) {
            final int count = Math.min(BATCH, rowCount - from);
            for (int i = 0; i < count; i++) {
                lowest.getNb(ctx, roots.word(from + i), found, i);
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                here.set(from + i, found[i]);
                if (found[i] != last && size > 0) {
                    sizes.addNb(ctx, last, size);
                    size = 0;
                }
                last = found[i];
                size++;
            }
        }
        if (size > 0) {
            sizes.addNb(ctx, last, size);
        }
        ctx.await();
    }

    long count(final IntegerArray labels) {
        final LocalView here = LocalView.of(labels);
        long count = 0;
        for (int row = 0; row < rowCount; row++) {
            count += here.get(row) == first + row ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        sent.close();
        roots.close();
        colours.close();
        regions.close();
        ins.close();
        outs.close();
    }
}
