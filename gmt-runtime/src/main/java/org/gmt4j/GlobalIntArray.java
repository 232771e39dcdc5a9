package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.file.Path;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/** An array of {@code int} in the global address space. See {@link GlobalArray} for sizes, waiting and consistency. */
public final class GlobalIntArray extends IntegerArray {
    GlobalIntArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a partitioned array of the given values, {@link ArraySpec#readMostly}. Called by one task. */
    public static GlobalIntArray of(final TaskContext ctx, final int... values) throws SuspendExecution {
        final GlobalIntArray array = allocate(ctx, ArraySpec.of(values.length).readMostly());
        array.put(ctx, 0, values, 0, values.length);
        return array;
    }

    /** Allocates a zeroed, partitioned array. Called by one task. */
    public static GlobalIntArray allocate(final TaskContext ctx, final long size) throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size));
    }

    /** Allocates an array; see {@link ArraySpec}. Called by one task; others get it by capture or by name. */
    public static GlobalIntArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return (GlobalIntArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.INT, 4));
    }

    /** Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes. */
    public static GlobalIntArray load(final TaskContext ctx, final Path path) throws SuspendExecution {
        return (GlobalIntArray) ArrayFile.load(ctx, ArrayCatalog.of(ctx), ElementType.INT, path);
    }

    /** Returns the array with the given name. */
    public static GlobalIntArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalIntArray.class);
    }

    /** Returns an element. Suspends until its value has arrived, unless the element is local. */
    public int get(final TaskContext ctx, final long index) throws SuspendExecution {
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return (int) load(offset);
        }
        request(ctx, index);
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        return (int) EngineTask.of(ctx).result();
    }

    /** Starts to get an element. Its value is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long index, final int[] target, final int position) {
        getBitsNb(issuer, index, target, placeIn(target.length, position));
    }

    /** Puts an element and suspends until the value is stored at its owner. */
    public void put(final TaskContext ctx, final long index, final int value) throws SuspendExecution {
        putNb(ctx, index, value);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts to put an element. The value travels inside the command. */
    public void putNb(final Issuer issuer, final long index, final int value) {
        putBitsNb(issuer, index, value);
    }

    /** Gets {@code count} elements into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final int[] target, final int from, final int count)
        throws SuspendExecution {
        getRange(ctx, index, target, offsetIn(target.length, from, count), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final int[] target, final int from, final int count) {
        BulkTransfer.get(this, issuer, index, target, offsetIn(target.length, from, count), count);
    }

    /** Puts {@code count} elements from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final int[] source, final int from, final int count)
        throws SuspendExecution {
        putRange(ctx, index, source, offsetIn(source.length, from, count), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final int[] source, final int from, final int count) {
        BulkTransfer.put(this, issuer, false, index, source, offsetIn(source.length, from, count), count);
    }

    /** Returns a local element without a command, ahead of commands issued and not awaited. */
    public int getLocal(final long index) {
        return (int) loadLocal(index);
    }

    /** Sets a local element without a command, ahead of commands issued and not awaited. */
    public void setLocal(final long index, final int value) {
        storeLocal(index, value);
    }

    /** All elements; an array longer than those of Java can be got into a {@link java.nio.Buffer}. */
    public int[] toArray(final TaskContext ctx) throws SuspendExecution {
        final int[] all = new int[lengthOfJavaArray()];
        get(ctx, 0, all, 0, all.length);
        return all;
    }
}
