package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.file.Path;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/** An array of {@code long} in the global address space. See {@link GlobalArray} for sizes, waiting and consistency. */
public sealed class GlobalLongArray extends IntegerArray permits HeldLongArray {
    GlobalLongArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a partitioned array of the given values, {@link ArraySpec#readMostly}. Called by one task. */
    public static GlobalLongArray of(final TaskContext ctx, final long... values) throws SuspendExecution {
        final GlobalLongArray array = allocate(ctx, ArraySpec.of(values.length).readMostly());
        array.put(ctx, 0, values, 0, values.length);
        return array;
    }

    /** Allocates a zeroed, partitioned array. Called by one task. */
    public static GlobalLongArray allocate(final TaskContext ctx, final long size) throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size));
    }

    /** Allocates an array; see {@link ArraySpec}. Called by one task; others get it by capture or by name. */
    public static GlobalLongArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return (GlobalLongArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.LONG, 8));
    }

    /** Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes. */
    public static GlobalLongArray load(final TaskContext ctx, final Path path) throws SuspendExecution {
        return (GlobalLongArray) ArrayFile.load(ctx, ArrayCatalog.of(ctx), ElementType.LONG, path);
    }

    /** Returns the array with the given name. */
    public static GlobalLongArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalLongArray.class);
    }

    /** Returns an element. Suspends until its value has arrived, unless the element is local. */
    public long get(final TaskContext ctx, final long index) throws SuspendExecution {
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return load(offset);
        }
        request(ctx, index);
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        return EngineTask.of(ctx).result();
    }

    /** Starts to get an element. Its value is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long index, final long[] target, final int position) {
        getBitsNb(issuer, index, target, placeIn(target.length, position));
    }

    /** Puts an element and suspends until the value is stored at its owner. */
    public void put(final TaskContext ctx, final long index, final long value) throws SuspendExecution {
        putNb(ctx, index, value);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts to put an element. The value travels inside the command. */
    public void putNb(final Issuer issuer, final long index, final long value) {
        putBitsNb(issuer, index, value);
    }

    /** Gets {@code count} elements into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final long[] target, final int from, final int count)
        throws SuspendExecution {
        getRange(ctx, index, target, offsetIn(target.length, from, count), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final long[] target, final int from, final int count) {
        BulkTransfer.get(this, issuer, index, target, offsetIn(target.length, from, count), count);
    }

    /** Puts {@code count} elements from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final long[] source, final int from, final int count)
        throws SuspendExecution {
        putRange(ctx, index, source, offsetIn(source.length, from, count), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final long[] source, final int from, final int count) {
        BulkTransfer.put(this, issuer, false, index, source, offsetIn(source.length, from, count), count);
    }

    /** Returns a local element without a command, ahead of commands issued and not awaited. */
    public long getLocal(final long index) {
        return loadLocal(index);
    }

    /** Sets a local element without a command, ahead of commands issued and not awaited. */
    public void setLocal(final long index, final long value) {
        storeLocal(index, value);
    }

    /** All elements; an array longer than those of Java can be got into a {@link java.nio.Buffer}. */
    public long[] toArray(final TaskContext ctx) throws SuspendExecution {
        final long[] all = new long[lengthOfJavaArray()];
        get(ctx, 0, all, 0, all.length);
        return all;
    }
}
