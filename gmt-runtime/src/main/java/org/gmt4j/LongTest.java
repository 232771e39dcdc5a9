package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Selects values, see {@link IntegerArray#count} and {@link GlobalHashSet#removeIf}. A plain function that cannot
 * wait; runs at the owner of the value.
 */
@Body
@FunctionalInterface
public interface LongTest extends Serializable {
    /**
     * Returns whether a value is selected.
     *
     * @param value the value
     * @return true to select it
     */
    boolean test(long value);
}
