package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Combines two partial results of a reduction: associative, and commutative unless the reduction is
 * {@linkplain LoopReduction#deterministic() deterministic}. A plain function that cannot wait; runs on any node.
 */
@Body
@FunctionalInterface
public interface DoubleOperator extends Serializable {
    double apply(double a, double b);
}
