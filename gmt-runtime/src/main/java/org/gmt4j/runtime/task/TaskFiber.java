package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.runtime.profile.FiberProfile;

/**
 * A pooled runner: takes one chunk after the other and runs it. When a body waits, the fiber waits with it and another fiber
 * takes the next chunk. Never leaves its worker. Per chunk.
 */
final class TaskFiber extends Coroutine {
    private final Worker worker;
    final TaskContext context;
    /** Null where nobody profiles. */
    final FiberProfile profile;
    /** Beyond {@code gmt.fibers}: runs chunks of one job only, whose chunks would wait for those of others otherwise. */
    final boolean isExtra;
    int extraJob;

    TaskFiber(final Worker worker, final int stack, final TaskContext context, final FiberProfile profile, final boolean isExtra) {
        super(stack);
        this.isExtra = isExtra;
        this.worker = worker;
        this.context = context;
        this.profile = profile;
    }

    @Override
    protected void run() throws SuspendExecution {
        final TaskContext ctx = context;
        for (;;) {
            final LoopTask task = worker.nextChunk(ctx);
            if (task == null) {
                worker.beforePause(this);
                Coroutine.suspend();
                continue;
            }
            try {
                switch (task.kind) {
                    case BodyKind.RANGE:
                        ((RangeBody) task.body).run(ctx.low, ctx.high, ctx);
                        break;
                    case BodyKind.INDEX:
                        final IndexBody body = (IndexBody) task.body;
                        for (long i = ctx.low; i < ctx.high; i++) {
                            ctx.enterIteration(i);
                            body.run(i, ctx);
                        }
                        break;
                    case BodyKind.TASK:
                        ((TaskBody) task.body).run(ctx);
                        break;
                    default:
                        task.result = ((TaskFunction<?>) task.body).call(ctx);
                        break;
                }
                // A chunk has ended when its commands have been executed, whether the body waited for them or not.
                ctx.awaitAll();
            } catch (final Throwable cause) {
                worker.chunkFailed(ctx, task, cause);
                ctx.awaitQuietly();
            }
            worker.chunkEnded(ctx, task);
        }
    }
}
