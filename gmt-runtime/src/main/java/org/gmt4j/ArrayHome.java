package org.gmt4j;

import org.gmt4j.fibers.SuspendExecution;

/** What makes arrays on all nodes and frees them there, as an array knows it. Called by one task; set-up. */
interface ArrayHome {
    /** Makes an array as the specification says. */
    GlobalArray make(TaskContext ctx, ArraySpec spec) throws SuspendExecution;

    /** Frees an array on all nodes. */
    void free(TaskContext ctx, long number) throws SuspendExecution;
}
