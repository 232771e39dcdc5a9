package org.gmt4j.runtime.array;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.Objects;
import org.gmt4j.GmtException;
import org.gmt4j.runtime.function.NodeBound;
import org.gmt4j.runtime.task.TaskContext;
import org.gmt4j.runtime.task.TaskFunction;

/**
 * An ordinary object on every node: the frontier of a search, a cache, a part of a file. Made by one task, captured by bodies
 * like an array; a body sees the object of the node it runs on. The objects themselves never travel and may be of any class.
 *
 * <pre>{@code
 * NodeLocal<Histogram> counts = NodeLocal.create(ctx, node -> new Histogram());
 * ctx.executeOnAll(node -> counts.get().add(...));
 * }</pre>
 *
 * <p>All tasks and visits of a node share its object. With one thread per node (plan combined) they take turns and change
 * over only where a task waits, sends or yields; otherwise the object must be safe for the node's threads, for example by
 * state per {@link TaskContext#laneId() lane}.
 *
 * @param <T> class of the objects
 */
public final class NodeLocal<T> implements NodeBound {
    /** Kind of node-bound object. */
    public static final int KIND = 3;
    private final long id;
    private T value;

    private NodeLocal(final long id, final T value) {
        this.id = id;
        this.value = value;
    }

    /**
     * Makes an object on every node. Called by one task; costs two rounds to all nodes.
     *
     * @param maker runs once on each node as a task; its result stays there
     * @throws org.gmt4j.runtime.task.ParForException when a maker fails: what others made is let go
     */
    public static <T> NodeLocal<T> create(final TaskContext ctx, final TaskFunction<T> maker) throws SuspendExecution {
        Objects.requireNonNull(maker, "maker");
        final long id = ctx.call(0, root -> table(root).takeId());
        try {
            ctx.executeOnAll(node -> install(node, id, maker));
        } catch (final RuntimeException failure) {
            ctx.executeOnAll(node -> remove(node, id));
            throw failure;
        }
        return find(ctx, id);
    }

    private static void install(final TaskContext ctx, final long id, final TaskFunction<?> maker) throws SuspendExecution {
        final Object value = maker.call(ctx);
        table(ctx).install(new NodeLocal<>(id, Objects.requireNonNull(value, "the maker's result")));
    }

    private static NodeLocalTable table(final TaskContext ctx) {
        return ctx.runtime().service(NodeLocalTable.class);
    }

    @SuppressWarnings("unchecked")
    private static <T> NodeLocal<T> find(final TaskContext ctx, final long id) {
        return (NodeLocal<T>) table(ctx).find(id);
    }

    /** This node's object. Per command. */
    public T get() {
        final T object = value;
        if (object == null) {
            throw new GmtException("GMT-236", "node-local object #" + id + " has been freed");
        }
        return object;
    }

    /** Lets go of the objects on all nodes, closing those that are {@link AutoCloseable}. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        get();
        final long local = id;
        ctx.shield();
        try {
            ctx.executeOnAll(node -> remove(node, local));
        } finally {
            ctx.unshield();
        }
    }

    private static void remove(final TaskContext ctx, final long id) throws SuspendExecution {
        final NodeLocal<?> local = table(ctx).remove(id);
        if (local != null) {
            local.close();
        }
    }

    private void close() {
        final T object = value;
        value = null;
        if (object instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (final Exception e) {
                throw new GmtException("GMT-237", "closing a node-local object", e);
            }
        }
    }

    @Override
    public int boundKind() {
        return KIND;
    }

    @Override
    public long boundId() {
        return id;
    }

    @Override
    public String toString() {
        return "node-local object #" + id;
    }
}
