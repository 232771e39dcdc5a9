package org.gmt4j.graph.bfs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;

/**
 * Reused buffers for the tasks of {@link QueueBfs}. A task never leaves its worker, so each lane has its own pool. Per
 * task.
 */
final class QueueWorkspaces {
    private final CsrPart part;
    private final long rowsPerNode;
    private final List<ArrayDeque<QueueWorkspace>> free = new ArrayList<>();
    private final long[][] lists;

    QueueWorkspaces(final int lanes, final CsrGraph graph) {
        part = graph.part();
        rowsPerNode = graph.rowsPerNode();
        lists = new long[lanes][QueueWorkspace.BLOCK_EDGES];
        for (int lane = 0; lane < lanes; lane++) {
            free.add(new ArrayDeque<>());
        }
    }

    QueueWorkspace take(final TaskContext ctx) {
        final QueueWorkspace workspace = free.get(ctx.laneId()).poll();
        return workspace == null ? new QueueWorkspace(part, rowsPerNode, ctx.nodeCount(), lists[ctx.laneId()])
            : workspace;
    }

    void giveBack(final TaskContext ctx, final QueueWorkspace workspace) {
        free.get(ctx.laneId()).push(workspace);
    }
}
