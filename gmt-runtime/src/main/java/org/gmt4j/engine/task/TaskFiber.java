package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.UninstrumentedCallException;
import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.IndexBody;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.profile.FiberProfile;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A pooled fiber that runs one chunk after the other. When a body waits, the fiber waits with it and another fiber
 * takes the next chunk. Never leaves its worker. Per chunk.
 */
final class TaskFiber extends Coroutine {
    private final Worker worker;
    final UnfinishedTask context;
    /** Null without a profile. */
    final FiberProfile profile;
    /** Start of the worker's slice in which this fiber was last suspended. For reports. */
    long parkedNs;
    /** Number of times that it was resumed, with wrapping. */
    int resumes;
    /** The same at the begin of the chunk, and the time; only of a chunk whose size was chosen here. */
    int resumesAtBegin;
    long beginNs;
    /**
     * Whether it exceeds {@code gmt.fibers}: runs chunks of one job only, which would otherwise wait for those of
     * others.
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

    /** The running body cannot wait: it fails, even where it catches this exception. */
    void refuse(final RuntimeException exception) {
        noteDefect(exception);
    }

    /** Throws what a body has caught that made its result worthless, before it waits once more, or ends. */
    void requireNoDefect() {
        final RuntimeException defect = defect();
        if (defect != null) {
            throw explained(defect);
        }
    }

    /** What a body has failed with follows from a wait that was not possible. */
    private Throwable worseOf(final Throwable cause) {
        final RuntimeException defect = takeDefect();
        if (defect == null) {
            return cause;
        }
        final RuntimeException explained = explained(defect);
        if (cause != defect && !(cause instanceof GmtException again && again.code().equals("GMT-215"))) {
            explained.addSuppressed(cause);
        }
        return explained;
    }

    @Override
    protected void framesLost() {
        context.forgetWait();
    }

    private RuntimeException explained(final RuntimeException defect) {
        return defect instanceof UninstrumentedCallException noticed
            ? InstrumentationCheck.explained(noticed, context.task.bodyClass()) : defect;
    }

    @Override
    protected void checkFrames(final List<StackWalker.StackFrame> frames) {
        InstrumentationCheck.requireInstrumented(context, frames);
    }

    @Override
    public void giveWay() {
        worker.giveWayInBody(this);
    }

    /**
     * Keeps as few local variables as possible across a body, because each is written to the fiber's stack before every
     * body.
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
                requireNoDefect();
                worker.bodyEnded(context);
                // A chunk ends when its commands have been executed, even when the body did not wait for them.
                if (!context.hasNothingLeft()) {
                    context.awaitAll();
                }
            } catch (final Throwable cause) {
                final Throwable worse = worseOf(cause);
                if (context.takesWake()) {
                    Coroutine.suspend();
                }
                worker.bodyEnded(context);      // also where each chunk fails they become longer
                if (!worker.countsOnly(context, worse)) {
                    worker.chunkFailed(context, context.causeOf(worse));
                }
                context.awaitQuietly();
            }
            worker.chunkEnded(context);
        }
    }
}
