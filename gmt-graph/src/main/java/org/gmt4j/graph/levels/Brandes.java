package org.gmt4j.graph.levels;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.mail.Mail;

/**
 * Betweenness by some sources, one after the other. Immutable; travels as a captured value.
 *
 * <pre>
 * forward    levels from a source, each with the numbers of shortest paths: a small level pushes its numbers along its
 *            edges; for a large one its numbers are published, and vertices that are not reached pull them
 * backward   from the last level on: a level publishes (1 + dependency) / paths; the level before sums it over its
 *            edges, times its own paths. Dependencies are added to the scores
 * </pre>
 *
 * <p>Sums of pulled values are added in the order of rows: the same with any number of nodes and threads. Numbers of
 * paths that are pushed arrive in any order, which matters beyond 2^53 only.
 *
 * <p>Time of a source O(V + E) divided by the threads, and two rounds of all nodes for each level in either direction;
 * small levels are one thread's work. Memory see {@link #workBytes}.
 *
 * @param scores per vertex
 * @see "Brandes, A faster algorithm for betweenness centrality, Journal of Mathematical Sociology 25, 2001"
 * @see "Madduri et al., A faster parallel algorithm and efficient multithreaded implementations for evaluating
 *      betweenness centrality on massive datasets, MTAAP 2009"
 */
public record Brandes(GlobalDoubleArray scores) {
    /** Vertices of a piece: 32 MB. */
    static final int PIECE = 1 << 22;

    /**
     * Adds the dependencies of all sources. Called by one task.
     *
     * @param rows    of out-edges
     * @param inRows  of in-edges; the same for a graph whose rows are symmetric
     * @param sources vertices, each once
     * @param factor  by which the sums are multiplied at the end
     */
    public static Brandes find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final long[] sources,
                               final double factor) throws SuspendExecution {
        return find(ctx, rows, inRows, sources, factor, PIECE);
    }

    static Brandes find(final TaskContext ctx, final CsrGraph rows, final CsrGraph inRows, final long[] sources,
                        final double factor, final int pieceLength) throws SuspendExecution {
        final GlobalDoubleArray scores = GlobalDoubleArray.allocate(ctx, ArraySpec.of(rows.vertexCount()));
        GlobalDoubleArray given = null;
        Mail mail = null;
        try {
            given = GlobalDoubleArray.allocate(ctx, ArraySpec.of(rows.vertexCount()));
            mail = Mail.open(ctx, 2);
            add(ctx, rows, new BrandesArrays(rows, inRows, scores, given, pieceLength), mail, sources, factor);
            return new Brandes(scores);
        } catch (final RuntimeException | Error failure) {
            scores.free(ctx);
            throw failure;
        } finally {
            if (mail != null) {
                mail.close(ctx);
            }
            if (given != null) {
                given.free(ctx);
            }
        }
    }

    private static void add(final TaskContext ctx, final CsrGraph rows, final BrandesArrays arrays, final Mail mail,
                            final long[] sources, final double factor) throws SuspendExecution {
        final NodeLocal<BrandesPart> parts = NodeLocal.create(ctx, node -> new BrandesPart(node, arrays, mail));
        try {
            ctx.progress(0, sources.length);
            for (final long source : sources) {
                final List<LevelSums> levels = forward(ctx, parts, source, rows.vertexCount());
                backward(ctx, parts, levels, rows.vertexCount());
                ctx.progressed(1);
            }
            ctx.executeOnAll(node -> parts.get().scale(factor));
        } finally {
            parts.free(ctx);
        }
    }

    /** Returns the sums of each level. */
    private static List<LevelSums> forward(final TaskContext ctx, final NodeLocal<BrandesPart> parts,
                                           final long source, final long vertexCount) throws SuspendExecution {
        final List<LevelSums> levels = new ArrayList<>();
        LevelSums last = LevelSums.sum(ctx.callOnAll(node -> parts.get().begin(source)));
        while (last.vertices() > 0) {
            levels.add(last);
            if (last.pushes(vertexCount)) {
                ctx.executeOnAll(node -> parts.get().push(node));
                last = LevelSums.sum(ctx.callOnAll(node -> parts.get().takePushed()));
            } else {
                ctx.executeOnAll(node -> parts.get().publishPaths());
                last = LevelSums.sum(ctx.callOnAll(node -> BrandesPart.pull(node, parts)));
            }
        }
        return levels;
    }

    /** The source depends on nobody: its own level is left out. */
    private static void backward(final TaskContext ctx, final NodeLocal<BrandesPart> parts,
                                 final List<LevelSums> levels, final long vertexCount) throws SuspendExecution {
        for (int level = levels.size() - 2; level > 0; level--) {
            final int current = level;
            ctx.executeOnAll(node -> parts.get().publishShares(current + 1));
            if (levels.get(level).asksSingly(vertexCount)) {
                ctx.executeOnAll(node -> parts.get().askSingly(node, current));
            } else {
                ctx.executeOnAll(node -> BrandesPart.collect(node, parts, current));
            }
        }
    }

    /** Bytes of a node while a run goes on, where the fullest node has so many vertices. */
    public static long workBytes(final long rows, final int nodes) {
        return 32 * rows + (nodes == 1 ? 0 : 8 * rows + 8 * Math.min(PIECE, rows * nodes));
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {Brandes.class, BrandesArrays.class, BrandesPart.class, LastLevel.class, ManySearch.class,
            ManyPart.class};
    }

    /** Frees the scores. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        scores.free(ctx);
    }
}
