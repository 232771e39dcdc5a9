package org.gmt4j.runtime.node;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
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
import org.gmt4j.runtime.task.Worker;
import org.gmt4j.runtime.waiting.Expecting;

/**
 * Plan dedicated: workers, helpers and the communication server on threads of their own, as in GMT.
 *
 * <pre>
 * worker i  --blocks-->  aggregation queues  --> server --> network
 * network --> server --request blocks--> ring of helper (source mod helpers) --replies--> server
 *                    --reply blocks----> ring of the lane that issued the request
 * </pre>
 *
 * <p>Whole blocks change hands, through rings with one producer and one consumer. A full ring refuses, the server then leaves
 * the buffer in the transport and that presses back on the sender. Replies are applied by the lane that issued the requests,
 * so completions need no atomic operations in this plan either.
 */
final class DedicatedThreads implements NodeThreads {
    private static final int POLL_LIMIT = 8;
    private static final int BLOCK_MESSAGE = 1;
    /** To a lane: the node in the message cannot be reached. */
    private static final int UNREACHABLE_MESSAGE = 2;
    private static final long STOP_LIMIT_MS = 5_000;

    private final NodeParts parts;
    private final AggregationConfig config;
    private final CommunicationServer server;
    private final ServerThread serverThread;
    private final List<LaneThread> laneThreads = new ArrayList<>();
    private final List<WorkerThread> workerThreads = new ArrayList<>();
    private final List<HelperThread> helperThreads = new ArrayList<>();
    private final List<ByteBuffer> ringMemory = new ArrayList<>();
    private final LaneThread[] byLane;
    private final AtomicReferenceArray<RuntimeException> unreachable;    // by node: the server writes, lanes read
    private final boolean isWokenByTransport;

    DedicatedThreads(final NodeParts parts, final int workers, final int helpers) {
        this.parts = parts;
        config = parts.aggregation();
        byLane = new LaneThread[workers + helpers];
        server = new CommunicationServer(config, parts.routes(), parts.edges(), parts.job(), parts.transport(), workers + helpers, this::onRequestBlock,
            this::onReplyBlock, parts::lostBuffers);
        for (int i = 0; i < workers; i++) {
            workerThreads.add(new WorkerThread(i));
        }
        for (int i = 0; i < helpers; i++) {
            helperThreads.add(new HelperThread(workers + i, i));
        }
        laneThreads.addAll(workerThreads);
        laneThreads.addAll(helperThreads);
        laneThreads.forEach(lane -> byLane[lane.lane.index()] = lane);
        unreachable = new AtomicReferenceArray<>(parts.nodeCount());
        if (parts.profile() != null) {
            server.probe(parts.profile().server());
        }
        server.onTrouble(new NodeTrouble(parts, this::tellLanes));
        final ServerThread[] arrivals = new ServerThread[1];
        isWokenByTransport = parts.transport().onArrival(() -> arrivals[0].wait.wake());
        serverThread = new ServerThread();
        arrivals[0] = serverThread;
        server.onWakeUp(serverThread.wait::wake);
        parts.tasks().onWakeWorkers(this::wakeWorkers);
    }

    private void wakeWorkers() {
        for (final WorkerThread worker : workerThreads) {
            worker.wait.wake();
        }
        if (parts.tasks().hasNotices()) {
            helperThreads.get(0).wait.wake();
        }
    }

    /** Server thread. */
    private boolean onRequestBlock(final long block, final int length) {
        final HelperThread helper = helperThreads.get(BlockHeader.origin(block) % helperThreads.size());
        return helper.take(helper.requests, block, length);
    }

    /** Server thread. */
    private boolean onReplyBlock(final long block, final int length) {
        if ((BlockHeader.flags(block) & BlockHeader.NOTICE) != 0) {
            parts.tasks().onNotice(BlockHeader.origin(block), block, length);
            return true;
        }
        final int lane = BlockHeader.lane(block);
        return lane >= byLane.length || byLane[lane].take(byLane[lane].replies, block, length);
    }

    /** Server thread: the message goes before the replies that give back the blocks. */
    private boolean tellLanes(final int node, final RuntimeException cause) {
        unreachable.set(node, cause);
        boolean areTold = true;
        for (final LaneThread lane : laneThreads) {
            areTold &= lane.tellUnreachable(node);
        }
        return areTold;
    }

    /** A thread that issues commands. */
    private abstract class LaneThread extends AgentThread implements BackPressure, ControlledMessageHandler {
        final Lane lane;
        final OneToOneRingBuffer replies;
        final LaneProfile profile;                   // null where nobody profiles

        LaneThread(final String name, final Role role, final int index) {
            super(name, parts, role, true);
            replies = ring();
            lane = new Lane(index, new Aggregator(config, parts.routes(), index, server, this),
                parts.replyBuffers(server::acceptReplies));
            lane.aggregator().longTransfers(parts.waiting().config().longTransfers());
            profile = parts.profile() == null ? null : parts.profile().lane(index);
            lane.aggregator().probe(profile);
        }

        final OneToOneRingBuffer ring() {
            final int capacity = Integer.highestOneBit(config.bufferLength() * 16 - 1) << 1;
            final ByteBuffer memory = ByteBuffer.allocateDirect(capacity + RingBufferDescriptor.TRAILER_LENGTH + 64);
            ringMemory.add(memory);
            return new OneToOneRingBuffer(new UnsafeBuffer(memory.alignedSlice(64).limit(capacity + RingBufferDescriptor.TRAILER_LENGTH).slice()));
        }

        /** Server thread: copies a block into a ring of this lane. */
        final boolean take(final OneToOneRingBuffer ring, final long block, final int length) {
            final int index = ring.tryClaim(BLOCK_MESSAGE, length);
            if (index < 0) {
                return false;
            }
            UnsafeApi.copyMemory(block, ring.buffer().addressOffset() + index, length);
            ring.commit(index);
            wait.wake();
            return true;
        }

        /** Server thread. */
        final boolean tellUnreachable(final int node) {
            final int index = replies.tryClaim(UNREACHABLE_MESSAGE, Integer.BYTES);
            if (index < 0) {
                return false;
            }
            replies.buffer().putInt(index, node);
            replies.commit(index);
            wait.wake();
            return true;
        }

        /** Also in the middle of a task: what breaks here is no failure of its body, which may catch it. */
        final int applyReplies() {
            try {
                return replies.controlledRead(this, POLL_LIMIT * 8);
            } catch (final Throwable cause) {
                cannotGoOn(cause);
                throw cause;
            }
        }

        @Override
        public final Action onMessage(final int type, final org.agrona.MutableDirectBuffer buffer, final int index, final int length) {
            if (type == BLOCK_MESSAGE) {
                onBlock(buffer.addressOffset() + index, length);
            } else {
                final int node = buffer.getInt(index);
                lane.aggregator().failPending(node, unreachable.get(node));
            }
            return Action.CONTINUE;
        }

        private void onBlock(final long block, final int length) {
            if ((BlockHeader.flags(block) & BlockHeader.TRANSFER) != 0) {
                lane.rendezvous().onBlock(block, length);
            } else {
                lane.aggregator().onReply(block, length);
            }
        }

        /** Takes replies, and sends what goes in the reply class. */
        final int exchange() {
            final int applied = applyReplies();
            try {
                final int pumped = lane.rendezvous().hasWork() ? lane.rendezvous().pump() : 0;
                lane.replies().flushAll();
                return applied + pumped;
            } catch (final Throwable cause) {
                cannotGoOn(cause);
                throw cause;
            }
        }

        @Override
        public void blockClosed() {
            applyReplies();
        }

        @Override
        public final void relieve(final int attempt) {
            if (!isRunning()) {
                throw new IllegalStateException("GMT-226 node " + parts.nodeId() + " is stopping");
            }
            final long nowNs = System.nanoTime();
            lane.aggregator().flushExpired(nowNs, config.blockTimeoutNs());   // other destinations must not wait for this one
            final int before = times == null ? 0 : times.enter(role());
            if (exchange() > 0) {
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
        public final long nowNs() {
            return System.nanoTime();
        }

        @Override
        Expecting expecting() {
            return lane.rendezvous().hasWork() ? Expecting.ROOM : NodeWaiting.expecting(lane.aggregator());
        }

        @Override
        final void tidyUp() {
            lane.aggregator().forgetCompleted();
        }
    }

    private final class WorkerThread extends LaneThread implements Worker.Pause {
        final Worker worker;

        WorkerThread(final int index) {
            super("gmt-" + parts.nodeId() + "-worker-" + index, Role.WORKER, index);
            worker = new Worker(parts.tasks(), parts.taskConfig(), index, lane, this);
            worker.onWakeUp(wait::wake);
            if (profile != null) {
                profile.wakes(worker);
                worker.profile(parts.profile().worker(index));
            }
        }

        @Override
        void begin() {
            worker.begin();
        }

        @Override
        int turn(final long nowNs) {
            int work = applyReplies() + worker.run(nowNs);
            if (lane.rendezvous().hasWork()) {
                work += lane.rendezvous().pump();
            }
            if (worker.hasWork()) {
                work++;
                lane.aggregator().flushExpired(nowNs, Math.min(worker.runnableCount() * config.nsPerTask(), config.blockTimeoutNs()));
            } else {
                lane.aggregator().flushAll(FlushReason.IDLE);
            }
            lane.replies().flushAll();
            return work;
        }

        @Override
        Expecting expecting() {
            final Expecting expecting = super.expecting();
            return expecting == Expecting.NOTHING && worker.hasDeadlines() ? Expecting.DEADLINE : expecting;
        }

        @Override
        boolean hasArrived() {
            return replies.size() > 0 || worker.hasWork();
        }

        @Override
        public long betweenChunks() {
            final long nowNs = System.nanoTime();
            lane.aggregator().flushExpired(nowNs, config.blockTimeoutNs());
            exchange();
            return nowNs;
        }
    }

    private final class HelperThread extends LaneThread {
        final OneToOneRingBuffer requests = ring();
        private final CommandExecutor executor;
        private final boolean sendsNotices;
        private final ControlledMessageHandler execution;

        HelperThread(final int laneIndex, final int index) {
            super("gmt-" + parts.nodeId() + "-helper-" + index, Role.HELPER, laneIndex);
            executor = new CommandExecutor(lane, parts.segments(), parts.tasks(), config.maxReplyLength());
            if (profile != null) {
                executor.profile(parts.profile().helper(laneIndex, times));
            }
            sendsNotices = index == 0;
            execution = (type, buffer, offset, length) -> executor.onBlock(buffer.addressOffset() + offset, length)
                ? ControlledMessageHandler.Action.CONTINUE : ControlledMessageHandler.Action.ABORT;
        }

        @Override
        int turn(final long nowNs) {
            int work = applyReplies() + requests.controlledRead(execution, POLL_LIMIT * 8);
            executor.publishActivity();
            if (lane.rendezvous().hasWork()) {
                work += lane.rendezvous().pump();
            }
            if (sendsNotices && parts.tasks().hasNotices()) {
                parts.tasks().flushNotices(lane);
                work++;
            }
            lane.replies().flushAll();
            if (work == 0) {
                lane.aggregator().flushAll(FlushReason.IDLE);
            } else {
                lane.aggregator().flushExpired(nowNs, config.blockTimeoutNs());
            }
            return work;
        }

        /** Requests that remain found no room for their replies. */
        @Override
        Expecting expecting() {
            return requests.size() > 0 ? Expecting.ROOM : super.expecting();
        }

        @Override
        boolean hasArrived() {
            return replies.size() > 0 || requests.size() > 0 || sendsNotices && parts.tasks().hasNotices();
        }
    }

    private final class ServerThread extends AgentThread {
        ServerThread() {
            super("gmt-" + parts.nodeId() + "-server", parts, Role.SERVER, isWokenByTransport);
        }

        @Override
        int turn(final long nowNs) {
            int runnable = 0;
            for (final WorkerThread worker : workerThreads) {
                runnable += worker.worker.runnableCount();
            }
            return server.poll(POLL_LIMIT) + server.send(nowNs, Math.min(runnable * config.nsPerTask(), config.bufferTimeoutNs()))
                + server.transportWork(nowNs);
        }

        @Override
        Expecting expecting() {
            if (server.hasUnsent()) {
                return Expecting.ROOM;
            }
            Expecting most = Expecting.NOTHING;
            for (final LaneThread lane : laneThreads) {
                final Expecting expecting = NodeWaiting.expecting(lane.lane.aggregator());
                if (expecting == Expecting.REPLIES) {
                    return expecting;
                }
                most = expecting == Expecting.NOTHING ? most : expecting;
            }
            return most;
        }

        @Override
        boolean hasArrived() {
            return server.hasHandOvers() || isWokenByTransport && server.hasTrafficPending();
        }
    }

    @Override
    public void start() {
        serverThread.start();
        laneThreads.forEach(AgentThread::start);
    }

    @Override
    public void wake() {
        laneThreads.forEach(lane -> lane.wait.wake());
        serverThread.wait.wake();
    }

    @Override
    public boolean stop() {
        boolean ended = true;
        for (final LaneThread lane : laneThreads) {
            lane.requestStop();
        }
        for (final LaneThread lane : laneThreads) {
            ended &= AgentThread.join(lane.thread(), STOP_LIMIT_MS);
        }
        serverThread.requestStop();
        return ended & AgentThread.join(serverThread.thread(), STOP_LIMIT_MS);
    }

    @Override
    public void free() {
        ringMemory.forEach(BufferUtil::free);
        ringMemory.clear();
    }

    @Override
    public CommunicationServer server() {
        return server;
    }

    @Override
    public List<Lane> lanes() {
        return laneThreads.stream().map(lane -> lane.lane).toList();
    }

    @Override
    public List<Worker> workers() {
        return workerThreads.stream().map(thread -> thread.worker).toList();
    }

    @Override
    public List<CommandExecutor> executors() {
        return helperThreads.stream().map(thread -> thread.executor).toList();
    }

    @Override
    public List<Carrier> carriers() {
        return Stream.concat(workerThreads.stream().map(thread -> new Carrier(thread.thread(), thread.wait, thread.worker)),
            helperThreads.stream().map(thread -> new Carrier(thread.thread(), thread.wait, null))).toList();
    }

    @Override
    public List<Thread> threads() {
        final List<Thread> threads = new ArrayList<>();
        laneThreads.forEach(lane -> threads.add(lane.thread()));
        threads.add(serverThread.thread());
        return threads;
    }
}
