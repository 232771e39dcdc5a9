package org.gmt4j.graph.bfs;

import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.csr.RowBatch;
import org.gmt4j.graph.memory.Bitmap;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of a top-down level of few edges: the task that runs the levels scans all rows itself and sends
 * neighbours of other nodes by {@link FrontierMail}. Time and memory in proportion to the frontier; nothing is started
 * and nobody's answer is awaited.
 *
 * <p>A round of mail is over when its boxes are empty: only then may others send visits, which are for the level after.
 * So a level of visits follows a round of mail after a further collective only.
 *
 * <p>Owned by the task that runs the levels of a node. Per edge.
 */
final class SparseStep {
    private final CsrPart part;
    private final long firstVertex;
    private final Distribution vertices;
    private final TopDownStep topDown;
    private final Bitmap seen;
    private final SeenFilter filter;
    private final Parents parents;
    private final KnownDegrees degrees;
    private final FrontierMail mail;
    private final RowBatch batch;
    private long edges;
    private long found;
    private long foundEdges;
    private long sentEdges;
    private boolean hasSent;

    SparseStep(final CsrPart part, final Distribution vertices, final TopDownStep topDown, final KnownDegrees degrees,
               final FrontierMail mail) {
        this.part = part;
        firstVertex = part.firstVertex();
        this.vertices = vertices;
        this.topDown = topDown;
        filter = topDown.seen();
        seen = filter.bitmap();
        parents = topDown.parents();
        this.degrees = degrees;
        this.mail = mail;
        batch = new RowBatch(part, false);
    }

    /** Scans the frontier, and clears it. */
    void scan(final TaskContext ctx) {
        found = 0;
        foundEdges = 0;
        sentEdges = 0;
        hasSent = false;
        final LaneQueue mine = topDown.found()[ctx.laneId()];
        for (final LaneQueue queue : topDown.scanned()) {
            final int[] rows = queue.rows();
            for (int from = 0; from < queue.count(); from += RowBatch.CAPACITY) {
                final int size = Math.min(RowBatch.CAPACITY, queue.count() - from);
                for (int i = 0; i < size; i++) {
                    batch.add(rows[from + i]);
                }
                batch.read();
                for (int place = batch.take(); place >= 0; place = batch.take()) {
                    scanRow(batch.row(place), batch.begin(place), batch.end(place), mine);
                }
            }
        }
        topDown.clearScanned();
    }

    private void scanRow(final int row, final long begin, final long end, final LaneQueue mine) {
        final LocalView targets = part.targets();
        edges += end - begin;
        for (long at = seen.nextAbsent(targets, begin, end); at < end; at = seen.nextAbsent(targets, at + 1, end)) {
            final long target = targets.get(at);
            if (filter.mark(target)) {
                if (part.isLocal(target)) {
                    found++;
                    foundEdges += take(target - firstVertex, row + firstVertex, mine);
                } else {
                    send(target, row);
                }
            }
        }
    }

    private long take(final long row, final long parent, final LaneQueue queue) {
        parents.set(row, parent);
        queue.add((int) row);
        return part.degree(row);
    }

    private void send(final long target, final int row) {
        final int owner = vertices.owner(target);
        mail.add(owner, (int) (target - vertices.start(owner)), row);
        sentEdges += degrees.bound(target);
        hasSent = true;
    }

    /** Rows of this node that the last scan has found. */
    long found() {
        return found;
    }

    /** Edges of these rows. */
    long foundEdges() {
        return foundEdges;
    }

    /** Edges of what the last scan has found here and elsewhere, at most. */
    long edgeBound() {
        return foundEdges + sentEdges;
    }

    /** Returns whether the last scan has found neighbours of other nodes. */
    boolean hasSent() {
        return hasSent;
    }

    /** Sends the mail of the last scan. A collective must follow, and {@link #receive}. */
    void send(final TaskContext ctx) throws SuspendExecution {
        mail.send(ctx);
        ctx.count("edges", edges);
        edges = 0;
    }

    /** Adds the neighbours that others have found to the frontier that is to be scanned next. */
    void receive(final TaskContext ctx) {
        final LaneQueue queue = topDown.scanned()[ctx.laneId()];
        for (int source = 0; source < ctx.nodeCount(); source++) {
            final int count = mail.count(source);
            for (int i = 0; i < count; i++) {
                final int row = mail.row(source, i);
                final long parent = vertices.start(source) + mail.parentRow(source, i);
                filter.mark(parent);     // else it would be sent back
                if (filter.mark(row + firstVertex)) {
                    take(row, parent, queue);
                }
            }
        }
        mail.next();
    }
}
