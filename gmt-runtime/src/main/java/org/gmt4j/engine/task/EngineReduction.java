package org.gmt4j.engine.task;

import java.util.Objects;
import org.gmt4j.DoubleIndexFunction;
import org.gmt4j.DoubleOperator;
import org.gmt4j.DoubleRangeFunction;
import org.gmt4j.GmtException;
import org.gmt4j.IndexPredicate;
import org.gmt4j.LongIndexFunction;
import org.gmt4j.LongOperator;
import org.gmt4j.LongRangeFunction;
import org.gmt4j.LongsOperator;
import org.gmt4j.LongsRangeFunction;
import org.gmt4j.LoopReduction;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** The engine's side of a {@link LoopReduction}. Immutable; used by the task that made it. */
final class EngineReduction implements LoopReduction {
    private final EngineTask ctx;
    private final long iterations;
    private final long chunk;
    private final SpawnPolicy policy;
    private final boolean isDeterministic;

    EngineReduction(final EngineTask ctx, final long iterations, final long chunk, final SpawnPolicy policy,
                    final boolean isDeterministic) {
        this.ctx = ctx;
        this.iterations = iterations;
        this.chunk = chunk;
        this.policy = Objects.requireNonNull(policy, "policy");
        this.isDeterministic = isDeterministic;
    }

    @Override
    public EngineReduction with(final SpawnPolicy newPolicy) {
        return new EngineReduction(ctx, iterations, chunk, newPolicy, isDeterministic);
    }

    @Override
    public EngineReduction deterministic() {
        return new EngineReduction(ctx, iterations, chunk, policy, true);
    }

    @Override
    public long count(final IndexPredicate predicate) throws SuspendExecution {
        Objects.requireNonNull(predicate, "predicate");
        return first(run(new ReducingBody.Counting(predicate), new ReducingBody.Longs((a, b) -> a + b)), 0);
    }

    @Override
    public long reduce(final long identity, final LongOperator operator, final LongIndexFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.LongIndices(function, operator, identity), longs(operator)), identity);
    }

    @Override
    public long reduce(final long identity, final LongOperator operator, final LongRangeFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.LongRanges(function), longs(operator)), identity);
    }

    private static ReducingBody.Longs longs(final LongOperator operator) {
        return new ReducingBody.Longs(Objects.requireNonNull(operator, "operator"));
    }

    private static long first(final long[] values, final long identity) {
        return values == null ? identity : values[0];
    }

    @Override
    public double reduceDouble(final double identity, final DoubleOperator operator, final DoubleIndexFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.DoubleIndices(function, operator, identity), doubles(operator)), identity);
    }

    @Override
    public double reduceDouble(final double identity, final DoubleOperator operator, final DoubleRangeFunction function)
        throws SuspendExecution {
        Objects.requireNonNull(function, "function");
        return first(run(new ReducingBody.DoubleRanges(function), doubles(operator)), identity);
    }

    private static ReducingBody.Doubles doubles(final DoubleOperator operator) {
        return new ReducingBody.Doubles(Objects.requireNonNull(operator, "operator"));
    }

    private static double first(final long[] values, final double identity) {
        return values == null ? identity : Double.longBitsToDouble(values[0]);
    }

    @Override
    public long[] reduceLongs(final LongsOperator operator, final LongsRangeFunction function) throws SuspendExecution {
        return run(Objects.requireNonNull(function, "function"), Objects.requireNonNull(operator, "operator"));
    }

    private long[] run(final LongsRangeFunction function, final LongsOperator operator) throws SuspendExecution {
        if (isDeterministic && policy.kind() == SpawnPolicy.Kind.OWNER) {
            throw new GmtException("GMT-683", "a deterministic reduction cannot follow the owners of "
                + policy.placement() + ": its chunks would end where nodes begin. Take another policy, "
                + "or leave out deterministic(); sums of a global array are exact by themselves");
        }
        if (isDeterministic && chunk == TaskContext.MEASURED) {
            throw new GmtException("GMT-683", "a deterministic reduction needs chunks of a size that the program names"
                + ": measured ones depend on timing");
        }
        return ctx.reduce(iterations, chunk, policy, new ReducingBody(function, operator, isDeterministic ? chunk : 0));
    }
}
