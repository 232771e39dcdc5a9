package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Lets others run, and ends where the job is over, between pieces of a node's own work: by time, since a piece is one
 * element of a small block as well as thousands through a function of the program. Owned by one task.
 */
final class GivingWay {
    /** Elements between two looks at the clock where each is given to a function of the program. */
    static final int ELEMENTS = 256;
    /** Long beside the cost of a turn, and short beside what a request waits for anyway. */
    private static final long STRETCH_NS = 50_000;
    private long beganNs = System.nanoTime();

    /** Gives way when a stretch is over. */
    void between(final TaskContext ctx) throws SuspendExecution {
        if (System.nanoTime() - beganNs >= STRETCH_NS) {
            ctx.yield();
            beganNs = System.nanoTime();
        }
    }
}
