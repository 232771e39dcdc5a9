package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.runtime.function.CaptureSnapshot;

/**
 * Stands before a body with {@code gmt.check.captures}, and compares what the body has captured after each chunk, iteration, task or visit.
 * Never travels: each node puts its own before what it has decoded. Any lane; slow.
 */
abstract class WatchedBody implements WrappedBody {
    private final Object body;
    private final CaptureSnapshot before;
    private final int nodeId;

    WatchedBody(final Object body, final CaptureSnapshot before, final int nodeId) {
        this.body = body;
        this.before = before;
        this.nodeId = nodeId;
    }

    /** The body in its watch, or the body itself where it is of a kind that has none. */
    static Object of(final Object body, final CaptureSnapshot before, final int nodeId) {
        if (body instanceof RangeBody ranges) {
            return new OfRange(ranges, before, nodeId);
        } else if (body instanceof IndexBody indices) {
            return new OfIndex(indices, before, nodeId);
        } else if (body instanceof TaskBody task) {
            return new OfTask(task, before, nodeId);
        } else if (body instanceof TaskFunction<?> function) {
            return new OfFunction<>(function, before, nodeId);
        } else if (body instanceof LocalBody local) {
            return new OfLocal(local, before, nodeId);
        } else if (body instanceof LocalFunction<?> function) {
            return new OfLocalFunction<>(function, before, nodeId);
        } else if (body instanceof VisitBody visit) {
            return new OfVisit(visit, before, nodeId);
        } else if (body instanceof BulkVisitBody visit) {
            return new OfBulkVisit(visit, before, nodeId);
        }
        return body;
    }

    @Override
    public final Class<?> bodyClass() {
        return WrappedBody.of(body);
    }

    final void compare() {
        before.requireUnchanged(body, nodeId);
    }

    private static final class OfRange extends WatchedBody implements RangeBody {
        private static final long serialVersionUID = 1L;
        private final transient RangeBody ranges;

        OfRange(final RangeBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            ranges = body;
        }

        @Override
        public void run(final long low, final long high, final TaskContext ctx) throws SuspendExecution {
            ranges.run(low, high, ctx);
            compare();
        }
    }

    private static final class OfIndex extends WatchedBody implements IndexBody {
        private static final long serialVersionUID = 1L;
        private final transient IndexBody indices;

        OfIndex(final IndexBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            indices = body;
        }

        @Override
        public void run(final long index, final TaskContext ctx) throws SuspendExecution {
            indices.run(index, ctx);
            compare();
        }
    }

    private static final class OfTask extends WatchedBody implements TaskBody {
        private static final long serialVersionUID = 1L;
        private final transient TaskBody task;

        OfTask(final TaskBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            task = body;
        }

        @Override
        public void run(final TaskContext ctx) throws SuspendExecution {
            task.run(ctx);
            compare();
        }
    }

    private static final class OfFunction<R> extends WatchedBody implements TaskFunction<R> {
        private static final long serialVersionUID = 1L;
        private final transient TaskFunction<R> function;

        OfFunction(final TaskFunction<R> body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            function = body;
        }

        @Override
        public R call(final TaskContext ctx) throws SuspendExecution {
            final R result = function.call(ctx);
            compare();
            return result;
        }
    }

    private static final class OfLocal extends WatchedBody implements LocalBody {
        private static final long serialVersionUID = 1L;
        private final transient LocalBody local;

        OfLocal(final LocalBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            local = body;
        }

        @Override
        public void run(final TaskContext ctx) {
            local.run(ctx);
            compare();
        }
    }

    private static final class OfLocalFunction<R> extends WatchedBody implements LocalFunction<R> {
        private static final long serialVersionUID = 1L;
        private final transient LocalFunction<R> function;

        OfLocalFunction(final LocalFunction<R> body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            function = body;
        }

        @Override
        public R call(final TaskContext ctx) {
            final R result = function.call(ctx);
            compare();
            return result;
        }
    }

    private static final class OfVisit extends WatchedBody implements VisitBody {
        private static final long serialVersionUID = 1L;
        private final transient VisitBody visit;

        OfVisit(final VisitBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            visit = body;
        }

        @Override
        public void visit(final long index, final long argument, final TaskContext ctx) {
            visit.visit(index, argument, ctx);
            compare();
        }
    }

    private static final class OfBulkVisit extends WatchedBody implements BulkVisitBody {
        private static final long serialVersionUID = 1L;
        private final transient BulkVisitBody visit;

        OfBulkVisit(final BulkVisitBody body, final CaptureSnapshot before, final int nodeId) {
            super(body, before, nodeId);
            visit = body;
        }

        @Override
        public void visit(final long address, final int length, final TaskContext ctx) {
            visit.visit(address, length, ctx);
            compare();
        }
    }
}
