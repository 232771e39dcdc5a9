package org.gmt4j.bench.power;

import org.gmt4j.runtime.node.NodeWaiting;
import org.gmt4j.runtime.power.CpuTimeMeter;
import org.gmt4j.runtime.task.TaskBody;
import org.gmt4j.runtime.task.TaskFunction;
import org.gmt4j.runtime.waiting.WaitMode;

/** What benchmarks of waiting do on each node. */
final class PowerBodies {
    private PowerBodies() {
    }

    /** From now on the node's threads wait this way. */
    static TaskBody waitBy(final WaitMode mode) {
        return ctx -> ctx.runtime().service(NodeWaiting.class).mode(mode);
    }

    /** Process id, nanoseconds of processors that the process has used, time. */
    static TaskFunction<long[]> reading() {
        return ctx -> new long[] {ProcessHandle.current().pid(), CpuTimeMeter.processNs(), System.nanoTime()};
    }
}
