package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Selects strings, see {@link GlobalStringHashSet#removeIf}. A plain function that cannot wait; runs at the owner of
 * the string.
 */
@Body
@FunctionalInterface
public interface TextTest extends Serializable {
    /**
     * Returns whether a string is selected.
     *
     * @param text the string
     * @return true to select it
     */
    boolean test(String text);
}
