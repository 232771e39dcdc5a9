package org.gmt4j;

import java.util.Objects;
import java.util.function.Supplier;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An ordinary object on every node, such as the frontier of a search, a cache, or a part of a file. One task creates
 * it, and bodies capture it like an array; a body sees the object of the node on which it runs. The objects themselves
 * never travel and may be of any class.
 *
 * <pre>{@code
 * NodeLocal<Histogram> counts = NodeLocal.create(ctx, node -> new Histogram());
 * ctx.executeOnAll(node -> counts.get().add(...));
 * }</pre>
 *
 * <p>All tasks and visits of a node share its object. With one thread per node (plan combined) they take turns and
 * switch only where a task waits, sends or yields. Otherwise, as by default where the launcher finds more than one core
 * per node, the object must be safe for the node's threads, for example with state per
 * {@link TaskContext#laneId() lane}.
 *
 * @param <T> type of the objects
 */
public final class NodeLocal<T> implements NodeBound {
    /** Kind of node-bound object. */
    static final int KIND = 3;
    private final long id;
    private final int node;
    private T value;

    private NodeLocal(final long id, final int node, final T value) {
        this.id = id;
        this.node = node;
        this.value = value;
    }

    /**
     * Creates an object on every node. Called by one task; costs two rounds to all nodes.
     *
     * @param maker runs once on each node as a task; its result stays on that node
     * @throws org.gmt4j.ParForException when a maker fails; the objects of the others are released
     */
    public static <T> NodeLocal<T> create(final TaskContext ctx, final TaskFunction<T> maker) throws SuspendExecution {
        Objects.requireNonNull(maker, "maker");
        final long id = ctx.call(0, root -> table(root).takeId());
        try {
            ctx.executeOnAll(node -> install(node, id, maker));
        } catch (final RuntimeException failure) {
            release(ctx, id, failure);
            throw failure;
        }
        return find(ctx, id);
    }

    /** Releases what makers have made, also when the job is cancelled: all of them have ended. */
    private static void release(final TaskContext ctx, final long id, final RuntimeException failure)
        throws SuspendExecution {
        EngineTask.of(ctx).shield();
        try {
            ctx.executeOnAll(node -> remove(node, id));
        } catch (final ParForException close) {
            failure.addSuppressed(close);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static void install(final TaskContext ctx, final long id, final TaskFunction<?> maker)
        throws SuspendExecution {
        final Object value = maker.call(ctx);
        table(ctx).install(new NodeLocal<>(id, ctx.nodeId(),
            Objects.requireNonNull(value, "the maker's result")));
    }

    /** Returns what is left of an object of an id. */
    static NodeLocal<?> freed(final long id, final int node) {
        return new NodeLocal<>(id, node, null);
    }

    private static NodeLocalTable table(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(NodeLocalTable.class, NodeLocalTable::new);
    }

    @SuppressWarnings("unchecked")
    private static <T> NodeLocal<T> find(final TaskContext ctx, final long id) {
        return (NodeLocal<T>) table(ctx).find(id);
    }

    /**
     * Returns what a library keeps on this node for all jobs of the cluster: one object of a class, made by whoever
     * asks first. Nothing is sent, other nodes have none until somebody asks there, and it stays until the cluster
     * ends, when it is not closed. Tasks share it as they do any other object of a node.
     *
     * @param type  the library's own, by which the object is found
     * @param maker called once, and makes no other of these objects
     */
    public static <T> T here(final TaskContext ctx, final Class<T> type, final Supplier<? extends T> maker) {
        return table(ctx).kept(type, maker);
    }

    /** Returns this node's object. Per command. */
    public T get() {
        final T object = value;
        if (object == null) {
            throw new GmtException("GMT-230", "node-local object #" + id + " has been freed");
        }
        return object;
    }

    /** Returns the node whose object this is, also when it has been freed: for refusals, which say who has asked. */
    public int nodeId() {
        return node;
    }

    /**
     * Returns the sum of a value of each node's object: {@code tallies.sum(ctx, tally -> tally.hits)}. Costs one
     * message from each node.
     */
    public long sum(final TaskContext ctx, final NodeLongFunction<T> function) throws SuspendExecution {
        return reduce(ctx, (a, b) -> a + b, function);
    }

    /** Combines a value of each node's object, in the order of nodes. */
    public long reduce(final TaskContext ctx, final LongOperator operator, final NodeLongFunction<T> function)
        throws SuspendExecution {
        Objects.requireNonNull(operator, "operator");
        Objects.requireNonNull(function, "function");
        final NodeLocal<T> local = this;
        long all = 0;
        boolean isFirst = true;
        for (final long value : ctx.callOnAll(node -> function.apply(local.get()))) {
            all = isFirst ? value : operator.apply(all, value);
            isFirst = false;
        }
        return all;
    }

    /** Returns the sum of a value of each node's object, added in the order of nodes. */
    public double sumDouble(final TaskContext ctx, final NodeDoubleFunction<T> function) throws SuspendExecution {
        return reduceDouble(ctx, (a, b) -> a + b, function);
    }

    /** Combines a value of each node's object, in the order of nodes. */
    public double reduceDouble(final TaskContext ctx, final DoubleOperator operator,
                               final NodeDoubleFunction<T> function)
        throws SuspendExecution {
        Objects.requireNonNull(operator, "operator");
        Objects.requireNonNull(function, "function");
        final NodeLocal<T> local = this;
        double all = 0;
        boolean isFirst = true;
        for (final double value : ctx.callOnAll(node -> function.apply(local.get()))) {
            all = isFirst ? value : operator.apply(all, value);
            isFirst = false;
        }
        return all;
    }

    /** Releases the objects on all nodes, and closes those that are {@link AutoCloseable}. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        get();
        final long local = id;
        EngineTask.of(ctx).shield();
        try {
            ctx.executeOnAll(node -> remove(node, local));
        } finally {
            EngineTask.of(ctx).unshield();
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
                throw new GmtException("GMT-295", "close() of a node-local object has failed", e);
            }
        }
    }

    @Override
    public boolean isAlive() {
        return value != null;
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
