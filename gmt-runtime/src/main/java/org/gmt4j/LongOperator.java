package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Combines two partial results of a reduction: associative, and commutative unless the reduction is
 * {@linkplain LoopReduction#deterministic() deterministic}. A plain function that cannot wait; runs on any node.
 */
@Body
@FunctionalInterface
public interface LongOperator extends Serializable {
    /**
     * Combines two partial results.
     *
     * @param a one of them, the left where the order counts
     * @param b the other
     * @return both together
     */
    long apply(long a, long b);
}
