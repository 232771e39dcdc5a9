package org.gmt4j.graph.communities;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.ArrayCopy;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.WeightKind;

/**
 * One node's side of {@link LabelPropagation}: vertices read the labels of all vertices before the step, and write
 * their own. One task spreads the rows over the threads of the node.
 */
final class LabelSearch implements AutoCloseable {
    private static final int BATCH = 4096;

    private final CsrPart part;
    /** Null where each weight is one. */
    private final WeightKind kind;
    private final LocalView labels;
    private final ArrayCopy before;
    /** By lane; made by the lane when it first needs it. */
    private final LabelWeights[] around;

    LabelSearch(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels) {
        part = graph.part();
        kind = graph.weights() == null ? null : graph.weights().kind();
        this.labels = LocalView.of(labels);
        for (long row = 0; row < part.rowCount(); row++) {
            this.labels.set(row, part.firstVertex() + row);
        }
        before = new ArrayCopy(labels);
        around = new LabelWeights[ctx.laneCount()];
    }

    private double weight(final long position) {
        return kind == null ? 1 : kind.number(part.weight(position));
    }

    /** Which vertices may change in the first half of an iteration, drawn anew for each; others do in the second. */
    static boolean isInFirstHalf(final long vertex, final int iteration) {
        return (LabelWeights.rank(vertex + iteration * 0x9E3779B97F4A7C15L) & 1) == 0;
    }

    /** Takes the labels that the last step has left on all nodes. */
    static void look(final TaskContext ctx, final NodeLocal<LabelSearch> searches) throws SuspendExecution {
        searches.get().before.take(ctx);
    }

    /** Gives new labels to half of the vertices of this node; returns how many have changed. */
    static long change(final TaskContext ctx, final NodeLocal<LabelSearch> searches, final int iteration,
                       final boolean isFirstHalf) throws SuspendExecution {
        return ctx.loop(searches.get().part.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sum((low, high, c) -> searches.get().change(low, high, iteration, isFirstHalf, c.laneId()));
    }

    private long change(final long low, final long high, final int iteration, final boolean isFirstHalf,
                        final int lane) {
        if (around[lane] == null) {
            around[lane] = new LabelWeights();
        }
        final LabelWeights weights = around[lane];
        final LocalView targets = part.targets();
        final LocalView known = before.elements();
        long changed = 0;
        for (long row = low; row < high; row++) {
            if (isInFirstHalf(part.firstVertex() + row, iteration) == isFirstHalf) {
                final long end = part.begin(row + 1);
                for (long at = part.begin(row); at < end; at++) {
                    weights.add(known.get(targets.get(at)), weight(at));
                }
                final long own = labels.get(row);
                final long best = weights.takeBest(own);
                if (best != own) {
                    labels.set(row, best);
                    changed++;
                }
            }
        }
        return changed;
    }

    // --- when labels are final ---

    /** Each vertex offers itself as the smallest one of its label. */
    void offer(final TaskContext ctx, final GlobalLongArray smallest) throws SuspendExecution {
        for (long row = 0; row < part.rowCount(); row++) {
            smallest.minNb(ctx, labels.get(row), part.firstVertex() + row);
            if (row % BATCH == 0) {
                ctx.yield();
            }
        }
        ctx.await();
    }

    /** Labels become the smallest vertices that have them. */
    void rename(final TaskContext ctx, final GlobalLongArray smallest) throws SuspendExecution {
        final long[] names = new long[BATCH];
        for (long from = 0; from < part.rowCount(); from += BATCH) {
            final int count = (int) Math.min(BATCH, part.rowCount() - from);
            for (int i = 0; i < count; i++) {
                smallest.getNb(ctx, labels.get(from + i), names, i);
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                labels.set(from + i, names[i]);
            }
        }
    }

    /** Adds each vertex to the size, and its weights to the sum, of its community. */
    void add(final TaskContext ctx, final GlobalLongArray sizes, final GlobalDoubleArray sums)
        throws SuspendExecution {
        for (long row = 0; row < part.rowCount(); row++) {
            final long label = labels.get(row);
            sizes.addNb(ctx, label, 1);
            sums.addNb(ctx, label, weightOfRow(row));
            if (row % BATCH == 0) {
                ctx.yield();
            }
        }
        ctx.await();
    }

    private double weightOfRow(final long row) {
        double sum = 0;
        for (long at = part.begin(row); at < part.begin(row + 1); at++) {
            sum += weight(at);
        }
        return sum;
    }

    /** The weights of all edges of this node's rows within communities. */
    static double within(final TaskContext ctx, final NodeLocal<LabelSearch> searches) throws SuspendExecution {
        return ctx.loop(searches.get().part.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sumDouble((low, high, c) -> searches.get().within(low, high));
    }

    private double within(final long low, final long high) {
        final LocalView known = before.elements();
        double sum = 0;
        for (long row = low; row < high; row++) {
            final long own = labels.get(row);
            for (long at = part.begin(row); at < part.begin(row + 1); at++) {
                sum += known.get(part.target(at)) == own ? weight(at) : 0;
            }
        }
        return sum;
    }

    @Override
    public void close() {
        before.close();
    }
}
