package org.gmt4j.aggregation.queue;

import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The waiters for the values that a block brings back, and the place of each, in command order. A part of
 * {@link RequestBlock}, owned by its lane. Per command.
 *
 * <p>Commands of one task into one array come in runs: per command only four bytes are noted, how far its place is from
 * that of the run's first value, and a run is completed at once. So the usual command stores no reference, which would
 * cost the collector's barrier, counts in one field only, and looks at nobody's counter when its value comes. Places of
 * another kind are never near enough to be of the same run.
 */
final class ValueLog {
    private static final int KIND_SHIFT = 60;
    private static final int LENGTH_SHIFT = 40;
    private static final long OFFSET_MASK = (1L << LENGTH_SHIFT) - 1;
    private static final int LENGTH_MASK = (1 << (KIND_SHIFT - LENGTH_SHIFT)) - 1;
    /** Longest bulk data that a place can tell. */
    static final int MAX_BULK_LENGTH = LENGTH_MASK & -8;
    private static final int KIND_8 = 1;
    private static final int KIND_4 = 2;
    private static final int KIND_2 = 3;
    private static final int KIND_1 = 4;
    private static final int KIND_BULK = 5;
    private static final int KIND_RECEIVER = 6;
    private static final int KIND_TAKER = 7;

    /** In a place: the value takes four bytes of the reply. */
    private static final long NARROW = Long.MIN_VALUE;

    /** Distances of places from the first of their run; series have none. */
    private int distanceCount;
    private int[] distances = new int[32];
    /** Values of series. */
    private int seriesCount;
    /** Bytes in the reply of all runs but the last. */
    private int lengthBefore;

    /** Runs of values of one completion for one target; the last one grows. */
    private int runCount;
    private Completion[] owners = new Completion[16];
    private Object[] targets = new Object[16];
    private int[] begins = new int[16];
    private long[] firsts = new long[16];
    /** Where a run's distances begin; negative: a series, its values go to neighbouring elements. */
    private int[] distanceBegins = new int[16];
    /** Of the last run, if others may join it. */
    private Completion lastOwner;
    private Object lastTarget;
    private long lastFirst;
    /** Runs that are over, yet still name waiters and places. */
    private int staleRuns;

    static long toElement(final int widthShift, final int base, final int index) {
        return (long) (KIND_8 + (3 - widthShift)) << KIND_SHIFT | (base + ((long) index << widthShift));
    }

    /** The same place for a value that takes four bytes of the reply. */
    static long narrow(final long place) {
        return place | NARROW;
    }

    static long toBytes(final long offset, final int length) {
        return (long) KIND_BULK << KIND_SHIFT | (long) length << LENGTH_SHIFT | offset;
    }

    static long toReceiver(final long position, final int length) {
        return (long) KIND_RECEIVER << KIND_SHIFT | (long) length << LENGTH_SHIFT | position;
    }

    static long toTaker(final long position) {
        return (long) KIND_TAKER << KIND_SHIFT | position;
    }

    /** Bytes of all values in the reply, bulk data counted as 8 each. */
    int length() {
        return lengthBefore + (runCount == 0 ? 0 : lastRunLength());
    }

    private int lastRunLength() {
        final int last = runCount - 1;
        return count() - begins[last] << (firsts[last] < 0 ? 2 : 3);
    }

    private int count() {
        return distanceCount + seriesCount;
    }

    /** Forgets all entries: the block begins anew. */
    void reset() {
        distanceCount = 0;
        seriesCount = 0;
        lengthBefore = 0;
        runCount = 0;
        lastOwner = null;
        lastTarget = null;
    }

    void add(final Completion owner, final Object target, final long place) {
        owner.issued();
        final int index = distanceCount;
        if (index == distances.length) {
            distances = Arrays.copyOf(distances, index * 2);
        }
        long distance = place - lastFirst;
        if (owner != lastOwner || target != lastTarget || distance != (int) distance) {
            startRun(owner, target, place, index);
            lastOwner = owner;
            lastTarget = target;
            lastFirst = place;
            distance = 0;
        }
        distances[index] = (int) distance;
        distanceCount = index + 1;
    }

    /** {@code more} values for neighbouring elements from {@code place} on. */
    void addSeries(final Completion owner, final Object target, final long place, final int more) {
        startRun(owner, target, place, -1);
        lastOwner = null;
        lastTarget = null;
        seriesCount += more;
    }

    private void startRun(final Completion owner, final Object target, final long first, final int distanceBegin) {
        lengthBefore = length();
        final int run = runCount;
        if (run == owners.length) {
            owners = Arrays.copyOf(owners, run * 2);
            targets = Arrays.copyOf(targets, run * 2);
            begins = Arrays.copyOf(begins, run * 2);
            firsts = Arrays.copyOf(firsts, run * 2);
            distanceBegins = Arrays.copyOf(distanceBegins, run * 2);
        }
        owners[run] = owner;
        targets[run] = target;
        begins[run] = count();
        firsts[run] = first;
        distanceBegins[run] = distanceBegin;
        runCount = run + 1;
    }

    private int end(final int run) {
        return run + 1 < runCount ? begins[run + 1] : count();
    }

    /**
     * Stores all values and completes all commands.
     *
     * @param values  behind the header of the reply
     * @param isSound false when a command of the block has failed
     */
    void complete(final long values, final boolean isSound) {
        long at = values;
        final int runs = runCount;
        for (int run = 0; run < runs; run++) {
            final Completion owner = owners[run];
            final int length = end(run) - begins[run];
            at = distanceBegins[run] < 0 ? storeSeries(targets[run], firsts[run], length, at)
                : isTaken(run) ? giveRun(run, length, at, isSound) : storeRun(run, length, at);
            owner.completed(length);
        }
        settle();
    }

    /** Completes all commands though nothing has come. */
    void completeAll() {
        final int runs = runCount;
        for (int run = 0; run < runs; run++) {
            final int length = end(run) - begins[run];
            if (distanceBegins[run] >= 0 && isTaken(run)) {
                dropRun(run, length);
            }
            owners[run].completed(length);
        }
        settle();
    }

    private boolean isTaken(final int run) {
        return (firsts[run] & ~NARROW) >>> KIND_SHIFT == KIND_TAKER;
    }

    private long giveRun(final int run, final int length, final long values, final boolean isSound) {
        final ValueTaker taker = (ValueTaker) targets[run];
        final long first = firsts[run];
        final int begin = distanceBegins[run];
        final int width = first < 0 ? 4 : 8;
        long at = values;
        for (int i = begin; i < begin + length; i++, at += width) {
            taker.take(width == 4 ? UnsafeApi.getInt(at) : UnsafeApi.getLong(at), (first & OFFSET_MASK) + distances[i],
                isSound);
        }
        return at;
    }

    private void dropRun(final int run, final int length) {
        final int begin = distanceBegins[run];
        for (int i = begin; i < begin + length; i++) {
            ((ValueTaker) targets[run]).drop((firsts[run] & OFFSET_MASK) + distances[i]);
        }
    }

    private void settle() {
        staleRuns = Math.max(staleRuns, runCount);
        reset();
    }

    private long storeRun(final int run, final int length, final long values) {
        final int begin = distanceBegins[run];
        final long first = firsts[run];
        if ((first & ~NARROW) >>> KIND_SHIFT == KIND_8) {
            return storeLongs(targets[run], first, begin, length, values);
        }
        long at = values;
        for (int i = begin; i < begin + length; i++) {
            at += store(owners[run], targets[run], first + distances[i], at);
        }
        return at;
    }

    /** The usual target: an array of longs. */
    private long storeLongs(final Object target, final long first, final int begin, final int length,
                            final long values) {
        final long offset = first & OFFSET_MASK;
        if (first < 0) {
            for (int i = 0; i < length; i++) {
                ArrayOrMemory.putLong(target, offset + distances[begin + i],
                    UnsafeApi.getInt(values + ((long) i << 2)));
            }
            return values + ((long) length << 2);
        }
        for (int i = 0; i < length; i++) {
            ArrayOrMemory.putLong(target, offset + distances[begin + i], UnsafeApi.getLong(values + ((long) i << 3)));
        }
        return values + ((long) length << 3);
    }

    /** Longs: the only targets of series. */
    private static long storeSeries(final Object target, final long first, final int length, final long values) {
        final long offset = first & OFFSET_MASK;
        if (first < 0) {
            for (int i = 0; i < length; i++) {
                ArrayOrMemory.putLong(target, offset + ((long) i << 3), UnsafeApi.getInt(values + ((long) i << 2)));
            }
            return values + ((long) length << 2);
        }
        ArrayOrMemory.copy(null, values, target, offset, (long) length << 3);
        return values + ((long) length << 3);
    }

    private static int store(final Completion owner, final Object target, final long place, final long at) {
        if (place < 0) {
            storeWord(owner, target, place & ~NARROW, UnsafeApi.getInt(at));
            return 4;
        }
        final long offset = place & OFFSET_MASK;
        switch ((int) (place >>> KIND_SHIFT)) {
            case KIND_BULK:
                final int length = (int) (place >>> LENGTH_SHIFT) & LENGTH_MASK;
                ArrayOrMemory.copy(null, at, target, offset, length);
                return WireFormat.align(length);
            case KIND_RECEIVER:
                final int packed = (int) (place >>> LENGTH_SHIFT) & LENGTH_MASK;
                ((PackedReceiver) target).receive(at, packed, offset);
                return WireFormat.align(packed);
            default:
                storeWord(owner, target, place, UnsafeApi.getLong(at));
                return 8;
        }
    }

    /** @param owner of a value that goes to the completion */
    static void storeWord(final Completion owner, final Object target, final long place, final long value) {
        final long offset = place & OFFSET_MASK;
        switch ((int) (place >>> KIND_SHIFT)) {
            case KIND_8:
                ArrayOrMemory.putLong(target, offset, value);
                break;
            case KIND_4:
                ArrayOrMemory.putInt(target, offset, (int) value);
                break;
            case KIND_2:
                ArrayOrMemory.putShort(target, offset, (short) value);
                break;
            case KIND_1:
                ArrayOrMemory.putByte(target, offset, (byte) value);
                break;
            default:                                   // RequestBlock.TO_COMPLETION
                owner.deliver(value);
                break;
        }
    }

    /** Whoever waits for one of the values {@code first} to {@code end - 1} is told that it will not come. */
    void fail(final int first, final long end, final RuntimeException cause) {
        for (int run = 0; run < runCount; run++) {
            if (first < end(run) && begins[run] < end) {
                owners[run].failed(cause);
            }
        }
    }

    /** Whether a value of a run that is not over is for a completion. */
    boolean names(final Completion owner) {
        for (int run = 0; run < runCount; run++) {
            if (owners[run] == owner) {
                return true;
            }
        }
        return false;
    }

    /** True when the log still names completions and targets that others may have forgotten. */
    boolean isStale() {
        return staleRuns > 0;
    }

    /** Forgets them: an idle block must not keep a program's arrays alive. */
    void forgetCompleted() {
        Arrays.fill(owners, 0, staleRuns, null);
        Arrays.fill(targets, 0, staleRuns, null);
        staleRuns = 0;
    }
}
