package org.gmt4j;

import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash set of {@code long} values in the global address space. See {@link GlobalContainer} for waiting, consistency
 * and memory. An operation costs a command of 16 bytes, of 24 where a result comes back; an operation on a key at home
 * costs no command. A key takes 12 to 24 bytes of memory.
 *
 * <pre>{@code
 * GlobalHashSet visitors = GlobalHashSet.allocate(ctx, 1_000_000);
 * ctx.parFor(visits, (i, c) -> visitors.addNb(c, visitor(i)));
 * long distinct = visitors.size(ctx);
 * }</pre>
 */
public final class GlobalHashSet extends LongKeyed {
    private GlobalHashSet(final ContainerPart part) {
        super(part);
    }

    /** Allocates a set with room for so many keys; it grows with more. Called by one task. */
    public static GlobalHashSet allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a set; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalHashSet allocate(final TaskContext ctx, final ContainerSpec spec) throws SuspendExecution {
        return (GlobalHashSet) ContainerCatalog.allocate(ctx, ContainerKind.SET, spec, 0,
            part -> new GlobalHashSet(part));
    }

    /** Adds a key. Returns false when the set has had it before. */
    public boolean add(final TaskContext ctx, final long key) throws SuspendExecution {
        return call(ctx, EntryOperation.KEEP, key, 0) != 0;
    }

    /** Starts to add a key. */
    public void addNb(final Issuer issuer, final long key) {
        noteNb(issuer, EntryOperation.KEEP, key, 0);
    }

    /**
     * Calls a body for every key, in parallel, each at its owner, and waits. Keys should not come or go meanwhile: the
     * loop fails with GMT-824 where it notices that.
     */
    public void forEach(final TaskContext ctx, final IndexBody body) throws SuspendExecution {
        ctx.await();
        final GlobalHashSet set = this;
        ctx.executeOnAll(node -> set.forEachLocal(node, body));
    }

    /** Calls a body for every key of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final IndexBody body) throws SuspendExecution {
        final GlobalHashSet set = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            set.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final LongBatch batch, final TaskContext ctx, final IndexBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), ctx);
        }
    }
}
