package org.gmt4j.graph.source;

import java.util.OptionalLong;
import org.gmt4j.graph.GraphFormatException;

/**
 * Edges that can be read part by part. Any thread may use a source; a cursor belongs to one thread.
 *
 * <p>The source promises: for every {@code parts}, the parts {@code 0 .. parts-1} together hold exactly the same
 * multiset of edges; opening the same part again yields the same edges in the same order; a cursor's memory does not
 * grow with the graph.
 */
public interface EdgeSource {
    /** Vertex ids are below this limit: the offset of a command has 40 bits. */
    long VERTEX_LIMIT = 1L << 40;

    /** Short name for tables and result objects, such as {@code kron-16}. */
    String name();

    /** Number of vertices where it is known without reading the edges; otherwise largest id + 1, see {@link #scan}. */
    OptionalLong vertexCount();

    /** Number of edges of all parts where it is known without reading them. */
    OptionalLong edgeCount();

    /** False: each undirected edge is listed once, its order means nothing, and a graph must hold both directions. */
    boolean directed();

    /** Whether the edges carry weights; without them every weight reads 1. */
    boolean weighted();

    /** What the weights are, the same on all nodes; they are read by {@link EdgeBatch#word}. */
    default WeightKind weightKind() {
        return weighted() ? WeightKind.LONG : WeightKind.NONE;
    }

    /** Whether vertices are named by texts: edges are read by {@link #open(int, int, NameNumbers)} then. */
    default boolean hasTextNames() {
        return false;
    }

    /** Opens one part of a source with text names; ends of edges are numbers that {@code names} has given. */
    default EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        throw new UnsupportedOperationException(name() + " names vertices by numbers");
    }

    /**
     * Whether part 0 has all edges, whatever parts there are, because they cannot be read twice alike: its reader deals
     * them to the nodes.
     */
    default boolean isReadOnce() {
        return false;
    }

    /**
     * What the parts are cut from: names and lengths of files, as this source has found them. Two that differ would
     * deal edges of the same files twice, or to nobody. Zero where nobody else can change it.
     */
    default long extent() {
        return 0;
    }

    /** Opens one part. Parts are as equal as the source allows; a part may be empty. */
    EdgeCursor open(int part, int parts);

    /**
     * Does the work once that every part would otherwise repeat or wait for (extraction of a real graph into the cache,
     * check of a header). A launcher calls it before it starts nodes; without that call the first {@link #open} does
     * the work.
     */
    default void prepare() {
    }

    /** Whether vertices have names of their own. */
    default boolean hasVertexNames() {
        return false;
    }

    /** A human name of a vertex, such as a class name; its number where vertices have no names. */
    default String vertexName(final long vertex) {
        return Long.toString(vertex);
    }

    /** How a vertex's own id, see {@link #originalId}, follows from its number here. */
    enum Ids {
        /** They are the same. */
        SAME,
        /** The file counts from one. */
        FROM_ONE,
        /** Gaps were closed: one by one. */
        LISTED
    }

    /** How {@link #originalId} follows from a vertex's number. */
    default Ids ids() {
        return Ids.SAME;
    }

    /**
     * The name of a vertex in the file or the extraction: ids of a file that counts from 1, or those before gaps were
     * closed.
     */
    default long originalId(final long vertex) {
        return vertex;
    }

    /** Streams one part into {@code sink}, a batch at a time. The batch is reused: copy edges to keep them. */
    default void forEachEdge(final int part, final int parts, final EdgeConsumer sink) {
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = open(part, parts)) {
            while (cursor.next(batch)) {
                sink.accept(batch);
            }
        }
    }

    /** Reads one part and reports its edge count and largest vertex id; callers merge the parts' scans. */
    default EdgeScan scan(final int part, final int parts) {
        final long[] countAndMax = {0, -1};
        forEachEdge(part, parts, batch -> {
            countAndMax[0] += batch.count();
            countAndMax[1] = Math.max(countAndMax[1], batch.maxVertex());
        });
        return new EdgeScan(countAndMax[0], countAndMax[1]);
    }

    /** Whether {@link #estimateSize} takes a moment only, and reads nothing that can be read but once. */
    default boolean hasKnownSize() {
        return vertexCount().isPresent() && edgeCount().isPresent();
    }

    /** How large the graph is, in a moment: files that do not say it are looked at in some places. */
    default GraphSize estimateSize() {
        final EdgeScan all = vertexCount().isPresent() && edgeCount()
            .isPresent() ? new EdgeScan(edgeCount().getAsLong(), -1) : scan(0, 1);
        return new GraphSize(vertexCount().orElse(all.vertexCount()), edgeCount().orElse(all.edgeCount()), true);
    }

    /** {@link #vertexCount()}, or the result of scanning every part here. */
    default long countVertices() {
        return vertexCount().orElseGet(() -> scan(0, 1).vertexCount());
    }

    /** Refuses a graph whose parts together hold another number of edges than its header promised. */
    default void checkTotal(final long edgesOfAllParts) {
        if (edgeCount().isPresent() && edgeCount().getAsLong() != edgesOfAllParts) {
            throw GraphFormatException.wrongCount(name(), edgeCount().getAsLong(), edgesOfAllParts);
        }
    }
}
