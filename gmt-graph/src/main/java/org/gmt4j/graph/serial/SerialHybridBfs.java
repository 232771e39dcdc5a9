package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * BFS on one thread as fast as we can write it in Java: the mark for a system of many nodes.
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
    /** Of a bottom-up level that are looked at together. */
    private static final int WORDS = 32;
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
    /** Vertices that are looked at again. */
    private final int[] others = new int[WORDS * Long.SIZE];
    /** Makes the compiler keep reads that only bring lists into caches. */
    private volatile int fetched;
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

    /** Searches, and notes the parents; returns the number of levels. */
    public int search(final int root) {
        return search(root, null);
    }

    /**
     * Searches, and notes the parents and the levels.
     *
     * @param distances one for each vertex, which are overwritten: -1 of those that are not reached; null for nobody
     * @return the number of levels
     */
    public int search(final int root, final int[] distances) {
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
        if (distances != null) {
            Arrays.fill(distances, BfsTree.UNREACHED);
            distances[root] = 0;
        }
        return levels(distances);
    }

    private int levels(final int[] distances) {
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
            if (distances != null) {
                note(isBottomUp, level + 1, distances);
            }
        }
        return level;
    }

    /** The level of each vertex of the frontier. */
    private void note(final boolean isBottomUp, final int level, final int[] distances) {
        for (int i = start; i < end && !isBottomUp; i++) {
            distances[queue[i]] = level;
        }
        for (int i = 0; i < frontier.length && isBottomUp; i++) {
            for (long word = frontier[i]; word != 0; word &= word - 1) {
                distances[i << 6 | Long.numberOfTrailingZeros(word)] = level;
            }
        }
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
        long found = 0;
        for (int i = 0; i < next.length; i += WORDS) {
            final int to = Math.min(next.length, i + WORDS);
            askLists(askFurtherHubs(askHubs(i, to)));
            for (int w = i; w < to; w++) {
                visited[w] |= next[w];
                found += Long.bitCount(next[w]);
            }
        }
        final long[] swap = frontier;
        frontier = next;
        next = swap;
        return found;
    }

    /** Lists the vertices whose first hub is not in the frontier; returns their number. */
    private int askHubs(final int from, final int to) {
        final long[] bits = frontier;
        int count = 0;
        for (int i = from; i < to; i++) {
            long reached = 0;
            for (long word = withEdges[i] & ~visited[i]; word != 0; word &= word - 1) {
                final int vertex = i << 6 | Long.numberOfTrailingZeros(word);
                final int hub = hubs[vertex * HUBS];
                if (isSet(bits, hub)) {
                    parents[vertex] = hub;
                    reached |= word & -word;
                } else {
                    others[count++] = vertex;
                }
            }
            next[i] = reached;
        }
        return count;
    }

    /** Leaves in the list those without a hub in the frontier that have more neighbours; returns their number. */
    private int askFurtherHubs(final int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            final int first = others[i] * HUBS;
            int at = first + 1;
            while (at < first + HUBS && hubs[at] != NONE && !isSet(frontier, hubs[at])) {
                at++;
            }
            if (at == first + HUBS) {
                others[left++] = others[i];
            } else if (hubs[at] != NONE) {
                reach(others[i], hubs[at]);
            }
        }
        return left;
    }

    /** All lists are asked for before the first is looked at: vertices do not wait for memory one after the other. */
    private void askLists(final int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += inTargets[inOffsets[others[i]]];
        }
        fetched = sum;
        for (int i = 0; i < count; i++) {
            final int stop = inOffsets[others[i] + 1];
            int at = inOffsets[others[i]];
            while (at < stop && !isSet(frontier, inTargets[at])) {
                at++;
            }
            if (at < stop) {
                reach(others[i], inTargets[at]);
            }
        }
    }

    private void reach(final int vertex, final int parent) {
        parents[vertex] = parent;
        set(next, vertex);
    }

    /**
     * Per vertex its parent, the root's being the root, or {@link BfsTree#UNREACHED}; overwritten by the next search.
     */
    public int[] parents() {
        return parents;
    }
}
