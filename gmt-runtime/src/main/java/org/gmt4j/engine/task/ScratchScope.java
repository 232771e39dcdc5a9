package org.gmt4j.engine.task;

import java.util.Arrays;
import org.gmt4j.Scratch;

/** The arrays of one scratch while it is open. Belongs to one task. Per scratch and per array. */
final class ScratchScope implements Scratch {
    private final TaskScratch task;
    private Object[] held = new Object[2];
    private int heldCount;
    private boolean isOpen;

    ScratchScope(final TaskScratch task) {
        this.task = task;
    }

    void open() {
        isOpen = true;
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Ends the use of the arrays; each is then taken out by {@link #takeOut}. */
    void end() {
        isOpen = false;
    }

    /** Returns the next array that was held, or null. */
    Object takeOut() {
        if (heldCount == 0) {
            return null;
        }
        final Object taken = held[--heldCount];
        held[heldCount] = null;
        return taken;
    }

    @Override
    public long[] longs(final int count) {
        requireOpen();
        final long[] array = task.arrays().longs(count);
        hold(array);
        return array;
    }

    @Override
    public int[] ints(final int count) {
        requireOpen();
        final int[] array = task.arrays().ints(count);
        hold(array);
        return array;
    }

    @Override
    public double[] doubles(final int count) {
        requireOpen();
        final double[] array = task.arrays().doubles(count);
        hold(array);
        return array;
    }

    private void requireOpen() {
        if (!isOpen) {
            throw new IllegalStateException("GMT-690 this scratch is closed: open another one with ctx.scratch()");
        }
    }

    private void hold(final Object array) {
        if (heldCount == held.length) {
            held = Arrays.copyOf(held, 2 * heldCount);
        }
        held[heldCount++] = array;
    }

    @Override
    public void close() {
        task.close(this);
    }
}
