package org.gmt4j;

import java.util.HashMap;
import java.util.Map;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A hash map from {@code long} to {@code String} in the global address space. See {@link GlobalContainer} for
 * consistency and memory. Values are any strings of up to 32 MB less 8 KB, and come back as they were. Setting and
 * reading a value of another node is a task there, which costs some times what the command of a {@link GlobalHashMap}
 * does; {@link #contains} and {@link #remove} are commands. A value takes its characters, of one byte each where all
 * are below 256 and otherwise of two, and some 40 bytes.
 */
public final class GlobalTextHashMap extends LongKeyed {

    private GlobalTextHashMap(final ContainerPart part) {
        super(part);
    }

    /** Allocates a map with room for so many entries; it grows with more, and with their values. Called by one task. */
    public static GlobalTextHashMap allocate(final TaskContext ctx, final long expected) throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates a map; see {@link ContainerSpec}. Called by one task; others get it by capture. */
    public static GlobalTextHashMap allocate(final TaskContext ctx, final ContainerSpec spec)
        throws SuspendExecution {
        return (GlobalTextHashMap) ContainerCatalog.allocate(ctx, ContainerKind.TEXT_MAP, spec, 0,
            part -> new GlobalTextHashMap(part));
    }

    /** Returns the map of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalTextHashMap attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalTextHashMap.class);
    }

    /** Returns the value of a key, or {@code ifAbsent}, which may be null. */
    public String get(final TaskContext ctx, final long key, final String ifAbsent) throws SuspendExecution {
        final String found = getText(ctx, key);
        return found == null ? ifAbsent : found;
    }

    /** Sets the value of a key, and waits. */
    public void put(final TaskContext ctx, final long key, final String value) throws SuspendExecution {
        putText(ctx, key, value, true);
    }

    /**
     * Starts to set the value of a key. {@link TaskContext#awaitTasks()} or the end of the chunk waits for it; until
     * then the task's other operations on the key may be executed before it.
     */
    public void putNb(final TaskContext ctx, final long key, final String value) {
        putTextNb(ctx, key, value);
    }

    /** Sets the value of a key that has none. Returns the value that the key has now. */
    public String putIfAbsent(final TaskContext ctx, final long key, final String value)
        throws SuspendExecution {
        return putText(ctx, key, value, false);
    }

    // --- all entries ---

    /**
     * Calls a body for every entry, in parallel, each at its owner, and waits. Values may change meanwhile; entries
     * should not come or go: the loop fails with GMT-824 where it notices that.
     */
    public void forEach(final TaskContext ctx, final LongTextEntryBody body) throws SuspendExecution {
        ctx.await();
        ctx.awaitTasks();
        final GlobalTextHashMap map = this;
        ctx.executeOnAll(node -> map.forEachLocal(node, body));
    }

    /** Calls a body for every entry of this node, in parallel on its threads, and waits. See {@link #forEach}. */
    public void forEachLocal(final TaskContext ctx, final LongTextEntryBody body) throws SuspendExecution {
        final GlobalTextHashMap map = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            map.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final LongBatch batch, final TaskContext ctx, final LongTextEntryBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), batch.text(i), ctx);
        }
    }

    /**
     * Removes all entries that a test selects, in parallel, each at its owner, and waits. Returns how many went. Each
     * is tested and removed in one step; others may use the map meanwhile. An exception of the test reaches the
     * caller; entries that it has selected before are gone.
     */
    public long removeIf(final TaskContext ctx, final LongTextEntryTest test) throws SuspendExecution {
        return removeTexts(ctx, test);
    }

    /**
     * Returns all entries as a map of Java. For small maps: those of a node have 32 MB at most.
     *
     * @throws GmtException    GMT-826 when there are more than 1,048,576
     * @throws ParForException with GMT-826 as its cause when those of another node are longer than 32 MB, with GMT-824
     *                         where other tasks have added or removed entries meanwhile
     */
    public Map<Long, String> toMap(final TaskContext ctx) throws SuspendExecution {
        ctx.awaitTasks();
        final Map<Long, String> all = new HashMap<>();
        ContainerExport.requireSmall(this, size(ctx));
        final GlobalTextHashMap map = this;
        final int to = ctx.nodeId();
        for (final Map<Long, String> entries : ctx.callOnAll(node -> ContainerExport.texts(map, node, to))) {
            all.putAll(entries);
        }
        return all;
    }
}
