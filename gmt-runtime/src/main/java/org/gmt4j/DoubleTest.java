package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Selects elements to count, see {@link FloatingArray#count}. A plain function that cannot wait; runs at the owner of
 * the element.
 */
@Body
@FunctionalInterface
public interface DoubleTest extends Serializable {
    /**
     * Returns whether an element counts.
     *
     * @param value value of the element
     * @return true to count it
     */
    boolean test(double value);
}
