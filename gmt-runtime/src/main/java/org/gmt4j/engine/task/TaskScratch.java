package org.gmt4j.engine.task;

/**
 * The scratches of one context: those that are open, innermost last, and closed ones to be opened again. Belongs to one
 * fiber or helper. Per scratch; after some uses nothing is allocated.
 *
 * <p>Arrays that an operation under way may still write to rest here until all operations have been answered that were
 * outstanding at the close.
 */
final class TaskScratch {
    /** Most that are open at a time. */
    static final int DEEPEST = 64;
    /** A closed one is opened again after so many others: until then a second close is found. */
    static final int OPENED_BETWEEN = 8;
    /** Most arrays that rest; others are left to the collector. */
    private static final int MOST_RESTING = 64;

    private final ScratchOwner owner;
    private final ScratchArrays arrays;
    private final ScratchScope[] open = new ScratchScope[DEEPEST];
    private int depth;
    /** A ring. */
    private final ScratchScope[] closed = new ScratchScope[2 * DEEPEST];
    private int oldestClosed;
    private int closedCount;
    private final Object[] resting = new Object[MOST_RESTING];
    private int restingCount;
    /** Of the owner, when the last array came to rest. */
    private int restingSince;

    TaskScratch(final ScratchOwner owner, final ScratchArrays arrays) {
        this.owner = owner;
        this.arrays = arrays;
    }

    ScratchArrays arrays() {
        return arrays;
    }

    /** Returns the number of those that are open. */
    int depth() {
        return depth;
    }

    ScratchScope open() {
        if (depth == DEEPEST) {
            throw new IllegalStateException("GMT-690 " + DEEPEST + " scratches of one task are open: close each by "
                + "try (Scratch scratch = ctx.scratch())");
        }
        if (restingCount > 0) {
            wake();
        }
        final ScratchScope scope = closedCount >= OPENED_BETWEEN ? takeClosed() : new ScratchScope(this);
        scope.open();
        open[depth++] = scope;
        return scope;
    }

    private ScratchScope takeClosed() {
        final ScratchScope scope = closed[oldestClosed];
        closed[oldestClosed] = null;
        oldestClosed = oldestClosed + 1 & closed.length - 1;
        closedCount--;
        return scope;
    }

    void close(final ScratchScope scope) {
        if (!scope.isOpen()) {
            throw new IllegalStateException("GMT-690 this scratch has been closed: try closes it, or the end of the "
                + "chunk, so nothing else has to");
        }
        if (open[depth - 1] != scope) {
            throw new IllegalStateException("GMT-690 a scratch is closed while one opened later is open: close the "
                + "last one first");
        }
        end();
    }

    /** Closes all but the first ones: a body has ended that did not. */
    void endAll(final int left) {
        while (depth > left) {
            end();
        }
    }

    /** Closes all: nothing of the chunk is under way. */
    void chunkEnded() {
        endAll(0);
        giveResting();
    }

    private void end() {
        final ScratchScope scope = open[--depth];
        open[depth] = null;
        scope.end();
        final boolean isShared = owner.mayShareArrays();
        final boolean isQuiet = owner.isQuiet();
        for (Object array = scope.takeOut(); array != null; array = scope.takeOut()) {
            if (isShared) {
                continue;                 // a task may have it: left to the collector
            }
            if (isQuiet) {
                arrays.giveBack(array);
            } else {
                rest(array);
            }
        }
        closed[oldestClosed + closedCount & closed.length - 1] = scope;
        closedCount++;
    }

    private void rest(final Object array) {
        wake();
        restingSince = owner.answerNumber();
        if (restingCount < MOST_RESTING) {
            resting[restingCount++] = array;
        }
    }

    /** Gives back what rests, if all operations have been answered since. */
    private void wake() {
        if (owner.isQuiet() || owner.answerNumber() != restingSince && owner.areHandlesAnswered()) {
            giveResting();
        }
    }

    private void giveResting() {
        while (restingCount > 0) {
            arrays.giveBack(resting[--restingCount]);
            resting[restingCount] = null;
        }
    }
}
