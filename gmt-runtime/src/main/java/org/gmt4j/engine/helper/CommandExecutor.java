package org.gmt4j.engine.helper;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.OwnCommands;
import org.gmt4j.aggregation.server.BlockConsumer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.HelperProfile;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.HelperActivity;
import org.gmt4j.engine.task.TaskRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes request blocks at their destination and writes one reply block for each. Owned by one helper. Per block.
 *
 * <p>Room for the whole reply is claimed before the first command runs. Without room the block is refused untouched,
 * and the transport presses back on its sender. Every command is checked: segment, range, width. A command that cannot
 * be executed fails for its issuer; the others continue.
 */
public final class CommandExecutor implements BlockConsumer, OwnCommands {
    private static final Logger LOG = LoggerFactory.getLogger(CommandExecutor.class);
    private final int nodeId;
    private final Aggregator aggregator;
    private final HelperActivity activity;
    private final BlockCursor cursor = new BlockCursor();
    private final BlockReply reply;
    private final CommandDispatch dispatch;
    private final boolean[] complained;
    private HelperProfile profile;              // null without a profile

    /** @param replyLimit greatest number of bytes of values that a block may request: the capacity of a reply buffer */
    public CommandExecutor(final Lane lane, final SegmentTable segments, final TaskRuntime tasks,
                           final int replyLimit) {
        aggregator = lane.aggregator();
        nodeId = tasks.nodeId();
        final EngineTask context = new EngineTask(tasks, aggregator);
        activity = tasks.watch(context);
        complained = new boolean[tasks.nodeCount()];
        reply = new BlockReply(cursor, lane.replies(), replyLimit);
        dispatch = new CommandDispatch(cursor, lane, segments, tasks, context);
    }

    /** Sets the profile that records blocks. Before start. */
    public void profile(final HelperProfile told) {
        profile = told;
    }

    @Override
    public boolean onBlock(final long block, final int length) {
        if (profile == null) {
            return answer(block, length);
        }
        final long executed = cursor.executedCount;
        final int before = profile.begins();
        final long sinceNs = profile.sinceNs();
        final boolean isTaken = answer(block, length);
        profile.ended(before, sinceNs, BlockHeader.origin(block), cursor.executedCount - executed);
        return isTaken;
    }

    private boolean answer(final long block, final int length) {
        final int origin = BlockHeader.origin(block);
        if (!reply.isPossible(block)) {
            complain(origin, "a block with a reply length of " + BlockHeader.replyLength(block));
            return true;
        }
        final long values = reply.begin(block);
        if (values == 0) {
            return false;
        }
        cursor.begin(block + BlockHeader.LENGTH, block + length, values, BlockHeader.replyLength(block), origin);
        aggregator.setExecuting(true);
        try {
            executeAll();
        } finally {
            aggregator.setExecuting(false);
        }
        activity.blockExecuted();
        reply.end(block);
        return true;
    }

    @Override
    public int execute(final long from, final long end, final long values, final int replyLength) {
        cursor.begin(from, end, values, replyLength, nodeId);
        executeAll();
        activity.blockExecuted();
        return cursor.failures.size();
    }

    @Override
    public int failureOrdinal(final int i) {
        return cursor.failures.ordinal(i);
    }

    @Override
    public int failureCode(final int i) {
        return cursor.failures.code(i);
    }

    private void executeAll() {
        final int malformed = dispatch.executeAll();
        if (malformed >= 0) {
            complain(cursor.origin, "a malformed command of type " + malformed);
        }
    }

    private void complain(final int origin, final String found) {
        if (!complained[origin]) {
            complained[origin] = true;
            LOG.warn("GMT-219 node {} received {} from node {} (further ones are only counted)", nodeId, found, origin);
        }
        cursor.failedCount++;
    }

    public long executedCount() {
        return cursor.executedCount;
    }

    /** Returns the number of additions, minima and maxima without a result among them. */
    public long combinableCount() {
        return cursor.combinableCount;
    }

    public long failedCount() {
        return cursor.failedCount;
    }

    /** Publishes the commands of visits and local bodies for waits on them. This thread, now and then. */
    public void publishActivity() {
        activity.refresh();
    }
}
