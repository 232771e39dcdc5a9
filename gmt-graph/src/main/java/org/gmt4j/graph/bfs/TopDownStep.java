package org.gmt4j.graph.bfs;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.Distribution;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.Visitor;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of a top-down level: the rows of the frontier are scanned; neighbours that live here are marked at
 * once, others are noted in their owner's memory where that is mapped, else they get a visit at their owner.
 *
 * <pre>
 * level d:   begin -> scan the frontier: mark, note or send each neighbour not seen, await my visits -> clear the
 *            frontier -> a collective -> take what others have noted
 * </pre>
 *
 * <p>A node that leaves the collective early already sends visits of the next level to nodes that are still in it.
 * Frontiers therefore come in two, for even and odd levels, each visit says for which it is (the argument's sign), and
 * a scanned frontier is cleared before the collective.
 *
 * <p>Tasks and visits of all lanes share the parents and the filter; frontiers are per lane. Per command.
 */
final class TopDownStep implements AutoCloseable {
    private static final int ROWS_PER_CLAIM = 64;
    private static final int EDGES_BETWEEN_YIELDS = 16_384;
    /** Frontiers of more than this share of the rows are put in order, so that the graph is read from front to back. */
    private static final long ORDER_FROM = 64;
    private static final long ODD = Long.MIN_VALUE;

    private final CsrPart part;
    private final long firstVertex;
    private final long rowCount;
    private final Parents parents;
    private final Distribution vertices;
    private final SeenFilter seen;
    /** Null where every other node gets visits. */
    private final FoundRows noted;
    private final LaneQueue[][] frontiers;
    private final RowOrder order;
    private final AtomicInteger claimed = new AtomicInteger();
    /** Of the level that is scanned now; written by the level loop while no scan runs. */
    private long nextParity;
    private LaneQueue[] scanned;
    private LaneQueue[] found;

    /** @param noted rows of nodes whose memory is mapped; null: all get visits */
    TopDownStep(final TaskContext ctx, final CsrGraph graph, final Parents parents, final long filterBytes,
                final FoundRows noted) {
        part = graph.part();
        firstVertex = part.firstVertex();
        rowCount = part.rowCount();
        if (rowCount > Integer.MAX_VALUE) {
            throw new GraphException(GraphException.TOO_LARGE, graph.name() + " has " + rowCount
                + " vertices on a node; a search takes up to " + Integer.MAX_VALUE + ": take more nodes");
        }
        this.parents = parents;
        this.noted = noted;
        vertices = graph.listed().distribution();
        seen = new SeenFilter(graph.vertexCount(), firstVertex, rowCount, filterBytes, graph.listed().isExclusive());
        order = new RowOrder((int) rowCount);
        final int lanes = ctx.laneCount();
        frontiers = new LaneQueue[2][lanes];
        for (int i = 0; i < 2 * lanes; i++) {
            frontiers[i & 1][i >> 1] = new LaneQueue();
        }
    }

    /** Before a search, on all nodes; a barrier must follow. */
    void clear() {
        parents.clear();
        seen.clear();
        clear(frontiers[0]);
        clear(frontiers[1]);
    }

    /** The frontier becomes this node's part of one of a single vertex; on others it is empty. */
    void start(final TaskContext ctx, final long root) {
        if (part.isLocal(root)) {
            reach(root - firstVertex, root, frontiers[0][ctx.laneId()]);
        }
    }

    /** Level {@code level} is the one that is scanned next. */
    void begin(final long level) {
        scanned = frontiers[(int) level & 1];
        found = frontiers[(int) (level + 1) & 1];
        nextParity = (level & 1) == 0 ? ODD : 0;
        claimed.set(0);
        if (noted != null) {
            noted.begin(level);
        }
    }

    /** Rows of the frontier that is to be scanned. */
    long scannedCount() {
        return size(scanned);
    }

    /** Queues by lane of the frontier that is to be scanned. */
    LaneQueue[] scanned() {
        return scanned;
    }

    /** Queues by lane of the rows found for the next level. */
    LaneQueue[] found() {
        return found;
    }

    SeenFilter seen() {
        return seen;
    }

    /** Tree of this node's rows. */
    Parents parents() {
        return parents;
    }

    /** The scanned frontier is not needed any more. */
    void clearScanned() {
        clear(scanned);
    }

    private static long size(final LaneQueue[] queues) {
        long size = 0;
        for (final LaneQueue queue : queues) {
            size += queue.count();
        }
        return size;
    }

    private static void clear(final LaneQueue[] queues) {
        for (final LaneQueue queue : queues) {
            queue.clear();
        }
    }

    /** Scans the frontier. Returns when all visits that this node has sent are executed. */
    void scan(final TaskContext ctx, final Visitor visitor) throws SuspendExecution {
        final long size = size(scanned);
        if (size == 0) {
            return;
        }
        if (size > rowCount / ORDER_FROM) {
            order.sort(scanned);
        }
        final int workers = ctx.workerCount();
        if (workers == 1) {
            scanClaims(ctx, visitor);
            ctx.await();
        } else {
            ctx.parFor(workers, 1, SpawnPolicy.LOCAL, (low, high, c) -> scanClaims(c, visitor));
        }
    }

    /** Takes rows from all lanes' queues, one queue after the other, until none is left. */
    private void scanClaims(final TaskContext ctx, final Visitor visitor) throws SuspendExecution {
        final LaneQueue mine = found[ctx.laneId()];
        long edges = 0;
        for (;;) {
            int from = claimed.getAndAdd(ROWS_PER_CLAIM);
            int lane = 0;
            while (lane < scanned.length && from >= padded(scanned[lane].count())) {
                from -= padded(scanned[lane].count());
                lane++;
            }
            if (lane == scanned.length) {
                return;
            }
            edges += scanRows(ctx, visitor, scanned[lane], from, mine);
            if (edges > EDGES_BETWEEN_YIELDS) {
                edges = 0;
                ctx.yield();
            }
        }
    }

    /** Queues end at a multiple of the elements claimed at once. */
    private static int padded(final int count) {
        return (count + ROWS_PER_CLAIM - 1) / ROWS_PER_CLAIM * ROWS_PER_CLAIM;
    }

    private long scanRows(final TaskContext ctx, final Visitor visitor, final LaneQueue queue, final int from,
                          final LaneQueue mine) {
        final int[] rows = queue.rows();
        final int to = Math.min(from + ROWS_PER_CLAIM, queue.count());
        long edges = 0;
        for (int i = from; i < to; i++) {
            edges += seen.isExact() ? scanExact(ctx, visitor, rows[i], mine)
                : scanForgetful(ctx, visitor, rows[i], mine);
        }
        ctx.count("edges", edges);
        return edges;
    }

    /** The loop that searches live in: one bit per edge, mostly set. */
    private long scanExact(final TaskContext ctx, final Visitor visitor, final int row, final LaneQueue mine) {
        final Bitmap bitmap = seen.bitmap();
        final LocalView targets = part.targets();
        final long begin = part.begin(row);
        final long end = part.begin(row + 1L);
        for (long at = bitmap.nextAbsent(targets, begin, end); at < end; at = bitmap.nextAbsent(targets, at + 1, end)) {
            found(ctx, visitor, targets.get(at), row, mine);
        }
        return end - begin;
    }

    private void found(final TaskContext ctx, final Visitor visitor, final long target, final int row,
                       final LaneQueue mine) {
        if (seen.mark(target)) {
            if (Long.compareUnsigned(target - firstVertex, rowCount) < 0) {
                take(target - firstVertex, row + firstVertex, mine);
            } else {
                send(ctx, visitor, target, row);
            }
        }
    }

    private void send(final TaskContext ctx, final Visitor visitor, final long target, final int row) {
        final int owner = vertices.owner(target);
        if (noted != null && noted.reaches(owner)) {
            noted.note(owner, target - vertices.start(owner), row + firstVertex);
        } else {
            visitor.sendTo(ctx, owner, target, row + firstVertex | nextParity);
        }
    }

    /** Adds the rows that others have noted to those found; after the collective of the level, by one task. */
    void takeNoted(final TaskContext ctx) {
        if (noted != null) {
            final LaneQueue mine = found[ctx.laneId()];
            noted.take((row, parent) -> reach(row, parent, mine));
        }
    }

    private long scanForgetful(final TaskContext ctx, final Visitor visitor, final int row, final LaneQueue mine) {
        final long begin = part.begin(row);
        final long end = part.begin(row + 1L);
        for (long at = begin; at < end; at++) {
            final long target = part.target(at);
            if (Long.compareUnsigned(target - firstVertex, rowCount) < 0) {
                if (seen.mark(target)) {
                    take(target - firstVertex, row + firstVertex, mine);
                }
            } else if (seen.shouldSend(target)) {
                send(ctx, visitor, target, row);
            }
        }
        return end - begin;
    }

    private void take(final long row, final long parent, final LaneQueue queue) {
        parents.set(row, parent);
        queue.add((int) row);
    }

    private void reach(final long row, final long parent, final LaneQueue queue) {
        if (seen.mark(row + firstVertex)) {
            take(row, parent, queue);
        }
    }

    /** A visit: another node has found an edge from {@code argument} to {@code vertex}. */
    void visit(final long vertex, final long argument, final TaskContext ctx) {
        final long row = vertex - firstVertex;
        if (Long.compareUnsigned(row, rowCount) >= 0) {
            throw new IndexOutOfBoundsException("vertex " + vertex + " does not live on node " + ctx.nodeId());
        }
        reach(row, argument & ~ODD, frontiers[argument < 0 ? 1 : 0][ctx.laneId()]);
    }

    @Override
    public void close() {
        seen.close();
    }
}
