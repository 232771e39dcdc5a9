package org.gmt4j.graph.communities;

import org.gmt4j.Distribution;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.mail.RoundBox;
import org.gmt4j.graph.mail.RoundMail;
import org.gmt4j.graph.memory.ArrayCopy;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;
import org.gmt4j.graph.source.WeightKind;

/**
 * One node's side of {@link LabelPropagation}: vertices read the labels of all vertices before the step, and write
 * their own. One task spreads the rows over the threads of the node.
 *
 * <p>A vertex whose neighbours have kept their labels since it looked at them last would keep its own, and is left out;
 * so is one whose label was there more often than any other one, by more than neighbours have changed since. After a
 * step that has changed few labels, each goes to the nodes of its vertex's neighbours, and each of these takes note.
 * After any other one nodes copy the labels of all, and look at all vertices again.
 *
 * <pre>
 * word    vertex in 32 bits, its label in 32 bits: the vertex has it now
 *         all ones in 32 bits, row in 32 bits: a neighbour of the row has changed
 * </pre>
 */
final class LabelSearch implements AutoCloseable {
    /** Bytes of words for each other node, at most: of two rounds. */
    static final long MAIL = 2L * Long.BYTES << 18;

    private static final int EDGES_BETWEEN_YIELDS = 1 << 16;
    private static final long MARK = 0xFFFF_FFFFL << 32;
    private static final long LOW = 0xFFFF_FFFFL;
    /** Words that a node sends and leaves in a round: so many at most wait at a node for each other one. */
    private static final long MOST_SENT = 1 << 18;
    /** Few labels have changed where their vertices have less than this share of all edges. */
    private static final long SHARE = 8;
    private static final int LOOK = -1;

    private final CsrGraph graph;
    private final CsrPart part;
    private final long first;
    private final Distribution vertices;
    /** Null where each weight is one. */
    private final WeightKind kind;
    private final LocalView labels;
    private final ArrayCopy before;
    /** By row, how much the lead of its label may have shrunk before it has to look; below 0 where it has to. */
    private final LocalView leads;
    private long edgesTold;
    /** By lane, the rows that this step has changed. */
    private final WordBuckets[] changed;
    /** By lane; made by the lane when it first needs it. */
    private final LabelWeights[] weights;
    private final LabelCounts[] counts;
    private final RoundMail mail;

    LabelSearch(final TaskContext ctx, final CsrGraph graph, final IntegerArray labels, final RoundMail mail) {
        this.graph = graph;
        this.mail = mail;
        part = graph.part();
        first = part.firstVertex();
        vertices = graph.listed().distribution();
        kind = graph.weights() == null ? null : graph.weights().kind();
        this.labels = LocalView.of(labels);
        before = new ArrayCopy(labels);
        for (long row = 0; row < part.rowCount(); row++) {
            this.labels.set(row, first + row);
        }
        for (long vertex = 0; vertex < graph.vertexCount(); vertex++) {
            before.elements().set(vertex, vertex);
        }
        leads = LocalView.allocate(part.rowCount(), false);
        leads.fill(LOOK);
        changed = new WordBuckets[ctx.laneCount()];
        for (int lane = 0; lane < changed.length; lane++) {
            changed[lane] = new WordBuckets(1);
        }
        weights = new LabelWeights[ctx.laneCount()];
        counts = new LabelCounts[ctx.laneCount()];
    }

    /** The labels of all vertices after the last step. */
    LocalView known() {
        return before.elements();
    }

    /** Which vertices may change in the first half of an iteration, drawn anew for each; others do in the second. */
    static boolean isInFirstHalf(final long vertex, final int iteration) {
        return (LabelWeights.rank(vertex + iteration * 0x9E3779B97F4A7C15L) & 1) == 0;
    }

    /**
     * Changes labels until none changes any more, or for so many iterations. One task of each node.
     *
     * @return how many iterations there were; as a negative number where labels still changed in the last one
     */
    static int iterate(final TaskContext ctx, final NodeLocal<LabelSearch> searches, final int maxIterations)
        throws SuspendExecution {
        for (int iteration = 1; iteration <= maxIterations; iteration++) {
            final long firstHalf = step(ctx, searches, iteration, true);
            final long secondHalf = step(ctx, searches, iteration, false);
            if (ctx.nodeId() == 0) {
                ctx.progress(iteration, maxIterations);
            }
            if (firstHalf + secondHalf == 0) {
                return iteration;
            }
        }
        return -maxIterations;
    }

    /** Gives new labels to half of the vertices of all nodes; returns the edges of those that have changed. */
    private static long step(final TaskContext ctx, final NodeLocal<LabelSearch> searches, final int iteration,
                             final boolean isFirstHalf) throws SuspendExecution {
        final LabelSearch search = searches.get();
        final long edges = ctx.loop(search.part.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sum((low, high, c) -> searches.get().change(low, high, iteration, isFirstHalf, c.laneId()));
        final long all = ctx.collectives().allReduce(edges, ReduceOperator.SUM);
        if (all > 0) {
            search.tell(ctx, all);
        }
        ctx.checkCancelled();
        return all;
    }

    private long change(final long low, final long high, final int iteration, final boolean isFirstHalf,
                        final int lane) {
        if (weights[lane] == null) {
            weights[lane] = new LabelWeights();
            counts[lane] = kind == null && LabelCounts.isPossible(graph.vertexCount())
                ? new LabelCounts(graph.vertexCount()) : null;
        }
        final boolean areOwn = iteration == 1 && isFirstHalf && kind == null && graph.symmetric();
        long edges = 0;
        for (long row = low; row < high; row++) {
            if (leads.narrow(row) < 0 && isInFirstHalf(first + row, iteration) == isFirstHalf) {
                leads.set(row, 0);
                final long own = labels.get(row);
                final long best = areOwn ? lowest(row) : counts[lane] != null
                    ? mostFrequent(row, (int) own, counts[lane]) : heaviest(row, own, weights[lane]);
                if (best != own) {
                    labels.set(row, best);
                    changed[lane].add(0, row);
                    edges += part.degree(row);
                }
            }
        }
        return edges;
    }

    /** Where each neighbour has a label of its own: the one of the lowest rank. */
    private long lowest(final long row) {
        final long end = part.begin(row + 1);
        long best = first + row;
        long rank = Long.MAX_VALUE;
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            final long other = LabelWeights.rank(target);
            if (other <= rank) {
                rank = other;
                best = target;
            }
        }
        return best;
    }

    private int mostFrequent(final long row, final int own, final LabelCounts around) {
        final LocalView targets = part.targets();
        final LocalView known = before.elements();
        final long end = part.begin(row + 1);
        around.reserve(end - part.begin(row));
        for (long at = part.begin(row); at < end; at++) {
            around.add(known.narrow(targets.narrow(at)));
        }
        final int best = around.takeBest(own);
        leads.set(row, around.margin());
        return best;
    }

    private long heaviest(final long row, final long own, final LabelWeights around) {
        final LocalView targets = part.targets();
        final LocalView known = before.elements();
        final long end = part.begin(row + 1);
        for (long at = part.begin(row); at < end; at++) {
            around.add(known.get(targets.get(at)), kind == null ? 1 : kind.number(part.weight(at)));
        }
        return around.takeBest(own);
    }

    /** Makes the labels of a step known. All nodes. */
    private void tell(final TaskContext ctx, final long edges) throws SuspendExecution {
        if (!labels.isWide() && edges <= graph.storedEdges() / SHARE) {
            tellNeighbours(ctx);
        } else {
            before.take(ctx);
            leads.fill(LOOK);
            ctx.collectives().barrier();                        // before labels change again
        }
        for (final WordBuckets rows : changed) {
            rows.clear(0);
        }
    }

    private void tellNeighbours(final TaskContext ctx) throws SuspendExecution {
        final RoundBox box = mail.box();
        for (final WordBuckets rows : changed) {
            for (int segment = 0; segment < rows.segmentCount(0); segment++) {
                final LocalView all = rows.segment(0, segment);
                for (long i = 0; i < all.count(); i++) {
                    tellNeighbours(ctx, box, all.word(i));
                }
            }
        }
        while (box.endRound(ctx, 0, ReduceOperator.MAX) != 0) {
            hear(box);
        }
        hear(box);
    }

    private void tellNeighbours(final TaskContext ctx, final RoundBox box, final long row) throws SuspendExecution {
        final int label = labels.narrow(row);
        before.elements().set(first + row, label);
        final long end = part.begin(row + 1);
        int told = ctx.nodeId();
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            if (part.isLocal(target)) {
                shrink(target - first);
            } else {
                final int owner = vertices.owner(target);
                if (owner != told) {                            // targets ascend: those of a node follow each other
                    box.send(ctx, owner, first + row << 32 | label);
                    told = owner;
                }
                box.send(ctx, owner, MARK | target - vertices.start(owner));
                if (box.added() >= MOST_SENT) {
                    box.endRound(ctx, 1, ReduceOperator.MAX);
                    hear(box);
                }
            }
            if (++edgesTold % EDGES_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void hear(final RoundBox box) {
        for (int i = 0; i < box.partCount(); i++) {
            final LocalView words = box.part(i);
            for (long at = 0; at < words.count(); at++) {
                final long word = words.word(at);
                if (word >>> 32 == LOW) {
                    shrink(word & LOW);
                } else {
                    before.elements().set(word >>> 32, (int) word);
                }
            }
        }
    }

    /** A neighbour has another label: the row's one may be there once less, and any other one once more. */
    private void shrink(final long row) {
        final int lead = leads.narrow(row);
        if (lead >= 0) {
            leads.set(row, lead - 2);
        }
    }

    @Override
    public void close() {
        before.close();
        leads.close();
        for (final WordBuckets rows : changed) {
            rows.close();
        }
    }
}
