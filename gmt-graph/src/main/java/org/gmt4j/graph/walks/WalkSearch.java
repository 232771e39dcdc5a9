package org.gmt4j.graph.walks;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.Mail;
import org.gmt4j.graph.mail.RoundMail;

/**
 * Random walks. Immutable; travels as a captured value.
 *
 * <p>A walker lives at the owner of its vertex, and travels to another node with others: where steps do not look back,
 * all take a step in each round; otherwise it walks as far as edges lead to vertices of the same node. Its random
 * numbers follow from the seed, its number, its step and its trial: walks are the same with any number of nodes. A step
 * that depends on the vertex before is drawn without it, and then accepted or refused; where that takes a look at an
 * edge, the owner of the new vertex decides, and sends the walker back if need be.
 *
 * <p>Time O(walkers x length) divided by the nodes, each with one thread, for steps that are accepted at once; log of
 * the degree more with weights or a look at an edge. Up to four million walkers of all nodes are on their way at a time
 * ({@link WalkSettings#batch}): they may all be at one node.
 *
 * @param visits per vertex, the begins of walks included
 * @param paths  of each walker length + 1 vertices, -1 behind its end; null where they are not kept
 * @see "Grover, Leskovec, node2vec: Scalable Feature Learning for Networks, KDD 2016"
 * @see "Yang et al., KnightKing: a fast distributed graph random walk engine, SOSP 2019 (rejection)"
 */
public record WalkSearch(GlobalLongArray visits, GlobalLongArray paths) {
    /** Walks. Called by one task. */
    public static WalkSearch find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows,
                                  final WalkSettings settings) throws SuspendExecution {
        final GlobalLongArray visits = GlobalLongArray.allocate(ctx, ArraySpec.of(rows.vertexCount()));
        GlobalLongArray paths = null;
        try {
            if (settings.keepsPaths()) {
                paths = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(settings.walkers() * (settings.length() + 1L)).unzeroed());
                paths.fill(ctx, -1);
            }
            final WalkSearch search = new WalkSearch(visits, paths);
            if (settings.looksBack()) {
                search.lookBack(ctx, rows, inRows, settings, WalkSettings.batch(ctx.nodeCount()));
            } else {
                search.step(ctx, rows, settings);
            }
            return search;
        } catch (final RuntimeException | Error failure) {
            visits.free(ctx);
            if (paths != null) {
                paths.free(ctx);
            }
            throw failure;
        }
    }

    private void step(final TaskContext ctx, final CsrGraph rows, final WalkSettings settings)
        throws SuspendExecution {
        final GlobalLongArray counts = visits;
        final GlobalLongArray kept = paths;
        final RoundMail mail = RoundMail.open(ctx);
        NodeLocal<StepPart> parts = null;
        try {
            parts = NodeLocal.create(ctx, node -> new StepPart(node, rows, settings, mail, counts, kept));
            final NodeLocal<StepPart> all = parts;
            ctx.executeOnAll(node -> all.get().walk(node));
        } finally {
            mail.close(ctx);
            if (parts != null) {
                parts.free(ctx);
            }
        }
    }

    /**
     * Lets walkers begin while fewer than a batch of each node are on their way: how many nodes have them to begin, and
     * where they are, does not matter.
     *
     * @return the most that were on their way after a round
     */
    long lookBack(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final WalkSettings settings,
                  final long batch) throws SuspendExecution {
        final GlobalLongArray counts = visits;
        final GlobalLongArray kept = paths;
        final Mail mail = Mail.open(ctx, WalkPart.WORDS);
        NodeLocal<WalkPart> parts = null;
        try {
            parts = NodeLocal.create(ctx, node -> new WalkPart(node, rows, inRows, settings, mail, counts, kept));
            final NodeLocal<WalkPart> all = parts;
            ctx.progress(0, settings.walkers());
            long most = 0;
            long onTheWay = 0;
            long left = 1;
            while (onTheWay + left > 0) {
                final long begins = batch - (onTheWay + ctx.nodeCount() - 1) / ctx.nodeCount();
                ctx.executeOnAll(node -> all.get().take());
                final List<long[]> walked = ctx.callOnAll(node -> all.get().walk(node, begins));
                onTheWay = sum(walked, 0);
                left = sum(walked, 1);
                most = Math.max(most, onTheWay);
            }
            return most;
        } finally {
            mail.close(ctx);
            if (parts != null) {
                parts.free(ctx);
            }
        }
    }

    private static long sum(final List<long[]> counts, final int column) {
        long sum = 0;
        for (final long[] count : counts) {
            sum += count[column];
        }
        return sum;
    }

    /** Frees the arrays. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        visits.free(ctx);
        if (paths != null) {
            paths.free(ctx);
        }
    }
}
