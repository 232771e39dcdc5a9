package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Combines two partial results of a reduction. Must be associative, and commutative unless the reduction is
 * {@linkplain LoopReduction#deterministic() deterministic}. A plain function that cannot wait; runs on any node. May
 * change and return {@code a}.
 */
@Body
@FunctionalInterface
public interface LongsOperator extends Serializable {
    /**
     * Combines two partial results.
     *
     * @param a first result; the left one where the order matters; may be changed and returned
     * @param b second result
     * @return the combined result
     */
    long[] apply(long[] a, long[] b);
}
