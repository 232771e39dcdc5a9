package org.gmt4j.engine.node;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.engine.profile.LaneProfile;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.Worker;
import org.gmt4j.engine.waiting.Expecting;

/**
 * A lane on its thread: applies replies, sends what goes in the reply class, and makes progress in the middle of
 * bodies that wait for a block or a credit, or that go on for long. Owned by the lane's thread; {@link #accept} and
 * {@link #fail} are the doors of the server's. Per block.
 */
final class LaneDesk implements BackPressure, Worker.Pause {
    /** The communication of a thread in the middle of a body. Must not resume fibers. */
    interface Communication {
        /**
         * Returns 0 when there was nothing to do.
         *
         * @param ageNs blocks gathered for longer go even when the buffer is not full; 0: everything goes
         */
        int communicate(long nowNs, long ageNs);

        /** In the middle of a body, outside of all operations: what others of the node want to know is said. */
        default void publish() {
        }
    }

    /** Between moments of communication that nobody waits for, where these poll and send. */
    private static final long COMMUNICATION_GAP_NS = 20_000;
    /** A body that gives way goes on after so long, also when there is more to do. */
    private static final long LONGEST_WAY_NS = 200_000;

    private final AggregationConfig config;
    private final NodeThread thread;
    private final RoleTimes times;                   // null where nobody profiles
    private final LaneProfile profile;               // null where nobody profiles
    private final Lane lane;
    private final Aggregator aggregator;
    private final BlockRing inbox;                   // null where the lane is on the server's thread
    /** Causes by node, of messages in the inbox: the server's thread writes, the lane's reads. */
    private final AtomicReferenceArray<RuntimeException> unreachable;
    private final Role communicator;
    private final long leastGapNs;
    private final Communication communication;
    private long communicatedNs;                     // the watch reads it, a benign race: it may be a moment old

    /**
     * @param role   of the thread in which the lane communicates
     * @param shared polls and sends on the lane's thread, which is the server's; null: the server has its own thread
     */
    LaneDesk(final NodeParts parts, final NodeThread thread, final int index, final CommunicationServer server,
             final Role role, final Communication shared) {
        this.thread = thread;
        config = parts.aggregation();
        times = thread.times();
        communicator = role;
        communication = shared != null ? shared : (nowNs, ageNs) -> takeReplies() + sendReplies();
        leastGapNs = shared != null ? COMMUNICATION_GAP_NS : -1;
        inbox = shared != null ? null : new BlockRing(config.bufferLength(), thread, this::onReply, this::failPending);
        unreachable = shared != null ? null : new AtomicReferenceArray<>(parts.nodeCount());
        aggregator = new Aggregator(config, parts.network().routes(), index, server, this);
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

    NodeThread thread() {
        return thread;
    }

    /** Null where nobody profiles. */
    LaneProfile profile() {
        return profile;
    }

    BlockRing inbox() {
        return inbox;
    }

    // --- replies ---

    /** Server's thread: a reply block for this lane. False: the ring is full. */
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

    /** Server's thread: fails the lane's operations for a node. False: the ring is full. */
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

    /** Applies what the server's thread has brought. */
    int takeReplies() {
        return inbox == null ? 0 : inbox.take();
    }

    boolean hasReplies() {
        return inbox != null && inbox.hasBlocks();
    }

    /** Sends what goes in the reply class. */
    int sendReplies() {
        final int pumped = lane.rendezvous().hasWork() ? lane.rendezvous().pump() : 0;
        lane.replies().flushAll();
        return pumped;
    }

    /** What the lane's thread waits for when it has nothing to do. */
    Expecting expecting() {
        return lane.rendezvous().hasWork() ? Expecting.ROOM : expectingReplies();
    }

    /** What the lane waits for when it has no work: replies, if any. Owner's thread. */
    Expecting expectingReplies() {
        return aggregator.inFlight().count() == 0 ? Expecting.NOTHING
            : aggregator.transfers().longTransfers().areExpected() ? Expecting.BULK : Expecting.REPLIES;
    }

    // --- in the middle of bodies ---

    /** When the lane's communication was looked after last. Any thread; may be a moment old. */
    long communicatedNs() {
        return communicatedNs;
    }

    /** All the lane's communication has been looked after. */
    void communicated(final long nowNs) {
        communicatedNs = nowNs;
    }

    /**
     * Breakage here is no failure of the body above, which may catch it: first the node fails, then the exception goes
     * its way.
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
        if (inbox == null) {
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
            aggregator.flushExpired(nowNs, config.blockTimeoutNs());
            communicateInRole(nowNs, config.bufferTimeoutNs());
        }
        return nowNs;
    }

    @Override
    public void giveWay() {
        final long startNs = System.nanoTime();
        aggregator.flushExpired(startNs, config.blockTimeoutNs());
        long nowNs = startNs;
        while (communicateInRole(nowNs, 0) > 0 && nowNs - startNs < LONGEST_WAY_NS) {
            nowNs = System.nanoTime();
        }
        communication.publish();
    }

    @Override
    public void bodiesBegin() {
        if (inbox == null) {
            NodeWatch.bodiesBegin();
        }
    }

    @Override
    public void relieve(final int attempt) {
        thread.checkRunning();
        final long nowNs = System.nanoTime();
        aggregator.flushExpired(nowNs, config.blockTimeoutNs());   // other destinations must not wait for this one
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
