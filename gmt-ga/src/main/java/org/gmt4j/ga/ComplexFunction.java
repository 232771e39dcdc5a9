package org.gmt4j.ga;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** Makes a complex element of another one. A plain function that cannot wait; runs on any node. */
@Body
@FunctionalInterface
public interface ComplexFunction extends Serializable {
    /**
     * Puts the new element in the place of the old one.
     *
     * @param element real and imaginary part; the array is that of the next element, too
     */
    void of(double[] element);
}
