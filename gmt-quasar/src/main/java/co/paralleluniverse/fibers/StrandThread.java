package co.paralleluniverse.fibers;

/**
 * A thread that runs coroutines. Instrumented code needs the frames of the current one at the entry of each method that
 * may wait, which is a field here.
 */
public class StrandThread extends Thread {
    /** Owned by this thread. The frames of the running coroutine. */
    Frames currentFrames = Frames.NONE;
    /** Owned by this thread. The running coroutine, or null. */
    Coroutine currentCoroutine;
    /** Owned by this thread. How methods of waiting coroutines have called each other. */
    final FrameLinks links = new FrameLinks();

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
