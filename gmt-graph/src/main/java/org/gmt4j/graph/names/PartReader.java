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
    /**
     * Null before the part is open, and behind its end. Kept here by the thread that opens it, so that it is closed
     * where the task is cancelled meanwhile.
     */
    private EdgeCursor cursor;
    private boolean isFirst = true;

    private PartReader() {
    }

    /** Opens a part; {@code names} is null for a source whose vertices are numbers. */
    public static PartReader open(final TaskContext ctx, final EdgeSource source, final int part, final int parts,
                                  final NameNumbers names) throws SuspendExecution {
        final PartReader reader = new PartReader();
        try {
            ctx.callBlocking(() -> reader.cursor = names == null ? source.open(part, parts)
                : source.open(part, parts, names));
            return reader;
        } catch (final RuntimeException | Error failure) {
            reader.closeAfter(failure);
            throw failure;
        }
    }

    /** {@link EdgeCursor#next}; not to be asked again behind the end. */
    public boolean next(final TaskContext ctx, final EdgeBatch batch) throws SuspendExecution {
        if (isFirst || !cursor.isReady()) {
            isFirst = false;
            return ctx.callBlocking(() -> nextOrClose(batch));
        }
        return cursor.next(batch);
    }

    /** What takes long to read may take long to close. */
    private boolean nextOrClose(final EdgeBatch batch) {
        final boolean hasMore = cursor.next(batch);
        if (!hasMore) {
            close();
        }
        return hasMore;
    }

    private void closeAfter(final Throwable failure) {
        try {
            close();
        } catch (final RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        final EdgeCursor open = cursor;
        cursor = null;
        if (open != null) {
            open.close();
        }
    }
}
