package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.nio.file.Path;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An array of {@code double} in the global address space. See {@link GlobalArray} for sizes, waiting and consistency.
 */
public sealed class GlobalDoubleArray extends FloatingArray permits SummedDoubleArray {
    GlobalDoubleArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a partitioned array of the given values, {@link ArraySpec#readMostly}. Called by one task. */
    public static GlobalDoubleArray of(final TaskContext ctx, final double... values) throws SuspendExecution {
        final GlobalDoubleArray array = allocate(ctx, ArraySpec.of(values.length).readMostly());
        array.put(ctx, 0, values, 0, values.length);
        return array;
    }

    /** Allocates a zeroed, partitioned array. Called by one task. */
    public static GlobalDoubleArray allocate(final TaskContext ctx, final long size) throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size));
    }

    /** Allocates an array; see {@link ArraySpec}. Called by one task; others get it by capture or by name. */
    public static GlobalDoubleArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return (GlobalDoubleArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.DOUBLE, 8));
    }

    /** Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes. */
    public static GlobalDoubleArray load(final TaskContext ctx, final Path path) throws SuspendExecution {
        return (GlobalDoubleArray) ArrayFile.load(ctx, ArrayCatalog.of(ctx), ElementType.DOUBLE, path);
    }

    /** Returns the array with the given name. */
    public static GlobalDoubleArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalDoubleArray.class);
    }

    /** Returns an element. Suspends until its value has arrived, unless the element is local. */
    public double get(final TaskContext ctx, final long index) throws SuspendExecution {
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            return Double.longBitsToDouble(load(offset));
        }
        request(ctx, index);
        while (EngineTask.of(ctx).mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        return Double.longBitsToDouble(EngineTask.of(ctx).result());
    }

    /** Starts to get an element. Its value is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long index, final double[] target, final int position) {
        getBitsNb(issuer, index, target, placeIn(target.length, position));
    }

    /** Puts an element and suspends until the value is stored at its owner. */
    public void put(final TaskContext ctx, final long index, final double value) throws SuspendExecution {
        putNb(ctx, index, value);
        EngineTask.of(ctx).awaitAnswers();
    }

    /** Starts to put an element. The value travels inside the command. */
    public void putNb(final Issuer issuer, final long index, final double value) {
        putBitsNb(issuer, index, Double.doubleToRawLongBits(value));
    }

    /** Gets {@code count} elements into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final double[] target, final int from, final int count)
        throws SuspendExecution {
        getRange(ctx, index, target, offsetIn(target.length, from, count), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final double[] target, final int from, final int count) {
        BulkTransfer.get(this, issuer, index, target, offsetIn(target.length, from, count), count);
    }

    /** Puts {@code count} elements from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final double[] source, final int from, final int count)
        throws SuspendExecution {
        putRange(ctx, index, source, offsetIn(source.length, from, count), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final double[] source, final int from, final int count) {
        BulkTransfer.put(this, issuer, false, index, source, offsetIn(source.length, from, count), count);
    }

    /** Returns a local element without a command, ahead of commands issued and not awaited. */
    public double getLocal(final long index) {
        return Double.longBitsToDouble(loadLocal(index));
    }

    /** Sets a local element without a command, ahead of commands issued and not awaited. */
    public void setLocal(final long index, final double value) {
        storeLocal(index, Double.doubleToRawLongBits(value));
    }

    /** All elements; an array longer than those of Java can be got into a {@link java.nio.Buffer}. */
    public double[] toArray(final TaskContext ctx) throws SuspendExecution {
        final double[] all = new double[lengthOfJavaArray()];
        get(ctx, 0, all, 0, all.length);
        return all;
    }

    /** Adds to an element and returns its previous value. */
    public double add(final TaskContext ctx, final long index, final double delta) throws SuspendExecution {
        return Double.longBitsToDouble(update(ctx, CommandType.ADD_FLOATING, index, Double.doubleToRawLongBits(delta)));
    }

    /** Adds to an element, without a result. */
    public void addNb(final Issuer issuer, final long index, final double delta) {
        updateNb(issuer, CommandType.ADD_FLOATING, index, Double.doubleToRawLongBits(delta));
    }

    /** Adds to an element. Its previous value is in {@code before[position]} after the wait. */
    public void fetchAddNb(final Issuer issuer, final long index, final double delta, final double[] before,
                           final int position) {
        fetchNb(issuer, CommandType.ADD_FLOATING, index, bits(delta), before, placeIn(before.length, position));
    }

    /** Keeps the smaller, as {@link #min}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMinNb(final Issuer issuer, final long index, final double operand, final double[] before,
                           final int position) {
        fetchNb(issuer, CommandType.MIN_FLOATING, index, bits(operand), before, placeIn(before.length, position));
    }

    /** Keeps the larger, as {@link #max}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMaxNb(final Issuer issuer, final long index, final double operand, final double[] before,
                           final int position) {
        fetchNb(issuer, CommandType.MAX_FLOATING, index, bits(operand), before, placeIn(before.length, position));
    }

    /** As {@link #compareAndSet}. The previous value is in {@code before[position]} after the wait. */
    public void compareAndSetNb(final Issuer issuer, final long index, final double expected, final double replacement,
                                final double[] before, final int position) {
        compareAndSetBitsNb(issuer, index, Double.doubleToRawLongBits(expected),
            Double.doubleToRawLongBits(replacement), before, placeIn(before.length, position));
    }

    @Override
    long bits(final double value) {
        return Double.doubleToRawLongBits(value);
    }

    @Override
    double value(final long bits) {
        return Double.longBitsToDouble(bits);
    }
}
