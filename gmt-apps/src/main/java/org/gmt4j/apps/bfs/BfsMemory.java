package org.gmt4j.apps.bfs;

import org.gmt4j.apps.graph.command.CsrMemory;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.graph.bfs.BfsVariant;
import org.gmt4j.graph.bfs.SearchSizes;
import org.gmt4j.graph.bfs.SerialComparison;

/**
 * The memory of {@code gmt run bfs} on a node, from the figures of the search's classes. Set-up.
 *
 * @param variant     of the search
 * @param filterBytes of visit
 * @param fibers      of a worker, each of which may have a workspace of queue
 * @param verify      are results verified?
 * @param baseline    is one thread's search compared?
 * @param directed    are edges stored in their listed direction only?
 */
record BfsMemory(BfsVariant variant, long filterBytes, int fibers, boolean verify, boolean baseline, boolean directed) {
    /** Bytes of an edge in a workspace: the value found before the exchange. */
    private static final long WORKSPACE_BYTES_PER_EDGE = 8;

    /** Adds all for a graph of known size. */
    void add(final AppMemory.Builder memory, final long vertices, final long edges, final RunPlan plan) {
        final int nodes = plan.nodes();
        final int lanes = plan.lanes();
        final long rows = ByteCount.parts(vertices, nodes);
        CsrMemory.add(memory, vertices, edges, directed ? 1 : 2, nodes, lanes);
        if (directed && variant == BfsVariant.HYBRID) {
            CsrMemory.addReversed(memory, vertices, edges, nodes);
        }
        memory.array("parents", Phase.RUNNING, rows, CsrMemory.width(vertices));
        switch (variant) {
            case HYBRID -> hybrid(memory, vertices, rows, nodes);
            case VISIT -> visit(memory, vertices, rows);
            default -> queue(memory, edges, rows, plan);
        }
        if (verify) {
            memory.array("levels for verification", Phase.RUNNING, rows, 4)
                .array("ancestors for verification", Phase.RUNNING, rows, 8)
                .heap("aids of verification", Phase.RUNNING, rows, 8);
        }
        ofNodeZero(memory, vertices, edges);
    }

    private static void hybrid(final AppMemory.Builder memory, final long vertices, final long rows, final int nodes) {
        final long section = ByteCount.times(ByteCount.parts(rows, 64), 8);
        memory.array("frontier exchange", Phase.RUNNING, 1,
                SearchSizes.sharedBytes(ByteCount.times(2, nodes, section)))
            .array("frontier mail", Phase.RUNNING, 1,
                SearchSizes.sharedBytes(SearchSizes.mailBytes(nodes)))
            .array("rows noted by others", Phase.RUNNING, 1, nodes == 1 ? 0
                : SearchSizes.sharedBytes(SearchSizes.notedBytes(rows, CsrMemory.width(vertices), nodes)))
            .array("degrees", Phase.RUNNING, rows, 4)
            .aid("joined frontier", Phase.RUNNING, ByteCount.parts(vertices, 8), 1)
            .aid("seen vertices", Phase.RUNNING, ByteCount.parts(vertices, 8), 1)
            .aid("hubs of rows", Phase.RUNNING, rows, 4L * CsrMemory.width(vertices))
            .heap("known degrees", Phase.RUNNING, SearchSizes.KNOWN_DEGREES, SearchSizes.KNOWN_DEGREE_BYTES)
            .heap("hubs while they are found", Phase.RUNNING, rows, 20)
            .heap("bits of rows", Phase.RUNNING, ByteCount.parts(rows, 2), 1)
            .heap("frontiers", Phase.RUNNING, rows, 8);
    }

    private void visit(final AppMemory.Builder memory, final long vertices, final long rows) {
        final boolean isExact = vertices / 8 <= filterBytes;
        memory.aid("seen vertices", Phase.RUNNING, ByteCount.parts(isExact ? vertices : rows, 8), 1)
            .aid("visits sent", Phase.RUNNING, isExact ? 0 : Long.highestOneBit(Math.max(1024, filterBytes)), 1)
            .heap("bits of rows", Phase.RUNNING, ByteCount.parts(rows, 8), 1)
            .heap("frontiers", Phase.RUNNING, rows, 8);
    }

    private void queue(final AppMemory.Builder memory, final long edges, final long rows, final RunPlan plan) {
        // with one node none ever waits
        final long fibersAtOnce = ByteCount.times(plan.workers(), plan.nodes() == 1 ? 1 : fibers);
        final long atOnce = Math.min(ByteCount.times(fibersAtOnce, SearchSizes.EDGES_UNDER_WAY),
            ByteCount.times(directed ? 1 : 2, ByteCount.parts(edges, plan.nodes())));
        memory.array("queues", Phase.RUNNING, rows, 16).heap("workspaces", Phase.RUNNING, atOnce,
            WORKSPACE_BYTES_PER_EDGE);
    }

    private void ofNodeZero(final AppMemory.Builder memory, final long vertices, final long edges) {
        if (verify && SerialComparison.fits(vertices, edges)) {
            memory.heapOfNodeZero("serial search to compare with", Phase.RUNNING,
                SerialComparison.heapBytes(vertices, edges));
        }
        if (baseline) {
            memory.heapOfNodeZero("one thread's graph", Phase.RUNNING, SerialBaseline.heapBytes(vertices, edges));
        }
    }
}
