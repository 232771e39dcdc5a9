package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An array of {@code double} in the global address space. See {@link GlobalArray} for sizes, waiting and consistency.
 */
public final class GlobalDoubleArray extends FloatingArray {
    private static final int BASE = UnsafeApi.arrayBaseOffset(double[].class);
    private static final int SHIFT = 3;

    GlobalDoubleArray(final ArrayPart part) {
        super(part);
    }

    /** Allocates a partitioned array of the given values. Called by one task. */
    public static GlobalDoubleArray of(final TaskContext ctx, final double... values) throws SuspendExecution {
        final GlobalDoubleArray array = allocate(ctx, values.length);
        array.put(ctx, 0, values, 0, values.length);
        return array;
    }

    /** Allocates a zeroed, partitioned array. Called by one task. */
    public static GlobalDoubleArray allocate(final TaskContext ctx, final long size) throws SuspendExecution {
        return allocate(ctx, ArraySpec.of(size));
    }

    /**
     * Allocates an array. Called by one task; the others get it by capture or by name.
     *
     * @throws org.gmt4j.GmtException GMT-231 when a node has not enough memory: nothing is then allocated anywhere
     */
    public static GlobalDoubleArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return (GlobalDoubleArray) ArrayCatalog.allocate(ctx, spec.typed(ElementType.DOUBLE, 8));
    }

    /**
     * Allocates a partitioned array of the elements that {@link #save} wrote on any number of nodes.
     *
     * @throws org.gmt4j.GmtException GMT-686 when the file cannot be read, GMT-687 when it holds something else,
     *                                GMT-688 when it is damaged
     */
    public static GlobalDoubleArray load(final TaskContext ctx, final java.nio.file.Path path) throws SuspendExecution {
        return (GlobalDoubleArray) ArrayFile.load(ctx, ElementType.DOUBLE, path);
    }

    /** Returns the array with the given name. */
    public static GlobalDoubleArray attach(final TaskContext ctx, final String name) {
        return ArrayCatalog.attach(ctx, name, GlobalDoubleArray.class);
    }

    /** Returns an element. Suspends until its value has arrived, unless the element is local. */
    public double get(final TaskContext ctx, final long index) throws SuspendExecution {
        final long offset = settledOffset(EngineTask.of(ctx).aggregator(), index);
        if (offset >= 0) {
            return Double.longBitsToDouble(load(offset));
        }
        request(ctx, index);
        while (EngineTask.of(ctx).mustWait()) {
            Coroutine.suspend();
        }
        return Double.longBitsToDouble(EngineTask.of(ctx).result());
    }

    /** Starts to get an element. Its value is in {@code target[position]} after the wait. */
    public void getNb(final Issuer issuer, final long index, final double[] target, final int position) {
        java.util.Objects.checkIndex(position, target.length);
        getBitsNb(issuer, index, target, BASE, SHIFT, position);
    }

    /** Puts an element and suspends until the value is stored at its owner. */
    public void put(final TaskContext ctx, final long index, final double value) throws SuspendExecution {
        putNb(ctx, index, value);
        ctx.await();
    }

    /** Starts to put an element. The value travels inside the command. */
    public void putNb(final Issuer issuer, final long index, final double value) {
        putBitsNb(issuer, index, Double.doubleToRawLongBits(value));
    }

    /** Gets {@code count} elements into {@code target[from ...]}, and waits. */
    public void get(final TaskContext ctx, final long index, final double[] target, final int from, final int count)
        throws SuspendExecution {
        checkArray(target.length, from, count);
        getRange(ctx, index, target, BASE + ((long) from << SHIFT), count);
    }

    /** Starts to get {@code count} elements into {@code target[from ...]}, valid after the wait. */
    public void getNb(final Issuer issuer, final long index, final double[] target, final int from, final int count) {
        checkArray(target.length, from, count);
        getRangeNb(issuer, index, target, BASE + ((long) from << SHIFT), count);
    }

    /** Puts {@code count} elements from {@code source[from ...]}, and waits. */
    public void put(final TaskContext ctx, final long index, final double[] source, final int from, final int count)
        throws SuspendExecution {
        checkArray(source.length, from, count);
        putRange(ctx, index, source, BASE + ((long) from << SHIFT), count);
    }

    /** Starts to put {@code count} elements; the source may be reused when the call returns. */
    public void putNb(final Issuer issuer, final long index, final double[] source, final int from, final int count) {
        checkArray(source.length, from, count);
        putRangeNb(issuer, index, source, BASE + ((long) from << SHIFT), count);
    }

    /** Returns a local element without a command, ahead of commands issued and not awaited. */
    public double getLocal(final long index) {
        return Double.longBitsToDouble(loadLocal(index));
    }

    /** Sets a local element without a command, ahead of commands issued and not awaited. */
    public void setLocal(final long index, final double value) {
        storeLocal(index, Double.doubleToRawLongBits(value));
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
        java.util.Objects.checkIndex(position, before.length);
        fetchNb(issuer, CommandType.ADD_FLOATING, index, Double.doubleToRawLongBits(delta), before, BASE,
            SHIFT, position);
    }

    /** Keeps the smaller, as {@link #min}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMinNb(final Issuer issuer, final long index, final double operand, final double[] before,
                           final int position) {
        java.util.Objects.checkIndex(position, before.length);
        fetchNb(issuer, CommandType.MIN_FLOATING, index, Double.doubleToRawLongBits(operand), before,
            BASE, SHIFT, position);
    }

    /** Keeps the larger, as {@link #max}. The previous value is in {@code before[position]} after the wait. */
    public void fetchMaxNb(final Issuer issuer, final long index, final double operand, final double[] before,
                           final int position) {
        java.util.Objects.checkIndex(position, before.length);
        fetchNb(issuer, CommandType.MAX_FLOATING, index, Double.doubleToRawLongBits(operand), before,
            BASE, SHIFT, position);
    }

    /** As {@link #compareAndSet}. The previous value is in {@code before[position]} after the wait. */
    public void compareAndSetNb(final Issuer issuer, final long index, final double expected, final double replacement,
                                final double[] before, final int position) {
        java.util.Objects.checkIndex(position, before.length);
        compareAndSetNb(issuer, index, Double.doubleToRawLongBits(expected),
            Double.doubleToRawLongBits(replacement), before,
            BASE, SHIFT, position);
    }

    /**
     * Returns all elements. Larger arrays are read by {@link GlobalArray#get(TaskContext, long, java.nio.Buffer)}.
     */
    public double[] toArray(final TaskContext ctx) throws SuspendExecution {
        final double[] all = new double[lengthOfJavaArray()];
        get(ctx, 0, all, 0, all.length);
        return all;
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
