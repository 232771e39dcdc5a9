package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** A visit to one entry of a map that returns a value to its sender. See {@link EntryBody}. */
@Body
@FunctionalInterface
public interface EntryFunction extends Serializable {
    /**
     * Runs the visit at the owner of the key.
     *
     * @param entry entry of the key, which may not exist; must not be kept
     * @param ctx   context for non-blocking commands; must not be kept
     * @return the value for the sender
     */
    long compute(MapEntry entry, TaskContext ctx);
}
