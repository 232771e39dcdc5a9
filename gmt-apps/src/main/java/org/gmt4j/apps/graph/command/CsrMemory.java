package org.gmt4j.apps.graph.command;

import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * The memory of a {@link CsrGraph} on the fullest node while {@link CsrBuilder} builds it and afterwards. Rows are
 * dealt evenly and so, nearly, are the edges of graphs with random labels; others may be worse.
 *
 * <pre>
 * building  offsets 8, listed 4 a row; per direction of an edge 8 staged, and width in the rows of buckets that take
 *           its place
 * running   offsets 8, listed 4 a row; per direction width
 * </pre>
 */
public final class CsrMemory {
    /** Bytes of a direction of an edge while edges come in, whatever its width later. */
    private static final int STAGED = 8;
    /** Segments of a bucket end half empty in the mean, and are never longer than all that there is. */
    private static final long STAGING_SLACK = 128 << 10;

    private CsrMemory() {
    }

    /** Bytes of a vertex in targets and parents. */
    public static int width(final long vertexCount) {
        return CsrGraph.targetLength(vertexCount);
    }

    /**
     * Adds the graph.
     *
     * @param directions stored for each listed edge: 2 of a symmetrised graph, else 1
     * @param nodes      of the job
     * @param lanes      of a node
     */
    public static void add(final AppMemory.Builder memory, final long vertexCount, final long edgeCount,
                           final int directions, final int nodes, final int lanes) {
        final long rows = ByteCount.parts(vertexCount, nodes);
        final long entries = ByteCount.times(ByteCount.parts(edgeCount, nodes), directions);
        final int width = width(vertexCount);
        final long buckets = CsrBuilder.bucketCount(vertexCount, rows);
        memory.array("offsets", Phase.BOTH, ByteCount.plus(rows, 1), 8)
            .array("listed edges of vertices", Phase.BOTH, rows, 4)
            .array("targets", Phase.RUNNING, entries, width)
            .aid("staging of edges", Phase.BUILDING, entries, STAGED)
            .aid("ends of staging", Phase.BUILDING,
                Math.min(ByteCount.times(lanes, buckets * STAGING_SLACK), ByteCount.times(entries, STAGED)), 1)
            .aid("rows of buckets", Phase.BUILDING, entries, width);
    }

    /** Adds the reverse of a directed graph, made by {@link CsrBuilder#reversed} while the graph is there. */
    public static void addReversed(final AppMemory.Builder memory, final long vertexCount, final long edgeCount,
                                   final int nodes) {
        final long rows = ByteCount.parts(vertexCount, nodes);
        final long entries = ByteCount.parts(edgeCount, nodes);
        final int width = width(vertexCount);
        memory.array("graph while it is reversed", Phase.BUILDING,
            ByteCount.plus(ByteCount.times(entries, width), ByteCount.times(rows, 12)), 1)
            .array("reversed graph's rows", Phase.RUNNING, rows, 12)
            .array("reversed graph's targets", Phase.RUNNING, entries, width);
    }
}
