package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import org.gmt4j.IndexBody;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.profile.FiberProfile;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A pooled runner: takes one chunk after the other and runs it. When a body waits, the fiber waits with it and another
 * fiber takes the next chunk. Never leaves its worker. Per chunk.
 */
final class TaskFiber extends Coroutine {
    private final Worker worker;
    final UnfinishedTask context;
    /** Null where nobody profiles. */
    final FiberProfile profile;
    /** For reports: when the slice of the worker began in which this fiber was suspended last. */
    long parkedNs;
    /**
     * Beyond {@code gmt.fibers}: runs chunks of one job only, whose chunks would wait for those of others otherwise.
     */
    final boolean isExtra;
    int extraJob;

    TaskFiber(final Worker worker, final int stack, final UnfinishedTask context, final FiberProfile profile,
              final boolean isExtra) {
        super(stack);
        this.isExtra = isExtra;
        this.worker = worker;
        this.context = context;
        this.profile = profile;
    }

    @Override
    public void giveWay() {
        worker.giveWayInBody(this);
    }

    /**
     * Keeps nothing in local variables across a body that does not have to be there: each one is written to the fiber's
     * stack before every body.
     */
    @Override
    protected void run() throws SuspendExecution {
        for (;;) {
            if (!worker.nextChunk(context)) {
                worker.beforePause(this);
                Coroutine.suspend();
                continue;
            }
            try {
                switch (context.task.kind) {
                    case BodyKind.RANGE:
                        ((RangeBody) context.task.body).run(context.low, context.high, context);
                        break;
                    case BodyKind.INDEX:
                        for (long i = context.low; i < context.high; i++) {
                            context.enterIteration(i);
                            ((IndexBody) context.task.body).run(i, context);
                        }
                        break;
                    case BodyKind.TASK:
                        ((TaskBody) context.task.body).run(context);
                        break;
                    default:
                        context.task.result = ((TaskFunction<?>) context.task.body).call(context);
                        break;
                }
                // A chunk has ended when its commands have been executed, whether the body waited for them or not.
                if (!context.hasNothingLeft()) {
                    context.awaitAll();
                }
            } catch (final Throwable cause) {
                worker.chunkFailed(context, context.causeOf(cause));
                context.awaitQuietly();
            }
            worker.chunkEnded(context);
        }
    }
}
