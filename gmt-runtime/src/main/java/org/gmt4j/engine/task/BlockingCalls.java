package org.gmt4j.engine.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.signal.Signal;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Plain threads of one node for calls that block, and waits of tasks for what plain threads complete. Threads start
 * when calls come, at most {@link #MOST_THREADS}, and end after some idle seconds. Any thread; per call.
 */
public final class BlockingCalls {
    /** More calls wait for one of these to end. */
    static final int MOST_THREADS = 64;
    private static final long IDLE_S = 10;
    private static final long CLOSE_S = 2;
    private static final ClassValue<Boolean> HAS_CONTEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            for (final Field field : type.getDeclaredFields()) {
                if (TaskContext.class.isAssignableFrom(field.getType())) {
                    return true;
                }
            }
            return false;
        }
    };

    private final int nodeId;
    private final AtomicInteger threadCount = new AtomicInteger();
    private final ThreadPoolExecutor threads;

    BlockingCalls(final int nodeId) {
        this.nodeId = nodeId;
        threads = new ThreadPoolExecutor(MOST_THREADS, MOST_THREADS, IDLE_S, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), this::thread);
        threads.allowCoreThreadTimeOut(true);
    }

    private Thread thread(final Runnable work) {
        final Thread thread = new Thread(work, "gmt-" + nodeId + "-blocking-" + threadCount.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }

    /** See {@link TaskContext#callBlocking}. */
    <R> R call(final WaitingTask task, final Callable<R> call) throws SuspendExecution {
        if (HAS_CONTEXT.get(call.getClass())) {
            throw new IllegalArgumentException("GMT-249 the call that is to run on a plain thread has captured the "
                + "context of its task, which belongs to the task's own thread: get what it needs before, and have it "
                + "return what is to be done after");
        }
        final Outcome<R> outcome = new Outcome<>("a call on a plain thread (" + call.getClass().getName() + ")");
        task.beginOutside();
        final Future<?> running = start(() -> outcome.complete(call));
        try {
            task.awaitOutside(outcome.signal, true);
        } catch (final JobCancelledException e) {
            running.cancel(true);
            if (outcome.hasBegun()) {
                task.awaitEnd(outcome.signal);        // what the call uses may be freed after this
            }
            throw e;
        }
        return outcome.result();
    }

    private Future<?> start(final Runnable work) {
        try {
            return threads.submit(work);
        } catch (final RejectedExecutionException e) {
            throw new IllegalStateException("GMT-226 node " + nodeId + " is closed", e);
        }
    }

    /** See {@link TaskContext#await(CompletionStage)}. */
    static <R> R await(final WaitingTask task, final CompletionStage<R> stage) throws SuspendExecution {
        final Outcome<R> outcome = new Outcome<>("a " + stage.getClass().getSimpleName());
        task.beginOutside();
        stage.whenComplete(outcome::complete);
        task.awaitOutside(outcome.signal, false);
        return outcome.result();
    }

    /**
     * Interrupts the calls under way and begins no more. Returns false when one has not ended after some seconds: it
     * may still use memory of the node.
     */
    public boolean stop() {
        threads.shutdownNow();
        try {
            return threads.awaitTermination(CLOSE_S, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return threads.isTerminated();
        }
    }

    /** What a plain thread has found; read by the task once the signal is raised. */
    private static final class Outcome<R> implements Awaited {
        private final Signal signal = new Signal().describedBy(this);
        private final String what;
        private final AtomicBoolean isTaken = new AtomicBoolean();
        private R value;
        private Throwable failure;

        Outcome(final String what) {
            this.what = what;
        }

        /** Returns whether the call has begun; it does not begin any more otherwise. */
        boolean hasBegun() {
            return !isTaken.compareAndSet(false, true);
        }

        void complete(final Callable<R> call) {
            if (hasBegun()) {
                return;
            }
            try {
                complete(call.call(), null);
            } catch (final Throwable e) {              // the task that waits gets it, whatever it is
                complete(null, e);
            }
        }

        void complete(final R newValue, final Throwable newFailure) {
            value = newValue;
            failure = newFailure;
            signal.raise(0);
        }

        R result() {
            final Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause() : failure;
            if (cause == null) {
                return value;
            }
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof IOException io ? new UncheckedIOException(io) : new CompletionException(cause);
        }

        @Override
        public WaitKind kind() {
            return WaitKind.OUTSIDE;
        }

        @Override
        public String describe() {
            return what;
        }
    }
}
