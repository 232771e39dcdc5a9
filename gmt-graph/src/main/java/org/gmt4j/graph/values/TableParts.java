package org.gmt4j.graph.values;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine.Column;
import org.gmt4j.graph.table.ValueRows;

/**
 * A table that all nodes write at the same time: each its own part, into a hidden file beside the wanted one; node 0
 * joins them in the order of nodes, and gives the result its name when it is whole. Parts are opened, closed and
 * joined by plain threads: an engine loads its library there, packs and writes, which may take seconds. No state, any
 * thread.
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
        ctx.callBlocking(() -> check(target));
        long rows = 0;
        RuntimeException failure = null;
        try {
            for (final Long part : ctx.callOnAll(node -> writePart(node, target, target.part(node.nodeId()),
                columns, writer))) {
                rows += part;
            }
        } catch (final RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            deleteParts(ctx, target);
            throw failure;
        }
        final int nodes = ctx.nodeCount();
        return new Written(rows, ctx.callBlocking(() -> join(target, nodes)));
    }

    private static Void check(final ValueTarget target) {
        target.check();
        return null;
    }

    private static void deleteParts(final TaskContext ctx, final ValueTarget target) throws SuspendExecution {
        try {
            target.deleteParts(ctx);
        } catch (final JobCancelledException over) {            // it begins no task any more
            for (int node = 0; node < ctx.nodeCount(); node++) {
                ValueTarget.delete(target.part(node));
            }
        }
    }

    private static long writePart(final TaskContext ctx, final ValueTarget target, final Path path,
                                  final List<Column> columns, final PartWriter writer) throws SuspendExecution {
        final Part part = new Part(target, path, columns, ctx.nodeId() == 0);
        boolean isWhole = false;
        try {
            final long count = writer.write(ctx, ctx.callBlocking(part::open));
            ctx.callBlocking(part::close);
            isWhole = true;
            return count;
        } catch (final IOException e) {
            throw target.notWritable(e);
        } finally {
            part.closeAfterFailure();               // here: a job that was cancelled begins no call any more
            if (!isWhole) {
                ValueTarget.delete(path);
            }
        }
    }

    /** A part of one node. Used by its task and by plain threads, one after the other. */
    private static final class Part {
        private final ValueTarget target;
        private final Path path;
        private final List<Column> columns;
        private final boolean isFirst;
        /** Null unless open. Kept here, so that it is closed where the task is cancelled while it is opened. */
        private ValueRows rows;

        Part(final ValueTarget target, final Path path, final List<Column> columns, final boolean isFirst) {
            this.target = target;
            this.path = path;
            this.columns = columns;
            this.isFirst = isFirst;
        }

        ValueRows open() {
            try {
                rows = target.open(path, columns, isFirst);
                return rows;
            } catch (final IOException e) {
                throw target.notWritable(e);
            }
        }

        Void close() {
            try {
                rows.close();
                rows = null;
                return null;
            } catch (final IOException e) {
                throw target.notWritable(e);
            }
        }

        void closeAfterFailure() {
            try {
                if (rows != null) {
                    rows.abandon();
                }
            } catch (final IOException e) {
                // the error that brought us here is the one to report
            }
        }
    }

    private static long join(final ValueTarget target, final int nodes) {
        final List<Path> parts = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            final Path part = target.part(node);
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
