package org.gmt4j.armci;

import java.util.List;
import java.util.Map;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A node's side of one-sided memory and its synchronisation: the door for the runtime. Not for programs. Per node.
 */
public final class ArmciHost {
    private final ArmciCatalog catalog;

    /**
     * Installs one-sided memory, before the node starts.
     *
     * @param plan  whether memory is shared with other processes of the host
     * @param hosts host names by node id; nodes with equal names share a host
     */
    public ArmciHost(final TaskRuntime tasks, final SegmentTable segments, final WindowPlan plan,
                     final List<String> hosts) {
        catalog = new ArmciCatalog(tasks.nodeId(), segments, plan);
        tasks.register(ArmciCatalog.class, catalog);
        tasks.register(ArmciHost.class, this);
        tasks.objects().register(ArmciMemory.KIND, "memory", catalog::find);
        SyncServices.install(tasks, hosts);
    }

    /** Returns the host of the node on which a task runs. */
    public static ArmciHost of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(ArmciHost.class);
    }

    /** Creates this node's part of an array's memory, which has been reserved; lengths are bytes, by node. */
    public ArmciMemory create(final int id, final long[] lengths, final int elementLength, final boolean zeroed) {
        return catalog.create(id, lengths, elementLength, zeroed);
    }

    /** Lets the processes of each host map each other's parts of memory that exists on all nodes. */
    public static void share(final TaskContext ctx, final int id, final long[] lengths) throws SuspendExecution {
        ArmciCatalog.share(ctx, id, lengths);
    }

    /** Returns this node's part of memory; null when it owns none. */
    public static Segment segment(final ArmciMemory memory) {
        return memory.segment();
    }

    /** Frees this node's part. */
    public void forget(final int id) {
        catalog.forget(id);
    }

    /** Returns the counters of memory shared with other processes, by name. Any thread. */
    public Map<String, Long> counters() {
        return catalog.counters();
    }

    /** Notes the failure of a node. Any thread. */
    public void lost(final int node) {
        catalog.lost(node);
    }

    /** Unmaps the memory of other processes. The node's threads have ended and its segments have been freed. */
    public void close() {
        catalog.close();
    }
}
