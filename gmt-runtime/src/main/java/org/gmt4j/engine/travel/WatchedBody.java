package org.gmt4j.engine.travel;

import org.gmt4j.BulkVisitBody;
import org.gmt4j.IndexBody;
import org.gmt4j.LocalBody;
import org.gmt4j.LocalFunction;
import org.gmt4j.PairVisitBody;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.TripleVisitBody;
import org.gmt4j.VisitBody;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Wraps a body with {@code gmt.check.captures}, and compares its captured values after each chunk, iteration, task or
 * visit. Never travels: each node wraps the bodies that it has decoded. Any lane; slow.
 */
abstract class WatchedBody implements WrappedBody {
    private final Object body;
    private final CaptureWatch watch;

    WatchedBody(final Object body, final CaptureWatch watch) {
        this.body = body;
        this.watch = watch;
    }

    /** Returns the body in its watch, or the body itself where its kind has none. */
    static Object of(final Object body, final CaptureWatch watch) {
        if (body instanceof RangeBody ranges) {
            return new OfRange(ranges, watch);
        } else if (body instanceof IndexBody indices) {
            return new OfIndex(indices, watch);
        } else if (body instanceof TaskBody task) {
            return new OfTask(task, watch);
        } else if (body instanceof TaskFunction<?> function) {
            return new OfFunction<>(function, watch);
        } else if (body instanceof LocalBody local) {
            return new OfLocal(local, watch);
        } else if (body instanceof LocalFunction<?> function) {
            return new OfLocalFunction<>(function, watch);
        } else if (body instanceof VisitBody visit) {
            return new OfVisit(visit, watch);
        } else if (body instanceof BulkVisitBody visit) {
            return new OfBulkVisit(visit, watch);
        } else if (body instanceof PairVisitBody visit) {
            return new OfPairVisit(visit, watch);
        } else if (body instanceof TripleVisitBody visit) {
            return new OfTripleVisit(visit, watch);
        }
        return body;
    }

    @Override
    public final Object inner() {
        return body;
    }

    final void compare() {
        watch.compare();
    }

    private static final class OfRange extends WatchedBody implements RangeBody {
        private static final long serialVersionUID = 1L;
        private final transient RangeBody ranges;

        OfRange(final RangeBody body, final CaptureWatch watch) {
            super(body, watch);
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

        OfIndex(final IndexBody body, final CaptureWatch watch) {
            super(body, watch);
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

        OfTask(final TaskBody body, final CaptureWatch watch) {
            super(body, watch);
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

        OfFunction(final TaskFunction<R> body, final CaptureWatch watch) {
            super(body, watch);
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

        OfLocal(final LocalBody body, final CaptureWatch watch) {
            super(body, watch);
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

        OfLocalFunction(final LocalFunction<R> body, final CaptureWatch watch) {
            super(body, watch);
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

        OfVisit(final VisitBody body, final CaptureWatch watch) {
            super(body, watch);
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

        OfBulkVisit(final BulkVisitBody body, final CaptureWatch watch) {
            super(body, watch);
            visit = body;
        }

        @Override
        public void visit(final long address, final int length, final TaskContext ctx) {
            visit.visit(address, length, ctx);
            compare();
        }
    }

    private static final class OfPairVisit extends WatchedBody implements PairVisitBody {
        private static final long serialVersionUID = 1L;
        private final transient PairVisitBody visit;

        OfPairVisit(final PairVisitBody body, final CaptureWatch watch) {
            super(body, watch);
            visit = body;
        }

        @Override
        public void visit(final long index, final long first, final long second, final TaskContext ctx) {
            visit.visit(index, first, second, ctx);
            compare();
        }
    }

    private static final class OfTripleVisit extends WatchedBody implements TripleVisitBody {
        private static final long serialVersionUID = 1L;
        private final transient TripleVisitBody visit;

        OfTripleVisit(final TripleVisitBody body, final CaptureWatch watch) {
            super(body, watch);
            visit = body;
        }

        @Override
        public void visit(final long index, final long first, final long second, final long third,
                          final TaskContext ctx) {
            visit.visit(index, first, second, third, ctx);
            compare();
        }
    }
}
