package co.paralleluniverse.fibers;

import co.paralleluniverse.strands.Strand;

/**
 * The strand that runs on the current thread. The patch tool redirects Quasar's thread-local, and the look-up of
 * instrumented code, to these methods. Per command.
 */
public final class CurrentStrand {
    private static final ThreadLocal<Object> OTHER_THREADS = new ThreadLocal<>();

    private CurrentStrand() {
    }

    public static Object get() {
        return Thread.currentThread() instanceof StrandThread thread ? thread.currentStrand : OTHER_THREADS.get();
    }

    public static void set(final Object strand) {
        if (Thread.currentThread() instanceof StrandThread thread) {
            thread.currentStrand = (Strand) strand;
            thread.currentStack = strand instanceof Fiber<?> fiber ? fiber.stack : null;
        } else {
            OTHER_THREADS.set(strand);
        }
    }

    /** Replaces {@code Stack.getStack()}: called at the entry of each instrumented method. */
    public static Stack stack() {
        return Thread.currentThread() instanceof StrandThread thread ? thread.currentStack : stackOnOtherThread();
    }

    private static Stack stackOnOtherThread() {
        final Fiber<?> fiber = Fiber.currentFiber();
        return fiber == null ? null : fiber.stack;
    }
}
