package org.gmt4j.ga;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** Makes an element of another one. A plain function that cannot wait; runs on any node. */
@Body
@FunctionalInterface
public interface ElementFunction extends Serializable {
    /**
     * Returns the new element.
     *
     * @param element the old one; whole numbers as doubles; longs of 2^53 and more are refused
     */
    double of(double element);
}
