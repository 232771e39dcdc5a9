package co.paralleluniverse.fibers;

import co.paralleluniverse.strands.Strand;

/**
 * A thread that keeps its current fiber in fields. Instrumented code asks for the stack of the current fiber at the
 * entry of each method that may wait; on such a thread that is a field read instead of a look-up among the
 * thread-locals. Worker threads should extend this class; on any other thread all works the same, only slower.
 */
public class StrandThread extends Thread {
    /** Owned by this thread. */
    Strand currentStrand;
    /** Owned by this thread. The stack of the fiber or coroutine that runs, else null. */
    Stack currentStack;
    /** Owned by this thread. */
    Coroutine currentCoroutine;

    public StrandThread(final Runnable body, final String name) {
        super(body, name);
    }

    /** @throws IllegalStateException if the current thread is none */
    static StrandThread current() {
        if (Thread.currentThread() instanceof StrandThread thread) {
            return thread;
        }
        throw new IllegalStateException("coroutines run on a StrandThread only, not on " + Thread.currentThread());
    }
}
