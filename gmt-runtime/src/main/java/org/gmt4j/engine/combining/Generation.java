package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Completion;

/**
 * The updates of one array that a lane issues up to a flush, and the waiters for them. Their commands complete this
 * object; each waiter has one operation outstanding until all of them have been executed. Owned by the lane. Per
 * update.
 *
 * <pre>
 * OPEN: waiters join, evicted updates are commands --flush--> CLOSED --all executed, earlier generations over--> over
 * </pre>
 */
final class Generation extends Completion {
    /** Number of joins after which a flush is due, so that memory is bounded. */
    private static final int MOST_JOINS = 1 << 14;

    private final Generations all;
    int number;
    boolean isClosed;
    /** The one behind it, or in the list of free ones. */
    Generation next;
    private Completion last;
    private Completion[] waiters = new Completion[8];
    private int count;

    Generation(final Generations all) {
        this.all = all;
    }

    Generation begin(final int newNumber) {
        number = newNumber;
        isClosed = false;
        next = null;
        return this;
    }

    boolean isFull() {
        return count >= MOST_JOINS;
    }

    boolean isUnused() {
        return count == 0 && isComplete();
    }

    /** One operation of the issuer is over when this generation is. An issuer may join several times. */
    void join(final Completion issuer) {
        if (issuer != last) {
            add(issuer);
        }
    }

    private void add(final Completion issuer) {
        if (count == waiters.length) {
            waiters = Arrays.copyOf(waiters, count * 2);
        }
        issuer.heldBack();
        waiters[count++] = issuer;
        last = issuer;
    }

    @Override
    protected void onComplete() {
        if (isClosed) {
            all.end();
        }
    }

    /** Completes all waiters. Returns whether an update has failed, which they all are told. */
    boolean end() {
        final RuntimeException cause = takeFailure();
        final int joins = count;
        last = null;
        count = 0;
        for (int i = 0; i < joins; i++) {
            final Completion waiter = waiters[i];
            waiters[i] = null;
            if (cause != null) {
                waiter.failed(cause);
            }
            waiter.heldEnded();
        }
        return cause != null;
    }
}
