package org.gmt4j.graph.bfs;

/** Sizes of what searches keep beside the graph, for estimates of memory. */
public final class SearchSizes {
    /** Vertices whose degrees every node of a hybrid search knows, at most. */
    public static final int KNOWN_DEGREES = KnownDegrees.MOST;
    /** Heap bytes of such a vertex. */
    public static final int KNOWN_DEGREE_BYTES = KnownDegrees.BYTES_PER_VERTEX;
    /** Edges that one task of a queue search has under way. */
    public static final int EDGES_UNDER_WAY = QueueWorkspace.BLOCK_EDGES;

    private SearchSizes() {
    }

    /** Bytes of the mail of frontiers on each of so many nodes. */
    public static long mailBytes(final int nodes) {
        return FrontierMail.bytes(nodes);
    }

    /**
     * Bytes of the rows that other processes of the host note on a node, at most.
     *
     * @param rows         of the fullest node
     * @param vertexLength bytes of a vertex
     */
    public static long notedBytes(final long rows, final int vertexLength, final int nodes) {
        return FoundRows.bytes(rows, vertexLength, nodes);
    }

    /** Bytes that one-sided memory between processes of a host takes where {@code bytes} are needed. */
    public static long sharedBytes(final long bytes) {
        return FrontierExchange.sharedBytes(bytes);
    }
}
