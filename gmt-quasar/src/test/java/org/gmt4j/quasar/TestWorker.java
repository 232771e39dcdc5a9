package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.Fiber;
import co.paralleluniverse.fibers.FiberExecutorScheduler;
import co.paralleluniverse.fibers.StrandThread;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The smallest worker: one thread, one private ready queue, and an inbox for other threads. A fiber parks by yielding
 * with the worker's mark set, so that the scheduler does not queue it again; whoever completes the operation hands its
 * runnable to {@link #ready}.
 */
final class TestWorker extends FiberExecutorScheduler implements AutoCloseable {
    /** What is run as a fiber. */
    @FunctionalInterface
    interface Task {
        Object run(TestWorker worker) throws SuspendExecution, Exception;
    }

    /** What runs tasks, and on what. */
    enum Kind { FIBER_ON_STRAND_THREAD, FIBER_ON_PLAIN_THREAD, COROUTINE }

    private final ArrayDeque<Runnable> local = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Kind kind;
    private final Thread thread;
    private boolean isParking;
    private Runnable current;
    private volatile boolean isClosed;

    TestWorker(final String name, final Kind kind) {
        super(name, null);
        this.kind = kind;
        shutdown();                                        // ends the timer thread that the super class starts
        thread = kind == Kind.FIBER_ON_PLAIN_THREAD ? new Thread(this::work, name) : new StrandThread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a task on workers of each kind, and returns its result, which must be the same. */
    static Object run(final Task task) throws Exception {
        final Object result = run(Kind.FIBER_ON_STRAND_THREAD, task).get(60, TimeUnit.SECONDS);
        assertEquals(result, run(Kind.COROUTINE, task).get(60, TimeUnit.SECONDS));
        assertEquals(result, run(Kind.FIBER_ON_PLAIN_THREAD, task).get(60, TimeUnit.SECONDS));
        return result;
    }

    /** Runs a task on a worker of its own. */
    static CompletableFuture<Object> run(final Kind kind, final Task task) {
        final TestWorker worker = new TestWorker("worker", kind);
        return worker.submit(task).whenComplete((result, failure) -> worker.close());
    }

    CompletableFuture<Object> submit(final Task task) {
        final CompletableFuture<Object> result = new CompletableFuture<>();
        if (kind == Kind.COROUTINE) {
            final Coroutine coroutine = new TaskCoroutine(this, task, result);
            ready(coroutine::resume);
        } else {
            new TaskFiber(this, task, result).setNoLocals(true).start();
        }
        return result;
    }

    @Override
    public void execute(final Runnable fiber) {
        if (Thread.currentThread() == thread && isParking) {
            // the running fiber has just unwound; it stays out of the queue
            isParking = false;
        } else {
            ready(fiber);
        }
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

    void park() throws SuspendExecution {
        if (kind == Kind.COROUTINE) {
            Coroutine.suspend();
        } else {
            isParking = true;
            Fiber.yield();
        }
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
            } catch (final Throwable reportedByFiber) {
                isParking = false;
            }
        }
    }

    private static final class TaskFiber extends Fiber<Void> {
        private final TestWorker worker;
        private final Task task;
        private final CompletableFuture<Object> result;

        TaskFiber(final TestWorker worker, final Task task, final CompletableFuture<Object> result) {
            super("task", worker, 16);
            this.worker = worker;
            this.task = task;
            this.result = result;
        }

        @Override
        protected Void run() throws SuspendExecution {
            try {
                result.complete(task.run(worker));
            } catch (final Throwable e) {                  // Quasar keeps its own SuspendExecution out of this
                result.completeExceptionally(e);
            }
            return null;
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
            } catch (final Throwable e) {                  // Quasar keeps its own SuspendExecution out of this
                result.completeExceptionally(e);
            }
        }
    }
}
