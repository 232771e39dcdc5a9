package org.gmt4j.graph.bfs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;

/**
 * Direction-optimising search: small frontiers go top-down like {@link VisitBfs}, large ones bottom-up, where each node
 * looks only at rows of its own and the nodes exchange the frontier as bitmaps, in bulk.
 *
 * <p>Memory per node besides the parents, in bytes: 4 bits per vertex of the graph (seen, frontier, two exchanges),
 * that is V / 2, 16 bytes and 4 bits for each of its own vertices (32 beyond 2^31), 192 KB of boxes for each of up to
 * 8 nodes (1.5 MB for up to 64, then 24 KB each), at least 64 KB each for the exchanges and for the boxes, and 96 KB of
 * known degrees; between processes of a host 8 bytes (16) for each of its own vertices, and two bits for each node of
 * the host, of 64 at most. Bottom-up levels ask from whom edges lead to a vertex: of a directed graph this class
 * therefore keeps the reverse too, as large as the graph.
 *
 * @see HybridSearch
 * @see "Beamer, Buluc, Asanovic, Patterson, Distributed Memory Breadth-First Search Revisited, MTAAP 2013"
 */
public final class HybridBfs {
    /** Edges against their direction, for bottom-up levels; of a symmetric graph null. */
    private final CsrGraph reversed;
    private final ArmciMemory sections;
    private final ArmciMemory boxes;
    /** Null where no node reaches another. */
    private final ArmciMemory noted;
    private final DirectionRule rule;
    private final NodeLocal<HybridSearch> searches;
    private final Visitor visitor;
    private final Map<String, Double> indexSeconds;
    private List<SearchReport> reports = List.of();
    private volatile boolean isHalfway;

    private HybridBfs(final Opening made, final DirectionRule rule, final Map<String, Double> indexSeconds) {
        reversed = made.reversed;
        sections = made.sections;
        boxes = made.boxes;
        noted = made.noted;
        this.rule = rule;
        searches = made.searches;
        visitor = made.visitor;
        this.indexSeconds = indexSeconds;
    }

    /** Sets up searches of a graph. Called by one task. */
    public static HybridBfs open(final TaskContext ctx, final CsrGraph graph, final DirectionRule rule)
        throws SuspendExecution {
        Hubs.requireFits(graph.name(), graph.rowsPerNode());
        final Opening opening = new Opening();
        try {
            return opening.open(ctx, graph, rule);
        } catch (final RuntimeException | Error failure) {
            opening.free(ctx);
            throw failure;
        }
    }

    /** What has been made so far of a search, so that a failure leaves nothing behind. Used by one task. */
    private static final class Opening {
        private ArmciMemory sections;
        private ArmciMemory boxes;
        private ArmciMemory noted;
        private CsrGraph reversed;
        private NodeLocal<HybridSearch> searches;
        private Visitor visitor;

        HybridBfs open(final TaskContext ctx, final CsrGraph graph, final DirectionRule rule) throws SuspendExecution {
            sections = FrontierExchange.allocate(ctx, graph);
            boxes = FrontierMail.allocate(ctx);
            noted = FoundRows.allocate(ctx, graph);
            final Map<String, Double> indexSeconds = new LinkedHashMap<>();
            final long reverseNs = System.nanoTime();
            reversed = graph.symmetric() ? null : CsrBuilder.reversed(ctx, graph);
            if (reversed != null) {
                indexSeconds.put("reverse", (System.nanoTime() - reverseNs) / 1e9);
            }
            searches = create(ctx, graph, reversed == null ? graph : reversed, sections, boxes, noted);
            final long hubsNs = System.nanoTime();
            findHubs(ctx, graph, searches);
            indexSeconds.put("hubs", (System.nanoTime() - hubsNs) / 1e9);
            visitor = openVisitor(ctx, graph, searches);
            return new HybridBfs(this, rule, indexSeconds);
        }

        void free(final TaskContext ctx) throws SuspendExecution {
            if (searches != null) {
                searches.free(ctx);
            }
            if (noted != null) {
                Armci.of(ctx).free(noted);
            }
            if (boxes != null) {
                Armci.of(ctx).free(boxes);
            }
            if (sections != null) {
                Armci.of(ctx).free(sections);
            }
            if (reversed != null) {
                reversed.free(ctx);
            }
        }
    }

    private static NodeLocal<HybridSearch> create(final TaskContext ctx, final CsrGraph graph, final CsrGraph in,
                                                  final ArmciMemory sections, final ArmciMemory boxes,
                                                  final ArmciMemory noted) throws SuspendExecution {
        return NodeLocal.create(ctx, node -> new HybridSearch(node, graph, in, sections, boxes, noted));
    }

    private static Visitor openVisitor(final TaskContext ctx, final CsrGraph graph,
                                       final NodeLocal<HybridSearch> searches) throws SuspendExecution {
        return Visitor.open(ctx, graph.listed(), (vertex, argument, c) -> searches.get().visit(vertex, argument, c));
    }

    private static void findHubs(final TaskContext ctx, final CsrGraph graph, final NodeLocal<HybridSearch> searches)
        throws SuspendExecution {
        final GlobalIntArray degrees = GlobalIntArray.allocate(ctx, graph.vertexCount());
        try {
            ctx.executeOnAll(node -> Hubs.publishDegrees(graph.part(), degrees));
            ctx.executeOnAll(node -> searches.get().findHubs(node, degrees));
        } finally {
            degrees.free(ctx);
        }
    }

    /**
     * Searches.
     *
     * @param root a vertex of the graph
     * @param tree distributed like the vertices, of the length of {@link CsrGraph#allocateVertices}; afterwards per
     *             vertex its parent, the root's being the root, or {@link BfsKernel#UNREACHED}
     * @return how many levels the tree has, the root's included
     */
    public long search(final TaskContext ctx, final long root, final IntegerArray tree) throws SuspendExecution {
        return begin(ctx, root, tree, null);
    }

    /**
     * Searches, and says how far each vertex is. It costs one store a vertex.
     *
     * @param root   see above
     * @param tree   see above
     * @param levels distributed like the vertices: afterwards the distance of each from the root in edges,
     *               {@link BfsKernel#UNREACHED} where there is no way
     * @return how many levels the tree has, the root's included
     */
    public long search(final TaskContext ctx, final long root, final IntegerArray tree, final GlobalIntArray levels)
        throws SuspendExecution {
        return begin(ctx, root, tree, levels);
    }

    /** With null for levels that nobody asks for. */
    private long begin(final TaskContext ctx, final long root, final IntegerArray tree, final GlobalIntArray levels)
        throws SuspendExecution {
        final NodeLocal<HybridSearch> nodes = searches;
        final Visitor door = visitor;
        final DirectionRule directions = rule;
        isHalfway = true;
        return ended(ctx.callOnAll(node -> nodes.get().search(node, root, directions, door,
            levels == null ? LevelNotes.NONE : LevelNotes.in(levels), tree)));
    }

    private long ended(final List<SearchReport> all) {
        reports = all;
        long deepest = 0;
        for (final SearchReport report : reports) {
            deepest = Math.max(deepest, report.levels());
        }
        isHalfway = false;
        return deepest;
    }

    /**
     * Returns whether a search has begun and not come to its end: then its nodes may be anywhere in it, and nothing but
     * {@link #free} may follow. Any thread, after the last task of that search.
     */
    public boolean isHalfway() {
        return isHalfway;
    }

    /** Returns facts about the last search by name; none before the first. */
    public Map<String, Object> lastSearch() {
        if (reports.isEmpty()) {
            return Map.of();
        }
        final Map<String, Object> search = new LinkedHashMap<>();
        search.put("collectives", reports.get(0).collectives());
        search.put("alpha", rule.alpha());
        search.put("beta", rule.beta());
        return search;
    }

    /** What the last search has reached. */
    public BfsTally tally() {
        return BfsTally.sum(reports.stream().map(SearchReport::tally).toList());
    }

    /** What the last search took, by node. */
    List<SearchReport> reports() {
        return reports;
    }

    /** Returns the seconds that opening took for what it makes of the graph's edges, by name and in their order. */
    public Map<String, Double> indexSeconds() {
        return indexSeconds;
    }

    /** Frees the memory of the search besides the graph. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        visitor.close(ctx);
        searches.free(ctx);
        if (noted != null) {
            Armci.of(ctx).free(noted);
        }
        Armci.of(ctx).free(boxes);
        Armci.of(ctx).free(sections);
        if (reversed != null) {
            reversed.free(ctx);
        }
    }
}
