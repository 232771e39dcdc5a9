package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/** One key of a parallel loop over a set of strings. Runs on a fiber of the node that owns the key and may wait. */
@Body
@FunctionalInterface
public interface TextBody extends Serializable {
    /**
     * Runs for one key.
     *
     * @param key key of the set
     * @param ctx context of the task that runs it
     */
    void run(String key, TaskContext ctx) throws SuspendExecution;
}
