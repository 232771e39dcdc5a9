package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/** One entry of a loop over a map with strings as keys. Runs on a fiber of the node that owns it and may wait. */
@Body
@FunctionalInterface
public interface TextEntryBody extends Serializable {
    /**
     * Runs for one entry.
     *
     * @param key   key of the entry
     * @param value value of the entry, as it was when the loop came by
     * @param ctx   context of the task that runs it
     */
    void run(String key, long value, TaskContext ctx) throws SuspendExecution;
}
