package org.gmt4j;

import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.memory.Segment;
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

    private static LoopReduction over(final TaskContext ctx, final GlobalArray array) {
        array.requireAlive();
        array.issueHeld(ctx);
        return ctx.loop(array.size(), CHUNK).with(SpawnPolicy.ownerOf(array));
    }

    static long sum(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        return over(ctx, array).sum((low, high, c) -> sum(array.segment, array.settledRun(c, low), high - low));
    }

    private static long sum(final Segment segment, final long offset, final long count) {
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
        Objects.requireNonNull(test, "test");
        return over(ctx, array).sum((low, high, c) -> {
            final long offset = array.settledRun(c, low);
            long count = 0;
            for (long i = offset; i < offset + high - low; i++) {
                count += test.test(array.segment.load(i)) ? 1 : 0;
            }
            return count;
        });
    }

    static long count(final TaskContext ctx, final FloatingArray array, final DoubleTest test) throws SuspendExecution {
        Objects.requireNonNull(test, "test");
        return over(ctx, array).sum((low, high, c) -> {
            final long offset = array.settledRun(c, low);
            long count = 0;
            for (long i = offset; i < offset + high - low; i++) {
                count += test.test(array.value(array.segment.load(i))) ? 1 : 0;
            }
            return count;
        });
    }

    static double sum(final TaskContext ctx, final FloatingArray array) throws SuspendExecution {
        final long[] digits = over(ctx, array).reduceLongs((a, b) -> ExactSum.combine(a, b), (low, high, c) -> {
            final long offset = array.settledRun(c, low);
            final ExactSum sum = new ExactSum();
            for (long i = offset; i < offset + high - low; i++) {
                sum.add(array.value(array.segment.load(i)));
            }
            return sum.digits();
        });
        return digits == null ? 0 : ExactSum.value(digits);
    }

    /** Returns the smallest element for {@code sign} 1, the largest for -1. */
    static double extreme(final TaskContext ctx, final FloatingArray array, final int sign) throws SuspendExecution {
        final double farthest = sign * Double.POSITIVE_INFINITY;
        return over(ctx, array).reduceDouble(farthest, (a, b) -> nearer(a, b, sign), (low, high, c) -> {
            final long offset = array.settledRun(c, low);
            double extreme = farthest;
            for (long i = offset; i < offset + high - low; i++) {
                extreme = nearer(extreme, array.value(array.segment.load(i)), sign);
            }
            return extreme;
        });
    }

    private static double nearer(final double a, final double b, final int sign) {
        return sign > 0 ? Math.min(a, b) : Math.max(a, b);
    }

    /**
     * The least or greatest element by its {@link SortKey key}.
     *
     * @param sign 1 for the least, -1 for the greatest
     * @param none the result of an array without elements
     */
    static long extremeKey(final TaskContext ctx, final GlobalArray array, final int sign, final long none)
        throws SuspendExecution {
        final long[] found = find(ctx, array, sign);
        return found == null ? none : found[0];
    }

    /** The first place of the least or greatest element, -1 of none. */
    static long place(final TaskContext ctx, final GlobalArray array, final int sign) throws SuspendExecution {
        final long[] found = find(ctx, array, sign);
        return found == null ? -1 : found[1];
    }

    private static long[] find(final TaskContext ctx, final GlobalArray array, final int sign) throws SuspendExecution {
        return over(ctx, array).reduceLongs((a, b) -> isBefore(b, a, sign) ? b : a, (low, high, c) -> {
            final long offset = array.settledRun(c, low);
            final ElementType type = array.spec().type();
            long best = SortKey.key(type, array.segment.load(offset));
            long place = low;
            for (long i = 1; i < high - low; i++) {
                final long key = SortKey.key(type, array.segment.load(offset + i));
                if (sign > 0 ? key < best : key > best) {
                    best = key;
                    place = low + i;
                }
            }
            return new long[] {best, place};
        });
    }

    /** Of two results, key and place. */
    private static boolean isBefore(final long[] a, final long[] b, final int sign) {
        return a[0] == b[0] ? a[1] < b[1] : sign > 0 == a[0] < b[0];
    }
}
