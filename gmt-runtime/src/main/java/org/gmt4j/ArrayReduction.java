package org.gmt4j;

import org.agrona.UnsafeApi;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Reductions over the elements of an array: each node reduces its own elements and sends one message with the result. A
 * replicated array is reduced at the caller. Per element; concurrent writes of other tasks may or may not be seen.
 */
final class ArrayReduction {
    /** Elements of a chunk, some ten microseconds of work. */
    private static final long CHUNK = 16 * 1024;

    private ArrayReduction() {
    }

    private static long[] over(final TaskContext ctx, final GlobalArray array, final LongsOperator operator,
                               final LongsRangeFunction function)
        throws SuspendExecution {
        array.requireAlive();
        return ctx.loop(array.size(), CHUNK).with(SpawnPolicy.ownerOf(array)).reduceLongs(operator, function);
    }

    private static long first(final long[] values, final long identity) {
        return values == null ? identity : values[0];
    }

    /** Executes the commands that this lane has gathered for a run of this node's elements, and returns its offset. */
    static long begin(final GlobalArray array, final long low, final TaskContext ctx) {
        EngineTask.of(ctx).aggregator().settleOwn();
        return array.localOffset(low);
    }

    static long sum(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        return first(over(ctx, array, (a, b) -> {
            a[0] += b[0];
            return a;
        }, (low, high, c) -> new long[] {sum(array.segment(), begin(array, low, c), high - low)}), 0);
    }

    private static long sum(final org.gmt4j.engine.memory.Segment segment, final long offset, final long count) {
        long sum = 0;
        if (segment.widthShift() == 3) {
            final long end = segment.addressOf(offset + count);
            for (long at = segment.addressOf(offset); at < end; at += Long.BYTES) {
                sum += UnsafeApi.getLong(at);
            }
            return sum;
        }
        for (long i = offset; i < offset + count; i++) {
            sum += segment.load(i);
        }
        return sum;
    }

    static long count(final TaskContext ctx, final IntegerArray array, final LongTest test) throws SuspendExecution {
        java.util.Objects.requireNonNull(test, "test");
        return first(over(ctx, array, (a, b) -> {
            a[0] += b[0];
            return a;
        }, (low, high, c) -> {
            final long offset = begin(array, low, c);
            long count = 0;
            for (long i = offset; i < offset + high - low; i++) {
                count += test.test(array.segment().load(i)) ? 1 : 0;
            }
            return new long[] {count};
        }), 0);
    }

    static long count(final TaskContext ctx, final FloatingArray array, final DoubleTest test) throws SuspendExecution {
        java.util.Objects.requireNonNull(test, "test");
        return first(over(ctx, array, (a, b) -> {
            a[0] += b[0];
            return a;
        }, (low, high, c) -> {
            final long offset = begin(array, low, c);
            long count = 0;
            for (long i = offset; i < offset + high - low; i++) {
                count += test.test(array.value(array.segment().load(i))) ? 1 : 0;
            }
            return new long[] {count};
        }), 0);
    }

    static double sum(final TaskContext ctx, final FloatingArray array) throws SuspendExecution {
        final long[] digits = over(ctx, array, (a, b) -> ExactSum.combine(a, b), (low, high, c) -> {
            final long offset = begin(array, low, c);
            final ExactSum sum = new ExactSum();
            for (long i = offset; i < offset + high - low; i++) {
                sum.add(array.value(array.segment().load(i)));
            }
            return sum.digits();
        });
        return digits == null ? 0 : ExactSum.value(digits);
    }

    /** Returns the smallest element for {@code sign} 1, the largest for -1. */
    static double extreme(final TaskContext ctx, final FloatingArray array, final int sign) throws SuspendExecution {
        final long[] found = over(ctx, array, (a, b) -> {
            a[0] = Double.doubleToRawLongBits(nearer(Double.longBitsToDouble(a[0]),
                Double.longBitsToDouble(b[0]), sign));
            return a;
        }, (low, high, c) -> {
            final long offset = begin(array, low, c);
            double extreme = sign > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            for (long i = offset; i < offset + high - low; i++) {
                extreme = nearer(extreme, array.value(array.segment().load(i)), sign);
            }
            return new long[] {Double.doubleToRawLongBits(extreme)};
        });
        return found != null ? Double.longBitsToDouble(found[0]) : sign > 0 ? Double.POSITIVE_INFINITY
            : Double.NEGATIVE_INFINITY;
    }

    private static double nearer(final double a, final double b, final int sign) {
        return sign > 0 ? Math.min(a, b) : Math.max(a, b);
    }

    /**
     * Finds the least or greatest element and its lowest index; null for an empty array.
     *
     * @param sign 1 for the least, -1 for the greatest
     * @return the {@link SortKey key} of the element and its index
     */
    static long[] extremeKey(final TaskContext ctx, final GlobalArray array, final int sign) throws SuspendExecution {
        return over(ctx, array, (a, b) -> isBefore(b[0], b[1], a[0], a[1], sign) ? b : a, (low, high, c) -> {
            final long offset = begin(array, low, c);
            final SortKey keys = SortKey.of(array);
            long best = keys.key(array.segment().load(offset));
            long place = low;
            for (long i = 1; i < high - low; i++) {
                final long key = keys.key(array.segment().load(offset + i));
                if (sign > 0 ? key < best : key > best) {
                    best = key;
                    place = low + i;
                }
            }
            return new long[] {best, place};
        });
    }

    private static boolean isBefore(final long key, final long index, final long otherKey, final long otherIndex,
                                    final int sign) {
        return key == otherKey ? index < otherIndex : sign > 0 == key < otherKey;
    }
}
