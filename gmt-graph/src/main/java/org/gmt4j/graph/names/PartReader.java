package org.gmt4j.graph.names;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.NameNumbers;

/**
 * Reads a part of a source for a task. What may take long, such as a database's query, a plain thread does, while other
 * tasks of the node go on; all else the task does, since each hand-over costs. Belongs to one task; per batch.
 */
public final class PartReader implements AutoCloseable {
    private final EdgeCursor cursor;
    private boolean isFirst = true;

    private PartReader(final EdgeCursor cursor) {
        this.cursor = cursor;
    }

    /** Opens a part; {@code names} is null for a source whose vertices are numbers. */
    public static PartReader open(final TaskContext ctx, final EdgeSource source, final int part, final int parts,
                                  final NameNumbers names) throws SuspendExecution {
        return new PartReader(ctx.callBlocking(
            () -> names == null ? source.open(part, parts) : source.open(part, parts, names)));
    }

    /** {@link EdgeCursor#next}. */
    public boolean next(final TaskContext ctx, final EdgeBatch batch) throws SuspendExecution {
        if (isFirst || !cursor.isReady()) {
            isFirst = false;
            return ctx.callBlocking(() -> cursor.next(batch));
        }
        return cursor.next(batch);
    }

    @Override
    public void close() {
        cursor.close();
    }
}
