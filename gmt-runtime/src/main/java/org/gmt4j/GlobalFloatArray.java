package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.file.Path;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An array of {@code float} in the global address space. See {@link GlobalArray} for sizes, waiting and consistency.
 */
public final class GlobalFloatArray extends FloatingArray {
    GlobalFloatArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a partitioned array of the given values, {@link ArraySpec#readMostly}. Called by one task. */
    public static GlobalFloatArray of(final TaskContext ctx, final float... values) throws SuspendExecution {
        final GlobalFloatArray array = allocate(ctx, ArraySpec.of(values.length).readMostly());
        array.put(ctx, 0, values, 0, values.length);
        return array;
    }

    /** Allocates a zeroed, partitioned array. Called by one task. */
    public static GlobalFloatArray allocate(final TaskContext ctx, final long size) throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size));
    }

    /** Allocates an array; see {@link ArraySpec}. Called by one task; others get it by capture or by name. */
    public static GlobalFloatArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return (GlobalFloatArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.FLOAT, 4));
    }

    /** Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes. */
    public static GlobalFloatArray load(final TaskContext ctx, final Path path) throws SuspendExecution {
        return (GlobalFloatArray) ArrayFile.load(ctx, ArrayCatalog.of(ctx), ElementType.FLOAT, path);
    }

    /** Returns the array with the given name. */
    public static GlobalFloatArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalFloatArray.class);
    }

    /** Returns an element. Suspends until its value has arrived, unless the element is local. */
    public float get(final TaskContext ctx, final long index) throws SuspendExecution {
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return Float.intBitsToFloat((int) load(offset));
        }
        request(ctx, index);
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        return Float.intBitsToFloat((int) EngineTask.of(ctx).result());
    }

    /** Starts to get an element. Its value is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long index, final float[] target, final int position) {
        getBitsNb(issuer, index, target, placeIn(target.length, position));
    }

    /** Puts an element and suspends until the value is stored at its owner. */
    public void put(final TaskContext ctx, final long index, final float value) throws SuspendExecution {
        putNb(ctx, index, value);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts to put an element. The value travels inside the command. */
    public void putNb(final Issuer issuer, final long index, final float value) {
        putBitsNb(issuer, index, Float.floatToRawIntBits(value));
    }

    /** Gets {@code count} elements into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final float[] target, final int from, final int count)
        throws SuspendExecution {
        getRange(ctx, index, target, offsetIn(target.length, from, count), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final float[] target, final int from, final int count) {
        BulkTransfer.get(this, issuer, index, target, offsetIn(target.length, from, count), count);
    }

    /** Puts {@code count} elements from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final float[] source, final int from, final int count)
        throws SuspendExecution {
        putRange(ctx, index, source, offsetIn(source.length, from, count), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final float[] source, final int from, final int count) {
        BulkTransfer.put(this, issuer, false, index, source, offsetIn(source.length, from, count), count);
    }

    /** Returns a local element without a command, ahead of commands issued and not awaited. */
    public float getLocal(final long index) {
        return Float.intBitsToFloat((int) loadLocal(index));
    }

    /** Sets a local element without a command, ahead of commands issued and not awaited. */
    public void setLocal(final long index, final float value) {
        storeLocal(index, Float.floatToRawIntBits(value));
    }

    /** All elements; an array longer than those of Java can be got into a {@link java.nio.Buffer}. */
    public float[] toArray(final TaskContext ctx) throws SuspendExecution {
        final float[] all = new float[lengthOfJavaArray()];
        get(ctx, 0, all, 0, all.length);
        return all;
    }

    /** Adds to an element and returns its previous value. */
    public float add(final TaskContext ctx, final long index, final float delta) throws SuspendExecution {
        return Float.intBitsToFloat((int) update(ctx, CommandType.ADD_FLOATING, index, Float.floatToRawIntBits(delta)));
    }

    /** Adds to an element, without a result. */
    public void addNb(final Issuer issuer, final long index, final float delta) {
        updateNb(issuer, CommandType.ADD_FLOATING, index, Float.floatToRawIntBits(delta));
    }

    /** Adds to an element. Its previous value is in {@code before[position]} after the wait. */
    public void fetchAddNb(final Issuer issuer, final long index, final float delta, final float[] before,
                           final int position) {
        fetchNb(issuer, CommandType.ADD_FLOATING, index, bits(delta), before, placeIn(before.length, position));
    }

    /** Keeps the smaller, as {@link #min}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMinNb(final Issuer issuer, final long index, final float operand, final float[] before,
                           final int position) {
        fetchNb(issuer, CommandType.MIN_FLOATING, index, bits(operand), before, placeIn(before.length, position));
    }

    /** Keeps the larger, as {@link #max}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMaxNb(final Issuer issuer, final long index, final float operand, final float[] before,
                           final int position) {
        fetchNb(issuer, CommandType.MAX_FLOATING, index, bits(operand), before, placeIn(before.length, position));
    }

    /** As {@link #compareAndSet}. The previous value is in {@code before[position]} after the wait. */
    public void compareAndSetNb(final Issuer issuer, final long index, final float expected, final float replacement,
                                final float[] before, final int position) {
        compareAndSetBitsNb(issuer, index, Float.floatToRawIntBits(expected),
            Float.floatToRawIntBits(replacement), before, placeIn(before.length, position));
    }

    @Override
    long bits(final double value) {
        return Float.floatToRawIntBits((float) value);
    }

    @Override
    double value(final long bits) {
        return Float.intBitsToFloat((int) bits);
    }
}
