package org.gmt4j.engine.task;

import java.util.Arrays;

/**
 * The fibers of one worker: those that wait for a chunk, how many there may be, and all of them for what is to be told
 * to those that wait for something. Owned by the worker's thread. Per fiber that starts or goes idle.
 *
 * <p>At most {@code gmt.fibers} run or wait for data; those that wait for other tasks do not count. Chunks of a job
 * that has no fiber then get an extra one, so that a job which keeps all fibers busy for long does not keep others from
 * starting. An extra fiber runs chunks of that job only, and then waits for the next such case.
 */
final class FiberPool {
    private static final int MAX_EXTRA = 64;

    /** How a fiber is made. */
    interface Maker {
        TaskFiber make(boolean isExtra);
    }

    private final int limit;
    private final Maker maker;
    private TaskFiber[] all = new TaskFiber[64];
    private int madeCount;
    private TaskFiber[] idle = new TaskFiber[64];
    private int idleCount;
    private final TaskFiber[] idleExtra = new TaskFiber[MAX_EXTRA];
    private int idleExtraCount;
    private int extraCount;
    private int fiberCount;
    private int joinBlockedCount;

    FiberPool(final int limit, final Maker maker) {
        this.limit = limit;
        this.maker = maker;
    }

    /** One for the next chunk; null: there are as many as there may be. */
    TaskFiber take() {
        if (idleCount > 0) {
            return idle[--idleCount];
        }
        if (fiberCount - joinBlockedCount >= limit) {
            return null;
        }
        fiberCount++;
        return make(false);
    }

    /**
     * One for the chunks of a job that has none when there are as many as there may be; null: it has one, or there is
     * room.
     */
    TaskFiber takeExtra(final int job) {
        if (canTake() || idleExtraCount == 0 && extraCount == MAX_EXTRA || hasFiberOf(job)) {
            return null;
        }
        final TaskFiber fiber;
        if (idleExtraCount > 0) {
            fiber = idleExtra[--idleExtraCount];
        } else {
            extraCount++;
            fiber = make(true);
        }
        fiber.extraJob = job;
        return fiber;
    }

    private TaskFiber make(final boolean isExtra) {
        final TaskFiber fiber = maker.make(isExtra);
        if (madeCount == all.length) {
            all = Arrays.copyOf(all, madeCount * 2);
        }
        all[madeCount++] = fiber;
        return fiber;
    }

    /** One that is not waiting for other tasks. */
    private boolean hasFiberOf(final int job) {
        for (int i = 0; i < madeCount; i++) {
            final UnfinishedTask context = all[i] == null ? null : all[i].context;
            if (context != null && context.task != null && context.task.job == job
                && context.waiting <= TaskWait.HANDLE) {
                return true;
            }
        }
        return false;
    }

    /** It has no chunk. */
    void giveBack(final TaskFiber fiber) {
        if (fiber.isExtra) {
            idleExtra[idleExtraCount++] = fiber;
            return;
        }
        if (idleCount == idle.length) {
            idle = Arrays.copyOf(idle, idleCount * 2);
        }
        idle[idleCount++] = fiber;
    }

    /**
     * All that have been made, by number; those that are lost are null. Any thread, as a report: what is newest may be
     * missing.
     */
    TaskFiber[] all() {
        final TaskFiber[] made = all;
        return Arrays.copyOf(made, Math.min(made.length, madeCount));
    }

    /** It is broken, and never comes back: its place stays empty, so that the others keep their numbers. */
    void lost(final TaskFiber fiber) {
        for (int i = 0; i < madeCount; i++) {
            if (all[i] == fiber) {
                all[i] = null;
            }
        }
        if (fiber.isExtra) {
            extraCount--;
        } else {
            fiberCount--;
        }
    }

    void joinBlocked(final TaskFiber fiber, final int change) {
        if (!fiber.isExtra) {
            joinBlockedCount += change;
        }
    }

    boolean canTake() {
        return idleCount > 0 || fiberCount - joinBlockedCount < limit;
    }

    /** Fibers that have a chunk. */
    int busyCount() {
        return fiberCount - idleCount + extraCount - idleExtraCount;
    }

    /** A job was cancelled: those that wait for what may never come look. */
    void jobsWereCancelled() {
        for (int i = 0; i < madeCount; i++) {
            if (all[i] != null) {
                all[i].context.jobsWereCancelled();
            }
        }
    }
}
