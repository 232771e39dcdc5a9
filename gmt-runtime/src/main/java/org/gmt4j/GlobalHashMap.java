package org.gmt4j;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash map from {@code long} to {@code long} in the global address space. See {@link GlobalContainer} for waiting,
 * consistency and memory. An operation costs a command of 16 bytes, of 24 where its operand takes more than 24 bits or
 * a value comes back; an operation on a key at home costs no command.
 *
 * <pre>{@code
 * GlobalHashMap seen = GlobalHashMap.allocate(ctx, 1_000_000);
 * ctx.parFor(visits, (i, c) -> seen.addNb(c, visitor(i), 1));
 * long ofOne = seen.get(ctx, 4711, 0);
 * }</pre>
 */
public final class GlobalHashMap extends LongKeyed {

    private GlobalHashMap(final ContainerPart part) {
        super(part);
    }

    /** Allocates a map with room for so many entries; it grows with more. Called by one task. */
    public static GlobalHashMap allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a map; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalHashMap allocate(final TaskContext ctx, final ContainerSpec spec) throws SuspendExecution {
        return (GlobalHashMap) ContainerCatalog.allocate(ctx, ContainerKind.MAP, spec, 0,
            part -> new GlobalHashMap(part));
    }

    /** Returns the map of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalHashMap attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalHashMap.class);
    }

    // --- get ---

    /** Returns the value of a key, or {@code ifAbsent}. */
    public long get(final TaskContext ctx, final long key, final long ifAbsent) throws SuspendExecution {
        return call(ctx, EntryOperation.GET, key, ifAbsent);
    }

    /** Starts to get the value of a key, or {@code ifAbsent}. It is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long key, final long ifAbsent, final long[] target,
                      final int position) {
        callNb(issuer, EntryOperation.GET, key, ifAbsent, target,
            RequestBlock.toLong(java.util.Objects.checkIndex(position, target.length)));
    }

    // --- put ---

    /** Sets the value of a key, and waits. */
    public void put(final TaskContext ctx, final long key, final long value) throws SuspendExecution {
        call(ctx, EntryOperation.SET, key, value);
    }

    /** Starts to set the value of a key. */
    public void putNb(final Issuer issuer, final long key, final long value) {
        noteNb(issuer, EntryOperation.SET, key, value);
    }

    /** Sets the value of a key that has none. Returns the value that the key has now. */
    public long putIfAbsent(final TaskContext ctx, final long key, final long value) throws SuspendExecution {
        return call(ctx, EntryOperation.KEEP, key, value);
    }

    // --- merge ---

    /** Adds to the value of a key, 0 if it has none. Returns the sum. */
    public long addAndGet(final TaskContext ctx, final long key, final long delta) throws SuspendExecution {
        return call(ctx, EntryOperation.ADD, key, delta);
    }

    /** Adds to the value of a key, 0 if it has none, without a result. */
    public void addNb(final Issuer issuer, final long key, final long delta) {
        noteNb(issuer, EntryOperation.ADD, key, delta);
    }

    /** Combines the value of a key with another, which is stored where there is none. Returns the value after. */
    public long merge(final TaskContext ctx, final long key, final long value, final Merge merge)
        throws SuspendExecution {
        return call(ctx, merge.ofIntegers(), key, value);
    }

    /** Combines the value of a key with another, which is stored where there is none, without a result. */
    public void mergeNb(final Issuer issuer, final long key, final long value, final Merge merge) {
        noteNb(issuer, merge.ofIntegers(), key, value);
    }

    // --- visits ---

    /**
     * Runs a body with the entry of a key for itself, at the key's owner, and waits for its end.
     *
     * @throws ParForException with the exception of the body
     */
    public void visit(final TaskContext ctx, final long key, final EntryBody body) throws SuspendExecution {
        visitEntry(ctx, key, body);
    }

    /** Starts {@link #visit}. {@link TaskContext#awaitTasks()} or the end of the chunk waits for it. */
    public void visitNb(final TaskContext ctx, final long key, final EntryBody body) {
        visitEntryNb(ctx, key, body);
    }

    /**
     * Runs a function with the entry of a key for itself, at the key's owner, and returns its value.
     *
     * @throws ParForException with the exception of the function
     */
    public long compute(final TaskContext ctx, final long key, final EntryFunction function)
        throws SuspendExecution {
        return computeEntry(ctx, key, function);
    }

    // --- all entries ---

    /**
     * Calls a body for every entry, in parallel, each at its owner, and waits. Values may change meanwhile; entries
     * should not come or go: the loop fails with GMT-824 where it notices that.
     */
    public void forEach(final TaskContext ctx, final LongEntryBody body) throws SuspendExecution {
        ctx.await();
        final GlobalHashMap map = this;
        ctx.executeOnAll(node -> map.forEachLocal(node, body));
    }

    /** Calls a body for every entry of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final LongEntryBody body) throws SuspendExecution {
        final GlobalHashMap map = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            map.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final LongBatch batch, final TaskContext ctx, final LongEntryBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), batch.value(i), ctx);
        }
    }

    /**
     * Removes all entries that a test selects, in parallel, each at its owner, and waits. Returns how many went. Each
     * is tested and removed in one step; others may use the map meanwhile. An exception of the test reaches the
     * caller; entries that it has selected before are gone.
     */
    public long removeIf(final TaskContext ctx, final LongEntryTest test) throws SuspendExecution {
        return removeEntries(ctx, test);
    }

    /**
     * Returns all entries as a map of Java. For small maps.
     *
     * @throws GmtException    GMT-826 when there are more than 1,048,576
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed entries meanwhile
     */
    public Map<Long, Long> toMap(final TaskContext ctx) throws SuspendExecution {
        final Map<Long, Long> all = new HashMap<>();
        ContainerExport.requireSmall(this, size(ctx));
        final LongKeyed map = this;
        final List<long[]> nodes = ctx.callOnAll(node -> ContainerExport.entries(map));
        for (final long[] entries : nodes) {
            for (int i = 0; i < entries.length; i += 2) {
                all.put(entries[i], entries[i + 1]);
            }
        }
        return all;
    }
}
