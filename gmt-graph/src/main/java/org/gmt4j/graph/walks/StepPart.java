package org.gmt4j.graph.walks;

import org.gmt4j.Distribution;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.RoundBox;
import org.gmt4j.graph.mail.RoundMail;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link WalkSearch} where steps do not look back: all walkers of a batch take a step in each round,
 * so that a word is all that travels. Used by one task of the node. Per walker.
 *
 * <p>The walkers of a batch belong to the nodes in equal numbers, wherever they begin and are: a word names a walker by
 * its place in the batch. A stretch of walkers is taken through each part of a step before the next part: cache misses
 * of many walkers overlap.
 *
 * <pre>
 * word   place in the batch in 32 bits | row in 32 bits
 * </pre>
 */
final class StepPart implements AutoCloseable {
    private static final int STRETCH = 512;
    private static final int STRETCHES_BETWEEN_YIELDS = 8;
    private static final long ROW_MASK = 0xFFFF_FFFFL;
    private static final long NOWHERE = -1;

    private final CsrPart out;
    private final long first;
    private final Distribution vertices;
    private final long vertexCount;
    private final WalkSettings settings;
    private final RoundMail mail;
    private final LocalView visits;
    private final GlobalLongArray paths;
    /** Null where edges are taken alike. */
    private final WeightSums sums;
    /** The first walker of each node, and the one behind the last of all. */
    private final long[] firstWalkers;
    private final int batchShift;
    /** Of the walkers of a stretch. */
    private final long[] begins = new long[STRETCH];
    private final long[] degrees = new long[STRETCH];
    private final long[] targets = new long[STRETCH];

    StepPart(final TaskContext ctx, final CsrGraph graph, final WalkSettings settings, final RoundMail mail,
             final GlobalLongArray visits, final GlobalLongArray paths) {
        out = graph.part();
        first = out.firstVertex();
        vertices = graph.listed().distribution();
        vertexCount = graph.vertexCount();
        this.settings = settings;
        this.mail = mail;
        this.visits = LocalView.of(visits);
        this.paths = paths;
        sums = WeightSums.of(graph, settings);
        firstWalkers = new long[ctx.nodeCount() + 1];
        for (int node = 0; node <= ctx.nodeCount(); node++) {
            firstWalkers[node] = settings.perVertex() == 0 ? settings.walkers() * node / ctx.nodeCount()
                : Math.min(graph.rowsPerNode() * node, vertexCount) * settings.perVertex();
        }
        batchShift = Long.numberOfTrailingZeros(WalkSettings.batch(ctx.nodeCount()));
    }

    /** Lets all walkers walk. One task of each node. */
    void walk(final TaskContext ctx) throws SuspendExecution {
        final RoundBox box = mail.box();
        final long own = firstWalkers[ctx.nodeId() + 1] - firstWalkers[ctx.nodeId()];
        final long batches = ctx.collectives().allReduce((own + (1L << batchShift) - 1) >> batchShift,
            ReduceOperator.MAX);
        final boolean reports = ctx.nodeId() == 0;
        if (reports) {
            ctx.progress(0, batches * (settings.length() + 1L));
        }
        for (long batch = 0; batch < batches; batch++) {
            begin(ctx, box, batch);
            boolean isAnyLeft = box.endRound(ctx, box.added(), ReduceOperator.MAX) > 0;
            for (int step = 0; isAnyLeft; step++) {
                arrive(ctx, box, batch, step);
                isAnyLeft = step < settings.length() && box.endRound(ctx, box.added(), ReduceOperator.MAX) > 0;
                if (reports && isAnyLeft) {
                    ctx.progress(batch * (settings.length() + 1L) + step + 1, batches * (settings.length() + 1L));
                }
            }
            if (reports) {                                      // which may be sooner than by the last step
                ctx.progress((batch + 1) * (settings.length() + 1L), batches * (settings.length() + 1L));
            }
        }
    }

    private void begin(final TaskContext ctx, final RoundBox box, final long batch) throws SuspendExecution {
        final int node = ctx.nodeId();
        final long from = firstWalkers[node] + (batch << batchShift);
        final long end = Math.min(from + (1L << batchShift), firstWalkers[node + 1]);
        for (long walker = from; walker < end; walker++) {
            go(ctx, box, (long) node << batchShift | walker - from, settings.start(walker, vertexCount));
            if ((walker - from + 1) % (STRETCHES_BETWEEN_YIELDS * STRETCH) == 0) {
                ctx.yield();
            }
        }
    }

    private void go(final TaskContext ctx, final RoundBox box, final long place, final long vertex) {
        final long word = place << 32;
        if (out.isLocal(vertex)) {
            box.keep(word | vertex - first);
        } else {
            final int owner = vertices.owner(vertex);
            box.send(ctx, owner, word | vertex - vertices.start(owner));
        }
    }

    private void arrive(final TaskContext ctx, final RoundBox box, final long batch, final int step)
        throws SuspendExecution {
        final int parts = box.partCount();
        int done = 0;
        for (int part = 0; part < parts; part++) {
            final LocalView words = box.part(part);
            for (long from = 0; from < words.count(); from += STRETCH) {
                final int count = (int) Math.min(STRETCH, words.count() - from);
                arrive(words, from, count);
                if (paths != null) {
                    keep(ctx, words, from, count, batch, step);
                }
                if (step < settings.length()) {
                    choose(words, from, count, batch, step);
                    go(ctx, box, words, from, count);
                }
                if (++done % STRETCHES_BETWEEN_YIELDS == 0) {
                    ctx.yield();
                }
            }
        }
    }

    private void arrive(final LocalView words, final long from, final int count) {
        for (int i = 0; i < count; i++) {
            final long row = words.word(from + i) & ROW_MASK;
            final long begin = out.begin(row);
            begins[i] = begin;
            degrees[i] = out.begin(row + 1) - begin;
            visits.setWord(row, visits.word(row) + 1);
        }
    }

    private long walker(final long word, final long batch) {
        final long place = word >>> 32;
        final int node = (int) (place >>> batchShift);
        return firstWalkers[node] + (batch << batchShift) + (place & (1L << batchShift) - 1);
    }

    private void keep(final TaskContext ctx, final LocalView words, final long from, final int count,
                      final long batch, final int step) {
        for (int i = 0; i < count; i++) {
            final long word = words.word(from + i);
            paths.putNb(ctx, walker(word, batch) * (settings.length() + 1L) + step, first + (word & ROW_MASK));
        }
    }

    /** Where each walker goes; nowhere where no edge can be taken. */
    private void choose(final LocalView words, final long from, final int count, final long batch, final int step) {
        for (int i = 0; i < count; i++) {
            final long random = settings.random(walker(words.word(from + i), batch), step, 0);
            begins[i] = sums != null ? sums.edge(begins[i], degrees[i], random)
                : degrees[i] == 0 ? NOWHERE : begins[i] + WalkSettings.bounded(random, degrees[i]);
        }
        for (int i = 0; i < count; i++) {
            targets[i] = begins[i] < 0 ? NOWHERE : out.target(begins[i]);
        }
    }

    private void go(final TaskContext ctx, final RoundBox box, final LocalView words, final long from,
                    final int count) {
        for (int i = 0; i < count; i++) {
            if (targets[i] >= 0) {
                go(ctx, box, words.word(from + i) >>> 32, targets[i]);
            }
        }
    }

    @Override
    public void close() {
        if (sums != null) {
            sums.close();
        }
    }
}
