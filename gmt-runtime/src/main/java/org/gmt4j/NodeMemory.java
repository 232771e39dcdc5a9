package org.gmt4j;

import java.util.Collections;
import java.util.function.LongSupplier;
import org.gmt4j.engine.memory.FreeMemory;
import org.gmt4j.engine.memory.NativeHeap;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The memory of the nodes: for arrays, segments and containers, within {@code gmt.memory.max}, and what their machines
 * have left. Stateless.
 */
public final class NodeMemory {
    private NodeMemory() {
    }

    /**
     * Asks each node whether it could give so many bytes now; takes nothing. Costs one message to each node. Others may
     * take them before the caller does, and the operating system may refuse them then (GMT-237).
     *
     * @return which node could not, and how many bytes it has; empty where all could
     */
    public static String refusal(final TaskContext ctx, final long bytesOfEachNode) throws SuspendExecution {
        return ctx.callOnAll(node -> ArrayCatalog.of(node).refusal(bytesOfEachNode)).stream()
            .filter(refusal -> !refusal.isEmpty()).findFirst().orElse("");
    }

    /**
     * Asks each node what its machine, or its container, has left, shared among the nodes there: for memory that
     * {@code gmt.memory.max} does not bound, such as what travels; all but {@code gmt.memory.reserve}. Takes
     * nothing. Costs one message to each node, and some reads of files of the system there.
     *
     * @return the bytes of the node that has least, {@link Long#MAX_VALUE} where no system says them
     */
    public static long free(final TaskContext ctx) throws SuspendExecution {
        return Collections.min(ctx.callOnAll(node -> gauge(node).getAsLong()));
    }

    /**
     * Returns what tells the bytes that this node has left, as {@link #free} does, whenever it is asked: for state of a
     * node that grows by itself. Any thread, as long as the node runs; each time some files of the system are read.
     */
    public static LongSupplier gauge(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(FreeMemory.class)::share;
    }

    /**
     * Gives memory outside of the heap that this process has freed, and keeps for later, back to the system. Takes some
     * 0.15 s for each GB, while others that allocate may wait: by {@link TaskContext#callBlocking}. Any thread.
     *
     * @return whether the JVM can, which it cannot without glibc
     */
    public static boolean trim() {
        return NativeHeap.trim();
    }
}
