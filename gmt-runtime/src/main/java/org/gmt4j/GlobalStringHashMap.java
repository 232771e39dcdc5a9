package org.gmt4j;

import java.util.HashMap;
import java.util.Map;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.TextBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash map from {@code String} to {@code long} in the global address space. See {@link GlobalContainer} for waiting,
 * consistency and memory. Keys have at most 2,048 bytes in UTF-8. An operation costs a command of the key's bytes and 8
 * or 16 more; an operation on a key at home costs no command. An entry takes the key's bytes and some 28 more.
 *
 * <pre>{@code
 * GlobalStringHashMap counts = GlobalStringHashMap.allocate(ctx, 100_000);
 * ctx.parFor(words, (i, c) -> counts.addNb(c, word(i), 1));
 * long ofOne = counts.get(ctx, "tree", 0);
 * }</pre>
 */
public final class GlobalStringHashMap extends TextKeyed {

    private GlobalStringHashMap(final ContainerPart part) {
        super(part);
    }

    /** Allocates a map with room for so many entries; it grows with more. Called by one task. */
    public static GlobalStringHashMap allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a map; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalStringHashMap allocate(final TaskContext ctx, final ContainerSpec spec)
        throws SuspendExecution {
        return (GlobalStringHashMap) ContainerCatalog.allocate(ctx, ContainerKind.STRING_MAP, spec, 0,
            part -> new GlobalStringHashMap(part));
    }

    /** Returns the map of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalStringHashMap attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalStringHashMap.class);
    }

    // --- get ---

    /** Returns the value of a key, or {@code ifAbsent}. */
    public long get(final TaskContext ctx, final String key, final long ifAbsent) throws SuspendExecution {
        return call(ctx, EntryOperation.GET, key, ifAbsent);
    }

    /** Starts to get the value of a key, or {@code ifAbsent}. It is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final String key, final long ifAbsent, final long[] target,
                      final int position) {
        callNb(issuer, EntryOperation.GET, key, ifAbsent, target,
            RequestBlock.toLong(java.util.Objects.checkIndex(position, target.length)));
    }

    // --- put ---

    /** Sets the value of a key, and waits. */
    public void put(final TaskContext ctx, final String key, final long value) throws SuspendExecution {
        call(ctx, EntryOperation.SET, key, value);
    }

    /** Starts to set the value of a key. */
    public void putNb(final Issuer issuer, final String key, final long value) {
        noteNb(issuer, EntryOperation.SET, key, value);
    }

    /** Sets the value of a key that has none. Returns the value that the key has now. */
    public long putIfAbsent(final TaskContext ctx, final String key, final long value) throws SuspendExecution {
        return call(ctx, EntryOperation.KEEP, key, value);
    }

    // --- merge ---

    /** Adds to the value of a key, 0 if it has none. Returns the sum. */
    public long addAndGet(final TaskContext ctx, final String key, final long delta) throws SuspendExecution {
        return call(ctx, EntryOperation.ADD, key, delta);
    }

    /** Adds to the value of a key, 0 if it has none, without a result. */
    public void addNb(final Issuer issuer, final String key, final long delta) {
        noteNb(issuer, EntryOperation.ADD, key, delta);
    }

    /** Combines the value of a key with another, which is stored where there is none. Returns the value after. */
    public long merge(final TaskContext ctx, final String key, final long value, final Merge merge)
        throws SuspendExecution {
        return call(ctx, merge.ofIntegers(), key, value);
    }

    /** Combines the value of a key with another, which is stored where there is none, without a result. */
    public void mergeNb(final Issuer issuer, final String key, final long value, final Merge merge) {
        noteNb(issuer, merge.ofIntegers(), key, value);
    }

    // --- visits ---

    /**
     * Runs a body with the entry of a key for itself, at the key's owner, and waits for its end.
     *
     * @throws ParForException with the exception of the body
     */
    public void visit(final TaskContext ctx, final String key, final EntryBody body) throws SuspendExecution {
        visitEntry(ctx, key, body);
    }

    /** Starts {@link #visit}. {@link TaskContext#awaitTasks()} or the end of the chunk waits for it. */
    public void visitNb(final TaskContext ctx, final String key, final EntryBody body) {
        visitEntryNb(ctx, key, body);
    }

    /**
     * Runs a function with the entry of a key for itself, at the key's owner, and returns its value.
     *
     * @throws ParForException with the exception of the function
     */
    public long compute(final TaskContext ctx, final String key, final EntryFunction function)
        throws SuspendExecution {
        return computeEntry(ctx, key, function);
    }

    // --- all entries ---

    /**
     * Calls a body for every entry, in parallel, each at its owner, and waits. Values may change meanwhile; entries
     * should not come or go: the loop fails with GMT-824 where it notices that.
     */
    public void forEach(final TaskContext ctx, final TextEntryBody body) throws SuspendExecution {
        ctx.await();
        final GlobalStringHashMap map = this;
        ctx.executeOnAll(node -> map.forEachLocal(node, body));
    }

    /** Calls a body for every entry of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final TextEntryBody body) throws SuspendExecution {
        final GlobalStringHashMap map = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            map.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final TextBatch batch, final TaskContext ctx, final TextEntryBody body)
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
    public long removeIf(final TaskContext ctx, final TextEntryTest test) throws SuspendExecution {
        return removeEntries(ctx, test);
    }

    /**
     * Returns all entries as a map of Java. For small maps.
     *
     * @throws GmtException    GMT-826 when there are more than 1,048,576
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed entries meanwhile
     */
    public Map<String, Long> toMap(final TaskContext ctx) throws SuspendExecution {
        final Map<String, Long> all = new HashMap<>();
        ContainerExport.requireSmall(this, size(ctx));
        final GlobalStringHashMap map = this;
        for (final Map<String, Long> entries : ctx.callOnAll(node -> ContainerExport.entries(map))) {
            all.putAll(entries);
        }
        return all;
    }
}
