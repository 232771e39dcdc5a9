package org.gmt4j.engine.task;

import java.util.stream.LongStream;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Lets the processes of each host map each other's parts of a region that has been made on all nodes, in rounds of
 * tasks to all nodes: each maps the parts that its peers have offered, and takes the name of its own away. Costs no
 * round where nothing is offered. By the task that has made the region; set-up.
 */
public final class RegionSharing {
    private RegionSharing() {
    }

    /** @param offers of the parts, by node; 0 of a private one */
    public static void share(final TaskContext ctx, final int id, final long[] offers) throws SuspendExecution {
        if (LongStream.of(offers).anyMatch(offer -> offer != 0)) {
            ctx.executeOnAll(node -> regions(node).map(id, offers));
            ctx.executeOnAll(node -> regions(node).unlink(id));
        }
    }

    private static RegionTable regions(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(RegionTable.class);
    }
}
