package org.gmt4j.ga;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** Makes a complex element of two others. A plain function that cannot wait; runs on any node. */
@Body
@FunctionalInterface
public interface ComplexOperator extends Serializable {
    /**
     * Puts the new element in the place of the first one.
     *
     * @param a real and imaginary part of the first; both arrays are those of the next elements, too
     * @param b of the second
     */
    void apply(double[] a, double[] b);
}
