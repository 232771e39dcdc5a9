package org.gmt4j.engine.task;

import java.util.Arrays;

/**
 * The fibers of one worker: idle ones, their permitted number, and the list of all for wake-ups and reports. Owned by
 * the worker's thread. Per fiber that starts or becomes idle.
 *
 * <p>At most {@code gmt.fibers} run or wait for data; those that wait for other tasks do not count. A job that has no
 * fiber then gets an extra one, so that a job which keeps all fibers busy for long does not keep others from starting.
 * An extra fiber runs chunks of that job only, and then waits for the next such case.
 *
 * <p>Nor do the fibers count as running of a job whose tasks all wait for what others have to end: a stage, which a
 * task that has not begun may have to complete. So such a job gets extra ones for as long as nothing else of it can
 * run; only where a task of it waits for a call, which ends without tasks of the job, is their number limited.
 */
final class FiberPool {
    /** Extra fibers beside those that wait for calls on plain threads. */
    private static final int MAX_EXTRA = 64;

    /** Creates fibers. */
    interface Maker {
        TaskFiber make(boolean isExtra);
    }

    private final int limit;
    private final Maker maker;
    private TaskFiber[] all = new TaskFiber[64];
    private int madeCount;
    private TaskFiber[] idle = new TaskFiber[64];
    private int idleCount;
    private TaskFiber[] idleExtra = new TaskFiber[MAX_EXTRA];
    private int idleExtraCount;
    private int extraCount;
    private int fiberCount;
    private int joinBlockedCount;

    FiberPool(final int limit, final Maker maker) {
        this.limit = limit;
        this.maker = maker;
    }

    /** Returns a fiber for the next chunk; null when the limit is reached. */
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
     * Returns an extra fiber for the chunks of a job that has none when the limit is reached; null when it has one, or
     * there is room.
     */
    TaskFiber takeExtra(final int job) {
        if (canTake() || hasFiberOf(job, idleExtraCount == 0 && extraCount >= MAX_EXTRA)) {
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

    /**
     * Returns whether a job has a fiber that does not wait for other tasks.
     *
     * @param alsoInCalls whether one that waits for a call on a plain thread is such a fiber
     */
    private boolean hasFiberOf(final int job, final boolean alsoInCalls) {
        for (int i = 0; i < madeCount; i++) {
            final UnfinishedTask context = all[i] == null ? null : all[i].context;
            if (context != null && context.task != null && context.task.job == job
                && (context.waiting <= TaskWait.HANDLE || alsoInCalls && context.isInCall)) {
                return true;
            }
        }
        return false;
    }

    /** Takes back a fiber without a chunk. */
    void giveBack(final TaskFiber fiber) {
        if (fiber.isExtra) {
            if (idleExtraCount == idleExtra.length) {
                idleExtra = Arrays.copyOf(idleExtra, idleExtraCount * 2);
            }
            idleExtra[idleExtraCount++] = fiber;
            return;
        }
        if (idleCount == idle.length) {
            idle = Arrays.copyOf(idle, idleCount * 2);
        }
        idle[idleCount++] = fiber;
    }

    /**
     * Returns all fibers by number, null for lost ones. Any thread, for reports: the newest may be missing.
     */
    TaskFiber[] all() {
        final TaskFiber[] made = all;
        return Arrays.copyOf(made, Math.min(made.length, madeCount));
    }

    /** Removes a broken fiber for good. Its place stays empty, so that the others keep their numbers. */
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

    /** Returns the number of fibers with a chunk. */
    int busyCount() {
        return fiberCount - idleCount + extraCount - idleExtraCount;
    }

    /** Wakes fibers whose wait may never end, after a job was cancelled. */
    void jobsWereCancelled() {
        for (int i = 0; i < madeCount; i++) {
            if (all[i] != null) {
                all[i].context.jobsWereCancelled();
            }
        }
    }
}
