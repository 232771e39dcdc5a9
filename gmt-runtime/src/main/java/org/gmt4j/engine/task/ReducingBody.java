package org.gmt4j.engine.task;

import java.util.Objects;
import org.gmt4j.DoubleIndexFunction;
import org.gmt4j.DoubleOperator;
import org.gmt4j.DoubleRangeFunction;
import org.gmt4j.IndexPredicate;
import org.gmt4j.LongIndexFunction;
import org.gmt4j.LongOperator;
import org.gmt4j.LongRangeFunction;
import org.gmt4j.LongsOperator;
import org.gmt4j.LongsRangeFunction;
import org.gmt4j.LoopReduction;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.travel.WrappedBody;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The body of a chunk of a reduction: adds the function's value to the partial results of its task. Made by
 * {@link LoopReduction}. Per chunk.
 *
 * @param function value of a chunk
 * @param operator combines values
 * @param chunk    iterations of a chunk, where chunks are combined by number; 0 for any order
 */
record ReducingBody(LongsRangeFunction function, LongsOperator operator, long chunk) implements RangeBody, WrappedBody {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
        final long[] value = function.apply(low, high, ctx);
        Objects.requireNonNull(value, "the function of a reduction has returned null");
        UnfinishedTask.behind(ctx).task.contribute(chunk == 0 ? Partials.UNORDERED : low / chunk, value, operator);
    }

    @Override
    public Object inner() {
        return function;
    }

    /** Values of iterations that are {@code long}s. */
    record LongIndices(LongIndexFunction function, LongOperator operator, long identity)
        implements LongsRangeFunction, WrappedBody {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            long all = identity;
            for (long i = low; i < high; i++) {
                UnfinishedTask.behind(ctx).enterIteration(i);
                final long value = function.apply(i, ctx);
                all = operator.apply(all, value);
            }
            return new long[] {all};
        }

        @Override
        public Object inner() {
            return function;
        }
    }

    /** Values of chunks that are {@code long}s. */
    record LongRanges(LongRangeFunction function) implements LongsRangeFunction, WrappedBody {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            final long value = function.apply(low, high, ctx);
            return new long[] {value};
        }

        @Override
        public Object inner() {
            return function;
        }
    }

    /** Values of iterations that are {@code double}s. */
    record DoubleIndices(DoubleIndexFunction function, DoubleOperator operator, double identity)
        implements LongsRangeFunction, WrappedBody {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            double all = identity;
            for (long i = low; i < high; i++) {
                UnfinishedTask.behind(ctx).enterIteration(i);
                final double value = function.apply(i, ctx);
                all = operator.apply(all, value);
            }
            return new long[] {Double.doubleToRawLongBits(all)};
        }

        @Override
        public Object inner() {
            return function;
        }
    }

    /** Values of chunks that are {@code double}s. */
    record DoubleRanges(DoubleRangeFunction function) implements LongsRangeFunction, WrappedBody {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            final double value = function.apply(low, high, ctx);
            return new long[] {Double.doubleToRawLongBits(value)};
        }

        @Override
        public Object inner() {
            return function;
        }
    }

    /** Counts the selected iterations. */
    record Counting(IndexPredicate predicate) implements LongsRangeFunction, WrappedBody {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            long count = 0;
            for (long i = low; i < high; i++) {
                UnfinishedTask.behind(ctx).enterIteration(i);
                final boolean counts = predicate.test(i, ctx);
                count += counts ? 1 : 0;
            }
            return new long[] {count};
        }

        @Override
        public Object inner() {
            return predicate;
        }
    }

    /** Operator on values of one {@code long}. */
    record Longs(LongOperator operator) implements LongsOperator {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long[] a, final long[] b) {
            a[0] = operator.apply(a[0], b[0]);
            return a;
        }
    }

    /** Operator on values that are the bits of one {@code double}. */
    record Doubles(DoubleOperator operator) implements LongsOperator {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] apply(final long[] a, final long[] b) {
            a[0] = Double.doubleToRawLongBits(operator.apply(Double.longBitsToDouble(a[0]),
                Double.longBitsToDouble(b[0])));
            return a;
        }
    }
}
