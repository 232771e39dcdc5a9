package org.gmt4j.bench.construct;

import java.util.Optional;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.serial.LocalCsr;

/**
 * The marks in which two builds of one symmetric graph must agree, on any number of nodes: sums over vertices and
 * stored edges, so that nothing but the sums travels. Immutable.
 *
 * @param listed    edges listed at the vertices
 * @param stored    edges of all rows
 * @param forth     sum of the hashes of (row, target)
 * @param back      sum of the hashes of (target, row): the same where every edge is there in both directions
 * @param misplaced targets that are not above the one before in their row, or are the row itself
 */
record GraphDigest(long listed, long stored, long forth, long back, long misplaced) {
    private static final GraphDigest NOTHING = new GraphDigest(0, 0, 0, 0, 0);

    /** Looks at all rows, each where it lives. Called by one task. */
    static GraphDigest of(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        GraphDigest all = NOTHING;
        for (final GraphDigest part : ctx.callOnAll(node -> ofPart(graph.part()))) {
            all = all.plus(part);
        }
        return all;
    }

    private static GraphDigest ofPart(final CsrPart part) {
        GraphDigest all = NOTHING;
        for (long row = 0; row < part.rowCount(); row++) {
            all = all.plus(ofRow(part, row));
        }
        return all;
    }

    private static GraphDigest ofRow(final CsrPart part, final long row) {
        final long vertex = part.firstVertex() + row;
        final long end = part.begin(row + 1);
        long forth = 0;
        long back = 0;
        long misplaced = 0;
        long before = -1;
        for (long at = part.begin(row); at < end; at++) {
            final long target = part.target(at);
            forth += hash(vertex, target);
            back += hash(target, vertex);
            misplaced += target <= before || target == vertex ? 1 : 0;
            before = target;
        }
        return new GraphDigest(part.listedEdges(row), part.degree(row), forth, back, misplaced);
    }

    /** Of the same graph, built by one thread. */
    static GraphDigest of(final LocalCsr graph) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        long forth = 0;
        long back = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            for (int at = offsets[vertex]; at < offsets[vertex + 1]; at++) {
                forth += hash(vertex, targets[at]);
                back += hash(targets[at], vertex);
            }
        }
        return new GraphDigest(graph.listedEdgeCount(), graph.offsets()[graph.vertexCount()], forth, back, 0);
    }

    private GraphDigest plus(final GraphDigest other) {
        return new GraphDigest(listed + other.listed, stored + other.stored, forth + other.forth, back + other.back,
            misplaced + other.misplaced);
    }

    private static long hash(final long from, final long to) {
        long z = from * 0x9E3779B97F4A7C15L + to * 0xC2B2AE3D27D4EB4FL;
        z = (z ^ z >>> 32) * 0xD6E8FEB86659FD93L;
        return z ^ z >>> 29;
    }

    /** Its faults in itself, given the edges that the source lists and those said to be stored. */
    Optional<String> mistake(final long listedEdges, final long storedEdges) {
        if (listed != listedEdges || stored != storedEdges) {
            return Optional.of(listed + " edges are listed and " + stored + " stored, " + listedEdges
                + " and " + storedEdges + " were announced");
        }
        if (misplaced > 0) {
            return Optional.of(misplaced + " targets are out of order, twice in their row, or the row itself");
        }
        return forth == back ? Optional.empty() : Optional.of("some edge is stored in one direction only");
    }

    /** Its differences from another build of the same graph. */
    Optional<String> difference(final GraphDigest other) {
        return equals(other) ? Optional.empty()
            : Optional.of("its edges differ from those of another build: " + this + ", " + other);
    }
}
