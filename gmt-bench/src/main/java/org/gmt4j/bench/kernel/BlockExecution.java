package org.gmt4j.bench.kernel;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.helper.CommandExecutor;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;

/** Executing prepared blocks of single-element commands, replies included. Owned by one thread. */
public final class BlockExecution implements AutoCloseable {
    /** In one execution. */
    public static final int COMMANDS = 1 << 16;
    private static final int SEGMENT = 1;

    private final SegmentTable segments;
    private final PreparedBlocks blocks;
    private final int[] lengths;
    private final InstantReplies own;
    private final Lane lane;
    private final CommandExecutor executor;

    /**
     * @param log2      the segment has 2^log2 elements of 8 bytes
     * @param exclusive does one thread own the memory, so that plain stores will do?
     */
    public BlockExecution(final CommandMix mix, final int log2, final boolean exclusive) {
        final long bytes = 8L << log2;
        segments = new SegmentTable(exclusive, bytes);
        segments.tryReserve(bytes);
        segments.create(SEGMENT, Long.BYTES, 1L << log2, true);
        blocks = new PreparedBlocks(mix, SEGMENT, log2, COMMANDS);
        lengths = blocks.lengths();
        final AggregationConfig config = AggregationConfig.DEFAULT;
        final TaskRuntime tasks = new TaskRuntime(0, 2, 1, 1, TaskConfig.DEFAULT,
            new BodyCodec(NodeStarter.registryOf(), (kind, id) -> null),
            config.maxCommandLength());
        own = new InstantReplies(0, 2);
        lane = new Lane(0, own.aggregator(), new ReplyBuffers(config, 2, NetworkBuffer::release));
        executor = new CommandExecutor(lane, segments, tasks, config.maxReplyLength());
    }

    @Override
    public void close() {
        own.close();
        lane.replies().close();
        blocks.close();
        segments.close();
    }

    /** Executes all blocks. @return commands executed so far */
    public long execute() {
        long at = blocks.address();
        for (final int length : lengths) {
            if (!executor.onBlock(at, length)) {
                throw new IllegalStateException("the executor has refused a block though replies are free");
            }
            at += length;
        }
        lane.replies().flushAll();
        return executor.executedCount();
    }
}
