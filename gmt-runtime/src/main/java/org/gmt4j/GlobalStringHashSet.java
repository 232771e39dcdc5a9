package org.gmt4j;

import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.TextBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash set of strings in the global address space. See {@link GlobalContainer} for waiting, consistency and memory.
 * Keys have at most 2,048 bytes in UTF-8. An operation costs a command of the key's bytes and 8 or 16 more; an
 * operation on a key at home costs no command. A key takes its bytes and some 28 more.
 */
public final class GlobalStringHashSet extends TextKeyed {
    private GlobalStringHashSet(final ContainerPart part) {
        super(part);
    }

    /** Allocates a set with room for so many keys; it grows with more. Called by one task. */
    public static GlobalStringHashSet allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a set; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalStringHashSet allocate(final TaskContext ctx, final ContainerSpec spec)
        throws SuspendExecution {
        return (GlobalStringHashSet) ContainerCatalog.allocate(ctx, ContainerKind.STRING_SET, spec, 0,
            part -> new GlobalStringHashSet(part));
    }

    /** Adds a key. Returns false when the set has had it before. */
    public boolean add(final TaskContext ctx, final String key) throws SuspendExecution {
        return call(ctx, EntryOperation.KEEP, key, 0) != 0;
    }

    /** Starts to add a key. */
    public void addNb(final Issuer issuer, final String key) {
        noteNb(issuer, EntryOperation.KEEP, key, 0);
    }

    /**
     * Calls a body for every key, in parallel, each at its owner, and waits. Keys should not come or go meanwhile: the
     * loop fails with GMT-824 where it notices that.
     */
    public void forEach(final TaskContext ctx, final TextBody body) throws SuspendExecution {
        ctx.await();
        final GlobalStringHashSet set = this;
        ctx.executeOnAll(node -> set.forEachLocal(node, body));
    }

    /** Calls a body for every key of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final TextBody body) throws SuspendExecution {
        final GlobalStringHashSet set = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            set.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final TextBatch batch, final TaskContext ctx, final TextBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), ctx);
        }
    }
}
