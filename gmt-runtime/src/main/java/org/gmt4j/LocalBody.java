package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A task that cannot be preempted: runs to its end inside the helper of a node, with local data and non-blocking
 * commands. The sender awaits neither the commands that it issues nor the tasks that it begins, and gets none of their
 * failures, unless it runs at the sender's own node: see {@link TaskContext#awaitVisits()}.
 */
@Body
@FunctionalInterface
public interface LocalBody extends Serializable {
    /**
     * Runs the body at the called node.
     *
     * @param ctx context for local data and non-blocking commands; must not be kept
     */
    void run(TaskContext ctx);
}
