package org.gmt4j.graph.values;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.ValueRows;

/**
 * A table that all nodes write at the same time: each its own part, into a hidden file beside the wanted one; node 0
 * joins them in the order of nodes, and gives the result its name when it is whole. No state, any thread.
 *
 * <pre>
 * node n   .levels.csv.gz.TOKEN.n.part        node 0   one behind the other -> levels.csv.gz
 * </pre>
 *
 * <p>All nodes must see the folder of the file: nodes of one host do; where hosts have no common folder the parts stay
 * and the error names them.
 */
final class TableParts {
    private TableParts() {
    }

    /** What one node writes; returns how many rows. A lambda of a registered class: it travels. */
    @FunctionalInterface
    interface PartWriter extends Serializable {
        long write(TaskContext node, ValueRows rows) throws SuspendExecution, IOException;
    }

    /** Writes the rows of all nodes, those of node 0 first. Called by one task. */
    static Written write(final TaskContext ctx, final ValueTarget target, final List<Column> columns,
                         final PartWriter writer) throws SuspendExecution {
        target.check();
        final String token = ValueTarget.token();
        long rows = 0;
        RuntimeException failure = null;
        try {
            for (final Long part : ctx.callOnAll(node -> writePart(node, target, part(target, token, node.nodeId()),
                columns, writer))) {
                rows += part;
            }
        } catch (final RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            ctx.executeOnAll(node -> ValueTarget.delete(part(target, token, node.nodeId())));
            throw failure;
        }
        return new Written(rows, join(target, token, ctx.nodeCount()));
    }

    private static Path part(final ValueTarget target, final String token, final int node) {
        return target.beside(token + "." + node);
    }

    private static long writePart(final TaskContext ctx, final ValueTarget target, final Path part,
                                  final List<Column> columns, final PartWriter writer) throws SuspendExecution {
        ValueRows rows = null;
        try {
            rows = target.open(part, columns, ctx.nodeId() == 0);
            final long count = writer.write(ctx, rows);
            rows.close();
            rows = null;
            return count;
        } catch (final IOException e) {
            throw target.notWritable(e);
        } finally {
            closeAfterFailure(rows);
        }
    }

    private static void closeAfterFailure(final ValueRows rows) {
        try {
            if (rows != null) {
                rows.close();
            }
        } catch (final IOException e) {
            // the error that brought us here is the one to report
        }
    }

    private static long join(final ValueTarget target, final String token, final int nodes) {
        final List<Path> parts = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            final Path part = part(target, token, node);
            if (!Files.exists(part)) {
                throw new GraphException(GraphException.VALUES_NOT_WRITABLE,
                    "cannot write " + target + ": node 0 does not see " + part
                    + ", which node " + node + " has written on its host. Name a folder that all hosts share, "
                    + "or join the parts yourself: one behind the other, in the order of nodes");
            }
            parts.add(part);
        }
        try {
            return target.join(parts);
        } catch (final IOException e) {
            throw target.notWritable(e);
        }
    }
}
