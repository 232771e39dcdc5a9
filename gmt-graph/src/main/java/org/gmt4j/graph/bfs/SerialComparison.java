package org.gmt4j.graph.bfs;

import java.util.Optional;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Compares levels with those of a serial search on a graph that this process has built by itself from the source: finds
 * a distributed graph that is wrong, which the rules cannot find. For small graphs. Owned by one thread.
 */
public final class SerialComparison {
    private static final long MAX_VERTICES = 1 << 20;
    private static final long MAX_EDGES = 1 << 23;
    private final SerialBfs search;

    private SerialComparison(final LocalCsr graph) {
        search = new SerialBfs(graph);
    }

    /** Whether a graph is small enough: some seconds and 200 MB at most. */
    public static boolean fits(final long vertexCount, final long edgeCount) {
        return vertexCount <= MAX_VERTICES && edgeCount <= MAX_EDGES;
    }

    /** Heap bytes while it is built and run: both directions of each edge, once more while duplicates are dropped. */
    public static long heapBytes(final long vertexCount, final long edgeCount) {
        return 16 * edgeCount + 32 * vertexCount;
    }

    /** Reads the whole source. */
    public static SerialComparison of(final EdgeSource source, final boolean isDirected) {
        return new SerialComparison(LocalCsr.of(source, isDirected));
    }

    /** The difference, or nothing. */
    public Optional<String> difference(final long root, final int[] levels) {
        final int[] expected = search.run((int) root).level();
        for (int v = 0; v < levels.length; v++) {
            if (levels[v] != expected[v]) {
                return Optional.of("vertex " + v + " has level " + levels[v]
                    + ", a serial search on the same edges says " + expected[v]);
            }
        }
        return Optional.empty();
    }
}
