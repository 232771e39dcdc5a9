package org.gmt4j;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    /** Returns the set of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalStringHashSet attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalStringHashSet.class);
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

    /**
     * Removes all keys that a test selects, in parallel, each at its owner, and waits. Returns how many went. Each
     * is tested and removed in one step; others may use the set meanwhile. An exception of the test reaches the
     * caller; keys that it has selected before are gone.
     */
    public long removeIf(final TaskContext ctx, final TextTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        return removeEntries(ctx, (key, none) -> test.test(key));
    }

    /**
     * Returns all keys as a set of Java. For small sets.
     *
     * @throws GmtException    GMT-826 when there are more than 1,048,576
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed entries meanwhile
     */
    public Set<String> toSet(final TaskContext ctx) throws SuspendExecution {
        final Set<String> all = new HashSet<>();
        ContainerExport.requireSmall(this, size(ctx));
        final TextKeyed set = this;
        for (final Map<String, Long> entries : ctx.callOnAll(node -> ContainerExport.entries(set))) {
            all.addAll(entries.keySet());
        }
        return all;
    }

    private static void each(final TextBatch batch, final TaskContext ctx, final TextBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), ctx);
        }
    }
}
