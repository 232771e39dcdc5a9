package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * Selects entries of a map with strings as values, see {@link GlobalTextHashMap#removeIf}. A plain function that cannot
 * wait; runs at the owner of the entry, while no other operation is executed on its part of the map.
 */
@Body
@FunctionalInterface
public interface LongTextEntryTest extends Serializable {
    /**
     * Returns whether an entry is selected.
     *
     * @param key   key of the entry
     * @param value value of the entry
     * @return true to select it
     */
    boolean test(long key, String value);
}
