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

    /** Returns the aggregator of the issuer's commands, and has the task know that there may be some. */
    public final Aggregator aggregator() {
        if (isForgotten) {
            isForgotten = false;
            usedAgain();
        }
        return aggregator;
    }

    /** Notes that the task does not know these operations any more. All have completed. */
    final void forgotten() {
        isForgotten = true;
    }

    /** The first use after {@link #forgotten}. */
    void usedAgain() {
        // a task always knows its own
    }
}
