package org.gmt4j.engine.task;

import org.gmt4j.Issuer;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * The engine's side of an {@link Issuer}: counts operations, and has the aggregator of their commands. Belongs to one
 * task; per command.
 */
public abstract class EngineIssuer extends Completion implements Issuer {
    final Aggregator aggregator;
    /** The thread that may issue without further questions; null before the first use, and after {@link #forgotten}. */
    private Thread user;
    /** Whether the task no longer knows that it is to await these operations: there were none. */
    private boolean isForgotten;

    EngineIssuer(final Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    /** Returns the engine's side of an issuer. */
    public static EngineIssuer of(final Issuer issuer) {
        return (EngineIssuer) issuer;
    }

    /** Has operations counted that are held back: before each look at what is pending. */
    public final void joinHeld() {
        if (takeHold()) {
            aggregator.joinHeld(this);
        }
    }

    /**
     * Returns the aggregator of the issuer's commands, and has the task know that there may be some.
     *
     * @throws IllegalStateException GMT-403 in a thread that is not the task's
     */
    public final Aggregator aggregator() {
        requireOwnThread();
        return aggregator;
    }

    /** Requires that the calling thread is the task's: nothing else keeps two from changing the same memory. */
    public final void requireOwnThread() {
        if (user != Thread.currentThread()) {
            admit();
        }
    }

    private void admit() {
        aggregator.requireUser();
        user = Thread.currentThread();
        if (isForgotten) {
            isForgotten = false;
            usedAgain();
        }
    }

    /** Notes that the task does not know these operations any more. All have completed. */
    final void forgotten() {
        isForgotten = true;
        user = null;
    }

    /** The first use after {@link #forgotten}. */
    void usedAgain() {
        // a task always knows its own
    }
}
