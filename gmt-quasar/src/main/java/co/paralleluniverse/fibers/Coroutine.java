package co.paralleluniverse.fibers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.List;
import sun.misc.Unsafe;

/**
 * The smallest unit that can wait: a stack for instrumented code. It has no scheduler, no task object, no state shared
 * between threads and no result; its owner decides when it runs. Cheaper to create and to switch than a {@link Fiber},
 * and instrumented code is the same for both.
 *
 * <p>Runs on a {@link StrandThread} only. Owned by one thread at a time: the caller promises that between a
 * {@link #resume()} that returned false and the next one on another thread there is a hand-off with its own memory
 * ordering. A coroutine may resume another one. Inside it {@link Fiber#currentFiber()} is null, and the waiting methods
 * of Quasar itself must not be called.
 *
 * <p>Grade: per command; {@code resume} and {@code suspend} allocate nothing unless the stack has to grow.
 */
@Instrumented                                              // so that the agent does not change it
public abstract class Coroutine {
    private static final String NO_AGENT_WARNING = "co.paralleluniverse.fibers.disableAgentWarning";

    /** The owner of Quasar's stacks, which they use only to test whether the flight recorder is on. */
    private static final Fiber<?> OWNER = owner();

    private static final ClassValue<Boolean> IS_INSTRUMENTED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return type.isAnnotationPresent(Instrumented.class);
        }
    };

    /** The flag that the build adds to Quasar's stacks: set while the frames are being left. */
    private static final VarHandle IS_SUSPENDING;

    static {
        try {
            IS_SUSPENDING = MethodHandles.lookup().findVarHandle(Stack.class, "isSuspending", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Returns a fiber whose constructor has not run, because it would start threads of a scheduler that nothing stops.
     * Quasar would also warn that there is no agent; uninstrumented code is detected here.
     */
    private static Fiber<?> owner() {
        if (System.getProperty(NO_AGENT_WARNING) == null) {
            System.setProperty(NO_AGENT_WARNING, "true");
        }
        try {
            final Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            return (Fiber<?>) ((Unsafe) unsafe.get(null)).allocateInstance(Fiber.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** ASKED: its frames are entered again only to be examined. */
    private enum State { NEW, RUNNING, SUSPENDED, ENDED, ASKED }

    private final Stack stack;
    private State state = State.NEW;
    /** The frames that {@link #suspend()} has recorded for {@link #frames()}. */
    private List<StackWalker.StackFrame> seen;

    /**
     * @param slots expected size of the stack in values; 16 are added, and it grows by doubling
     * @throws IllegalStateException when the class was not instrumented: its {@code run} would start again at each
     *                               resumption
     */
    protected Coroutine(final int slots) {
        if (!IS_INSTRUMENTED.get(getClass())) {
            throw new IllegalStateException(getClass().getName() + " was not instrumented for waiting. "
                + "Run the instrumentation step in the build, or start Java with -javaagent:gmt-quasar.jar");
        }
        stack = new Stack(OWNER, slots);
    }

    /**
     * Lets the coroutine {@link org.gmt4j.quasar.Progress give way}, on its thread and in the middle of its run, at a
     * point of a loop where that was requested. Must neither suspend nor resume anything.
     */
    public void giveWay() {
    }

    /** Runs the coroutine. May wait by {@link #suspend()}, directly or in methods that declare SuspendExecution. */
    protected abstract void run() throws SuspendExecution;

    /**
     * Runs from where it stopped until it waits or ends. Exceptions of {@link #run()} are thrown here, and end it.
     *
     * @return true if it has ended, false if it waits to be resumed
     */
    public final boolean resume() {
        if (state == State.RUNNING || state == State.ENDED || state == State.ASKED) {
            throw new IllegalStateException("coroutine is " + state);
        }
        final StrandThread thread = StrandThread.current();
        final Stack outerStack = thread.currentStack;
        final Coroutine outer = thread.currentCoroutine;
        thread.currentStack = stack;
        thread.currentCoroutine = this;
        if (state == State.NEW) {
            state = State.RUNNING;
        }                                                  // else suspend() is called again, and sets it
        State next = State.ENDED;
        try {
            run();
            if ((boolean) IS_SUSPENDING.get(stack)) {
                IS_SUSPENDING.set(stack, false);
                stack.resumeStack();
                next = State.SUSPENDED;
            }
        } catch (final SuspendExecution | RuntimeSuspendExecution e) {
            throw new IllegalStateException("a waiting method of Quasar's fibers was called in a coroutine", e);
        } finally {
            state = next;
            thread.currentStack = outerStack;
            thread.currentCoroutine = outer;
        }
        return next == State.ENDED;
    }

    /**
     * Returns the frames of a suspended coroutine, innermost first, without those of this class. A stack for
     * instrumented code does not contain its methods, so the frames are entered again as {@link #resume()} does, down
     * to the wait, recorded, and left again: no code of the program runs in between, and the coroutine waits as before.
     * For reports: some microseconds per frame. The rules of threads are those of {@code resume}; also inside of
     * another coroutine.
     *
     * @return an empty list when it does not wait
     */
    public final List<StackWalker.StackFrame> frames() {
        if (state != State.SUSPENDED) {
            return List.of();
        }
        final StrandThread thread = StrandThread.current();
        final Stack outerStack = thread.currentStack;
        final Coroutine outer = thread.currentCoroutine;
        thread.currentStack = stack;
        thread.currentCoroutine = this;
        state = State.ASKED;
        seen = List.of();
        try {
            run();
            return seen;
        } catch (final SuspendExecution | RuntimeSuspendExecution e) {
            throw new IllegalStateException("a waiting method of Quasar's fibers was called in a coroutine", e);
        } finally {
            seen = null;
            IS_SUSPENDING.set(stack, false);
            stack.resumeStack();
            state = State.SUSPENDED;
            thread.currentStack = outerStack;
            thread.currentCoroutine = outer;
        }
    }

    private static List<StackWalker.StackFrame> framesHere() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames ->
            frames.dropWhile(frame -> frame.getDeclaringClass() == Coroutine.class)
            .takeWhile(frame -> frame.getDeclaringClass() != Coroutine.class)
                .toList());
    }

    /** Returns whether {@link #run()} has returned or thrown. */
    public final boolean hasEnded() {
        return state == State.ENDED;
    }

    /** Returns the coroutine that runs on this thread, or null. */
    public static Coroutine current() {
        return Thread.currentThread() instanceof StrandThread thread ? thread.currentCoroutine : null;
    }

    /**
     * Leaves the thread until the next {@link #resume()}. Returns at once: instrumented callers see that the coroutine
     * is leaving its frames and return, too. When they are resumed they call this method a second time, and then
     * continue.
     *
     * @throws IllegalStateException outside of a coroutine, or if a caller was not instrumented and continued instead
     */
    @Instrumented
    public static void suspend() throws SuspendExecution {
        final Coroutine coroutine = current();
        if (coroutine == null) {
            throw new IllegalStateException("not called in a coroutine");
        }
        if (coroutine.state == State.SUSPENDED) {
            coroutine.state = State.RUNNING;
            return;
        }
        if ((boolean) IS_SUSPENDING.get(coroutine.stack)) {
            IS_SUSPENDING.set(coroutine.stack, false);
            throw new IllegalStateException("a method that was not instrumented called one that waits, "
                + "and did not wait itself");
        }
        if (coroutine.state == State.ASKED) {
            coroutine.seen = framesHere();
        }
        IS_SUSPENDING.set(coroutine.stack, true);
    }
}
