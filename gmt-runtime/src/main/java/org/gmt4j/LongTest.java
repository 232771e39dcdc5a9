package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Selects elements to count, see {@link IntegerArray#count}. A plain function that cannot wait; runs at the owner of
 * the element.
 */
@Body
@FunctionalInterface
public interface LongTest extends Serializable {
    /**
     * Returns whether an element counts.
     *
     * @param value value of the element
     * @return true to count it
     */
    boolean test(long value);
}
