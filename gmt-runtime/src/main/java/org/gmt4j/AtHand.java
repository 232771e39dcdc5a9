package org.gmt4j;

import org.gmt4j.engine.container.EntryOperation;

/**
 * Blocking accesses that need not wait, for instrumented code: programs call the methods of arrays. The step that
 * instruments a program puts a call of these where a method that may wait accesses an element:
 *
 * <pre>AtHand.canGet(array, ctx, i) ? AtHand.get(array, ctx, i) : array.get(ctx, i)</pre>
 *
 * <p>So an element of this node costs a load, and not what a possible wait costs before it is known that there is none;
 * an element of another process of this host little more, where its part is mapped.
 */
public final class AtHand {
    private AtHand() {
    }

    // --- tests ---

    /** Returns whether a get would not wait: the element is here or mapped, and nothing is held back for it. */
    public static boolean canGet(final GlobalArray array, final TaskContext ctx, final long index) {
        return array.isGettable(ctx, index);
    }

    /** Returns whether a put would not wait: the element is here, and no operation of the task is under way. */
    public static boolean canPut(final GlobalArray array, final TaskContext ctx, final long index) {
        return array.isSettable(ctx, index);
    }

    /** Returns whether a compare-and-set would not wait: the element is here or mapped, or known to have changed. */
    public static boolean canCompareAndSet(final GlobalArray array, final TaskContext ctx, final long index) {
        return array.isComparable(ctx, index);
    }

    /** Returns whether a range can be read in place. */
    public static boolean canView(final GlobalArray array, final TaskContext ctx, final long index, final int count) {
        return array.isViewable(ctx, index, count);
    }

    /** Returns whether a get would not wait: the key is at home, and nothing is gathered before it. */
    public static boolean canGet(final LongKeyed map, final TaskContext ctx, final long key) {
        return map.isAtHand(ctx, key);
    }

    /** Returns whether a put would not wait; see {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static boolean canPut(final LongKeyed map, final TaskContext ctx, final long key) {
        return map.isAtHand(ctx, key);
    }

    /** Returns whether an addition would not wait; see {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static boolean canAddAndGet(final LongKeyed map, final TaskContext ctx, final long key) {
        return map.isAtHand(ctx, key);
    }

    /** Returns whether an addition to a set would not wait; see {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static boolean canAdd(final GlobalHashSet set, final TaskContext ctx, final long key) {
        return set.isAtHand(ctx, key);
    }

    /** Returns whether a look for a key would not wait; see {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static boolean canContains(final LongKeyed container, final TaskContext ctx, final long key) {
        return container.isAtHand(ctx, key);
    }

    // --- accesses ---

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static byte get(final GlobalByteArray array, final TaskContext ctx, final long index) {
        return (byte) array.atHand(index);
    }

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static short get(final GlobalShortArray array, final TaskContext ctx, final long index) {
        return (short) array.atHand(index);
    }

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static int get(final GlobalIntArray array, final TaskContext ctx, final long index) {
        return (int) array.atHand(index);
    }

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static long get(final GlobalLongArray array, final TaskContext ctx, final long index) {
        return array.atHand(index);
    }

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static float get(final GlobalFloatArray array, final TaskContext ctx, final long index) {
        return Float.intBitsToFloat((int) array.atHand(index));
    }

    /** Returns an element after {@link #canGet(GlobalArray, TaskContext, long)}. */
    public static double get(final GlobalDoubleArray array, final TaskContext ctx, final long index) {
        return Double.longBitsToDouble(array.atHand(index));
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalByteArray array, final TaskContext ctx, final long index, final byte value) {
        array.storeLocal(index, value);
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalShortArray array, final TaskContext ctx, final long index, final short value) {
        array.storeLocal(index, value);
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalIntArray array, final TaskContext ctx, final long index, final int value) {
        array.storeLocal(index, value);
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalLongArray array, final TaskContext ctx, final long index, final long value) {
        array.storeLocal(index, value);
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalFloatArray array, final TaskContext ctx, final long index, final float value) {
        array.storeLocal(index, Float.floatToRawIntBits(value));
    }

    /** Sets an element after {@link #canPut(GlobalArray, TaskContext, long)}. */
    public static void put(final GlobalDoubleArray array, final TaskContext ctx, final long index,
                           final double value) {
        array.storeLocal(index, Double.doubleToRawLongBits(value));
    }

    /** Compares and sets after {@link #canCompareAndSet}; returns the previous value. */
    public static long compareAndSet(final IntegerArray array, final TaskContext ctx, final long index,
                                     final long expected, final long replacement) {
        return array.compareAtHand(ctx, index, expected, replacement);
    }

    /** Returns a range after {@link #canView}. */
    public static ElementView view(final GlobalArray array, final TaskContext ctx, final long index,
                                   final int count) {
        return array.viewHere(index, count);
    }

    /** Returns the value of a key after {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static long get(final GlobalHashMap map, final TaskContext ctx, final long key, final long ifAbsent) {
        return map.callAtHand(EntryOperation.GET, key, ifAbsent);
    }

    /** Returns the value of a key after {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static double get(final GlobalDoubleHashMap map, final TaskContext ctx, final long key,
                             final double ifAbsent) {
        return Double.longBitsToDouble(map.callAtHand(EntryOperation.GET, key, Double.doubleToRawLongBits(ifAbsent)));
    }

    /** Returns the count of a key after {@link #canGet(LongKeyed, TaskContext, long)}. */
    public static long get(final GlobalCounters counters, final TaskContext ctx, final long key) {
        return counters.callAtHand(EntryOperation.GET, key, 0);
    }

    /** Sets the value of a key after {@link #canPut(LongKeyed, TaskContext, long)}. */
    public static void put(final GlobalHashMap map, final TaskContext ctx, final long key, final long value) {
        map.callAtHand(EntryOperation.SET, key, value);
    }

    /** Adds to the value of a key after {@link #canAddAndGet}, and returns the sum. */
    public static long addAndGet(final GlobalHashMap map, final TaskContext ctx, final long key, final long delta) {
        return map.callAtHand(EntryOperation.ADD, key, delta);
    }

    /** Adds a key after {@link #canAdd}. Returns false when the set has had it before. */
    public static boolean add(final GlobalHashSet set, final TaskContext ctx, final long key) {
        return set.callAtHand(EntryOperation.KEEP, key, 0) != 0;
    }

    /** Returns whether there is an entry of a key after {@link #canContains}. */
    public static boolean contains(final LongKeyed container, final TaskContext ctx, final long key) {
        return container.callAtHand(EntryOperation.CONTAINS, key, 0) != 0;
    }
}
