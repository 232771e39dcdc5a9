package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.Objects;
import org.gmt4j.GmtException;

/**
 * A loop whose iterations return values that are combined to one: what people want a shared counter for. Made by
 * {@link TaskContext#loop}; immutable; used by the task that made it.
 *
 * <pre>{@code
 * long even   = ctx.loop(n, 4096).count((i, c) -> a.get(c, i) % 2 == 0);
 * double norm = ctx.loop(n, 4096).deterministic().sumDouble((i, c) -> { double v = x.get(c, i); return v * v; });
 * long best   = ctx.loop(n, 4096).with(SpawnPolicy.ownerOf(a)).max((i, c) -> a.get(c, i));
 * }</pre>
 *
 * <p><b>Where.</b> Iterations run in chunks, as in {@link TaskContext#parFor}: on the nodes that the policy says, with the same random
 * numbers, failures, teams. Each node combines the values of its chunks and sends one message with the result.
 *
 * <p><b>Nothing to combine.</b> A loop of no iterations gives the identity: 0 for sums and counts; the largest value of the type for
 * {@code min} ({@code Long.MAX_VALUE}, positive infinity), the smallest for {@code max} ({@code Long.MIN_VALUE}, negative infinity).
 *
 * <p><b>Order.</b> Sums of {@code long} wrap and are the same in any order. Sums of {@code double}, and own operators, are combined as chunks
 * end, so that the last digits may differ between runs, unless {@link #deterministic()}. {@code minDouble} and {@code maxDouble} are those of
 * {@link Math}: NaN wins, and -0.0 is below 0.0.
 */
public final class LoopReduction {
    private final SpawningTask ctx;
    private final long iterations;
    private final long chunk;
    private final SpawnPolicy policy;
    private final boolean isDeterministic;

    LoopReduction(final SpawningTask ctx, final long iterations, final long chunk, final SpawnPolicy policy, final boolean isDeterministic) {
        this.ctx = ctx;
        this.iterations = iterations;
        this.chunk = chunk;
        this.policy = Objects.requireNonNull(policy, "policy");
        this.isDeterministic = isDeterministic;
    }

    /** The same loop with other places for its iterations; {@link SpawnPolicy#PARTITION} otherwise. */
    public LoopReduction with(final SpawnPolicy newPolicy) {
        return new LoopReduction(ctx, iterations, chunk, newPolicy, isDeterministic);
    }

    /**
     * The same loop, whose result depends on iterations and chunk only: not on the count of nodes or threads, nor on who was faster. Within a
     * chunk values are combined from left to right, chunks along a fixed tree, left before right; so the operator need not be commutative.
     * Not with {@link SpawnPolicy#ownerOf}, where chunks end at the owners' boundaries.
     */
    public LoopReduction deterministic() {
        return new LoopReduction(ctx, iterations, chunk, policy, true);
    }

    /** Sum of the values of all iterations. */
    public long sum(final LongIndexFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Sum of the values of all chunks. */
    public long sum(final LongRangeFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Smallest value; {@code Long.MAX_VALUE} of none. */
    public long min(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Smallest value of a chunk; {@code Long.MAX_VALUE} of none. */
    public long min(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Largest value; {@code Long.MIN_VALUE} of none. */
    public long max(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** Largest value of a chunk; {@code Long.MIN_VALUE} of none. */
    public long max(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** How many iterations count. */
    public long count(final IndexPredicate predicate) throws SuspendExecution {
        Objects.requireNonNull(predicate, "predicate");
        return first(run(new ReducingBody.Counting(predicate), new ReducingBody.Longs((a, b) -> a + b)), 0);
    }

    /** @param identity what changes no value, as 0 for a sum: the result of no iterations, and where each chunk begins */
    public long reduce(final long identity, final LongOperator operator, final LongIndexFunction function) throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.LongIndices(function, operator, identity), longs(operator)), identity);
    }

    /** As above with a value of each chunk. @param identity the result of no iterations */
    public long reduce(final long identity, final LongOperator operator, final LongRangeFunction function) throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.LongRanges(function), longs(operator)), identity);
    }

    private static ReducingBody.Longs longs(final LongOperator operator) {
        return new ReducingBody.Longs(Objects.requireNonNull(operator, "operator"));
    }

    private static long first(final long[] values, final long identity) {
        return values == null ? identity : values[0];
    }

    /** Sum of the values of all iterations. */
    public double sumDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Sum of the values of all chunks. */
    public double sumDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Smallest value; positive infinity of none. */
    public double minDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Smallest value of a chunk; positive infinity of none. */
    public double minDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Largest value; negative infinity of none. */
    public double maxDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /** Largest value of a chunk; negative infinity of none. */
    public double maxDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /** @param identity what changes no value: the result of no iterations, and where each chunk begins */
    public double reduceDouble(final double identity, final DoubleOperator operator, final DoubleIndexFunction function) throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.DoubleIndices(function, operator, identity), doubles(operator)), identity);
    }

    /** As above with a value of each chunk. @param identity the result of no iterations */
    public double reduceDouble(final double identity, final DoubleOperator operator, final DoubleRangeFunction function) throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.DoubleRanges(function), doubles(operator)), identity);
    }

    private static ReducingBody.Doubles doubles(final DoubleOperator operator) {
        return new ReducingBody.Doubles(Objects.requireNonNull(operator, "operator"));
    }

    private static double first(final long[] values, final double identity) {
        return values == null ? identity : Double.longBitsToDouble(values[0]);
    }

    /**
     * For values that are several {@code long}s, such as a minimum and its place.
     *
     * @param function of a chunk; its arrays have one length
     * @return null when there were no iterations
     */
    public long[] reduceLongs(final LongsOperator operator, final LongsRangeFunction function) throws SuspendExecution {
        return run(Objects.requireNonNull(function, "function"), Objects.requireNonNull(operator, "operator"));
    }

    /** Classes whose bodies and values travel; for the function registry. */
    public static Class<?>[] bodyClasses() {
        return new Class<?>[] {LoopReduction.class, ReducingBody.class};
    }

    private long[] run(final LongsRangeFunction function, final LongsOperator operator) throws SuspendExecution {
        if (isDeterministic && policy.kind() == SpawnPolicy.Kind.OWNER) {
            throw new GmtException("GMT-683", "a deterministic reduction cannot follow the owners of " + policy.placement() + ": its chunks would"
                + " end where nodes begin. Take another policy, or leave out deterministic(); sums of a global array are exact by themselves");
        }
        return ctx.reduce(iterations, chunk, policy, new ReducingBody(function, operator, isDeterministic ? chunk : 0));
    }
}
