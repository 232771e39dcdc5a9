package org.gmt4j.quasar;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.StrandThread;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The smallest worker: one thread, one private ready queue, and an inbox for other threads. A coroutine that waits is
 * in neither; whoever completes the operation hands its runnable to {@link #ready}.
 */
final class TestWorker implements AutoCloseable {
    /** What is run as a coroutine. */
    @FunctionalInterface
    interface Task {
        Object run(TestWorker worker) throws SuspendExecution, Exception;
    }

    private final ArrayDeque<Runnable> local = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private Runnable current;
    private volatile boolean isClosed;

    TestWorker(final String name) {
        thread = new StrandThread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a task on a worker of its own, and returns its result. */
    static Object run(final Task task) throws Exception {
        try (TestWorker worker = new TestWorker("worker")) {
            return worker.submit(task).get(60, TimeUnit.SECONDS);
        }
    }

    CompletableFuture<Object> submit(final Task task) {
        final CompletableFuture<Object> result = new CompletableFuture<>();
        final Coroutine coroutine = new TaskCoroutine(this, task, result);
        ready(coroutine::resume);
        return result;
    }

    /** Any thread; once for each park. */
    void ready(final Runnable fiber) {
        if (Thread.currentThread() == thread) {
            local.add(fiber);
        } else {
            inbox.add(fiber);
            LockSupport.unpark(thread);
        }
    }

    Runnable current() {
        return current;
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }

    private void work() {
        while (!isClosed) {
            for (Runnable woken = inbox.poll(); woken != null; woken = inbox.poll()) {
                local.add(woken);
            }
            current = local.poll();
            if (current == null) {
                LockSupport.park(this);
                continue;
            }
            try {
                current.run();
            } catch (final IllegalStateException alreadyEnded) {
                // it failed, and the answer that it no longer waits for has come
            }
        }
    }

    private static final class TaskCoroutine extends Coroutine {
        private final TestWorker worker;
        private final Task task;
        private final CompletableFuture<Object> result;

        TaskCoroutine(final TestWorker worker, final Task task, final CompletableFuture<Object> result) {
            super(16);
            this.worker = worker;
            this.task = task;
            this.result = result;
        }

        @Override
        protected void run() throws SuspendExecution {
            try {
                result.complete(task.run(worker));
            } catch (final Throwable e) {
                result.completeExceptionally(e);
            }
        }
    }
}
