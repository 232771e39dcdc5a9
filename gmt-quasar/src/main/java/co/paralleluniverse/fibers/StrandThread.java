package co.paralleluniverse.fibers;

import co.paralleluniverse.strands.Strand;

/**
 * A thread that keeps its current fiber in fields. Instrumented code needs the stack of the current fiber at the entry
 * of each method that may wait; on such a thread that is a field read instead of a look-up among the thread-locals.
 * Worker threads should extend this class; other threads work the same, but slower.
 */
public class StrandThread extends Thread {
    /** Owned by this thread. */
    Strand currentStrand;
    /** Owned by this thread. The stack of the running fiber or coroutine, else null. */
    Stack currentStack;
    /** Owned by this thread. */
    Coroutine currentCoroutine;

    public StrandThread(final Runnable body, final String name) {
        super(body, name);
    }

    /** @throws IllegalStateException if the current thread is not a StrandThread */
    static StrandThread current() {
        if (Thread.currentThread() instanceof StrandThread thread) {
            return thread;
        }
        throw new IllegalStateException("coroutines run on a StrandThread only, not on " + Thread.currentThread());
    }
}
