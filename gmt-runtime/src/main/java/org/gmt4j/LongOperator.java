package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Combines two partial results of a reduction. Must be associative, and commutative unless the reduction is
 * {@linkplain LoopReduction#deterministic() deterministic}. A plain function that cannot wait; runs on any node.
 */
@Body
@FunctionalInterface
public interface LongOperator extends Serializable {
    /**
     * Combines two partial results.
     *
     * @param a first result; the left one where the order matters
     * @param b second result
     * @return the combined result
     */
    long apply(long a, long b);
}
