package org.gmt4j.apps.bfs;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.apps.graph.csr.CsrGraph;
import org.gmt4j.runtime.array.Allocation;
import org.gmt4j.runtime.array.ArraySpec;
import org.gmt4j.runtime.array.GlobalLongArray;
import org.gmt4j.runtime.array.IntegerArray;
import org.gmt4j.runtime.array.NodeLocal;
import org.gmt4j.runtime.task.SpawnPolicy;
import org.gmt4j.runtime.task.TaskContext;

/**
 * GMT's own search: the current and the next queue are global arrays, a parallel loop runs over the current one, and every
 * edge costs one global memory access, a compare-and-set on the neighbour's parent. Whoever wins puts the neighbour into the
 * next queue, at a position that an atomic add on the queue's tail has given it.
 *
 * @see "Morari et al., Scaling Irregular Applications through Data Aggregation and Software Multithreading, IPDPS 2014"
 */
final class QueueBfs implements BfsKernel {
    /** Vertices of one task at most, and tasks that each node should get at least. */
    private static final long LARGEST_CHUNK = 32;
    private static final long TASKS_PER_NODE = 64;

    private final CsrGraph graph;
    private final IntegerArray parents;
    private final GlobalLongArray[] queues;
    private final GlobalLongArray tail;
    private final NodeLocal<QueueWorkspaces> workspaces;
    private final int fixedChunk;

    private QueueBfs(final CsrGraph graph, final IntegerArray parents, final GlobalLongArray[] queues, final GlobalLongArray tail,
                     final NodeLocal<QueueWorkspaces> workspaces, final int fixedChunk) {
        this.graph = graph;
        this.parents = parents;
        this.queues = queues;
        this.tail = tail;
        this.workspaces = workspaces;
        this.fixedChunk = fixedChunk;
    }

    /** @param fixedChunk vertices of one task, 0 for as many as suit the frontier */
    static QueueBfs open(final TaskContext ctx, final CsrGraph graph, final int fixedChunk) throws SuspendExecution {
        final ArraySpec perVertex = ArraySpec.of(graph.vertexCount()).unzeroed();
        final IntegerArray parents = Parents.allocate(ctx, graph.vertexCount());
        final GlobalLongArray[] queues = {GlobalLongArray.allocate(ctx, perVertex), GlobalLongArray.allocate(ctx, perVertex)};
        final GlobalLongArray tail = GlobalLongArray.allocate(ctx, ArraySpec.of(1).allocated(Allocation.LOCAL));
        final NodeLocal<QueueWorkspaces> workspaces = NodeLocal.create(ctx, node -> new QueueWorkspaces(node.runtime().laneCount(), graph));
        return new QueueBfs(graph, parents, queues, tail, workspaces, fixedChunk);
    }

    @Override
    public long search(final TaskContext ctx, final long root) throws SuspendExecution {
        final IntegerArray tree = parents;
        ctx.executeOnAll(node -> new Parents(tree).clear());
        parents.swap(ctx, root, root);
        queues[0].put(ctx, 0, root);
        long count = 1;
        long level = 0;
        while (count > 0) {
            tail.put(ctx, 0, 0);
            expand(ctx, queues[(int) level & 1], count, queues[(int) (level + 1) & 1]);
            count = tail.get(ctx, 0);
            level++;
        }
        return level;
    }

    private void expand(final TaskContext ctx, final GlobalLongArray current, final long count, final GlobalLongArray next)
        throws SuspendExecution {
        final CsrGraph csr = graph;
        final IntegerArray tree = parents;
        final GlobalLongArray end = tail;
        final NodeLocal<QueueWorkspaces> pool = workspaces;
        final int nodes = ctx.nodeCount();
        final long chunk = fixedChunk > 0 ? fixedChunk : Math.max(1, Math.min(LARGEST_CHUNK, count / (nodes * TASKS_PER_NODE)));
        final long chunksPerNode = ((count - 1) / chunk) / nodes + 1;
        // Vertices with many neighbours are found early and lie together: deal the chunks to the nodes in turn.
        ctx.parFor(chunksPerNode * nodes, 1, SpawnPolicy.PARTITION, (task, high, c) -> {
            final long from = (task % chunksPerNode * nodes + task / chunksPerNode) * chunk;
            if (from < count) {
                final QueueWorkspace workspace = pool.get().take(c);
                workspace.expand(c, csr, tree, current, from, (int) Math.min(chunk, count - from), next, end);
                pool.get().giveBack(c, workspace);
            }
        });
    }

    @Override
    public IntegerArray parents() {
        return parents;
    }

    @Override
    public void free(final TaskContext ctx) throws SuspendExecution {
        workspaces.free(ctx);
        parents.free(ctx);
        queues[0].free(ctx);
        queues[1].free(ctx);
        tail.free(ctx);
    }
}
