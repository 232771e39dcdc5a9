package org.gmt4j.bench.simulate;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.Shape;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * Nodes, processes and links of a job, and its time. One thread; run once. The same configuration and workload always
 * give the same run.
 *
 * <p>Laws, checked while it runs and when it ends: each request is executed and answered once; a buffer that comes with
 * a credit finds a slot; in the end all slots are empty and all credits at home.
 *
 * <p>Memory: a few words for each edge of each node, that is the square of the nodes for a fully connected graph, with
 * a small factor.
 */
final class ClusterModel {
    private final ModelConfig config;
    private final Workload workload;
    private final EventQueue events = new EventQueue();
    private final SplittableRandom random;
    private final ModelNode[] nodes;
    private final ModelProcess[] processes;
    private final Message[] openReplies;
    private final ArrayDeque<Message> freeMessages = new ArrayDeque<>();
    private final Shape cube;
    private final long clientPs;
    private final long distancePs;
    private final int requestBytes;
    private final int replyBytes;
    private final int blocksPerBuffer;
    private long issued;
    private long answered;

    ClusterModel(final ModelConfig config, final Workload workload) {
        this.config = config;
        this.workload = workload;
        random = new SplittableRandom(config.load().seed());
        requestBytes = BlockHeader.LENGTH + config.load().kind().requestBytes(config.load().payloadBytes());
        replyBytes = BlockHeader.LENGTH + config.load().kind().replyBytes();
        blocksPerBuffer = Math.min(config.buffers().gather(),
            (config.buffers().length() - BufferHeader.LENGTH) / requestBytes);
        if (blocksPerBuffer < 1) {
            throw new IllegalArgumentException("a request of " + requestBytes + " B does not fit into a buffer of "
                + config.buffers().length() + " B");
        }
        clientPs = config.costs().ps(Cost.CLIENT);
        distancePs = config.costs().ps(Cost.DISTANCE);
        final int nodeCount = config.topology().nodeCount();
        cube = TopologyKind.CFCG.defaultShape(nodeCount);
        openReplies = new Message[nodeCount];
        nodes = new ModelNode[nodeCount];
        processes = new ModelProcess[nodeCount * config.load().processes()];
        final ServerCosts turn = new ServerCosts(config);
        for (int node = 0; node < nodeCount; node++) {
            nodes[node] = new ModelNode(this, turn, Routes.of(config.topology(), node), config.buffers().count());
            for (int i = 0; i < config.load().processes(); i++) {
                final int id = node * config.load().processes() + i;
                processes[id] = new ModelProcess(this, id, nodes[node]);
            }
        }
    }

    /**
     * Runs until nothing more happens, and checks the laws.
     *
     * @throws SimulationException when processes wait for ever, or a law is broken
     */
    void run() {
        workload.begin(this);
        while (events.step()) {
            // until nothing more happens
        }
        final ServerCounters sum = counters();
        if (answered != issued) {
            throw SimulationException.deadlock(answered + " of " + issued + " requests answered in "
                + config.topology() + " with " + config.buffers().count() + " buffers per edge");
        }
        if (sum.executed != issued) {
            throw SimulationException.law(issued + " requests, but " + sum.executed + " executions");
        }
        for (final ModelNode node : nodes) {
            node.checkAtRest();
        }
    }

    // ---- for the workload ----

    /** Lets an idle process ask its workload for an operation, {@code afterPs} from now. */
    void start(final int process, final long afterPs) {
        if (processes[process].isIdle()) {
            processes[process].due(events.nowPs() + afterPs);
        }
    }

    SplittableRandom random() {
        return random;
    }

    // ---- for nodes and processes ----

    void at(final long timePs, final Event event) {
        events.add(timePs, event);
    }

    Message message(final Message.Type type, final int from, final int to) {
        final Message free = freeMessages.poll();
        return (free == null ? new Message(this) : free).reset(type, from, to, BufferHeader.LENGTH);
    }

    void free(final Message message) {
        freeMessages.push(message);
    }

    /** By node, all empty between turns. */
    Message[] openReplies() {
        return openReplies;
    }

    ModelNode node(final int id) {
        return nodes[id];
    }

    ModelProcess process(final int id) {
        return processes[id];
    }

    Workload workload() {
        return workload;
    }

    RequestKind kind() {
        return config.load().kind();
    }

    int gather() {
        return config.buffers().gather();
    }

    int blocksPerBuffer() {
        return blocksPerBuffer;
    }

    int requestBytes() {
        return requestBytes;
    }

    int replyBytes() {
        return replyBytes;
    }

    long clientPs() {
        return clientPs;
    }

    /** Between two operations of a process: a little, at random, so that processes do not march in step. */
    long pausePs() {
        return clientPs == 0 ? 0 : random.nextLong(2 * clientPs);
    }

    long distancePs(final int from, final int to) {
        if (distancePs == 0) {
            return 0;
        }
        int steps = 0;
        for (int i = 0; i < cube.dimensions(); i++) {
            steps += Math.abs(cube.coordinate(from, i) - cube.coordinate(to, i));
        }
        return steps * distancePs;
    }

    void countIssued() {
        issued++;
    }

    void countAnswered() {
        answered++;
    }

    // ---- results ----

    ModelConfig config() {
        return config;
    }

    int nodeCount() {
        return nodes.length;
    }

    int processCount() {
        return processes.length;
    }

    long issued() {
        return issued;
    }

    long answered() {
        return answered;
    }

    long eventCount() {
        return events.happened();
    }

    long nowPs() {
        return events.nowPs();
    }

    /** Sums over all nodes. */
    ServerCounters counters() {
        final ServerCounters sum = new ServerCounters();
        for (final ModelNode node : nodes) {
            sum.add(node.counters());
        }
        return sum;
    }

    /** Most request buffers of any one node that were full at once. */
    int mostBuffersInUse() {
        int most = 0;
        for (final ModelNode node : nodes) {
            most = Math.max(most, node.mostBuffersInUse());
        }
        return most;
    }

    long creditStalls() {
        long sum = 0;
        for (final ModelNode node : nodes) {
            sum += node.creditStalls();
        }
        return sum;
    }
}
