package org.gmt4j.cli.launch;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.launch.MemoryEntry.Group;
import org.gmt4j.cli.launch.MemoryEntry.Scope;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.task.TaskConfig;

/**
 * The memory of a node, from the settings and the demand of its application. Constants are measured, see
 * {@code docs/experiments/memory.md}; pools count as full, since they fill in any run that communicates much. Blocks
 * beyond the pool ({@code gmt.overflow.blocks}) do not count: few programs need them.
 */
final class NodeMemory {

    private static final long MB = 1L << 20;
    private static final long KB = 1L << 10;
    /** Code, classes, compilers and collector of a JVM that runs a node; resident at graph scale 8 less its heap. */
    static final long JVM_BYTES = 80 * MB;
    /**
     * Objects of runtime and application that do not grow with the input, and the least that the collector keeps beside
     * them.
     */
    static final long LEAST_HEAP_BYTES = 24 * MB;
    /** Garbage that the collector lets grow beside living objects before it collects. */
    private static final double GARBAGE_SHARE = 0.4;
    private static final long THREAD_STACK_BYTES = 512 * KB;
    /** Stack slots are a long and a reference; then there are the fiber itself and its context. */
    private static final long FIBER_SLOT_BYTES = 12;
    private static final long FIBER_OBJECT_BYTES = 512;
    /** Entry of a block's log: waiter and place of a value. */
    private static final long LOG_ENTRY_BYTES = 16;
    private static final int FEW_NODES_IN_PROCESS = 8;

    private final Settings settings;
    private final RunPlan plan;
    private final AppMemory app;
    private final long ownDriverBytes;
    private final List<MemoryEntry> entries = new ArrayList<>();

    private NodeMemory(final Settings settings, final RunPlan plan, final AppMemory app, final long ownDriverBytes) {
        this.settings = settings;
        this.plan = plan;
        this.app = app;
        this.ownDriverBytes = ownDriverBytes;
    }

    /**
     * @param ownDriverBytes of the media driver that each node has of its own, 0 without
     * @return all that nodes and processes take
     */
    static List<MemoryEntry> entries(final Settings settings, final RunPlan plan, final AppMemory app,
                                     final long ownDriverBytes) {
        return new NodeMemory(settings, plan, app, ownDriverBytes).all();
    }

    private List<MemoryEntry> all() {
        application();
        heap();
        buffers();
        stacks();
        add("code, classes, compiler", Group.BASE, Scope.PROCESS, JVM_BYTES);
        return entries;
    }

    private void add(final String name, final Group group, final Scope scope, final long bytes) {
        if (bytes > 0) {
            entries.add(new MemoryEntry(name, group, Phase.BOTH, scope, bytes));
        }
    }

    private void application() {
        for (final AppMemory.Item item : app.items()) {
            final Group group = switch (item.kind()) {
                case ARRAYS -> Group.ARRAYS;
                case AIDS -> Group.AIDS;
                case HEAP -> Group.HEAP;
            };
            entries.add(new MemoryEntry(item.name(), group, item.phase(),
                item.onNodeZero() ? Scope.NODE_ZERO : Scope.NODE, item.bytes()));
        }
    }

    private int jobs() {
        return 1 + app.furtherJobs();
    }

    private int lanes() {
        return plan.lanes();
    }

    private long blocks() {
        final AggregationConfig config = settings.load(AggregationConfig.class);
        return Math.min(config.poolBlocks(), ByteCount.times(config.credits(), plan.nodes())) * lanes() * jobs();
    }

    private void heap() {
        final AggregationConfig config = settings.load(AggregationConfig.class);
        final TaskConfig tasks = settings.load(TaskConfig.class);
        final long logs = ByteCount.times(blocks(), Math.min(config.blockCommands(), config.blockLength() / 8),
            LOG_ENTRY_BYTES);
        add("objects of the runtime", Group.HEAP, Scope.PROCESS, LEAST_HEAP_BYTES);
        add("logs of blocks", Group.HEAP, Scope.NODE, logs);
        add("fiber stacks", Group.STACKS, Scope.NODE,
            ByteCount.times(ByteCount.times(plan.workers(), tasks.fibers(), jobs()),
            ByteCount.plus(ByteCount.times(tasks.fiberStack(), FIBER_SLOT_BYTES), FIBER_OBJECT_BYTES)));
        for (final Phase phase : new Phase[] {Phase.BUILDING, Phase.RUNNING}) {
            garbage("garbage between collections", phase, Scope.NODE, false);
            garbage("garbage between collections, node 0", phase, Scope.NODE_ZERO, true);
        }
    }

    private void garbage(final String name, final Phase phase, final Scope scope, final boolean onNodeZero) {
        long living = 0;
        for (final AppMemory.Item item : app.items()) {
            if (item.kind() == AppMemory.Kind.HEAP && item.onNodeZero() == onNodeZero
                && (item.phase() == Phase.BOTH || item.phase() == phase)) {
                living = ByteCount.plus(living, item.bytes());
            }
        }
        if (living > 0) {
            entries.add(new MemoryEntry(name, Group.HEAP, phase, scope, (long) (living * GARBAGE_SHARE)));
        }
    }

    private void buffers() {
        final AggregationConfig config = settings.load(AggregationConfig.class);
        add("command blocks", Group.BUFFERS, Scope.NODE, ByteCount.times(blocks(), config.blockLength()));
        if (plan.nodes() == 1) {
            return;
        }
        final long lanes = (long) lanes() * jobs();
        add("reply buffers", Group.BUFFERS, Scope.NODE,
            ByteCount.times(lanes, config.replyBuffers(), config.bufferLength()));
        add("copies of large transfers", Group.BUFFERS, Scope.NODE,
            ByteCount.times(lanes, settings.load(ProtocolConfig.class).staging()));
        edges();
        add("own media driver", Group.BUFFERS, Scope.NODE,
            ByteCount.times(ownDriverBytes, jobs() + app.furtherTransports()));
        if (plan.transport() == RunConfig.Transport.LOOPBACK) {
            final long capacity = LoopbackNetwork.DEFAULT_CAPACITY_BYTES / (plan.nodes() <= FEW_NODES_IN_PROCESS ? 1
                : 4);
            add("rings between nodes", Group.BUFFERS, Scope.PROCESS, ByteCount.times(
                ByteCount.times(plan.nodes(), plan.nodes() - 1L, TrafficClass.COUNT), capacity,
                jobs() + app.furtherTransports()));
        }
    }

    private void edges() {
        if (plan.topology() == TopologyKind.FCG) {
            return;
        }
        final TopologyConfig config = settings.load(TopologyConfig.class);
        final int neighbours = config.over(plan.topology(), plan.nodes()).maxNeighbourCount();
        final int classes = config.replies() == TopologyConfig.Replies.ROUTED ? 2 : 1;
        add("request buffers of edges", Group.BUFFERS, Scope.NODE,
            ByteCount.times(new BufferMemory(neighbours, 1, config.buffers(), config.bufferLength()).bytes(),
                classes, jobs()));
    }

    private void stacks() {
        final int threads = plan.threads();
        add("thread stacks", Group.STACKS, Scope.NODE, ByteCount.times(threads, jobs(), THREAD_STACK_BYTES));
    }
}
