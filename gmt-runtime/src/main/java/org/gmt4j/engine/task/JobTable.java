package org.gmt4j.engine.task;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.JobCancelledException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * The jobs of one node: those started here, and the cancelled ones of all nodes. Any thread. Per job; the test for
 * cancellation per chunk and per suspension costs one volatile read while no job is cancelled.
 *
 * <pre>
 * node where the job was started -> all others, as notices        any node -> the node where the job was started
 * CANCEL   end its tasks                                          DONE, TOTAL, MORE   its progress
 * FORGET   all its tasks have ended
 * </pre>
 *
 * <p>Notices travel in the reply class, so a job can be cancelled even when its streams are full. They go by several
 * ways and may overtake each other: each CANCEL has one FORGET, and whichever is second ends what the first has noted.
 */
final class JobTable {
    /** Number of tasks that belong to no job: they cannot be cancelled. */
    static final int NONE = 0;
    static final int CANCEL = 1;
    static final int FORGET = 2;
    static final int DONE = 3;
    static final int TOTAL = 4;
    static final int MORE = 5;
    /** Signals below this number concern jobs: kind and number are in the lower bits. */
    private static final long ABOUT_JOBS = Long.MIN_VALUE;
    private static final long END_OF_JOBS = Long.MIN_VALUE >> 1;
    private static final int KIND_SHIFT = 32;
    private static final long NUMBER_MASK = 0xffff_ffffL;

    private final NodeTasks tasks;
    private final Map<Integer, RunningJob> startedHere = new ConcurrentHashMap<>();
    /** Numbers, each followed by its reason; null for none. Replaced as a whole, under the monitor. */
    private volatile int[] cancelled;
    private volatile int cancelCount;
    private volatile boolean isClosing;
    /** Numbers of jobs of other nodes whose FORGET has come before their CANCEL. Under the monitor. */
    private final Set<Integer> forgottenFirst = new HashSet<>();
    private int started;
    private int lastFailed = NONE;
    private RemoteFailure lastFailure;

    JobTable(final NodeTasks tasks) {
        this.tasks = tasks;
    }

    /** Starts a job with a number that is unique over all nodes. */
    synchronized RunningJob start() {
        final int nodes = tasks.nodeCount;
        started = started < Integer.MAX_VALUE / nodes - 1 ? started + 1 : 1;
        final RunningJob job = new RunningJob(this, started * nodes + tasks.nodeId);
        startedHere.put(job.number(), job);
        return job;
    }

    /** Notes that all tasks of a job have ended, on all nodes. */
    void ended(final RunningJob job) {
        startedHere.remove(job.number());
        if (job.hasEnded()) {
            forget(job.number());
            tellOthers(FORGET, job.number(), 0);
        }
    }

    /** Returns the age of a job that was started here; of others half of the longest time. */
    long ageNs(final int number) {
        final RunningJob job = startedHere.get(number);
        return job == null ? Long.MAX_VALUE / 2 : job.ageNs();
    }

    void cancelEverywhere(final RunningJob job, final boolean isDeadline) {
        if (startedHere.get(job.number()) == job && cancel(job.number(), isDeadline)) {
            tellOthers(CANCEL, job.number(), isDeadline ? 1 : 0);
            if (job.cancelIsTold()) {
                forget(job.number());
                tellOthers(FORGET, job.number(), 0);
            }
        }
    }

    /** Returns false when the job was cancelled before. */
    private boolean cancel(final int number, final boolean isDeadline) {
        synchronized (this) {
            if (isCancelled(number)) {
                return false;
            }
            final int[] before = cancelled;
            final int length = before == null ? 0 : before.length;
            final int[] after = before == null ? new int[2] : Arrays.copyOf(before, length + 2);
            after[length] = number;
            after[length + 1] = isDeadline ? 1 : 0;
            cancelled = after;
            cancelCount++;
            tasks.loops.jobsAreCancelled(true);
        }
        tasks.wakeWorkers();
        return true;
    }

    /** Returns false when the job was not cancelled. */
    private synchronized boolean forget(final int number) {
        final int at = find(number);
        if (at < 0) {
            return false;
        }
        final int[] before = cancelled;
        final int[] after = new int[before.length - 2];
        System.arraycopy(before, 0, after, 0, at);
        System.arraycopy(before, at + 2, after, at, after.length - at);
        cancelled = after.length == 0 ? null : after;
        tasks.loops.jobsAreCancelled(after.length > 0);
        return true;
    }

    private synchronized void forgetFirst(final int number) {
        forgottenFirst.add(number);
    }

    private synchronized boolean isForgotten(final int number) {
        return forgottenFirst.remove(number);
    }

    /** Returns the number of jobs that this node knows as cancelled, or expects to be. For tests. */
    synchronized int knownCancelled() {
        return (cancelled == null ? 0 : cancelled.length / 2) + forgottenFirst.size();
    }

    private int find(final int number) {
        final int[] now = cancelled;
        for (int i = 0; now != null && i < now.length; i += 2) {
            if (now[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether any job is cancelled and has not ended. */
    boolean isAnyCancelled() {
        return cancelled != null;
    }

    /** Returns the number of cancellations: when it changes, a worker looks for waiting fibers. */
    int cancelCount() {
        return cancelCount;
    }

    /** Notes that the node is being closed: bodies that compute shall end, if they ask. */
    void close() {
        isClosing = true;
    }

    boolean isClosing() {
        return isClosing;
    }

    boolean isCancelled(final int number) {
        return cancelled != null && number != NONE && find(number) >= 0;
    }

    /** Returns the exception for tasks of a cancelled job, or, where it is not cancelled, of a node that is closed. */
    JobCancelledException reason(final int number) {
        final int[] now = cancelled;
        for (int i = 0; now != null && i < now.length; i += 2) {
            if (now[i] == number && now[i + 1] == 1) {
                return JobCancelledException.late("job " + number + " has not ended by its deadline; "
                    + "its tasks end at their next chunk or wait");
            }
        }
        return isClosing && !isCancelled(number) ? JobCancelledException.closing()
            : JobCancelledException.asked("job " + number);
    }

    /** Returns the failure of a chunk that was not begun. */
    synchronized RemoteFailure failure(final int number) {
        if (lastFailed != number) {
            lastFailed = number;
            lastFailure = FailureCodec.of(tasks.nodeId, reason(number));
        }
        return lastFailure;
    }

    // --- messages ---

    private void tellOthers(final int kind, final int number, final long value) {
        for (int node = 0; node < tasks.nodeCount; node++) {
            if (node != tasks.nodeId) {
                tasks.signal(node, signal(kind, number), value);
            }
        }
    }

    private static long signal(final int kind, final int number) {
        return ABOUT_JOBS | (long) kind << KIND_SHIFT | number;
    }

    static boolean isAboutJobs(final long signal) {
        return signal < END_OF_JOBS;
    }

    /** Sends the progress of a job from one of its tasks to the node where it was started. */
    void tell(final int kind, final int number, final long value) {
        if (number == NONE) {
            return;
        }
        final int home = number % tasks.nodeCount;
        if (home == tasks.nodeId) {
            onProgress(kind, number, value);
        } else {
            tasks.signal(home, signal(kind, number), value);
        }
    }

    /** Handles a notice of another node. Server. Notices of jobs that are over, or of an unknown kind, are ignored. */
    void onNotice(final long signal, final long value) {
        final int number = (int) (signal & NUMBER_MASK);
        final int kind = (int) (signal >>> KIND_SHIFT) & 0xff;
        switch (kind) {
            case CANCEL:
                if (!isForgotten(number)) {
                    cancel(number, value == 1);
                }
                break;
            case FORGET:
                if (!forget(number)) {
                    forgetFirst(number);
                }
                break;
            default:
                onProgress(kind, number, value);
                break;
        }
    }

    private void onProgress(final int kind, final int number, final long value) {
        final RunningJob job = startedHere.get(number);
        if (job == null) {
            return;
        }
        switch (kind) {
            case DONE:
                job.progressTo(value);
                break;
            case TOTAL:
                job.progressOf(value);
                break;
            case MORE:
                job.progressed(value);
                break;
            default:
                break;
        }
    }
}
