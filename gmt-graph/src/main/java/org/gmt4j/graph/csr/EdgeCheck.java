package org.gmt4j.graph.csr;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;

/**
 * The comparison of the edges of one graph, at every size.
 *
 * <pre>
 * source yields - both directions - = - keys arrived and sorted - kept - = - rows written - kept - = - rows read back
 *              all edges, in each build                      some buckets, in each build       all, when somebody asks
 * </pre>
 *
 * <p>The first two comparisons are part of every build, which fails with GMT-313 where they find a difference; the
 * third reads the whole graph and belongs to verification. Immutable.
 *
 * @param listed   edges as listed
 * @param reversed directions besides, where both are stored
 * @param all      checksum of all directions
 * @param kept     edges written into the rows: without self-loops and repetitions where the graph has none
 */
public record EdgeCheck(long listed, long reversed, EdgeChecksum all, EdgeChecksum kept) {

    /**
     * @param source  of all nodes' parts of the source
     * @param arrived of all buckets of all nodes
     * @param kept    of all rows of all nodes
     * @throws GraphException when source and arrived differ
     */
    static EdgeCheck compare(final String name, final BuildSums source, final BuildSums arrived,
                             final EdgeChecksum kept) {
        if (source.listed() != arrived.listed()) {
            throw failure(name, difference("edges as listed", source.listed(), arrived.listed()));
        }
        if (source.reversed() != arrived.reversed()) {
            throw failure(name, difference("edges in the other direction", source.reversed(), arrived.reversed()));
        }
        if (!source.all().isSame(arrived.all())) {
            throw failure(name, "as many as the source yields, but not the same ones; checksums " + source.all()
                + " and " + arrived.all());
        }
        if (source.weights() != arrived.weights()) {
            throw failure(name, "the same ones, but not with the same weights");
        }
        return new EdgeCheck(source.listed(), source.reversed(), source.all(), kept);
    }

    private static GraphException failure(final String name, final String mistake) {
        return new GraphException(GraphException.EDGES_DIFFER,
            "the graph built from " + name + " has not the edges of its source: " + mistake
            + ". This is a mistake of the build, not of the input: run it again, and report it with the command line");
    }

    /**
     * Some buckets are looked at by another lane than the one that makes rows of them.
     *
     * @throws GraphException when they differ
     */
    static void checkRows(final String name, final EdgeChecksum expected, final EdgeChecksum written) {
        if (!expected.isSame(written)) {
            throw failure(name, "into some rows " + written + " were written, " + expected + " belong there");
        }
    }

    private static String difference(final String what, final long source, final long found) {
        return what + ": the source yields " + source + ", " + found + " are there";
    }

    /**
     * Reads all rows of the graph, each where it lives, and compares them with the edges to be kept. Called by one
     * task.
     */
    public Optional<String> differenceOf(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        EdgeChecksum rows = EdgeChecksum.NOTHING;
        for (final EdgeChecksum part : ctx.callOnAll(node -> RowSums.of(graph.part()))) {
            rows = rows.plus(part);
        }
        if (!rows.equals(kept)) {
            return Optional.of("the rows of " + graph.name() + " hold other edges than were to be kept: "
                + rows + ", expected " + kept);
        }
        long listedAtVertices = 0;
        for (final Long part : ctx.callOnAll(node -> listedEdges(graph.part()))) {
            listedAtVertices += part;
        }
        return listedAtVertices == listed ? Optional.empty() : Optional.of("the vertices of " + graph.name() + " count "
            + listedAtVertices + " edges that begin at them, the source has yielded " + listed);
    }

    private static long listedEdges(final CsrPart part) {
        long sum = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            sum += part.listedEdges(row);
        }
        return sum;
    }

    /** For results: how many were compared, and the checksums. */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("listed", listed);
        values.put("reversed", reversed);
        values.put("kept", kept.count());
        values.put("checksum", String.format("%016x%016x", all.first(), all.second()));
        return values;
    }
}
