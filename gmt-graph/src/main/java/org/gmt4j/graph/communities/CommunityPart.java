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
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.WeightKind;

/**
 * One node's side of {@link LabelPropagation} when labels are final: names, sizes and weights of communities. Vertices
 * that follow each other often are of one community: they ask and add together. One task of the node.
 */
final class CommunityPart {
    private static final int BATCH = 4096;
    private static final long NONE = -1;

    private final CsrPart part;
    /** Null where each weight is one. */
    private final WeightKind kind;
    private final LocalView labels;

    CommunityPart(final CsrGraph graph, final IntegerArray labels) {
        part = graph.part();
        kind = graph.weights() == null ? null : graph.weights().kind();
        this.labels = LocalView.of(labels);
    }

    /** Each vertex offers itself as the smallest one of its label. */
    void offer(final TaskContext ctx, final GlobalLongArray smallest) throws SuspendExecution {
        long last = NONE;
        for (long row = 0; row < part.rowCount(); row++) {
            final long label = labels.get(row);
            if (label != last) {                                // vertices ascend
                smallest.minNb(ctx, label, part.firstVertex() + row);
                last = label;
            }
            if (row % BATCH == 0) {
                ctx.yield();
            }
        }
        ctx.await();
    }

    /** Labels become the smallest vertices that have them. */
    void rename(final TaskContext ctx, final GlobalLongArray smallest) throws SuspendExecution {
        final long[] names = new long[BATCH];
        final int[] places = new int[BATCH];
        for (long from = 0; from < part.rowCount(); from += BATCH) {
            final int count = (int) Math.min(BATCH, part.rowCount() - from);
            int asked = 0;
            long last = NONE;
            for (int i = 0; i < count; i++) {
                final long label = labels.get(from + i);
                if (label != last) {
                    smallest.getNb(ctx, label, names, asked++);
                    last = label;
                }
                places[i] = asked - 1;
            }
            ctx.await();
            for (int i = 0; i < count; i++) {
                labels.set(from + i, names[places[i]]);
            }
        }
    }

    /** Adds each vertex to the size, and its weights to the sum, of its community. */
    void add(final TaskContext ctx, final GlobalLongArray sizes, final GlobalDoubleArray sums)
        throws SuspendExecution {
        long last = NONE;
        long count = 0;
        double sum = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final long label = labels.get(row);
            if (label != last && count > 0) {
                sizes.addNb(ctx, last, count);
                sums.addNb(ctx, last, sum);
                count = 0;
                sum = 0;
            }
            last = label;
            count++;
            sum += weightOfRow(row);
            if (row % BATCH == 0) {
                ctx.yield();
            }
        }
        if (count > 0) {
            sizes.addNb(ctx, last, count);
            sums.addNb(ctx, last, sum);
        }
        ctx.await();
    }

    private double weightOfRow(final long row) {
        if (kind == null) {
            return part.degree(row);
        }
        double sum = 0;
        for (long at = part.begin(row); at < part.begin(row + 1); at++) {
            sum += kind.number(part.weight(at));
        }
        return sum;
    }

    /** The weights of all edges of this node's rows within communities, by the labels before they became names. */
    static double within(final TaskContext ctx, final CsrGraph graph, final NodeLocal<LabelSearch> searches)
        throws SuspendExecution {
        return ctx.loop(graph.part().rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sumDouble((low, high, c) -> within(graph, searches.get().known(), low, high));
    }

    private static double within(final CsrGraph graph, final LocalView known, final long low, final long high) {
        final CsrPart part = graph.part();
        final WeightKind kind = graph.weights() == null ? null : graph.weights().kind();
        double sum = 0;
        for (long row = low; row < high; row++) {
            final long own = known.get(part.firstVertex() + row);
            final long end = part.begin(row + 1);
            for (long at = part.begin(row); at < end; at++) {
                if (known.get(part.target(at)) == own) {
                    sum += kind == null ? 1 : kind.number(part.weight(at));
                }
            }
        }
        return sum;
    }
}
