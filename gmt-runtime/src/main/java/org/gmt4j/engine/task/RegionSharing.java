package org.gmt4j.engine.task;

import java.util.List;
import java.util.stream.LongStream;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Lets the processes of each host map each other's parts of a region that has been made on all nodes, in rounds of
 * tasks to all nodes: each offers its own part, maps those of its peers, and takes its name away. Costs no round where
 * nothing can be shared. By the task that has made the region; set-up.
 */
public final class RegionSharing {
    private RegionSharing() {
    }

    /** @param lengths of the parts in bytes, by node */
    public static void share(final TaskContext ctx, final int id, final long[] lengths) throws SuspendExecution {
        if (!regions(ctx).mayShare(lengths)) {
            return;
        }
        final List<Long> found = ctx.callOnAll(node -> regions(node).offer(id));
        final long[] offers = found.stream().mapToLong(Long::longValue).toArray();
        if (LongStream.of(offers).anyMatch(offer -> offer != 0)) {
            ctx.executeOnAll(node -> regions(node).map(id, offers));
            ctx.executeOnAll(node -> regions(node).unlink(id));
        }
    }

    private static RegionTable regions(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(RegionTable.class);
    }
}
