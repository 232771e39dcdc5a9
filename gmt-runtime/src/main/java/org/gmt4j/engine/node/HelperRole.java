package org.gmt4j.engine.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.engine.helper.CommandExecutor;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.Expecting;

/**
 * Executes requests and sends notices. Owned by its thread; {@link #accept} is for the server's thread. Per turn and
 * block.
 */
final class HelperRole implements NodeRole {
    private final AggregationConfig config;
    private final TaskRuntime tasks;
    private final LaneDesk desk;
    private final boolean sendsNotices;
    private final CommandExecutor executor;
    /** Null where commands for the own node travel like all others. */
    private final CommandExecutor ownExecutor;
    private final BlockRing requests;                // null where the helper's thread alone is the server

    /** @param sendsNotices true for one helper of each node */
    HelperRole(final NodeParts parts, final LaneDesk desk, final boolean sendsNotices) {
        this.desk = desk;
        this.sendsNotices = sendsNotices;
        config = parts.aggregation();
        tasks = parts.tasks();
        executor = newExecutor(parts);
        if (parts.profile() != null) {
            executor.profile(parts.profile().helper(desk.lane().index(), desk.thread().times()));
        }
        requests = desk.inbox() == null ? null
            : new BlockRing(config.bufferLength(), desk.thread(), executor, node -> { });
        if (desk.sharesThread()) {
            // A second executor, because a visit may fill a block for its own node in the middle of an incoming one.
            ownExecutor = newExecutor(parts);
            desk.aggregator().gatherOwn(ownExecutor);
        } else {
            ownExecutor = null;
        }
    }

    private CommandExecutor newExecutor(final NodeParts parts) {
        return new CommandExecutor(desk.lane(), parts.segments(), parts.tasks(), config.maxReplyLength());
    }

    /** Returns the ring of requests; null where the helper's thread alone is the server. */
    BlockRing requests() {
        return requests;
    }

    CommandExecutor executor() {
        return executor;
    }

    LaneDesk desk() {
        return desk;
    }

    /** Accepts a request block. Server's thread. Returns false when the block must be offered again. */
    boolean accept(final long block, final int length) {
        return requests == null ? executor.onBlock(block, length) : requests.put(block, length);
    }

    /** Runs on a thread of its own. */
    @Override
    public int turn(final long nowNs) {
        int work = desk.takeReplies() + takeRequests();
        work += sendNotices() + desk.sendReplies();
        if (work == 0) {
            desk.closeAll(nowNs);
        } else {
            desk.closeExpired(nowNs, config.blockTimeoutNs());
        }
        return work;
    }

    /** Executes the requests in the ring, and returns the number of blocks. */
    int takeRequests() {
        final int blocks = requests.take();
        publishActivity();
        return blocks;
    }

    boolean hasRequests() {
        return requests != null && requests.hasBlocks();
    }

    void publishActivity() {
        executor.publishActivity();
        if (ownExecutor != null) {
            ownExecutor.publishActivity();
        }
    }

    /**
     * Sends notices, and returns the number of those that found room: a thread that finds none must be able to rest.
     * One thread of the node at a time.
     */
    int sendNotices() {
        return sendsNotices && tasks.hasNotices() ? tasks.flushNotices(desk.lane()) : 0;
    }

    /** Requests and notices remain only when there was no room for them. */
    @Override
    public Expecting expecting() {
        return hasRequests() || sendsNotices && tasks.hasNotices() ? Expecting.ROOM : desk.expecting();
    }

    @Override
    public boolean hasArrived() {
        return desk.hasReplies() || hasRequests() || sendsNotices && tasks.hasNotices();
    }

    @Override
    public void tidyUp() {
        desk.aggregator().forgetCompleted();
    }
}
