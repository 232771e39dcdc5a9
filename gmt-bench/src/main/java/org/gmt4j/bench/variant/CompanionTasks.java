package org.gmt4j.bench.variant;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.gmt4j.engine.waiting.WaitMode;
import org.gmt4j.fibers.SuspendExecution;

/** The tasks of each process of the job that open and close its nodes of the compared jobs. Set-up. */
final class CompanionTasks {
    private CompanionTasks() {
    }

    /**
     * Joins one.
     *
     * @param slot     which variant
     * @param settings lines of {@code key=value}
     * @param classes  names, one a line
     * @param port     of the seed on this machine
     * @param key      of that job
     */
    static TaskBody open(final int slot, final String settings, final String classes, final int port,
                         final String key) {
        return ctx -> {
            Companions companions = EngineTask.of(ctx).runtime().service(Companions.class);
            if (companions == null) {
                companions = new Companions();
                EngineTask.of(ctx).runtime().register(Companions.class, companions);
            }
            await(ctx, companions.open(slot, ctx.nodeId(), settings, classes, port, key));
        };
    }

    static TaskBody close() {
        return ctx -> {
            final Companions companions = EngineTask.of(ctx).runtime().service(Companions.class);
            if (companions != null) {
                await(ctx, companions.closeAll());
            }
        };
    }

    /** From now on the node's threads wait as its settings say, or, while another job works, without a core. */
    static TaskBody waiting(final boolean isAtWork) {
        return ctx -> {
            final NodeWaiting waiting = EngineTask.of(ctx).runtime().service(NodeWaiting.class);
            waiting.mode(isAtWork ? waiting.config().mode() : WaitMode.BLOCK);
        };
    }

    /** Starting and stopping block, so another thread does it; the node goes on meanwhile. */
    private static void await(final TaskContext ctx, final Future<?> future) throws SuspendExecution {
        while (!future.isDone()) {
            ctx.yield();
        }
        try {
            future.get();
        } catch (final ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
