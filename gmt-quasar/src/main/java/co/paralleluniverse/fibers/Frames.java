package co.paralleluniverse.fibers;

import java.util.Arrays;

/**
 * The frames of a suspended coroutine. Empty while it runs: a method that may wait saves its frame only when a call has
 * suspended, on its way out, so the innermost frame is saved first, and taken off last when the methods are entered
 * again. Called by instrumented code. Owned by the thread that runs the coroutine.
 *
 * <p>Grade: per command; allocates nothing unless it has to grow, by doubling.
 */
public final class Frames {
    /** The methods run. */
    public static final int RUNNING = 0;
    /** A wait has begun: each method saves its frame and returns. */
    static final int LEAVING = 1;
    /** The wait is over: each method takes its frame off and calls again what has suspended. */
    static final int ENTERING = 2;
    /** The same where methods have not been seen to call each other in this way: see {@link FrameLinks}. */
    static final int COMPARING = 3;

    /** The frames of a thread without a coroutine: always RUNNING. */
    static final Frames NONE = new Frames(0);

    /** What the methods do. Instrumented code asks whether it is {@link #RUNNING}, and does not set it. */
    public int mode;

    private long[] numbers;
    private Object[] references;
    private int numbersEnd;
    private int referencesEnd;
    /** Hash of the methods and calls in the order in which they have been left. */
    private long path;
    /** What has been wrong with these frames, whoever has caught it; null for nothing. */
    RuntimeException defect;

    /** @param slots expected number of values of each kind */
    Frames(final int slots) {
        numbers = new long[slots];
        references = new Object[slots];
    }

    /** Returns the frames of this thread's coroutine. Called at the entry of each instrumented method. */
    public static Frames current() {
        return Thread.currentThread() instanceof StrandThread thread ? thread.currentFrames : NONE;
    }

    public static void push(final int value, final Frames frames) {
        push((long) value, frames);
    }

    public static void push(final float value, final Frames frames) {
        push((long) Float.floatToRawIntBits(value), frames);
    }

    public static void push(final double value, final Frames frames) {
        push(Double.doubleToRawLongBits(value), frames);
    }

    public static void push(final long value, final Frames frames) {
        if (frames.numbersEnd == frames.numbers.length) {
            frames.numbers = Arrays.copyOf(frames.numbers, larger(frames.numbersEnd));
        }
        frames.numbers[frames.numbersEnd++] = value;
    }

    public static void push(final Object value, final Frames frames) {
        if (frames.referencesEnd == frames.references.length) {
            frames.references = Arrays.copyOf(frames.references, larger(frames.referencesEnd));
        }
        frames.references[frames.referencesEnd++] = value;
    }

    private static int larger(final int length) {
        return Math.max(8, 2 * length);
    }

    public int popInt() {
        return (int) popLong();
    }

    public float popFloat() {
        return Float.intBitsToFloat((int) popLong());
    }

    public double popDouble() {
        return Double.longBitsToDouble(popLong());
    }

    public long popLong() {
        return numbers[--numbersEnd];
    }

    public Object popObject() {
        final Object value = references[--referencesEnd];
        references[referencesEnd] = null;                  // else garbage would stay reachable
        return value;
    }

    /**
     * Ends the saving of a frame: the method, and which of its calls has suspended.
     *
     * @throws UninstrumentedCallException when that has not suspended, but has returned from being entered again
     *                                     without getting where it was
     */
    public void leave(final int method, final int call) {
        if (mode != LEAVING) {
            throw wentOn();
        }
        final long record = (long) method << Integer.SIZE | call;
        path = FrameLinks.joined(path, record);
        push(record, this);
    }

    /** Begins a wait. */
    void leave() {
        mode = LEAVING;
        path = 0;
    }

    /** Ends a wait. */
    void enter(final FrameLinks links) {
        mode = links.knows(path) ? ENTERING : COMPARING;
    }

    /** Returns whether methods have called each other in a way that is new to these links. All frames are taken off. */
    boolean haveEntered(final FrameLinks links) {
        final boolean isCompared = mode == COMPARING;
        mode = RUNNING;
        return isCompared && links.areNew(path);
    }

    /**
     * Begins to take a frame off: returns which call of the method has suspended.
     *
     * @throws UninstrumentedCallException when a caller was not instrumented, and went on instead of leaving, or
     *                                     called something else when it was entered again
     */
    public int enter(final int method) {
        if (mode >= ENTERING && numbersEnd > 0 && (int) (numbers[numbersEnd - 1] >> Integer.SIZE) == method) {
            if (mode == COMPARING) {
                StrandThread.current().links.follow(numbers[numbersEnd - 1]);
            }
            return popInt();
        }
        throw wentOn();
    }

    /** Forgets all frames: their methods run on, and the coroutine ends by the exception that is returned. */
    UninstrumentedCallException wentOn() {
        return end(UninstrumentedCallException.here(mode != LEAVING));
    }

    /** The same after the return of all methods. */
    UninstrumentedCallException haveNotEntered() {
        return end(UninstrumentedCallException.atEnd());
    }

    private UninstrumentedCallException end(final UninstrumentedCallException exception) {
        clear();
        if (defect == null) {
            defect = exception;
        }
        Coroutine.current().framesLost();
        return exception;
    }

    void clear() {
        mode = RUNNING;
        numbersEnd = 0;
        Arrays.fill(references, 0, referencesEnd, null);
        referencesEnd = 0;
    }

    boolean areEmpty() {
        return numbersEnd == 0;
    }
}
