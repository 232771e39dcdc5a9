package co.paralleluniverse.fibers;

import java.util.List;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The smallest unit that can wait: frames of instrumented code. It has no scheduler, no task object, no state shared
 * between threads and no result; its owner decides when it runs.
 *
 * <p>Runs on a {@link StrandThread} only. Owned by one thread at a time: the caller promises that between a
 * {@link #resume()} that returned false and the next one on another thread there is a hand-off with its own memory
 * ordering. A coroutine may resume another one.
 *
 * <p>Grade: per command; {@code resume} and {@code suspend} allocate nothing unless the frames have to grow.
 */
@Instrumented                                              // so that the agent does not change it
public abstract class Coroutine {
    private static final ClassValue<Boolean> IS_INSTRUMENTED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            return type.isAnnotationPresent(Instrumented.class);
        }
    };

    /** ASKED: its frames are entered again only to be examined. */
    private enum State { NEW, RUNNING, SUSPENDED, ENDED, ASKED }

    private final Frames frames;
    private State state = State.NEW;
    /** The frames that {@link #suspend()} has recorded for {@link #frames()}. */
    private List<StackWalker.StackFrame> seen;

    /**
     * @param slots expected number of values in the frames of a wait; more are made when they are needed
     * @throws IllegalStateException when the class was not instrumented: its {@code run} would start again at each
     *                               resumption
     */
    protected Coroutine(final int slots) {
        if (!IS_INSTRUMENTED.get(getClass())) {
            throw new IllegalStateException(getClass().getName() + " was not instrumented for waiting. "
                + "Run the instrumentation step in the build, or start Java with -javaagent:gmt-quasar.jar");
        }
        frames = new Frames(slots);
    }

    /**
     * Lets the coroutine {@link org.gmt4j.quasar.Progress give way}, on its thread and in the middle of its run, at a
     * point of a loop where that was requested. Must neither suspend nor resume anything.
     */
    public void giveWay() {
    }

    /**
     * Called at the end of a wait by which methods have called each other in a way that this thread has not seen
     * before. One among them that was not instrumented has been started again, which can be told by the stack only.
     * This method should {@link #noteDefect note} that, and throw.
     *
     * @param stack the methods, innermost first, without those of this class
     */
    protected void checkFrames(final List<StackWalker.StackFrame> stack) {
    }

    /**
     * Called when a wait was lost with the frames above it, because one of the methods was not instrumented: the wait
     * has not ended, and nobody will ask for its end. In the middle of one of these methods, or behind {@link #run()}.
     */
    protected void framesLost() {
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
        final Frames outerFrames = thread.currentFrames;
        final Coroutine outer = thread.currentCoroutine;
        thread.currentFrames = frames;
        thread.currentCoroutine = this;
        if (state == State.SUSPENDED) {
            frames.enter(thread.links);
        }
        state = State.RUNNING;
        State next = State.ENDED;
        try {
            run();
            if (frames.mode == Frames.LEAVING) {
                frames.mode = Frames.RUNNING;
                next = State.SUSPENDED;
            } else if (frames.mode != Frames.RUNNING) {
                throw frames.haveNotEntered();
            }
        } catch (final SuspendExecution e) {
            throw new IllegalStateException("SuspendExecution was thrown: it only declares that a method may wait", e);
        } finally {
            if (next == State.ENDED) {
                frames.clear();
            }
            state = next;
            thread.currentFrames = outerFrames;
            thread.currentCoroutine = outer;
        }
        return next == State.ENDED;
    }

    /**
     * Returns the frames of a suspended coroutine, innermost first, without those of this class. What is saved does not
     * name its methods, so the frames are entered again as {@link #resume()} does, down to the wait, recorded, and left
     * again: no code of the program runs in between, and the coroutine waits as before. For reports: some microseconds
     * per frame. The rules of threads are those of {@code resume}; also inside of another coroutine.
     *
     * @return an empty list when it does not wait
     */
    public final List<StackWalker.StackFrame> frames() {
        if (state != State.SUSPENDED) {
            return List.of();
        }
        final StrandThread thread = StrandThread.current();
        final Frames outerFrames = thread.currentFrames;
        final Coroutine outer = thread.currentCoroutine;
        thread.currentFrames = frames;
        thread.currentCoroutine = this;
        State next = State.ENDED;                          // by a caller that was not instrumented
        state = State.ASKED;
        frames.mode = Frames.ENTERING;
        seen = List.of();
        try {
            run();
            if (frames.mode == Frames.LEAVING) {
                next = State.SUSPENDED;
            }
            return seen;
        } catch (final SuspendExecution e) {
            throw new IllegalStateException("SuspendExecution was thrown: it only declares that a method may wait", e);
        } finally {
            seen = null;
            frames.mode = Frames.RUNNING;
            state = next;
            thread.currentFrames = outerFrames;
            thread.currentCoroutine = outer;
        }
    }

    private static List<StackWalker.StackFrame> framesHere() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames ->
            frames.dropWhile(frame -> frame.getDeclaringClass() == Coroutine.class)
            .takeWhile(frame -> frame.getDeclaringClass() != Coroutine.class)
                .toList());
    }

    /**
     * Notes that the coroutine cannot wait where it was asked to. Until {@link #takeDefect()} each wait throws this
     * exception, so that code which catches everything neither goes round for ever nor ends with a wrong result.
     */
    protected final void noteDefect(final RuntimeException exception) {
        frames.defect = exception;
    }

    /** Returns the exception that showed that a wait was not possible; null for none. */
    protected final RuntimeException defect() {
        return frames.defect;
    }

    /** Returns, and forgets, that exception. */
    protected final RuntimeException takeDefect() {
        if (frames.mode != Frames.RUNNING) {
            frames.haveNotEntered();                       // an exception was thrown between a wait and here
        }
        final RuntimeException defect = frames.defect;
        frames.defect = null;
        return defect;
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
     * is leaving its frames, save them and return, too. When they are resumed they call this method a second time, and
     * then continue.
     *
     * @throws IllegalStateException       outside of a coroutine
     * @throws UninstrumentedCallException if a caller was not instrumented and continued instead
     */
    @Instrumented
    public static void suspend() throws SuspendExecution {
        final Coroutine coroutine = current();
        if (coroutine == null) {
            throw new IllegalStateException("not called in a coroutine");
        }
        final Frames frames = coroutine.frames;
        if (frames.mode == Frames.RUNNING) {
            if (frames.defect != null) {
                throw frames.defect;
            }
            frames.leave();
            return;
        }
        if (frames.mode == Frames.LEAVING || !frames.areEmpty()) {
            throw frames.wentOn();
        }
        if (coroutine.state == State.ASKED) {
            coroutine.seen = framesHere();
            frames.leave();
        } else if (frames.haveEntered(StrandThread.current().links)) {
            coroutine.checkFrames(framesHere());
            StrandThread.current().links.keep();
        }
    }
}
