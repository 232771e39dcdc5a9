package org.gmt4j.bench.ceiling;

import java.util.List;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.engine.task.EngineTask;

/**
 * The tasks of each node for the ceiling: on its own worker's thread, so that no further thread competes for the cores
 * while the runtime idles. The node's state is a service of the node under its class.
 */
final class CeilingTasks {
    private CeilingTasks() {
    }

    /** Can this node open a second transport? */
    static TaskFunction<Boolean> isPossible() {
        return ctx -> EngineTask.of(ctx).runtime().service(TransportFactory.class) != null;
    }

    /** Opens a transport beside the node's own, and the node's part of the table. */
    static TaskBody open(final int log2) {
        return ctx -> {
            final Transport transport = EngineTask.of(ctx).runtime().service(TransportFactory.class)
                .open(ctx.nodeId(), ctx.nodeCount());
            final List<byte[]> addresses = ctx.collectives().allGather(transport.localAddress());
            transport.connect(addresses.toArray(new byte[0][]));
            EngineTask.of(ctx).runtime().register(CeilingNode.class, new CeilingNode(transport, log2));
        };
    }

    /** The node's share of one run. Gives way now and then, so that the node itself stays alive. */
    static TaskBody run(final boolean isPacked, final long seed, final long operations) {
        return ctx -> {
            final CeilingNode node = EngineTask.of(ctx).runtime().service(CeilingNode.class);
            node.begin(isPacked ? CeilingRecord.PACKED : CeilingRecord.WIDE, seed,
                ctx.nodeId() * operations, (ctx.nodeId() + 1) * operations);
            while (node.step()) {
                ctx.yield();
            }
        };
    }

    static TaskBody keepAlive() {
        return ctx -> EngineTask.of(ctx).runtime().service(CeilingNode.class).keepAlive();
    }

    static TaskFunction<long[]> expectedSums(final long seed, final int shift, final long operations) {
        return ctx -> UpdateSums.expected(ctx, seed, shift, 0, ctx.nodeId() * operations,
            (ctx.nodeId() + 1) * operations);
    }

    static TaskFunction<long[]> heldSums() {
        return ctx -> EngineTask.of(ctx).runtime().service(CeilingNode.class).sums();
    }

    static TaskBody close() {
        return ctx -> EngineTask.of(ctx).runtime().service(CeilingNode.class).close();
    }
}
