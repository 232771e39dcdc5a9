package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A task that is not preemptable: runs to its end inside the helper of a node, on local data and with non-blocking
 * commands. What it issues is not awaited by the sender, unless it runs at the sender's own node: see
 * {@link TaskContext#awaitVisits()}.
 */
@Body
@FunctionalInterface
public interface LocalBody extends Serializable {
    /**
     * Runs at the node called.
     *
     * @param ctx for local data and non-blocking commands; not to be kept
     */
    void run(TaskContext ctx);
}
