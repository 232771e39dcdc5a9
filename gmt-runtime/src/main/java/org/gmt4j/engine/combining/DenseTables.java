package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;

/**
 * The tables of one lane that have an entry for each element, of all arrays, and the waiters for their updates. Owned
 * by the lane. Per wait and per flush.
 *
 * <p>An update only marks its issuer ({@link Completion#hold}); the issuer joins the open generation when it begins to
 * wait. By then its updates may have been issued: in the open generation or in an earlier one, which ends before.
 */
final class DenseTables implements HeldBack {
    private final LaneCombining lane;
    private final DenseArrays arrays;
    private final Generations waiters;

    DenseTables(final LaneCombining lane, final DenseArrays arrays) {
        this.lane = lane;
        this.arrays = arrays;
        waiters = new Generations(lane, this);
    }

    /** The issuer waits until all that is held back now has been executed. */
    void join(final Completion issuer) {
        for (final ArrayCombining array : arrays.all()) {
            array.settlesOwn(lane.aggregator());
        }
        if (!waiters.isQuiet() || !isEmpty()) {
            waiters.join(issuer);
        }
    }

    /** Returns the number of generations that have failed: values that may not have arrived. */
    int failureCount() {
        return waiters.failureCount();
    }

    /** Has the lane issue them, though nobody waits. */
    void note() {
        if (isUsed()) {
            waiters.note();
        }
    }

    /** Returns whether there are any. */
    boolean isUsed() {
        return arrays.all().length > 0;
    }

    boolean isEmpty() {
        for (final ArrayCombining array : arrays.all()) {
            if (!array.isEmpty(lane)) {
                return false;
            }
        }
        return true;
    }

    /** Issues all of one array, ahead of an operation on many elements. */
    void issueAll(final ArrayCombining array) {
        if (array.isEmpty(lane)) {
            return;
        }
        lane.flushed();
        final Generation generation = waiters.hold();
        try {
            array.issueAll(lane, generation);
        } finally {
            waiters.release(generation);
        }
    }

    /** Sends an update of an element, ahead of another operation on it. */
    void send(final long word, final long place, final long value) {
        waiters.send(word, place, value);
    }

    @Override
    public void issueAll() {
        if (isEmpty()) {
            waiters.close();
            return;
        }
        final Generation generation = waiters.hold();
        try {
            for (final ArrayCombining array : arrays.all()) {
                if (!array.isEmpty(lane)) {
                    lane.flushed();
                    array.issueAll(lane, generation);
                }
            }
            waiters.close();
        } finally {
            waiters.release(generation);
        }
    }

    void send(final Generation generation, final long word, final long place, final long value) {
        waiters.send(generation, word, place, value);
    }

    @Override
    public void noted(final boolean isNoted) {
        waiters.noted(isNoted);
    }
}
