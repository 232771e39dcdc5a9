package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Whether an element counts, see {@link FloatingArray#count}. A plain function that cannot wait; runs at the owner of
 * the element.
 */
@Body
@FunctionalInterface
public interface DoubleTest extends Serializable {
    /**
     * Whether an element counts.
     *
     * @param value of the element
     * @return whether it does
     */
    boolean test(double value);
}
