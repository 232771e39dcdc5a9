package org.gmt4j.apps.graph.csr;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.apps.graph.GraphException;
import org.gmt4j.runtime.task.TaskContext;

/**
 * What has been compared of the edges of one graph, at every size.
 *
 * <pre>
 * source yields edges ---- forth and back ---- = ---- keys that have arrived, sorted ---- kept ---- = ---- rows of the finished graph
 *                       when the graph is built                                        when somebody asks
 * </pre>
 *
 * <p>The first comparison is part of every build, which fails with GMT-313 where it finds a difference; the second reads the whole graph and
 * belongs to verification. Immutable.
 *
 * @param listed   edges as listed
 * @param reversed their other directions, where both are stored
 * @param kept     what belongs into the rows: without self-loops and repetitions where the graph has none
 */
public record EdgeCheck(EdgeChecksum listed, EdgeChecksum reversed, EdgeChecksum kept) {

    /**
     * @param source  of all nodes' parts of the source
     * @param arrived of all buckets of all nodes
     * @throws GraphException when they differ
     */
    static EdgeCheck compare(final String name, final BuildSums source, final BuildSums arrived) {
        final Optional<String> mistake = difference("edges as listed", source.forth(), arrived.forth())
            .or(() -> difference("edges in the other direction", source.back(), arrived.back()));
        if (mistake.isPresent()) {
            throw failure(name, mistake.get());
        }
        return new EdgeCheck(source.forth(), source.back(), arrived.kept());
    }

    private static GraphException failure(final String name, final String mistake) {
        return new GraphException(GraphException.EDGES_DIFFER, "the graph built from " + name + " has not the edges of its source: " + mistake
            + ". This is a mistake of the build, not of the input: run it again, and report it with the command line");
    }

    /** @param count edges that have been written into rows */
    void checkKept(final String name, final long count) {
        if (count != kept.count()) {
            throw failure(name, count + " are in its rows, " + kept.count() + " were to be kept");
        }
    }

    private static Optional<String> difference(final String what, final EdgeChecksum source, final EdgeChecksum found) {
        if (source.count() != found.count()) {
            return Optional.of(what + ": the source yields " + source.count() + ", " + found.count() + " are there");
        }
        return source.equals(found) ? Optional.empty() : Optional.of(what + ": as many as the source yields, " + source.count()
            + ", but not the same ones; checksums " + source + " and " + found);
    }

    /** Reads all rows of the graph, each where it lives, and compares them with what was to be kept. Called by one task. */
    public Optional<String> differenceOf(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        EdgeChecksum rows = EdgeChecksum.NOTHING;
        for (final EdgeChecksum part : ctx.callOnAll(node -> RowSums.of(graph.part()))) {
            rows = rows.plus(part);
        }
        if (!rows.equals(kept)) {
            return Optional.of("the rows of " + graph.name() + " hold other edges than were to be kept: " + rows + ", expected " + kept);
        }
        long listedAtVertices = 0;
        for (final Long part : ctx.callOnAll(node -> listedEdges(graph.part()))) {
            listedAtVertices += part;
        }
        return listedAtVertices == listed.count() ? Optional.empty() : Optional.of("the vertices of " + graph.name() + " count "
            + listedAtVertices + " edges that begin at them, the source has yielded " + listed.count());
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
        values.put("listed", listed.count());
        values.put("reversed", reversed.count());
        values.put("kept", kept.count());
        values.put("checksum", String.format("%016x%016x", listed.first() + reversed.first(), listed.second() + reversed.second()));
        return values;
    }
}
