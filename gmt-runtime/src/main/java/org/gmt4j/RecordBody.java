package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/** One record of a parallel loop over a bag. Runs on a fiber of the node where the record is, and may wait. */
@Body
@FunctionalInterface
public interface RecordBody extends Serializable {
    /**
     * Runs for one record.
     *
     * @param record its longs; the array is used again for other records behind the call
     * @param ctx    context of the task that runs it
     */
    void run(long[] record, TaskContext ctx) throws SuspendExecution;
}
