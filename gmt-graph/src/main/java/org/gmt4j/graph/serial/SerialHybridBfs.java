package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * BFS on one thread as fast as we can write it in Java, without levels: the mark for a system of many nodes.
 * Direction-optimising by a {@link DirectionRule}; with directions forced to top-down a plain queue search. Visited
 * vertices are bits, which stay in the cache; bottom-up asks the four neighbours with most neighbours first, like the
 * distributed search. Owned by one thread; its arrays are reused.
 *
 * <p>Memory: 24 bytes and 4 bits per vertex; of a directed graph also its reverse, 4 bytes per vertex and edge. Set-up
 * costs one pass over the edges; a search O(vertices + edges), mostly far less.
 */
public final class SerialHybridBfs {
    private static final int HUBS = 4;
    private static final int NONE = -1;
    private final LocalCsr graph;
    private final DirectionRule rule;
    private final int[] offsets;
    private final int[] targets;
    /** Rows of those from whom edges lead to a vertex: in a symmetric graph the same. */
    private final int[] inOffsets;
    private final int[] inTargets;
    private final int[] parents;
    private final int[] queue;
    private final int[] hubs;
    private final long[] withEdges;
    private final long[] visited;
    private long[] frontier;
    private long[] next;
    private int start;
    private int end;

    public SerialHybridBfs(final LocalCsr graph, final DirectionRule rule) {
        this.graph = graph;
        this.rule = rule;
        final int vertices = graph.vertexCount();
        offsets = graph.offsets();
        targets = graph.targets();
        final LocalCsr in = graph.symmetric() ? graph : graph.reversed();
        inOffsets = in.offsets();
        inTargets = in.targets();
        parents = new int[vertices];
        queue = new int[vertices];
        hubs = new int[Math.multiplyExact(HUBS, vertices)];
        Arrays.fill(hubs, NONE);
        withEdges = new long[(vertices + 63) / 64];
        visited = new long[withEdges.length];
        frontier = new long[withEdges.length];
        next = new long[withEdges.length];
        for (int v = 0; v < vertices; v++) {
            if (in.degree(v) > 0) {
                set(withEdges, v);
                findHubs(v);
            }
        }
    }

    private void findHubs(final int vertex) {
        final int first = vertex * HUBS;
        for (int e = inOffsets[vertex]; e < inOffsets[vertex + 1]; e++) {
            int at = first + HUBS;
            while (at > first && (hubs[at - 1] == NONE || graph.degree(hubs[at - 1]) < graph.degree(inTargets[e]))) {
                at--;
            }
            if (at < first + HUBS) {
                System.arraycopy(hubs, at, hubs, at + 1, first + HUBS - 1 - at);
                hubs[at] = inTargets[e];
            }
        }
    }

    private static void set(final long[] bits, final int vertex) {
        bits[vertex >>> 6] |= 1L << vertex;
    }

    private static boolean isSet(final long[] bits, final int vertex) {
        return (bits[vertex >>> 6] & 1L << vertex) != 0;
    }

    /** Searches; returns the number of levels. */
    public int search(final int root) {
        if (root < 0 || root >= graph.vertexCount()) {
            throw new IndexOutOfBoundsException("root " + root + ", vertices 0.." + (graph.vertexCount() - 1));
        }
        Arrays.fill(parents, BfsTree.UNREACHED);
        Arrays.fill(visited, 0);
        parents[root] = root;
        set(visited, root);
        queue[0] = root;
        start = 0;
        end = 1;
        return levels();
    }

    private int levels() {
        boolean wasBottomUp = false;
        long previous = 0;
        long size = 1;
        long edges = 0;
        long unexplored = targets.length;
        int level = 0;
        for (; size > 0; level++) {
            final boolean isBottomUp = rule.isBottomUp(wasBottomUp, level, size, previous, parents.length,
                edges, unexplored);
            previous = size;
            unexplored -= edges;
            if (isBottomUp) {
                enterBottomUp(wasBottomUp);
                size = bottomUp();
                edges = 0;
            } else {
                enterTopDown(wasBottomUp);
                edges = topDown();
                size = (long) end - start;
            }
            wasBottomUp = isBottomUp;
        }
        return level;
    }

    private void enterBottomUp(final boolean wasBottomUp) {
        if (!wasBottomUp) {
            Arrays.fill(frontier, 0);
            for (int i = start; i < end; i++) {
                set(frontier, queue[i]);
            }
        }
    }

    private void enterTopDown(final boolean wasBottomUp) {
        if (wasBottomUp) {
            start = 0;
            end = 0;
            for (int i = 0; i < frontier.length; i++) {
                for (long word = frontier[i]; word != 0; word &= word - 1) {
                    queue[end++] = i << 6 | Long.numberOfTrailingZeros(word);
                }
            }
        }
    }

    /** Returns the edges of the vertices found. */
    private long topDown() {
        final int[] rows = queue;
        final long[] seen = visited;
        final int last = end;
        int tail = end;
        long edges = 0;
        for (int i = start; i < last; i++) {
            final int vertex = rows[i];
            final int stop = offsets[vertex + 1];
            for (int e = offsets[vertex]; e < stop; e++) {
                final int target = targets[e];
                final long word = seen[target >>> 6];
                if ((word & 1L << target) == 0) {
                    seen[target >>> 6] = word | 1L << target;
                    parents[target] = vertex;
                    rows[tail++] = target;
                    edges += offsets[target + 1] - offsets[target];
                }
            }
        }
        start = last;
        end = tail;
        return edges;
    }

    /** Returns the number of vertices found. */
    private long bottomUp() {
        final long[] bits = frontier;
        long found = 0;
        for (int i = 0; i < next.length; i++) {
            long reached = 0;
            for (long word = withEdges[i] & ~visited[i]; word != 0; word &= word - 1) {
                final int vertex = i << 6 | Long.numberOfTrailingZeros(word);
                final int hub = hubs[vertex * HUBS];
                final int parent = isSet(bits, hub) ? hub : furtherHub(vertex, bits);
                if (parent >= 0) {
                    parents[vertex] = parent;
                    reached |= word & -word;
                }
            }
            next[i] = reached;
            visited[i] |= reached;
            found += Long.bitCount(reached);
        }
        final long[] swap = frontier;
        frontier = next;
        next = swap;
        return found;
    }

    private int furtherHub(final int vertex, final long[] bits) {
        for (int i = 1; i < HUBS; i++) {
            final int hub = hubs[vertex * HUBS + i];
            if (hub == NONE) {
                return BfsTree.UNREACHED;
            }
            if (isSet(bits, hub)) {
                return hub;
            }
        }
        return parentOf(vertex, bits);
    }

    private int parentOf(final int vertex, final long[] bits) {
        final int stop = inOffsets[vertex + 1];
        for (int e = inOffsets[vertex]; e < stop; e++) {
            if (isSet(bits, inTargets[e])) {
                return inTargets[e];
            }
        }
        return BfsTree.UNREACHED;
    }

    /**
     * Per vertex its parent, the root's being the root, or {@link BfsTree#UNREACHED}; overwritten by the next search.
     */
    public int[] parents() {
        return parents;
    }
}
