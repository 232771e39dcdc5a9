package org.gmt4j.engine.task;

import org.gmt4j.IndexBody;
import org.gmt4j.Placement;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.travel.WrappedBody;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The part of a loop that follows a scattered placement, at one node: takes a chunk of positions, finds the runs of
 * elements at them, and calls the body of the loop for each run. Never travels: each node makes its own from the
 * placement in the SPAWN record. Per run of elements.
 */
final class OwnedRuns implements RangeBody, WrappedBody {
    private static final long serialVersionUID = 1L;
    private final transient Placement placement;
    private final int nodeId;
    private final RangeBody ranges;
    private final IndexBody indices;

    /** @param body a {@link RangeBody} or an {@link IndexBody} */
    OwnedRuns(final Placement placement, final int nodeId, final int kind, final Object body) {
        this.placement = placement;
        this.nodeId = nodeId;
        ranges = (kind & BodyKind.MASK) == BodyKind.RANGE ? (RangeBody) body : null;
        indices = ranges == null ? (IndexBody) body : null;
    }

    /** Returns the kind of a body as it runs: a wrapper that finds the runs of elements is itself a range body. */
    static int kindOf(final Object body, final int kind) {
        return body instanceof OwnedRuns ? kind & ~BodyKind.MASK | BodyKind.RANGE : kind;
    }

    @Override
    public void run(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
        for (long position = low; position < high; ) {
            final long start = placement.index(nodeId, position);
            final long end = start + Math.min(placement.runEnd(start) - start, high - position);
            if (ranges != null) {
                UnfinishedTask.behind(ctx).enterIteration(start);
                ranges.run(start, end, ctx);
            } else {
                each(start, end, ctx);
            }
            position += end - start;
        }
    }

    private void each(final long start, final long end, final TaskContext ctx) throws SuspendExecution {
        for (long i = start; i < end; i++) {
            UnfinishedTask.behind(ctx).enterIteration(i);
            indices.run(i, ctx);
        }
    }

    @Override
    public Object inner() {
        return ranges != null ? ranges : indices;
    }
}
