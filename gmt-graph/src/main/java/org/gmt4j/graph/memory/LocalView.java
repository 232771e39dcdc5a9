package org.gmt4j.graph.memory;

import org.agrona.UnsafeApi;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.armci.ArmciMemory;

/**
 * Integers of 4 or 8 bytes in this node's memory, outside of the heap: its part of a global array or of one-sided
 * memory, or memory of its own. Immutable but for the elements; any thread of the node, without order between threads.
 * Per command: indices are not checked, nothing is allocated. Loops are fastest with an int as index (sorting by a
 * quarter: 36 to 28 ms, JDK 17).
 *
 * <p>A view of an array is valid until the array is freed, one of its own memory until {@link #close}.
 */
public final class LocalView implements AutoCloseable {
    final long address;
    private final long count;
    private final boolean isWide;
    private final boolean isOwn;

    private LocalView(final long address, final long count, final boolean isWide, final boolean isOwn) {
        this.address = address;
        this.count = count;
        this.isWide = isWide;
        this.isOwn = isOwn;
    }

    /**
     * The part of an array of ints or longs that the node has on which this code runs; index 0 is its first element.
     */
    public static LocalView of(final IntegerArray array) {
        return new LocalView(array.localAddress(), array.localCount(), array.elementLength() == Long.BYTES, false);
    }

    /** The part of an array of doubles that the node has on which this code runs, for {@link #real}. */
    public static LocalView of(final GlobalDoubleArray array) {
        return new LocalView(array.localAddress(), array.localCount(), true, false);
    }

    /**
     * The part of one-sided memory that the node has on which this code runs.
     *
     * @param isWide elements of 8 bytes, not 4
     */
    public static LocalView of(final ArmciMemory memory, final boolean isWide) {
        return new LocalView(memory.address(), memory.local().lengthInBytes() >> shift(isWide), isWide, false);
    }

    /**
     * Elements in memory that is somebody else's: of a part that this process has mapped.
     *
     * @param address of the first one
     * @param isWide  elements of 8 bytes, not 4
     */
    public static LocalView at(final long address, final long count, final boolean isWide) {
        return new LocalView(address, count, isWide, false);
    }

    /**
     * Elements of 8 bytes in memory that is somebody else's: of a command, of a bucket.
     *
     * @param address of the first one
     */
    public static LocalView words(final long address, final long count) {
        return new LocalView(address, count, true, false);
    }

    /**
     * Memory of its own, not cleared.
     *
     * @param isWide elements of 8 bytes, not 4
     */
    public static LocalView allocate(final long count, final boolean isWide) {
        return new LocalView(UnsafeApi.allocateMemory(Math.max(8, count << shift(isWide))), count, isWide, true);
    }

    private static int shift(final boolean isWide) {
        return isWide ? 3 : 2;
    }

    /** The first {@code newCount} elements, which stay whose they are. */
    public LocalView first(final long newCount) {
        return new LocalView(address, newCount, isWide, false);
    }

    /** The elements from an index on, which stay whose they are. */
    public LocalView from(final long index) {
        return new LocalView(address(index), count - index, isWide, false);
    }

    /** As many elements of 4 bytes in the same memory, from its begin on. */
    public LocalView narrowed() {
        return new LocalView(address, count, false, false);
    }

    /** Number of elements. */
    public long count() {
        return count;
    }

    /** Length of all elements in bytes. */
    public long bytes() {
        return count << shift(isWide);
    }

    /** Whether elements take 8 bytes, not 4. */
    public boolean isWide() {
        return isWide;
    }

    /** The address of an element, to be handed to the runtime. */
    public long address(final long index) {
        return address + (index << shift(isWide));
    }

    /** An element; those of 4 bytes keep their sign. */
    public long get(final long index) {
        return isWide ? UnsafeApi.getLong(address + (index << 3)) : UnsafeApi.getInt(address + (index << 2));
    }

    /** Sets an element; of 4 bytes the lower ones. */
    public void set(final long index, final long value) {
        if (isWide) {
            UnsafeApi.putLong(address + (index << 3), value);
        } else {
            UnsafeApi.putInt(address + (index << 2), (int) value);
        }
    }

    /** Sets the elements from one on up to another one, which keeps its value; of 4 bytes the lower ones. */
    public void set(final long from, final long to, final long value) {
        if (isWide) {
            for (long at = address + (from << 3); at < address + (to << 3); at += 8) {
                UnsafeApi.putLong(at, value);
            }
        } else {
            for (long at = address + (from << 2); at < address + (to << 2); at += 4) {
                UnsafeApi.putInt(at, (int) value);
            }
        }
    }

    /**
     * All elements of 8 bytes, one after the other. Sorting takes four fifths of the time that it takes by index
     * (docs/performance.md).
     */
    public Words words() {
        return new Words(address, count);
    }

    /** An element of 8 bytes, for loops that know that all are. */
    public long word(final long index) {
        return UnsafeApi.getLong(address + (index << 3));
    }

    /** An element of 4 bytes, for loops that know that all are. */
    public int narrow(final long index) {
        return UnsafeApi.getInt(address + (index << 2));
    }

    /** Sets an element of 8 bytes, for loops that know that all are. */
    public void setWord(final long index, final long value) {
        UnsafeApi.putLong(address + (index << 3), value);
    }

    /** Sets an element of 4 bytes, for loops that know that all are. */
    public void setNarrow(final long index, final int value) {
        UnsafeApi.putInt(address + (index << 2), value);
    }

    /** Sets an element of 4 bytes if it has a value, atomically; returns whether it had. */
    public boolean replaceNarrow(final long index, final int expected, final int value) {
        return UnsafeApi.compareAndSetInt(null, address + (index << 2), expected, value);
    }

    /** Adds to an element of 4 bytes, atomically. */
    public void addNarrow(final long index, final int value) {
        UnsafeApi.getAndAddInt(null, address + (index << 2), value);
    }

    /** An element of 8 bytes that is a double. */
    public double real(final long index) {
        return UnsafeApi.getDouble(address + (index << 3));
    }

    /** Sets an element of 8 bytes that is a double. */
    public void setReal(final long index, final double value) {
        UnsafeApi.putDouble(address + (index << 3), value);
    }

    /** An element of 4 bytes that is a float. */
    public float single(final long index) {
        return UnsafeApi.getFloat(address + (index << 2));
    }

    /** Sets an element of 4 bytes that is a float. */
    public void setSingle(final long index, final float value) {
        UnsafeApi.putFloat(address + (index << 2), value);
    }

    /** Sets all bytes of all elements: 0 gives zeros, -1 gives -1. */
    public void fill(final int value) {
        if (count > 0) {
            UnsafeApi.setMemory(address, count << shift(isWide), (byte) value);
        }
    }

    /** Copies all elements into another view of the same width, from its element {@code index} on. */
    public void copyTo(final LocalView target, final long index) {
        UnsafeApi.copyMemory(address, target.address(index), count << shift(isWide));
    }

    /** Frees memory of its own; others' memory stays. Called once. */
    @Override
    public void close() {
        if (isOwn) {
            UnsafeApi.freeMemory(address);
        }
    }

    /**
     * A walk through words, of one method: the compiler makes locals of its fields when no other method is given it.
     */
    public static final class Words {
        private final long end;
        private long at;

        private Words(final long start, final long count) {
            at = start;
            end = start + (count << 3);
        }

        public boolean hasNext() {
            return at < end;
        }

        /** The next word; asked for after {@link #hasNext} only. */
        public long next() {
            final long word = UnsafeApi.getLong(at);
            at += 8;
            return word;
        }
    }
}
