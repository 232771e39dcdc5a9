package org.gmt4j;

import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A collection in the global address space: {@link GlobalHashMap} and its sisters, {@link GlobalHashSet}, and others.
 * One task allocates it; others get it by capture, or by its name. Each node owns the entries of some keys, and may use
 * all of them.
 *
 * <p><b>Waiting.</b> As with arrays: blocking operations suspend their task until the owner has answered, unless the
 * entry is at home; non-blocking ones ({@code Nb}) are awaited by {@link TaskContext#await()} or the end of the chunk,
 * or with a handle. Operations of one task on one key execute in their order.
 *
 * <p><b>Consistency.</b> Each operation on an entry is atomic with respect to all others, on any node and thread.
 *
 * <p><b>Memory.</b> The parts grow as entries are added, shard by shard, while other shards are used. A new entry that
 * finds no room fails with GMT-821, in the operation or its wait, and nothing else is harmed.
 */
public abstract class GlobalContainer implements NodeBound {
    /** Kind of node-bound object. */
    static final int KIND = 8;
    final ContainerPart part;

    GlobalContainer(final ContainerPart part) {
        this.part = part;
    }

    /** Returns the number of entries on all nodes, after this task's operations. Costs a message to each node. */
    public final long size(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
        final GlobalContainer container = this;
        long all = 0;
        for (final long entries : ctx.callOnAll(node -> container.sizeHere(node))) {
            all += entries;
        }
        return all;
    }

    final long sizeHere(final TaskContext ctx) {
        EngineTask.of(ctx).aggregator().settleOwn();
        return part.store().size();
    }

    /** Returns the number of entries that this node owns. */
    public final long localSize() {
        requireAlive();
        return part.store().size();
    }

    /** Returns the bytes that this node's part takes. */
    public final long localBytes() {
        requireAlive();
        return part.store().lengthInBytes();
    }

    /** Removes all entries, while no other task uses the container. The parts keep their memory. */
    public void clear(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
        final GlobalContainer container = this;
        ctx.executeOnAll(node -> container.clearHere(node));
    }

    final void clearHere(final TaskContext ctx) {
        EngineTask.of(ctx).aggregator().settleOwn();
        part.store().clear();
    }

    /**
     * Frees the container on all nodes. Called by one task when no other task uses it any more. Later uses are refused
     * with GMT-822, or GMT-210 by the owner.
     */
    public void free(final TaskContext ctx) throws SuspendExecution {
        requireAlive();
        ContainerCatalog.free(ctx, part.number());
    }

    /** Refuses a container that has been freed. */
    final void requireAlive() {
        if (!isAlive()) {
            throw new GmtException("GMT-822", this + " has been freed");
        }
    }

    @Override
    public final boolean isAlive() {
        return part.table().get(IdSupply.id(part.number())) == part.store();
    }

    @Override
    public final int boundKind() {
        return KIND;
    }

    @Override
    public final long boundId() {
        return part.number();
    }

    @Override
    public final String toString() {
        return part.label();
    }
}
