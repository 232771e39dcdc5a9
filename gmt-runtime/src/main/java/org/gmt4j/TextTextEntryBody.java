package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * One entry of a loop over a map with strings as values, see {@link GlobalStringTextHashMap#forEach}. Runs on a fiber
 * of the node that owns the entry and may wait.
 */
@Body
@FunctionalInterface
public interface TextTextEntryBody extends Serializable {
    /**
     * Runs for one entry.
     *
     * @param key   key of the entry
     * @param value value of the entry, as it was when the loop came by
     * @param ctx   context of the task that runs it
     */
    void run(String key, String value, TaskContext ctx) throws SuspendExecution;
}
