package org.gmt4j.graph.walks;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.Mailbox;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * One node's side of {@link WalkSearch} where steps look back: each method is one step for the walkers at vertices of
 * this node. Used by one task at a time; nothing arrives while any node takes.
 *
 * <pre>
 * entry     row there | walker | kind in 2 bits, step, trial in 31 bits | vertex: the sender's | vertex before that
 * ARRIVE    the walker has come from the sender's vertex
 * PROPOSE   it would come, if the edge from the vertex before leads here or chance has it so
 * RETURN    it was refused, and is at the row again; the sender's vertex says nothing
 * BEGIN     it begins there; no other word says anything. Nodes begin equal numbers of walkers, wherever these start
 * </pre>
 */
final class WalkPart implements AutoCloseable {
    static final int WORDS = 5;
    private static final long NOBODY = -1;
    private static final long ARRIVE = 0;
    private static final long PROPOSE = 1;
    private static final long RETURN = 2;
    private static final long BEGIN = 3;
    /** More than a walker ever tries: an edge is taken with a chance of a millionth at least. */
    private static final int TRIAL_BITS = 31;
    private static final long TRIAL_MASK = (1L << TRIAL_BITS) - 1;
    private static final int KIND_SHIFT = 62;
    private static final long STEP_MASK = (1L << KIND_SHIFT - TRIAL_BITS) - 1;
    private static final int WALKERS_BETWEEN_YIELDS = 1024;
    private static final int TRIALS_BETWEEN_YIELDS = 1 << 16;

    private final CsrPart out;
    private final CsrPart in;
    private final long first;
    private final Distribution vertices;
    private final long vertexCount;
    private final WalkSettings settings;
    private final Mailbox mail;
    private final LocalView visits;
    private final GlobalLongArray paths;
    /** Null where edges are taken alike. */
    private final WeightSums sums;
    private final double most;
    private final double least;
    private WordBuckets waiting = new WordBuckets(WORDS);
    /** The next walker that may begin here, and the one behind the last. */
    private long next;
    private final long end;
    /** Walkers that have come to their end here since the last report. */
    private long ended;

    // --- of the walker under way ---

    private long row;
    private long step;
    private long trial;
    private long before;

    WalkPart(final TaskContext ctx, final CsrGraph graph, final CsrGraph inRows, final WalkSettings settings,
             final Mail mail, final GlobalLongArray visits, final GlobalLongArray paths) {
        out = graph.part();
        in = inRows.part();
        first = out.firstVertex();
        vertices = graph.listed().distribution();
        vertexCount = graph.vertexCount();
        this.settings = settings;
        this.mail = mail.box();
        this.visits = LocalView.of(visits);
        this.paths = paths;
        sums = WeightSums.of(graph, settings);
        most = Math.max(1, Math.max(settings.back(), settings.away()));
        least = Math.min(1, settings.away());
        final boolean isPerVertex = settings.perVertex() > 0;
        next = isPerVertex ? first * settings.perVertex() : settings.walkers() * ctx.nodeId() / ctx.nodeCount();
        end = isPerVertex ? (first + out.rowCount()) * settings.perVertex()
            : settings.walkers() * (ctx.nodeId() + 1) / ctx.nodeCount();
    }

    /** Walkers that have arrived wait here. */
    void take() {
        mail.take((words, count) -> {
            for (long i = 0; i < count; i++) {
                for (int word = 0; word < WORDS; word++) {
                    waiting.add(word, words[word].word(i));
                }
            }
        });
    }

    /**
     * Lets all walkers walk that are here, and some begin when none is.
     *
     * @param most walkers that begin
     * @return how many go on, and how many have not begun
     */
    long[] walk(final TaskContext ctx, final long most) throws SuspendExecution {
        if (waiting.count(0) == 0) {
            begin(ctx, most);
        } else {
            goOn(ctx);
        }
        report(ctx);
        final long sent = mail.sent();
        mail.flush(ctx);
        ctx.await();
        return new long[] {sent, end - next};
    }

    private void begin(final TaskContext ctx, final long mostBegun) throws SuspendExecution {
        long begun = 0;
        for (; next < end && begun < mostBegun; next++) {
            final long start = settings.start(next, vertexCount);
            if (out.isLocal(start)) {
                row = start - first;
                before = NOBODY;
                step = -1;
                arrive(ctx, next);
                boolean isOver = walkHere(ctx, next);
                while (!isOver) {
                    ctx.yield();
                    isOver = walkHere(ctx, next);
                }
            } else {
                step = 0;
                send(ctx, start, next, BEGIN, NOBODY, NOBODY);
            }
            begun++;
            if (next % WALKERS_BETWEEN_YIELDS == 0) {
                report(ctx);
                ctx.yield();
            }
        }
    }

    private void goOn(final TaskContext ctx) throws SuspendExecution {
        try (WordBuckets here = waiting) {
            waiting = new WordBuckets(WORDS);
            for (int segment = 0; segment < here.segmentCount(0); segment++) {
                final long count = here.segment(0, segment).count();
                for (int i = 0; i < count; i++) {
                    boolean isOver = goOn(ctx, here.segment(0, segment).word(i), here.segment(1, segment).word(i),
                        here.segment(2, segment).word(i), here.segment(3, segment).word(i),
                        here.segment(4, segment).word(i));
                    while (!isOver) {
                        ctx.yield();
                        isOver = walkHere(ctx, here.segment(1, segment).word(i));
                    }
                    if (i % WALKERS_BETWEEN_YIELDS == 0) {
                        report(ctx);
                        ctx.yield();
                    }
                }
            }
        }
    }

    /** Returns as {@link #walkHere} does. */
    private boolean goOn(final TaskContext ctx, final long at, final long walker, final long state, final long from,
                         final long beforeThat) {
        row = at;
        step = state >>> TRIAL_BITS & STEP_MASK;
        trial = state & TRIAL_MASK;
        final long kind = state >>> KIND_SHIFT;
        if (kind == BEGIN) {
            before = NOBODY;
            step = -1;
            arrive(ctx, walker);
        } else if (kind == ARRIVE) {
            before = from;
            arrive(ctx, walker);
        } else if (kind == RETURN) {
            before = beforeThat;
            trial++;
        } else if (isAccepted(walker, at, beforeThat)) {
            before = from;
            arrive(ctx, walker);
        } else {
            send(ctx, from, walker, RETURN, first + at, beforeThat);
            return true;
        }
        return walkHere(ctx, walker);
    }

    private void arrive(final TaskContext ctx, final long walker) {
        step++;
        trial = 0;
        visits.setWord(row, visits.word(row) + 1);
        if (paths != null) {
            paths.putNb(ctx, walker * (settings.length() + 1L) + step, first + row);
        }
    }

    /** Goes on until the walker has left or has come to its end; false where it has not after many trials. */
    private boolean walkHere(final TaskContext ctx, final long walker) {
        for (int left = TRIALS_BETWEEN_YIELDS; step < settings.length(); left--) {
            if (left == 0) {
                return false;
            }
            final long random = settings.random(walker, step, trial);
            final long at = edge(random);
            if (at < 0) {
                break;
            }
            final long target = out.target(at);
            final long vertex = first + row;
            final boolean isFree = before == NOBODY || out.degree(row) == 1;     // there is nothing to choose
            final double chance = isFree ? 0 : most * WalkSettings.unit(WalkSettings.further(random));
            if (isFree || chance < (target == before ? settings.back() : least)) {
                if (!out.isLocal(target)) {
                    send(ctx, target, walker, ARRIVE, vertex, before);
                    return true;
                }
                row = target - first;
                before = vertex;
                arrive(ctx, walker);
            } else if (target == before || chance >= Math.max(1, settings.away())) {
                trial++;
            } else if (!out.isLocal(target)) {
                send(ctx, target, walker, PROPOSE, vertex, before);
                return true;
            } else if (isAccepted(walker, target - first, before)) {
                row = target - first;
                before = vertex;
                arrive(ctx, walker);
            } else {
                trial++;
            }
        }
        ended++;
        return true;
    }

    private void report(final TaskContext ctx) {
        if (ended > 0) {
            ctx.progressed(ended);
            ended = 0;
        }
    }

    /** The edge that chance takes; negative where none can be taken. */
    private long edge(final long random) {
        final long begin = out.begin(row);
        final long degree = out.degree(row);
        if (degree == 0) {
            return NOBODY;
        }
        return sums == null ? begin + WalkSettings.bounded(random, degree) : sums.edge(begin, degree, random);
    }

    /** By whether an edge leads from the vertex before to a row of this node. */
    private boolean isAccepted(final long walker, final long at, final long beforeThat) {
        final double chance = most
            * WalkSettings.unit(WalkSettings.further(settings.random(walker, step, trial)));
        return chance < (in.hasTarget(at, beforeThat) ? 1 : settings.away());
    }

    private void send(final TaskContext ctx, final long target, final long walker, final long kind, final long vertex,
                      final long beforeThat) {
        final int owner = vertices.owner(target);
        mail.add(ctx, owner, target - vertices.start(owner), walker, kind << KIND_SHIFT | step << TRIAL_BITS
            | trial & TRIAL_MASK, vertex, beforeThat);
    }

    @Override
    public void close() {
        waiting.close();
        if (sums != null) {
            sums.close();
        }
    }
}
