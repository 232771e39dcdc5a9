package org.gmt4j.engine.task;

import org.gmt4j.Issuer;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * The engine's side of an {@link Issuer}: counts operations, and knows where their commands go. Belongs to one task;
 * per command.
 */
public abstract class EngineIssuer extends Completion implements Issuer {
    final Aggregator aggregator;

    EngineIssuer(final Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    /** The engine's side of what a program hands to an operation. */
    public static EngineIssuer of(final Issuer issuer) {
        return (EngineIssuer) issuer;
    }

    /** The aggregator that commands go through. */
    public final Aggregator aggregator() {
        return aggregator;
    }
}
