package org.gmt4j.runtime.node;

import java.util.EnumSet;
import java.util.List;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.CommunicationServer;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.runtime.helper.CommandExecutor;
import org.gmt4j.runtime.profile.LaneProfile;
import org.gmt4j.runtime.profile.Role;
import org.gmt4j.runtime.profile.RoleTimes;
import org.gmt4j.runtime.task.Worker;
import org.gmt4j.runtime.waiting.Expecting;
import org.gmt4j.runtime.waiting.ThreadWait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plan combined: one thread that is worker, helper and communication server in turn. Blocks never change hands inside the
 * node, memory needs no atomic operations, and nobody spins for another thread of the same node.
 *
 * <pre>
 * poll replies - poll and execute requests - run fibers - close old blocks (all, when nothing can run) - send - idle
 * </pre>
 *
 * <p>Long chunks do not starve the others: each time a block fills, and between chunks, a moment of communication is slipped in.
 */
final class CombinedThread implements NodeThreads, Runnable, BackPressure, Worker.Pause {
    private static final Logger LOG = LoggerFactory.getLogger(CombinedThread.class);
    private static final int POLL_LIMIT = 8;
    private static final long PROGRESS_INTERVAL_NS = 20_000;
    private static final long STOP_LIMIT_MS = 5_000;

    private final NodeParts parts;
    private final AggregationConfig config;
    private final Lane lane;
    private final Worker worker;
    private final CommandExecutor executor;
    private final CommandExecutor ownExecutor;
    private final CommunicationServer server;
    private final ThreadWait wait;
    private final RoleTimes times;                   // null where nobody profiles
    private final boolean isWokenByTransport;
    private final Thread thread;
    private volatile boolean running = true;
    private long lastProgressNs;
    private boolean hasFailed;

    CombinedThread(final NodeParts parts) {
        this.parts = parts;
        config = parts.aggregation();
        final CommunicationServer[] door = new CommunicationServer[1];
        final Aggregator aggregator = new Aggregator(config, parts.routes(), 0, block -> door[0].accept(block), this);
        aggregator.longTransfers(parts.waiting().config().longTransfers());
        lane = new Lane(0, aggregator, parts.replyBuffers(buffer -> door[0].acceptReplies(buffer)));
        executor = new CommandExecutor(lane, parts.segments(), parts.tasks(), config.maxReplyLength());
        // A second executor, because a visit may fill a block for its own node in the middle of an incoming one.
        ownExecutor = new CommandExecutor(lane, parts.segments(), parts.tasks(), config.maxReplyLength());
        aggregator.gatherOwn(ownExecutor);
        server = new CommunicationServer(config, parts.routes(), parts.edges(), parts.job(), parts.transport(), 1, executor, this::onReplyBlock,
            parts::lostBuffers);
        server.onTrouble(new NodeTrouble(parts, (node, cause) -> {
            aggregator.failPending(node, cause);
            return true;
        }));
        door[0] = server;
        final DirectDoor direct = new DirectDoor(server, this::cannotGoOn);
        aggregator.sendDirectly(direct);
        lane.replies().sendDirectly(direct);
        worker = new Worker(parts.tasks(), parts.taskConfig(), 0, lane, this);
        times = parts.profile() == null ? null : profiled();
        isWokenByTransport = parts.transport().onArrival(this::wake);
        wait = parts.waiting().newWait(this::hasArrived, isWokenByTransport);
        worker.onWakeUp(wait::wake);
        parts.tasks().onWakeWorkers(wait::wake);
        thread = Worker.newThread(this, "gmt-" + parts.nodeId() + "-combined");
        thread.setDaemon(true);
    }

    /** Set-up: lets a profile see all that happens here. */
    private RoleTimes profiled() {
        final RoleTimes roles = parts.profile().thread(EnumSet.allOf(Role.class));
        final LaneProfile blocks = parts.profile().lane(0);
        blocks.wakes(worker);
        lane.aggregator().probe(blocks);
        worker.profile(parts.profile().worker(0));
        executor.profile(parts.profile().helper(0, roles));
        server.probe(parts.profile().server());
        return roles;
    }

    private boolean onReplyBlock(final long block, final int length) {
        if (times == null) {
            return takeReplyBlock(block, length);
        }
        final int before = times.enter(Role.WORKER);
        final boolean isTaken = takeReplyBlock(block, length);
        times.goBack(before);
        return isTaken;
    }

    private boolean takeReplyBlock(final long block, final int length) {
        if ((BlockHeader.flags(block) & BlockHeader.NOTICE) != 0) {
            parts.tasks().onNotice(BlockHeader.origin(block), block, length);
        } else if ((BlockHeader.flags(block) & BlockHeader.TRANSFER) != 0) {
            lane.rendezvous().onBlock(block, length);
        } else {
            lane.aggregator().onReply(block, length);
        }
        return true;
    }

    @Override
    public void run() {
        TimerSlack.remove();
        worker.begin();
        try {
            while (running) {
                turn();
            }
        } catch (final Throwable cause) {
            cannotGoOn(cause);
        } finally {
            wait.close();
        }
    }

    /** Ends this thread at the end of its turn: what it was about to send, or had taken, may be lost. The first cause counts. */
    private void cannotGoOn(final Throwable cause) {
        if (!hasFailed) {
            hasFailed = true;
            running = false;
            LOG.error("GMT-225 node {} cannot go on", parts.nodeId(), cause);
            parts.onFailure().accept(cause);
        }
    }

    private void turn() {
        final long nowNs = System.nanoTime();
        if (times != null) {
            times.beginTurn(nowNs, Role.SERVER);
        }
        int work = server.poll(POLL_LIMIT);
        executor.publishActivity();
        ownExecutor.publishActivity();
        enter(Role.WORKER);
        work += worker.run(nowNs);
        enter(Role.SERVER);
        if (worker.hasWork()) {
            final long scaled = worker.runnableCount() * config.nsPerTask();
            lane.aggregator().flushExpired(nowNs, Math.min(scaled, config.blockTimeoutNs()));
            work += send(nowNs, Math.min(scaled, config.bufferTimeoutNs()));
        } else {
            lane.aggregator().flushAll(FlushReason.IDLE);
            work += send(nowNs, 0);
        }
        lastProgressNs = nowNs;
        if (work > 0 || worker.hasWork()) {
            if (times != null) {
                times.endTurn();
            }
            if (work > 0) {
                wait.reset(nowNs);
            }
        } else {
            final Expecting expecting = expecting();
            if (times != null) {
                times.endEmptyTurn(expecting.isOutstanding());
            }
            if (wait.idle(nowNs, expecting)) {
                lane.aggregator().forgetCompleted();
            }
        }
    }

    private void enter(final Role role) {
        if (times != null) {
            times.enter(role);
        }
    }

    private Expecting expecting() {
        final Expecting expecting = NodeWaiting.expecting(lane.aggregator());
        return expecting != Expecting.NOTHING ? expecting : server.hasUnsent() || lane.rendezvous().hasWork() ? Expecting.ROOM
            : worker.hasDeadlines() ? Expecting.DEADLINE : Expecting.NOTHING;
    }

    /** What others bring, or have brought, without this thread's doing. */
    private boolean hasArrived() {
        return !running || worker.hasWork() || parts.tasks().hasNotices() || isWokenByTransport && server.hasTrafficPending();
    }

    private int send(final long nowNs, final long ageNs) {
        if (parts.tasks().hasNotices()) {
            parts.tasks().flushNotices(lane);
        }
        final int pumped = lane.rendezvous().hasWork() ? lane.rendezvous().pump() : 0;
        lane.replies().flushAll();
        return pumped + server.send(nowNs, ageNs) + server.transportWork(nowNs);
    }

    /**
     * A moment of communication in the middle of a task. What breaks is no failure of the body above, which may catch it: the node fails, and only
     * then the exception goes its way.
     */
    private int progress(final long nowNs, final long ageNs) {
        if (times == null) {
            return communicate(nowNs, ageNs);
        }
        final int before = times.enter(Role.SERVER);
        final int work = communicate(nowNs, ageNs);
        times.goBack(before);
        return work;
    }

    private int communicate(final long nowNs, final long ageNs) {
        lastProgressNs = nowNs;
        try {
            final int work = server.poll(POLL_LIMIT);
            // The task may go on for long: who has asked for chunks must not wait for that.
            return work + send(nowNs, parts.tasks().takeHasAnswered() ? 0 : ageNs);
        } catch (final Throwable cause) {
            cannotGoOn(cause);
            throw cause;
        }
    }

    @Override
    public void sendNow() {
        progress(System.nanoTime(), 0);
    }

    @Override
    public void blockClosed() {
        final long nowNs = System.nanoTime();
        if (nowNs - lastProgressNs > PROGRESS_INTERVAL_NS) {
            progress(nowNs, config.bufferTimeoutNs());
        }
    }

    @Override
    public long betweenChunks() {
        final long nowNs = System.nanoTime();
        if (nowNs - lastProgressNs > PROGRESS_INTERVAL_NS) {
            lane.aggregator().flushExpired(nowNs, config.blockTimeoutNs());
            progress(nowNs, config.bufferTimeoutNs());
        }
        return nowNs;
    }

    @Override
    public void relieve(final int attempt) {
        if (!running) {
            throw new IllegalStateException("GMT-226 node " + parts.nodeId() + " is stopping");
        }
        final long nowNs = System.nanoTime();
        lane.aggregator().flushExpired(nowNs, config.blockTimeoutNs());   // other destinations must not wait for this one
        final int before = times == null ? 0 : times.enter(Role.SERVER);
        if (communicate(nowNs, 0) > 0) {
            wait.reset(nowNs);
        } else {
            if (times != null) {
                times.wasWaiting();
            }
            wait.idle(nowNs, Expecting.REPLIES);
        }
        if (times != null) {
            times.goBack(before);
        }
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void wake() {
        wait.wake();
    }

    @Override
    public boolean stop() {
        running = false;
        wait.wake();
        return AgentThread.join(thread, STOP_LIMIT_MS);
    }

    @Override
    public CommunicationServer server() {
        return server;
    }

    @Override
    public List<Lane> lanes() {
        return List.of(lane);
    }

    @Override
    public List<Worker> workers() {
        return List.of(worker);
    }

    @Override
    public List<CommandExecutor> executors() {
        return List.of(executor);
    }

    @Override
    public List<Carrier> carriers() {
        return List.of(new Carrier(thread, wait, worker));
    }

    @Override
    public List<Thread> threads() {
        return List.of(thread);
    }
}
