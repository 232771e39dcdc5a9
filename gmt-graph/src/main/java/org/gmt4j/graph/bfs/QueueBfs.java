package org.gmt4j.graph.bfs;

import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * GMT's own search: the current and the next queue are global arrays, a parallel loop runs over the current one, and
 * every edge costs one global memory access, a compare-and-set on the neighbour's parent. Whoever wins puts the
 * neighbour into the next queue, at a position that an atomic add on the queue's tail has given it.
 *
 * <p>A queue has a part, with a tail, at each node, for the vertices that the node owns: so a task finds its vertices
 * and their rows in its node's memory, waits for nothing but the compare-and-sets, and few tasks are under way at a
 * time.
 *
 * @see "Morari et al., Scaling Irregular Applications through Data Aggregation and Software Multithreading, IPDPS 2014"
 */
final class QueueBfs implements BfsKernel {
    /** Vertices of one task at most, and tasks that each node should get at least. */
    private static final long LARGEST_CHUNK = 32;
    private static final long TASKS_PER_NODE = 64;
    /** Tails of the level that runs, of the next one, and of the one after it, which are cleared meanwhile. */
    private static final int TAILS = 3;

    private final CsrGraph graph;
    private final IntegerArray parents;
    private final GlobalLongArray[] queues;
    private final GlobalLongArray[] tails;
    private final NodeLocal<QueueWorkspaces> workspaces;
    private final int fixedChunk;
    private final boolean withLists;

    private QueueBfs(final CsrGraph graph, final IntegerArray parents, final GlobalLongArray[] queues,
                     final GlobalLongArray[] tails, final NodeLocal<QueueWorkspaces> workspaces, final int fixedChunk,
                     final boolean withLists) {
        this.graph = graph;
        this.parents = parents;
        this.queues = queues;
        this.tails = tails;
        this.workspaces = workspaces;
        this.fixedChunk = fixedChunk;
        this.withLists = withLists;
    }

    /**
     * @param fixedChunk vertices of one task, 0 for as many as suit the frontier
     * @param withLists  a row's compare-and-sets are issued together
     */
    static QueueBfs open(final TaskContext ctx, final CsrGraph graph, final int fixedChunk, final boolean withLists)
        throws SuspendExecution {
        final ArraySpec perVertex = ArraySpec.of(graph.vertexCount()).unzeroed();
        final IntegerArray parents = Parents.allocate(ctx, graph.vertexCount());
        final GlobalLongArray[] queues = {GlobalLongArray.allocate(ctx, perVertex),
            GlobalLongArray.allocate(ctx, perVertex)};
        final GlobalLongArray[] tails = new GlobalLongArray[TAILS];
        for (int i = 0; i < TAILS; i++) {
            tails[i] = GlobalLongArray.allocate(ctx, ctx.nodeCount());
        }
        final NodeLocal<QueueWorkspaces> workspaces = NodeLocal.create(ctx,
            node -> new QueueWorkspaces(node.laneCount(), graph));
        return new QueueBfs(graph, parents, queues, tails, workspaces, fixedChunk, withLists);
    }

    @Override
    public long search(final TaskContext ctx, final long root) throws SuspendExecution {
        clear(ctx);
        final int owner = graph.owner(root);
        parents.swap(ctx, root, root);
        queues[0].put(ctx, owner * graph.rowsPerNode(), root);
        tails[0].put(ctx, owner, 1);
        long level = 0;
        long winners = 1;
        while (winners > 0) {
            winners = expand(ctx, (int) (level & 1), (int) (level % TAILS));
            level++;
        }
        return level;
    }

    private void clear(final TaskContext ctx) throws SuspendExecution {
        final IntegerArray tree = parents;
        final GlobalLongArray first = tails[0];
        final GlobalLongArray second = tails[1];
        ctx.executeOnAll(node -> {
            new Parents(tree).clear();
            first.put(node, node.nodeId(), 0);
            second.put(node, node.nodeId(), 0);
        });
    }

    /** Every node expands its part of the queue. Returns the length of the next one. */
    private long expand(final TaskContext ctx, final int current, final int tail) throws SuspendExecution {
        final QueueLevel level = new QueueLevel(graph, parents, queues[current], queues[1 - current],
            tails[(tail + 1) % TAILS], withLists);
        final GlobalLongArray counts = tails[tail];
        final GlobalLongArray afterNext = tails[(tail + 2) % TAILS];
        final NodeLocal<QueueWorkspaces> pool = workspaces;
        final int chunk = fixedChunk;
        final List<Long> winners = ctx.callOnAll(node -> {
            afterNext.put(node, node.nodeId(), 0);
            return expandHere(node, level, counts.get(node, node.nodeId()), chunk, pool.get());
        });
        long sum = 0;
        for (final Long count : winners) {
            sum += count;
        }
        return sum;
    }

    private static long expandHere(final TaskContext ctx, final QueueLevel level, final long count,
                                   final int fixedChunk, final QueueWorkspaces pool) throws SuspendExecution {
        if (count == 0) {
            return 0;
        }
        final long chunk = fixedChunk > 0 ? fixedChunk : Math.max(1, Math.min(LARGEST_CHUNK, count / TASKS_PER_NODE));
        final long[] winners = new long[ctx.laneCount()];   // a lane's own element each
        ctx.parFor((count - 1) / chunk + 1, 1, SpawnPolicy.LOCAL, (task, high, c) -> {
            final long from = task * chunk;
            final QueueWorkspace workspace = pool.take(c);
            final long won = workspace.expand(c, level, from, (int) Math.min(chunk, count - from));
            winners[c.laneId()] += won;
            pool.giveBack(c, workspace);
        });
        long sum = 0;
        for (final long won : winners) {
            sum += won;
        }
        return sum;
    }

    @Override
    public IntegerArray parents() {
        return parents;
    }

    @Override
    public void free(final TaskContext ctx) throws SuspendExecution {
        workspaces.free(ctx);
        parents.free(ctx);
        for (final GlobalLongArray queue : queues) {
            queue.free(ctx);
        }
        for (final GlobalLongArray tail : tails) {
            tail.free(ctx);
        }
    }
}
