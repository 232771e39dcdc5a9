package org.gmt4j.bench.simulate;

import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.topology.EdgeCredits;
import org.gmt4j.aggregation.topology.ForwardQueue;
import org.gmt4j.aggregation.topology.Routes;

/**
 * A node: one server, one link each way, and the runtime's routes, credits, buffers and forward queues. As an event:
 * the server's next turn.
 *
 * <pre>
 *   server:  IDLE --work: now, or after a wake-up when it has slept--> TURN --nothing more to do--> IDLE
 *                                                                       ^ |
 *                                                                       +-+ more
 *   a turn:  poll the streams of answers and of requests, up to {@value #TURN_LIMIT} buffers each: execute blocks, keep
 *            others for their
 *            next edge; send answers; send buffers with a credit; acknowledge emptied ones
 * </pre>
 *
 * <p>The streams that a poll looks at, and so its cost, are up to {@link ModelStreams}: there is a stream of each class
 * for every node that this one has ever had a message from or for.
 *
 * <p>Processes put their requests on the wire themselves when there is a credit and nobody waits before them, and take
 * their answers themselves; the server does the rest. Nothing of a request is kept anywhere but in slots of
 * {@link EdgeBuffers}, at its process, and in a mutex's list.
 */
final class ModelNode implements Event {
    /** Buffers of a class taken in one turn, as in the runtime. */
    private static final int TURN_LIMIT = 8;
    private static final int NO_SLOT = -1;

    private final ClusterModel model;
    private final ServerCosts costs;
    private final Routes routes;
    private final EdgeCredits credits;
    private final ForwardQueue[] forwards;
    private final ForwardQueue[] local;
    private final int[] waitingEdges;
    private final boolean[] isWaiting;
    private final Arrivals arrivals;
    private final ModelStreams requests;
    private final ModelStreams replies;
    private final ForwardQueue answers = new ForwardQueue();
    private final Mutex mutex = new Mutex();
    private final ServerCounters counters = new ServerCounters();
    /** Made when the first request comes in: most nodes of a hot spot's job never get one. */
    private EdgeBuffers buffers;
    private int waitingCount;
    private boolean isLocalFirst;
    private boolean isScheduled;
    private long idleSincePs;
    private long linkInFreePs;
    private long linkOutFreePs;
    /**
     * Answers for others that wait in the streams; beside them there are acknowledgements, which nobody hurries for.
     */
    private int repliesToHandOn;
    private long turnEndPs;
    private int mostHeld;

    ModelNode(final ClusterModel model, final ServerCosts costs, final Routes routes, final int perEdge) {
        this.model = model;
        this.costs = costs;
        this.routes = routes;
        final int edges = routes.edgeCount();
        arrivals = new Arrivals(routes, perEdge);
        final Polling polling = model.config().server().polling();
        requests = new ModelStreams(routes.nodeId(), model.nodeCount(), polling);
        replies = new ModelStreams(routes.nodeId(), model.nodeCount(), polling);
        requests.pairWith(replies);
        credits = new EdgeCredits(edges, perEdge);
        forwards = new ForwardQueue[edges];
        local = new ForwardQueue[edges];
        waitingEdges = new int[edges];
        isWaiting = new boolean[edges];
    }

    int id() {
        return routes.nodeId();
    }

    ServerCounters counters() {
        return counters;
    }

    /**
     * Most request buffers that were full at once: those that had come in and those that held blocks for another edge.
     */
    int mostBuffersInUse() {
        return mostHeld;
    }

    long creditStalls() {
        return credits.stallCount();
    }

    // ---- processes ----

    /** A process has made a request, at a time not before now. */
    void inject(final ModelProcess process, final long timePs) {
        final int edge = routes.edgeTo(routes.nextHop(process.target()));
        if (!isWaiting[edge] && credits.tryTake(edge)) {
            final Message message = model.message(Message.Type.REQUEST, id(), routes.neighbour(edge));
            message.add(process.id(), model.requestBytes());
            counters.buffersSent++;
            depart(message, timePs);
        } else {
            queueOf(local, edge).add(process.id(), NO_SLOT);
            wait(edge);
        }
    }

    private static ForwardQueue queueOf(final ForwardQueue[] queues, final int edge) {
        if (queues[edge] == null) {
            queues[edge] = new ForwardQueue();
        }
        return queues[edge];
    }

    private void wait(final int edge) {
        if (!isWaiting[edge]) {
            isWaiting[edge] = true;
            waitingEdges[waitingCount++] = edge;
        }
    }

    // ---- links ----

    /** The first message between two nodes, whichever way: from now on both have streams of the other. */
    private void connect(final int other) {
        requests.connect(other, routes.edgeTo(other) >= 0);
        replies.connect(other, true);
    }

    /** Nodes that this one is connected to. */
    int connections() {
        return requests.count();
    }

    private void depart(final Message message, final long timePs) {
        if (!requests.knows(message.to)) {
            connect(message.to);
            model.node(message.to).connect(id());
        }
        final long leavesPs = Math.max(timePs, linkOutFreePs);
        linkOutFreePs = EventQueue.sum(leavesPs, message.bytes * costs.wirePs);
        model.at(leavesPs + costs.latencyPs + model.distancePs(message.from, message.to), message);
    }

    /** @return when the message is through this node's incoming link */
    long throughLink(final Message message, final long nowPs) {
        long occupiedPs = message.bytes * costs.wirePs;
        if (message.type == Message.Type.REQUEST) {
            arrivals.arrive(message.from);
            mostHeld = Math.max(mostHeld, arrivals.held() + (buffers == null ? 0 : buffers.inUse()));
            if (costs.streams > 0 && arrivals.senders() > costs.streams) {
                occupiedPs += costs.crowdPs;
                counters.crowded++;
            }
        }
        linkInFreePs = EventQueue.sum(Math.max(nowPs, linkInFreePs), occupiedPs);
        return linkInFreePs;
    }

    void received(final Message message, final long nowPs) {
        if (message.credits > 0) {
            final int edge = routes.edgeTo(message.from);
            credits.giveBack(edge, message.credits);
            if (isWaiting[edge]) {
                work(nowPs);
            }
        }
        switch (message.type) {
            case REQUEST -> {
                requests.arrive(message);
                work(nowPs);
            }
            case REPLY -> {
                if (isForHere(message)) {
                    answer(message, nowPs);
                    model.free(message);
                } else {
                    repliesToHandOn++;
                    replies.arrive(message);
                    work(nowPs);
                }
            }
            default -> replies.arrive(message);
        }
    }

    private boolean isForHere(final Message reply) {
        for (int i = 0; i < reply.count(); i++) {
            if (model.process(reply.process(i)).node() != this) {
                return false;
            }
        }
        return true;
    }

    private void answer(final Message reply, final long nowPs) {
        for (int i = 0; i < reply.count(); i++) {
            model.process(reply.process(i)).answered(nowPs);
        }
    }

    // ---- the server ----

    private void work(final long nowPs) {
        if (isScheduled) {
            return;
        }
        isScheduled = true;
        final long polls = (nowPs - idleSincePs) / Math.max(1,
            costs.passPs + (requests.count() + replies.count()) * costs.edgePs);
        requests.idle(polls);
        replies.idle(polls);
        final boolean isAsleep = waitingCount == 0 && nowPs - idleSincePs > costs.windowPs;
        if (isAsleep) {
            counters.wakeUps++;
        }
        model.at(Math.max(nowPs, idleSincePs) + (isAsleep ? costs.wakePs : 0), this); // the last turn may not be over
    }

    @Override
    public void happen(final long nowPs) {
        turnEndPs = nowPs + costs.passPs;
        final int looks = replies.poll(TURN_LIMIT, this::takeReply) + requests.poll(TURN_LIMIT, this::takeRequest);
        counters.looks += looks;
        turnEndPs += looks * costs.edgePs;
        long endPs = turnEndPs;
        endPs = sendAnswers(endPs);
        endPs = sendWaiting(endPs);
        endPs = acknowledge(endPs);
        counters.turns++;
        counters.busyPs += endPs - nowPs;
        if (requests.pending() > 0 || repliesToHandOn > 0 || hasSendable()) {
            model.at(endPs, this);
        } else {
            isScheduled = false;
            idleSincePs = endPs;
        }
    }

    private void takeRequest(final Message buffer) {
        turnEndPs = take(buffer, turnEndPs);
    }

    /** An acknowledgement, whose credits are counted already, or answers of which some are for others. */
    private void takeReply(final Message message) {
        if (message.type == Message.Type.ACK) {
            turnEndPs += costs.ackPs;
        } else {
            repliesToHandOn--;
            turnEndPs += costs.bufferPs + message.count() * costs.blockPs;
            for (int i = 0; i < message.count(); i++) {
                final ModelProcess process = model.process(message.process(i));
                if (process.node() == this) {
                    process.answered(turnEndPs);
                } else {
                    answers.add(process.id(), NO_SLOT);
                    counters.forwardedReplies++;
                    turnEndPs += costs.forwardPs;
                }
            }
        }
        model.free(message);
    }

    private long take(final Message buffer, final long startPs) {
        final int edge = routes.edgeTo(buffer.from);
        arrivals.take(edge);
        if (buffers == null) {
            buffers = new EdgeBuffers(routes.edgeCount(), credits.perEdge());
        }
        long endPs = startPs + costs.bufferPs + buffer.count() * costs.blockPs;
        int slot = NO_SLOT;
        for (int i = 0; i < buffer.count(); i++) {
            final ModelProcess process = model.process(buffer.process(i));
            if (process.target() == id()) {
                execute(process);
                endPs += costs.executePs;
            } else {
                slot = keep(process, edge, slot);
                endPs += costs.forwardPs;
            }
        }
        if (slot == NO_SLOT) {
            buffers.passed(edge);
        }
        counters.buffersTaken++;
        counters.blocksTaken += buffer.count();
        model.free(buffer);
        return endPs;
    }

    private int keep(final ModelProcess process, final int edge, final int slot) {
        int kept = slot;
        if (kept == NO_SLOT) {
            kept = buffers.admit(edge, 1);
            if (kept < 0) {
                throw SimulationException.law("node " + id() + " has no buffer for what node " + routes.neighbour(edge)
                    + " sent with a credit");
            }
        } else {
            buffers.join(kept, 1);
        }
        final int out = routes.edgeTo(routes.nextHop(process.target()));
        queueOf(forwards, out).add(process.id(), kept);
        wait(out);
        counters.forwarded++;
        return kept;
    }

    private void execute(final ModelProcess process) {
        counters.executed++;
        if (model.kind() != RequestKind.LOCK) {
            answers.add(process.id(), NO_SLOT);
        } else if (process.isUnlocking()) {
            answers.add(process.id(), NO_SLOT);
            final int next = mutex.unlock(process.id());
            if (next != Mutex.NOBODY) {
                answers.add(next, NO_SLOT);
            }
        } else if (mutex.lock(process.id())) {
            answers.add(process.id(), NO_SLOT);
        }
    }

    /** One message for each node that is answered, as far as gathering goes; credits owed to that node travel along. */
    private long sendAnswers(final long startPs) {
        long endPs = startPs;
        final Message[] open = model.openReplies();
        for (int i = 0; i < answers.size(); i++) {
            final ModelProcess process = model.process((int) answers.block(i));
            final int to = wayTo(process);
            if (open[to] != null && open[to].count() >= model.gather()) {
                endPs = sendReply(open[to], endPs);
                open[to] = null;
            }
            if (open[to] == null) {
                open[to] = model.message(Message.Type.REPLY, id(), to);
            }
            open[to].add(process.id(), model.replyBytes());
        }
        for (int i = 0; i < answers.size(); i++) {
            final int to = wayTo(model.process((int) answers.block(i)));
            if (open[to] != null) {
                endPs = sendReply(open[to], endPs);
                open[to] = null;
            }
        }
        answers.remove(answers.size());
        return endPs;
    }

    private int wayTo(final ModelProcess process) {
        final int node = process.node().id();
        return model.config().server().replies() == Replies.ROUTED ? routes.nextHop(node) : node;
    }

    private long sendReply(final Message reply, final long startPs) {
        final int edge = routes.edgeTo(reply.to);
        if (edge >= 0 && buffers != null && buffers.owed(edge) > 0) {
            reply.credits = buffers.takeOwed(edge);
        }
        final long endPs = startPs + costs.sendPs + reply.bytes * costs.copyPs;
        depart(reply, endPs);
        return endPs;
    }

    private boolean hasSendable() {
        for (int i = 0; i < waitingCount; i++) {
            if (credits.available(waitingEdges[i]) > 0) {
                return true;
            }
        }
        return false;
    }

    private long sendWaiting(final long startPs) {
        long endPs = startPs;
        int kept = 0;
        for (int i = 0; i < waitingCount; i++) {
            final int edge = waitingEdges[i];
            while (hasBlocks(edge) && credits.tryTake(edge)) {
                endPs = sendBuffer(edge, endPs);
            }
            isWaiting[edge] = hasBlocks(edge);
            if (isWaiting[edge]) {
                waitingEdges[kept++] = edge;
            }
        }
        waitingCount = kept;
        return endPs;
    }

    private boolean hasBlocks(final int edge) {
        return sizeOf(forwards[edge]) + sizeOf(local[edge]) > 0;
    }

    private static int sizeOf(final ForwardQueue queue) {
        return queue == null ? 0 : queue.size();
    }

    /** Own blocks and forwarded ones take turns in going first, so that neither starve. */
    private long sendBuffer(final int edge, final long startPs) {
        final Message message = model.message(Message.Type.REQUEST, id(), routes.neighbour(edge));
        isLocalFirst = !isLocalFirst;
        gather(message, isLocalFirst ? local[edge] : forwards[edge]);
        gather(message, isLocalFirst ? forwards[edge] : local[edge]);
        counters.buffersSent++;
        final long endPs = startPs + costs.sendPs + message.bytes * costs.copyPs;
        depart(message, endPs);
        return endPs;
    }

    private void gather(final Message message, final ForwardQueue queue) {
        final int room = Math.min(sizeOf(queue), model.blocksPerBuffer() - message.count());
        for (int i = 0; i < room; i++) {
            message.add((int) queue.block(i), model.requestBytes());
            if (queue.slot(i) != NO_SLOT) {
                buffers.leave(queue.slot(i));
            }
        }
        if (room > 0) {
            queue.remove(room);
        }
    }

    private long acknowledge(final long startPs) {
        long endPs = startPs;
        if (buffers == null) {
            return endPs;
        }
        for (int i = 0; i < buffers.owingCount(); i++) {
            final int edge = buffers.owingEdge(i);
            if (buffers.owed(edge) > 0) {
                final Message ack = model.message(Message.Type.ACK, id(), routes.neighbour(edge));
                ack.credits = buffers.takeOwed(edge);
                endPs += costs.sendPs;
                counters.acksSent++;
                depart(ack, endPs);
            }
        }
        buffers.tidy();
        return endPs;
    }

    /** @throws SimulationException unless all buffers are empty, all credits at home and nothing waits */
    void checkAtRest() {
        boolean isAtRest = requests.pending() == 0 && repliesToHandOn == 0 && waitingCount == 0 && answers.isEmpty()
            && mutex.isFree() && (buffers == null || buffers.inUse() == 0 && buffers.owingCount() == 0);
        for (int edge = 0; edge < routes.edgeCount(); edge++) {
            isAtRest &= credits.inUse(edge) == 0 && !hasBlocks(edge);
        }
        if (!isAtRest) {
            throw SimulationException.law("all is done, and at node " + id() + " something is left: "
                + requests.pending() + " requests, " + waitingCount + " waiting edges, " + buffers);
        }
    }
}
