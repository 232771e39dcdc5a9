package org.gmt4j.bench.simulate;

import java.util.ArrayDeque;
import org.gmt4j.aggregation.topology.EdgeBuffers;
import org.gmt4j.aggregation.topology.EdgeCredits;
import org.gmt4j.aggregation.topology.ForwardQueue;
import org.gmt4j.aggregation.topology.Routes;

/**
 * A node: one server, one link each way, and the runtime's routes, credits, buffers and forward queues. As an event: the server's next turn.
 *
 * <pre>
 *   server:  IDLE --work: now, or after a wake-up when it has slept--> TURN --nothing more to do--> IDLE
 *                                                                       ^ |
 *                                                                       +-+ more
 *   a turn:  look at all edges; take in up to {@value #TURN_LIMIT} buffers: execute blocks, keep others for their next edge;
 *            send answers; send what has a credit; acknowledge what was emptied
 * </pre>
 *
 * <p>Processes put their requests on the wire themselves when there is a credit and nobody waits before them, and take their answers
 * themselves; the server does the rest. Nothing of a request is kept anywhere but in slots of {@link EdgeBuffers}, at its process, and in a
 * mutex's list.
 */
final class ModelNode implements Event {
    /** Buffers taken in one turn. */
    private static final int TURN_LIMIT = 16;
    private static final int NO_SLOT = -1;

    private final ClusterModel model;
    private final Turn costs;
    private final Routes routes;
    private final EdgeCredits credits;
    private final ForwardQueue[] forwards;
    private final ForwardQueue[] local;
    private final int[] waitingEdges;
    private final boolean[] isWaiting;
    private final ArrayDeque<Message> inbox = new ArrayDeque<>();
    private final ForwardQueue answers = new ForwardQueue();
    private final Mutex mutex = new Mutex();
    private final ServerCounters counters = new ServerCounters();
    /** Made when the first request comes in: most nodes of a hot spot's job never get one. */
    private EdgeBuffers buffers;
    private int[] arrivedByEdge;
    private int waitingCount;
    private int sendersWaiting;
    private boolean isLocalFirst;
    private boolean isScheduled;
    private long idleSincePs;
    private long linkInFreePs;
    private long linkOutFreePs;
    private int acksToTake;
    private int held;
    private int mostHeld;

    ModelNode(final ClusterModel model, final Turn costs, final Routes routes, final int perEdge) {
        this.model = model;
        this.costs = costs;
        this.routes = routes;
        final int edges = routes.edgeCount();
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

    /** Most request buffers that were full at once: those that had come in and those that held blocks for another edge. */
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

    private void depart(final Message message, final long timePs) {
        final long leavesPs = Math.max(timePs, linkOutFreePs);
        linkOutFreePs = leavesPs + message.bytes * costs.wirePs;
        model.at(leavesPs + costs.latencyPs + model.distancePs(message.from, message.to), message);
    }

    /** @return when the message is through this node's incoming link */
    long throughLink(final Message message, final long nowPs) {
        long occupiedPs = message.bytes * costs.wirePs;
        if (message.type == Message.Type.REQUEST) {
            arrives(message.from);
            if (costs.streams > 0 && sendersWaiting > costs.streams) {
                occupiedPs += costs.crowdPs;
                counters.crowded++;
            }
        }
        linkInFreePs = Math.max(nowPs, linkInFreePs) + occupiedPs;
        return linkInFreePs;
    }

    private void arrives(final int sender) {
        if (arrivedByEdge == null) {
            arrivedByEdge = new int[routes.edgeCount()];
        }
        final int edge = routes.edgeTo(sender);
        if (arrivedByEdge[edge]++ == 0) {
            sendersWaiting++;
        }
        if (arrivedByEdge[edge] > credits.perEdge()) {
            throw SimulationException.law("node " + sender + " has sent more buffers to node " + id() + " than the edge has");
        }
        mostHeld = Math.max(mostHeld, ++held + (buffers == null ? 0 : buffers.inUse()));
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
                inbox.add(message);
                work(nowPs);
            }
            case REPLY -> {
                for (int i = 0; i < message.count(); i++) {
                    model.process(message.process(i)).answered(nowPs);
                }
                model.free(message);
            }
            default -> {
                acksToTake++;
                model.free(message);
            }
        }
    }

    // ---- the server ----

    private void work(final long nowPs) {
        if (isScheduled) {
            return;
        }
        isScheduled = true;
        final boolean isAsleep = waitingCount == 0 && nowPs - idleSincePs > costs.windowPs;
        if (isAsleep) {
            counters.wakeUps++;
        }
        model.at(Math.max(nowPs, idleSincePs) + (isAsleep ? costs.wakePs : 0), this); // the last turn may not be over
    }

    @Override
    public void happen(final long nowPs) {
        long endPs = nowPs + costs.passPs + routes.edgeCount() * costs.edgePs + acksToTake * costs.ackPs;
        acksToTake = 0;
        for (int i = 0; i < TURN_LIMIT && !inbox.isEmpty(); i++) {
            endPs = take(inbox.remove(), endPs);
        }
        endPs = sendAnswers(endPs);
        endPs = sendWaiting(endPs);
        endPs = acknowledge(endPs);
        counters.turns++;
        counters.busyPs += endPs - nowPs;
        if (!inbox.isEmpty() || hasSendable()) {
            model.at(endPs, this);
        } else {
            isScheduled = false;
            idleSincePs = endPs;
        }
    }

    private long take(final Message buffer, final long startPs) {
        final int edge = routes.edgeTo(buffer.from);
        held--;
        if (--arrivedByEdge[edge] == 0) {
            sendersWaiting--;
        }
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
                throw SimulationException.law("node " + id() + " has no buffer for what node " + routes.neighbour(edge) + " sent with a credit");
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
            final int to = process.node().id();
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
            final int to = model.process((int) answers.block(i)).node().id();
            if (open[to] != null) {
                endPs = sendReply(open[to], endPs);
                open[to] = null;
            }
        }
        answers.remove(answers.size());
        return endPs;
    }

    private long sendReply(final Message reply, final long startPs) {
        final int edge = routes.edgeTo(reply.to);
        if (edge >= 0 && buffers.owed(edge) > 0) {
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
        boolean isAtRest = inbox.isEmpty() && waitingCount == 0 && answers.isEmpty() && mutex.isFree()
            && (buffers == null || buffers.inUse() == 0 && buffers.owingCount() == 0);
        for (int edge = 0; edge < routes.edgeCount(); edge++) {
            isAtRest &= credits.inUse(edge) == 0 && !hasBlocks(edge);
        }
        if (!isAtRest) {
            throw SimulationException.law("all is done, and at node " + id() + " something is left: " + inbox.size() + " messages, " + waitingCount
                + " waiting edges, " + buffers);
        }
    }

    /** What a turn's parts take, in picoseconds; the same object for all nodes. */
    static final class Turn {
        private final long passPs;
        private final long edgePs;
        private final long ackPs;
        private final long bufferPs;
        private final long blockPs;
        private final long executePs;
        private final long forwardPs;
        private final long sendPs;
        private final long copyPs;
        private final long wakePs;
        private final long windowPs;
        private final long latencyPs;
        private final long wirePs;
        private final long streams;
        private final long crowdPs;

        Turn(final ModelConfig config) {
            final CostModel costs = config.costs();
            passPs = costs.ps(Cost.PASS);
            edgePs = costs.ps(Cost.EDGE);
            ackPs = costs.ps(Cost.ACK);
            bufferPs = costs.ps(Cost.BUFFER);
            blockPs = costs.ps(Cost.BLOCK);
            copyPs = costs.ps(Cost.COPY);
            executePs = config.kind().commands(config.payloadBytes()) * costs.ps(Cost.COMMAND)
                + config.kind().copiedBytes(config.payloadBytes()) * copyPs;
            forwardPs = costs.ps(Cost.FORWARD);
            sendPs = costs.ps(Cost.SEND);
            wakePs = costs.ps(Cost.WAKE);
            windowPs = config.waiting().windowPs(costs);
            latencyPs = costs.ps(Cost.LATENCY);
            wirePs = costs.ps(Cost.WIRE);
            streams = (long) costs.value(Cost.STREAMS);
            crowdPs = costs.ps(Cost.CROWD);
        }
    }
}
