package org.gmt4j.armci;

import java.util.ArrayDeque;
import org.gmt4j.engine.objects.RemoteService;
import org.gmt4j.engine.task.TaskRuntime;

/**
 * The owner's side of a set of mutexes: the holder and the queue of each, first come, first served. A locker is
 * identified by its node and the number of its signal, which is never reused.
 *
 * <pre>
 * free --LOCK, TRY_LOCK--> held by a --LOCK by b--> held by a, b waits --UNLOCK by a: raises b's signal--> held by b
 *                                                                       --WITHDRAW by b--> held by a
 * held by b --WITHDRAW by b (the grant has crossed it)--> as UNLOCK
 * </pre>
 *
 * <p>Any helper, any task of this node; guarded by its monitor. Per command.
 */
final class MutexHost implements RemoteService {
    static final int LOCK = 0;
    static final int TRY_LOCK = 1;
    static final int UNLOCK = 2;
    static final int WITHDRAW = 3;

    static final long QUEUED = 0;
    static final long GRANTED = 1;
    static final long NOT_HELD = 2;
    static final long DESTROYED = 3;
    static final long NO_SUCH_MUTEX = 4;
    private static final int OPERATION_SHIFT = 32;

    private final TaskRuntime runtime;
    private final Mutex[] mutexes;
    private boolean isDestroyed;

    /** The node of a request, and its signal there. */
    private record Locker(int node, long signal) {
    }

    private static final class Mutex {
        private Locker holder;
        private final ArrayDeque<Locker> waiting = new ArrayDeque<>(2);
    }

    MutexHost(final TaskRuntime runtime, final int count) {
        this.runtime = runtime;
        mutexes = new Mutex[count];
        for (int i = 0; i < count; i++) {
            mutexes[i] = new Mutex();
        }
    }

    static long offset(final int operation, final int index) {
        return (long) operation << OPERATION_SHIFT | index;
    }

    @Override
    public synchronized long execute(final int origin, final long offset, final long operand) {
        final long index = offset & (1L << OPERATION_SHIFT) - 1;
        if (isDestroyed || index >= mutexes.length) {
            return isDestroyed ? DESTROYED : NO_SUCH_MUTEX;
        }
        final Mutex mutex = mutexes[(int) index];
        final Locker locker = new Locker(origin, operand);
        switch ((int) (offset >>> OPERATION_SHIFT)) {
            case LOCK:
                return lock(mutex, locker, true);
            case TRY_LOCK:
                return lock(mutex, locker, false);
            case UNLOCK:
                return unlock(mutex, locker);
            default:
                return mutex.waiting.remove(locker) ? GRANTED : unlock(mutex, locker);
        }
    }

    private static long lock(final Mutex mutex, final Locker locker, final boolean mayWait) {
        if (mutex.holder == null) {
            mutex.holder = locker;
            return GRANTED;
        }
        if (mayWait) {
            mutex.waiting.add(locker);
        }
        return QUEUED;
    }

    private long unlock(final Mutex mutex, final Locker locker) {
        if (!locker.equals(mutex.holder)) {
            return NOT_HELD;
        }
        final Locker next = mutex.waiting.poll();
        mutex.holder = next;
        if (next != null) {
            runtime.signal(next.node, next.signal, GRANTED);
        }
        return GRANTED;
    }

    /** Returns the index of the first mutex that is held, or -1. */
    synchronized int firstHeld() {
        for (int i = 0; i < mutexes.length; i++) {
            if (mutexes[i].holder != null) {
                return i;
            }
        }
        return -1;
    }

    /** Refuses all waiting and all later lockers. */
    synchronized void destroy() {
        isDestroyed = true;
        for (final Mutex mutex : mutexes) {
            mutex.waiting.forEach(locker -> runtime.signal(locker.node, locker.signal, DESTROYED));
            mutex.waiting.clear();
        }
    }

    /** Returns the number of waiting lockers; for tests and reports. */
    synchronized int waitingCount() {
        int count = 0;
        for (final Mutex mutex : mutexes) {
            count += mutex.waiting.size();
        }
        return count;
    }
}
