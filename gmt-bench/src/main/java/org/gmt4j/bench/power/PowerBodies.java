package org.gmt4j.bench.power;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;

/** The bodies of benchmarks of waiting. */
public final class PowerBodies {
    private PowerBodies() {
    }

    /** From now on the node's threads wait this way. */
    public static TaskBody waitBy(final PowerMode mode) {
        return ctx -> {
            final NodeWaiting waiting = EngineTask.of(ctx).runtime().service(NodeWaiting.class);
            waiting.mode(mode.waitMode());
            waiting.frequency(mode.isSlowed());
        };
    }

    /** From now on the node's threads wait as its settings say. */
    public static TaskBody waitAsConfigured() {
        return ctx -> {
            final NodeWaiting waiting = EngineTask.of(ctx).runtime().service(NodeWaiting.class);
            waiting.mode(waiting.config().mode());
            waiting.frequency(waiting.config().frequency());
        };
    }

    /** Prepares the lowering of frequencies. Returns the obstacle, or nothing. */
    static TaskFunction<String> openFrequency() {
        return ctx -> EngineTask.of(ctx).runtime().service(NodeWaiting.class).openFrequency();
    }

    /** Process id, nanoseconds of processors that the process has used, time. */
    static TaskFunction<long[]> reading() {
        return ctx -> new long[] {ProcessHandle.current().pid(), CpuTimeMeter.processNs(), System.nanoTime()};
    }
}
