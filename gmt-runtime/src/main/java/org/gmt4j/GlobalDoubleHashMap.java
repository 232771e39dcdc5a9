package org.gmt4j;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash map from {@code long} to {@code double} in the global address space. See {@link GlobalContainer} for waiting,
 * consistency and memory, and {@link GlobalHashMap} for costs. Sums depend in their last digits on the order in which
 * operands arrive. Keys of {@code double} are those of {@link Double#doubleToLongBits}.
 */
public final class GlobalDoubleHashMap extends LongKeyed {
    private static final int DOUBLES = UnsafeApi.arrayBaseOffset(double[].class);

    private GlobalDoubleHashMap(final ContainerPart part) {
        super(part);
    }

    /** Allocates a map with room for so many entries; it grows with more. Called by one task. */
    public static GlobalDoubleHashMap allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a map; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalDoubleHashMap allocate(final TaskContext ctx, final ContainerSpec spec)
        throws SuspendExecution {
        return (GlobalDoubleHashMap) ContainerCatalog.allocate(ctx, ContainerKind.DOUBLE_MAP, spec, 0,
            part -> new GlobalDoubleHashMap(part));
    }

    /** Returns the map of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalDoubleHashMap attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalDoubleHashMap.class);
    }

    private static long bits(final double value) {
        return Double.doubleToRawLongBits(value);
    }

    private static double number(final long bits) {
        return Double.longBitsToDouble(bits);
    }

    // --- get ---

    /** Returns the value of a key, or {@code ifAbsent}. */
    public double get(final TaskContext ctx, final long key, final double ifAbsent) throws SuspendExecution {
        return number(call(ctx, EntryOperation.GET, key, bits(ifAbsent)));
    }

    /** Starts to get the value of a key, or {@code ifAbsent}. It is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long key, final double ifAbsent, final double[] target,
                      final int position) {
        callNb(issuer, EntryOperation.GET, key, bits(ifAbsent), target, RequestBlock.toElement(3, DOUBLES,
            Objects.checkIndex(position, target.length)));
    }

    // --- put ---

    /** Sets the value of a key, and waits. */
    public void put(final TaskContext ctx, final long key, final double value) throws SuspendExecution {
        call(ctx, EntryOperation.SET, key, bits(value));
    }

    /** Starts to set the value of a key. */
    public void putNb(final Issuer issuer, final long key, final double value) {
        noteNb(issuer, EntryOperation.SET, key, bits(value));
    }

    /** Sets the value of a key that has none. Returns the value that the key has now. */
    public double putIfAbsent(final TaskContext ctx, final long key, final double value) throws SuspendExecution {
        return number(call(ctx, EntryOperation.KEEP, key, bits(value)));
    }

    // --- merge ---

    /** Adds to the value of a key, 0 if it has none. Returns the sum. */
    public double addAndGet(final TaskContext ctx, final long key, final double delta) throws SuspendExecution {
        return number(call(ctx, EntryOperation.ADD_FLOATING, key, bits(delta)));
    }

    /** Adds to the value of a key, 0 if it has none, without a result. */
    public void addNb(final Issuer issuer, final long key, final double delta) {
        noteNb(issuer, EntryOperation.ADD_FLOATING, key, bits(delta));
    }

    /** Combines the value of a key with another, which is stored where there is none. Returns the value after. */
    public double merge(final TaskContext ctx, final long key, final double value, final Merge merge)
        throws SuspendExecution {
        return number(call(ctx, merge.ofDoubles(), key, bits(value)));
    }

    /** Combines the value of a key with another, which is stored where there is none, without a result. */
    public void mergeNb(final Issuer issuer, final long key, final double value, final Merge merge) {
        noteNb(issuer, merge.ofDoubles(), key, bits(value));
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
     * Runs a function with the entry of a key for itself, at the key's owner, and returns its value: any {@code long}.
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
    public void forEach(final TaskContext ctx, final DoubleEntryBody body) throws SuspendExecution {
        ctx.await();
        final GlobalDoubleHashMap map = this;
        ctx.executeOnAll(node -> map.forEachLocal(node, body));
    }

    /** Calls a body for every entry of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final DoubleEntryBody body) throws SuspendExecution {
        final GlobalDoubleHashMap map = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            map.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final LongBatch batch, final TaskContext ctx, final DoubleEntryBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), number(batch.value(i)), ctx);
        }
    }

    /**
     * Removes all entries that a test selects, in parallel, each at its owner, and waits. Returns how many went. Each
     * is tested and removed in one step; others may use the map meanwhile. An exception of the test reaches the
     * caller; entries that it has selected before are gone.
     */
    public long removeIf(final TaskContext ctx, final DoubleEntryTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        return removeEntries(ctx, (key, bits) -> test.test(key, number(bits)));
    }

    /**
     * Returns all entries as a map of Java. For small maps.
     *
     * @throws GmtException    GMT-826 when there are more than 1,048,576
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed entries meanwhile
     */
    public Map<Long, Double> toMap(final TaskContext ctx) throws SuspendExecution {
        final Map<Long, Double> all = new HashMap<>();
        ContainerExport.requireSmall(this, size(ctx));
        final LongKeyed map = this;
        final List<long[]> nodes = ctx.callOnAll(node -> ContainerExport.entries(map));
        for (final long[] entries : nodes) {
            for (int i = 0; i < entries.length; i += 2) {
                all.put(entries[i], number(entries[i + 1]));
            }
        }
        return all;
    }
}
