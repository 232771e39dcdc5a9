package org.gmt4j.engine.node;

import java.util.List;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.server.BlockConsumer;
import org.gmt4j.aggregation.server.BlockReceivers;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.Expecting;

/**
 * Moves buffers between the lanes and the transport, and passes on each arriving block: requests to helpers, replies
 * and transfers to the lanes named in them, notices to the tasks. Owned by its thread. Per turn and block.
 */
final class ServerRole implements NodeRole {
    private static final int POLL_LIMIT = 8;

    private final AggregationConfig config;
    private final TaskRuntime tasks;
    private final CommunicationServer server;
    private final HostMail mail;
    private final BlockConsumer mailbox = this::onMail;
    private final boolean isWokenByTransport;
    // volatile, and never null: a node that is already running may send while this one is being put together
    private volatile Runnable arrival = () -> { };
    private NodeThread thread;                       // set before start, like the fields below
    private List<WorkerRole> workers;
    private HelperRole[] helpers;
    private LaneDesk[] desks;                        // by lane
    private RoleTimes appliers;                      // null without a profile, or when lanes have threads of their own

    /** @param lanes number of lanes of the node */
    ServerRole(final NodeParts parts, final int lanes) {
        config = parts.aggregation();
        tasks = parts.tasks();
        mail = parts.mail();
        final NodeParts.Network network = parts.network();
        server = new CommunicationServer(config, network.routes(), network.edges(), network.job(), network.transport(),
            lanes, new BlockReceivers(this::onRequest, this::onReply, parts::lostBuffers));
        server.onTrouble(new NodeTrouble(parts, this::failPending));
        if (parts.profile() != null) {
            server.probe(parts.profile().server());
        }
        isWokenByTransport = parts.transport().onArrival(() -> arrival.run());
    }

    /** Returns whether all arriving data wake the thread. */
    boolean isWokenByTransport() {
        return isWokenByTransport;
    }

    /** Sets the thread that runs this role. Before the other roles are created. */
    void runsOn(final NodeThread ownThread) {
        runsOn(ownThread, ownThread::wake);
    }

    /**
     * Sets the thread that ends last of those that run this role, and the action when data arrive. Before the other
     * roles are created. Data that arrived earlier wake nobody: a thread looks for work before it first waits.
     */
    void runsOn(final NodeThread last, final Runnable onArrival) {
        thread = last;
        arrival = onArrival;
    }

    NodeThread thread() {
        return thread;
    }

    /** Sets the roles that the server serves, with lanes by number. Before start. */
    void serves(final List<WorkerRole> allWorkers, final List<HelperRole> allHelpers, final LaneDesk... lanes) {
        workers = allWorkers;
        helpers = allHelpers.toArray(HelperRole[]::new);
        desks = lanes;
        appliers = lanes[0].inbox() == null ? thread.times() : null;
    }

    CommunicationServer server() {
        return server;
    }

    private boolean onRequest(final long block, final int length) {
        return helpers[helpers.length == 1 ? 0 : BlockHeader.origin(block) % helpers.length].accept(block, length);
    }

    private boolean onReply(final long block, final int length) {
        if (appliers == null) {
            return handOn(block, length);
        }
        final int before = appliers.enter(Role.WORKER);
        final boolean isTaken = handOn(block, length);
        appliers.goBack(before);
        return isTaken;
    }

    private boolean handOn(final long block, final int length) {
        if ((BlockHeader.flags(block) & BlockHeader.NOTICE) != 0) {
            tasks.onNotice(BlockHeader.origin(block), block, length);
            return true;
        }
        final int lane = BlockHeader.lane(block);
        return lane >= desks.length || desks[lane].accept(block, length);
    }

    /** Runs before the replies that return the blocks. */
    private boolean failPending(final int node, final RuntimeException cause) {
        boolean areTold = true;
        for (final LaneDesk desk : desks) {
            areTold &= desk.fail(node, cause);
        }
        return areTold;
    }

    /** Runs on a thread of its own. */
    @Override
    public int turn(final long nowNs) {
        return poll() + send(nowNs, ageNs());
    }

    /** Returns the time that gathered blocks may wait for more: as long as the runnable tasks take. */
    long ageNs() {
        int runnable = 0;
        for (final WorkerRole worker : workers) {
            runnable += worker.worker().runnableCount();
        }
        return Math.min(runnable * config.nsPerTask(), config.bufferTimeoutNs());
    }

    int poll() {
        return server.poll(POLL_LIMIT) + mail.poll(mailbox);
    }

    /** Refuses nothing: a message that is not a notice is dropped. */
    private boolean onMail(final long block, final int length) {
        if (length >= BlockHeader.LENGTH && (BlockHeader.flags(block) & BlockHeader.NOTICE) != 0) {
            tasks.onNotice(BlockHeader.origin(block), block, length);
        }
        return true;
    }

    int send(final long nowNs, final long ageNs) {
        return server.send(nowNs, ageNs) + server.transportWork(nowNs);
    }

    /** Used on a thread of its own: lanes that wait for replies look at the transport through this role. */
    @Override
    public Expecting expecting() {
        if (server.hasUnsent()) {
            return Expecting.ROOM;
        }
        Expecting most = Expecting.NOTHING;
        for (final LaneDesk desk : desks) {
            final Expecting expecting = desk.expectingReplies();
            if (expecting == Expecting.REPLIES) {
                return expecting;
            }
            most = expecting == Expecting.NOTHING ? most : expecting;
        }
        return most;
    }

    @Override
    public boolean hasArrived() {
        return server.hasHandOvers() || hasTraffic();
    }

    boolean hasTraffic() {
        return mail.hasMail() || isWokenByTransport && server.hasTrafficPending();
    }
}
