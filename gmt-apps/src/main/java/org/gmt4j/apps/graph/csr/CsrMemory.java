package org.gmt4j.apps.graph.csr;

import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;

/**
 * What a {@link CsrGraph} takes of the fullest node while {@link CsrBuilder} builds it and afterwards, see {@link CsrAssembly}. Rows are dealt
 * evenly and so, nearly, are the edges of graphs with random labels; others may be worse.
 *
 * <pre>
 * building  offsets 8, listed 4 a row; per direction of an edge 2 x width staged, width placed, width / 2 that the
 *           allocator keeps of what has been freed (measured)
 * running   offsets 8, listed 4 a row; per direction width
 * </pre>
 */
public final class CsrMemory {
    /** Buckets of a lane end in segments of which half is empty in the mean, and never longer than what there is. */
    private static final long STAGING_SLACK_OF_LANE = 64L * (128 << 10);

    /** Up to so many vertices a target or parent takes 4 bytes, see {@link CsrGraph}. */
    private static final long MOST_NARROW_VERTICES = 1L << 31;

    private CsrMemory() {
    }

    /** Bytes of a vertex in targets and parents. */
    public static int width(final long vertexCount) {
        return vertexCount > MOST_NARROW_VERTICES ? 8 : 4;
    }

    /**
     * Adds the graph.
     *
     * @param directions stored for each listed edge: 2 of a symmetrised graph, else 1
     * @param nodes      of the job
     * @param lanes      of a node
     */
    public static void add(final AppMemory.Builder memory, final long vertexCount, final long edgeCount, final int directions, final int nodes,
                           final int lanes) {
        final long rows = ByteCount.parts(vertexCount, nodes);
        final long entries = ByteCount.times(ByteCount.parts(edgeCount, nodes), directions);
        final int width = width(vertexCount);
        memory.array("offsets", Phase.BOTH, ByteCount.plus(rows, 1), 8)
            .array("listed edges of vertices", Phase.BOTH, rows, 4)
            .array("targets", Phase.RUNNING, entries, width)
            .aid("staging of edges", Phase.BUILDING, entries, 2L * width)
            .aid("ends of staging", Phase.BUILDING, Math.min(ByteCount.times(lanes, STAGING_SLACK_OF_LANE), ByteCount.times(entries, 2L * width)), 1)
            .aid("rows while sorted", Phase.BUILDING, entries, width)
            .aid("freed, not yet given back", Phase.BUILDING, entries, width / 2);
    }
}
