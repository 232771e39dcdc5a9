package org.gmt4j.graph.values;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;

/**
 * Writes the values of a global array for each vertex, a line each, under the ids of the graph's source. Every node
 * writes its own part, all at the same time, into hidden files beside the wanted one; node 0 joins them in the order of
 * vertices and gives the result its name when it is whole.
 *
 * <pre>{@code
 * VertexValues.write(ctx, Path.of("levels.csv.gz"), "level", verifier.levels(), () -> spec.open(),
 *     VertexValues.Kind.NUMBERS);
 *
 * node n   .levels.csv.gz.TOKEN.n.part        node 0   one behind the other -> levels.csv.gz
 * }</pre>
 *
 * <p>All nodes must see the folder of the file: nodes of one host do; where hosts have no common folder the parts stay
 * and the error names them. Formats: see {@link ValueFile}. Register {@link #bodyClasses()}.
 */
public final class VertexValues {
    private static final int LINES_BETWEEN_YIELDS = 8192;

    /** The kinds of values. */
    public enum Kind {
        /** Written as they are. */
        NUMBERS,
        /** Vertices: written as the source calls them; negative ones, which are none, as they are. */
        VERTICES,
        /** Numbers of zero or more; vertices with negative ones have none. Of named columns only. */
        LENGTHS,
        /** Bits of doubles of zero or more; vertices with negative words have none. Of named columns only. */
        REAL_LENGTHS
    }

    private VertexValues() {
    }

    /**
     * Writes all elements of {@code values}. Called by one task.
     *
     * @param column name of the values in the file
     * @param values one for each vertex, in contiguous parts like the vertices of a graph
     * @param source names of vertices, opened on every node
     * @return length of the file in bytes
     * @throws GraphException GMT-314, GMT-315
     */
    public static long write(final TaskContext ctx, final Path file, final String column, final IntegerArray values,
                             final EdgeSourceOpener source, final Kind kind) throws SuspendExecution {
        if (values.distribution().isCyclic() || values.distribution().isReplicated()) {
            throw new IllegalArgumentException("values must lie in one contiguous part on each node, "
                + "like the vertices of a graph");
        }
        return write(ctx, file, column, false, TableEngine.Values.LONGS,
            (node, lines) -> writeRows(node, lines, values, source.open(), kind));
    }

    /** What one node writes. A lambda of a registered class: it travels. */
    @FunctionalInterface
    interface PartWriter extends Serializable {
        void write(TaskContext node, ValueRows lines) throws SuspendExecution, IOException;
    }

    /**
     * Writes the lines of all nodes, those of node 0 first. Called by one task.
     *
     * @param areTexts names of vertices are texts
     * @param values   of the vertices
     */
    static long write(final TaskContext ctx, final Path file, final String column, final boolean areTexts,
                      final TableEngine.Values values, final PartWriter writer)
        throws SuspendExecution {
        ValueFile.check(file);
        final String path = file.toAbsolutePath().toString();
        final String token = ValueFile.token();
        RuntimeException failure = null;
        try {
            ctx.executeOnAll(node -> writePart(node, Path.of(path), part(path, token, node.nodeId()), column,
                areTexts, values, writer));
        } catch (final RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            ctx.executeOnAll(node -> ValueFile.delete(part(path, token, node.nodeId())));
            throw failure;
        }
        return join(file, token, ctx.nodeCount());
    }

    private static Path part(final String path, final String token, final int node) {
        return ValueFile.beside(Path.of(path), token + "." + node);
    }

    private static void writePart(final TaskContext ctx, final Path file, final Path part, final String column,
                                  final boolean areTexts, final TableEngine.Values values,
                                  final PartWriter writer) throws SuspendExecution {
        ValueRows lines = null;
        try {
            lines = ValueFile.open(part, file, column, areTexts, values, ctx.nodeId() == 0);
            writer.write(ctx, lines);
            lines.close();
            lines = null;
        } catch (final IOException e) {
            throw ValueFile.notWritable(file, e);
        } finally {
            closeAfterFailure(lines);
        }
    }

    private static void writeRows(final TaskContext ctx, final ValueRows lines, final IntegerArray values,
                                  final EdgeSource ids, final Kind kind) throws SuspendExecution, IOException {
        final long count = values.localCount();
        for (long row = 0; row < count; row += LINES_BETWEEN_YIELDS) {
            writeRows(lines, row, Math.min(count, row + LINES_BETWEEN_YIELDS), values, ids, kind == Kind.VERTICES);
            ctx.yield();
        }
    }

    private static void writeRows(final ValueRows lines, final long low, final long high, final IntegerArray values,
                                  final EdgeSource ids, final boolean areVertices) throws IOException {
        final LocalView view = LocalView.of(values);
        final long first = values.localStart();
        for (long row = low; row < high; row++) {
            final long value = view.get(row);
            lines.add(ids.originalId(first + row), areVertices && value >= 0 ? ids.originalId(value) : value);
        }
    }

    private static void closeAfterFailure(final ValueRows lines) {
        try {
            if (lines != null) {
                lines.close();
            }
        } catch (final IOException e) {
            // the error that brought us here is the one to report
        }
    }

    private static long join(final Path file, final String token, final int nodes) {
        final List<Path> parts = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            final Path part = part(file.toAbsolutePath().toString(), token, node);
            if (!Files.exists(part)) {
                throw new GraphException(GraphException.VALUES_NOT_WRITABLE,
                    "cannot write " + file + ": node 0 does not see " + part
                    + ", which node " + node + " has written on its host. Name a folder that all hosts share, "
                    + "or join the parts yourself: one behind the other, in the order of nodes");
            }
            parts.add(part);
        }
        try {
            return ValueFile.join(file, parts);
        } catch (final IOException e) {
            parts.forEach(ValueFile::delete);
            throw ValueFile.notWritable(file, e);
        }
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {VertexValues.class, Kind.class, TableEngine.Values.class,
            NamedColumn.class,
            NamedDoubles.class};
    }
}
