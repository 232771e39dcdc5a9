package org.gmt4j.engine.node;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.engine.combining.DenseArrays;
import org.gmt4j.engine.combining.LaneCombining;
import org.gmt4j.engine.profile.LaneProfile;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.Expecting;

/**
 * A lane on its thread: applies replies, sends blocks of the reply class, and makes progress in the middle of bodies
 * that wait for a block or a credit, or that compute for long. Owned by the lane's thread; {@link #accept} and
 * {@link #fail} are for the server's thread. Per block.
 */
final class LaneDesk implements BackPressure, Worker.Pause {
    /** The communication of a thread in the middle of a body. Must not resume fibers. */
    interface Communication {
        /**
         * Communicates, and returns 0 when there was nothing to do.
         *
         * @param ageNs age from which gathered blocks are sent before the buffer is full; 0 to send everything
         */
        int communicate(long nowNs, long ageNs);

        /** Publishes the state of the node, in the middle of a body but outside of all operations. */
        default void publish() {
        }
    }

    /** Time between moments of communication that no operation waits for, where these poll and send. */
    private static final long COMMUNICATION_GAP_NS = 20_000;
    /** Time after which a body that gave way continues, even when there is more to do. */
    private static final long LONGEST_WAY_NS = 200_000;

    private final AggregationConfig config;
    private final NodeThread thread;
    private final RoleTimes times;                   // null without a profile
    private final LaneProfile profile;               // null without a profile
    private final Lane lane;
    private final Aggregator aggregator;
    private final LaneCombining combining;
    private final boolean sharesThread;
    private final BlockRing inbox;                   // null where the lane's thread alone is the server
    /** Causes of the messages in the inbox, by node. Written by the server's thread, read by the lane's. */
    private final AtomicReferenceArray<RuntimeException> unreachable;
    private final Role communicator;
    private final long leastGapNs;
    private final Communication communication;
    private long communicatedNs;                     // read by the watch, a benign race: it may be slightly old

    /**
     * @param role     role of the thread in which the lane communicates
     * @param shared   polls and sends on the lane's thread, which has all roles; null when the server has its own
     *                 thread
     * @param hasInbox whether replies come by a ring, because other threads may be the server
     */
    LaneDesk(final NodeParts parts, final NodeThread thread, final int index, final CommunicationServer server,
             final Role role, final Communication shared, final boolean hasInbox) {
        this.thread = thread;
        config = parts.aggregation();
        times = thread.times();
        communicator = role;
        communication = shared != null ? shared : (nowNs, ageNs) -> takeReplies() + sendReplies();
        leastGapNs = shared != null ? COMMUNICATION_GAP_NS : -1;
        sharesThread = shared != null;
        inbox = hasInbox ? new BlockRing(config.bufferLength(), thread, this::onReply, this::failPending) : null;
        unreachable = hasInbox ? new AtomicReferenceArray<>(parts.nodeCount()) : null;
        aggregator = new Aggregator(config, parts.network().routes(), index, server, this);
        aggregator.usedBy(thread.thread());
        combining = new LaneCombining(aggregator, parts.tasks().service(DenseArrays.class));
        aggregator.hold(combining);
        aggregator.transfers().longTransfers(parts.waiting().config().longTransfers());
        profile = parts.profile() == null ? null : parts.profile().lane(index);
        aggregator.probe(profile);
        lane = new Lane(index, aggregator, parts.replyBuffers(server::acceptReplies));
    }

    Lane lane() {
        return lane;
    }

    Aggregator aggregator() {
        return aggregator;
    }

    /** Returns the updates that the lane holds back. */
    LaneCombining combining() {
        return combining;
    }

    NodeThread thread() {
        return thread;
    }

    /** Returns the profile of the lane, or null. */
    LaneProfile profile() {
        return profile;
    }

    /** Returns whether the lane's thread is worker, helper and communication server in turn. */
    boolean sharesThread() {
        return sharesThread;
    }

    /** Returns the ring of replies; null where the lane's thread alone is the server. */
    BlockRing inbox() {
        return inbox;
    }

    // --- replies ---

    /** Accepts a reply block for this lane. Server's thread. Returns false when the ring is full. */
    boolean accept(final long block, final int length) {
        return inbox == null ? onReply(block, length) : inbox.put(block, length);
    }

    private boolean onReply(final long block, final int length) {
        if ((BlockHeader.flags(block) & BlockHeader.TRANSFER) != 0) {
            lane.rendezvous().onBlock(block, length);
        } else {
            aggregator.inFlight().onReply(block, length);
        }
        return true;
    }

    /** Fails the lane's operations on a node. Server's thread. Returns false when the ring is full. */
    boolean fail(final int node, final RuntimeException cause) {
        if (inbox == null) {
            aggregator.failures().failPending(node, cause);
            return true;
        }
        unreachable.set(node, cause);
        return inbox.putUnreachable(node);
    }

    private void failPending(final int node) {
        aggregator.failures().failPending(node, unreachable.get(node));
    }

    /** Applies the replies that the server's thread has delivered. */
    int takeReplies() {
        return inbox == null ? 0 : inbox.take();
    }

    boolean hasReplies() {
        return inbox != null && inbox.hasBlocks();
    }

    /** Sends blocks of the reply class. */
    int sendReplies() {
        final int pumped = lane.rendezvous().hasWork() ? lane.rendezvous().pump() : 0;
        lane.replies().flushAll();
        return pumped;
    }

    /** Returns what the lane's thread waits for when it has nothing to do. */
    Expecting expecting() {
        return lane.rendezvous().hasWork() ? Expecting.ROOM : expectingReplies();
    }

    /** Returns the replies that the lane waits for when it has no work. Owner's thread. */
    Expecting expectingReplies() {
        return aggregator.inFlight().count() == 0 ? Expecting.NOTHING
            : aggregator.transfers().longTransfers().areExpected() ? Expecting.BULK : Expecting.REPLIES;
    }

    // --- outside of operations ---

    /** Issues what has been held back for long, and closes blocks that are older than {@code ageNs}. */
    void closeExpired(final long nowNs, final long ageNs) {
        aggregator.issueDue(nowNs);
        aggregator.flushExpired(nowNs, ageNs);
    }

    /** Issues what is held back and awaited, and closes all blocks: nothing would be added. */
    void closeAll(final long nowNs) {
        aggregator.issueAwaited();
        aggregator.issueDue(nowNs);
        aggregator.flushAll(FlushReason.IDLE);
    }

    // --- in the middle of bodies ---

    /** Returns the time of the lane's last communication. Any thread; may be slightly old. */
    long communicatedNs() {
        return communicatedNs;
    }

    /** Notes that all communication of the lane has been handled. */
    void communicated(final long nowNs) {
        communicatedNs = nowNs;
    }

    /**
     * A failure of the runtime is not one of the body above, which may catch it: first the node fails, then the
     * exception is rethrown.
     */
    private int communicate(final long nowNs, final long ageNs) {
        communicatedNs = nowNs;
        try {
            return communication.communicate(nowNs, ageNs);
        } catch (final Throwable cause) {
            thread.cannotGoOn(cause);
            throw cause;
        }
    }

    private int communicateInRole(final long nowNs, final long ageNs) {
        if (times == null) {
            return communicate(nowNs, ageNs);
        }
        final int before = times.enter(communicator);
        final int work = communicate(nowNs, ageNs);
        times.goBack(before);
        return work;
    }

    @Override
    public void sendNow() {
        if (sharesThread) {
            communicateInRole(System.nanoTime(), 0);
        }
    }

    @Override
    public void blockClosed() {
        final long nowNs = System.nanoTime();
        if (nowNs - communicatedNs > leastGapNs) {
            communicateInRole(nowNs, config.bufferTimeoutNs());
        }
    }

    @Override
    public long betweenChunks() {
        final long nowNs = System.nanoTime();
        if (nowNs - communicatedNs > leastGapNs) {
            closeExpired(nowNs, config.blockTimeoutNs());
            communicateInRole(nowNs, config.bufferTimeoutNs());
        }
        return nowNs;
    }

    @Override
    public void giveWay() {
        final long startNs = System.nanoTime();
        aggregator.issueGathered();
        closeExpired(startNs, config.blockTimeoutNs());
        long nowNs = startNs;
        while (communicateInRole(nowNs, 0) > 0 && nowNs - startNs < LONGEST_WAY_NS) {
            nowNs = System.nanoTime();
        }
        communication.publish();
    }

    @Override
    public void bodiesBegin() {
        if (sharesThread) {
            NodeWatch.bodiesBegin();
        }
    }

    @Override
    public void relieve(final int attempt) {
        thread.checkRunning();
        final long nowNs = System.nanoTime();
        aggregator.flushExpired(nowNs, config.blockTimeoutNs());   // other destinations must not be delayed by this one
        final int before = times == null ? 0 : times.enter(communicator);
        if (communicate(nowNs, 0) > 0) {
            thread.waiting().reset(nowNs);
        } else {
            if (times != null) {
                times.wasWaiting();
            }
            thread.waiting().idle(nowNs, Expecting.REPLIES);
        }
        if (times != null) {
            times.goBack(before);
        }
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }
}
