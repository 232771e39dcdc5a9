package org.gmt4j.aggregation.server;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.BackPressure;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.testing.CountingCompletion;
import org.gmt4j.aggregation.testing.TinyOwner;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * A whole node in miniature: one lane, one communication server, a {@link TinyOwner} that executes. Does nothing but
 * send commands that all need replies to random nodes, itself included. Owned by one thread, its own or the test's.
 */
final class FloodNode implements Runnable, BackPressure, AutoCloseable {
    static final int WORDS = 64;
    private static final int LONGS = UnsafeApi.arrayBaseOffset(long[].class);

    final int nodeId;
    final int nodeCount;
    final TinyOwner owner;
    final Lane lane;
    final CommunicationServer server;
    final CountingCompletion completion = new CountingCompletion();
    final CountingCompletion visits = new CountingCompletion();
    private final AggregationConfig config;
    private final Random random;
    private final long[] results;
    private final long[] constants;
    private final int commandCount;
    private final boolean hasVisits;
    /** Refuses request blocks for so many polls, each time it has executed some: a helper that stalls. */
    private final int stallPolls;
    private int stallLeft;
    private long pollCount;
    volatile int issued;
    volatile String state = "new";
    /** Everything of its own has come back; visits of others may make it busy again. */
    volatile boolean isQuiet;
    volatile long visitsAsked;
    volatile long visitsMade;
    volatile boolean isStopped;
    volatile Throwable failure;

    /** All commands go to this node; negative: each to any. */
    private final int target;

    FloodNode(final AggregationConfig config, final Transport transport, final int commandCount, final int stallPolls,
              final boolean hasVisits) {
        this(config, transport, commandCount, stallPolls, hasVisits, Routes.direct(transport.nodeId(),
            transport.nodeCount()), TopologyConfig.DEFAULT, -1);
    }

    FloodNode(final AggregationConfig config, final Transport transport, final int commandCount, final int stallPolls,
              final boolean hasVisits, final Routes routes, final TopologyConfig edges, final int target) {
        this.target = target;
        this.config = config;
        this.commandCount = commandCount;
        this.stallPolls = stallPolls;
        this.hasVisits = hasVisits;
        nodeId = transport.nodeId();
        nodeCount = transport.nodeCount();
        random = new Random(nodeId);
        results = new long[commandCount];
        constants = new long[commandCount];
        owner = new TinyOwner(WORDS, this::visit);
        for (int i = 0; i < WORDS / 2; i++) {
            owner.words()[i] = constant(nodeId, i);
        }
        final CommunicationServer[] door = new CommunicationServer[1];
        final Aggregator aggregator = new Aggregator(config, routes, 0, block -> door[0].accept(block), this);
        lane = new Lane(0, aggregator, edges.replies() == TopologyConfig.Replies.ROUTED
            ? new ReplyBuffers(config, routes, buffer -> door[0].acceptReplies(buffer))
            : new ReplyBuffers(config, nodeCount, buffer -> door[0].acceptReplies(buffer)));
        server = new CommunicationServer(config, routes, edges, 77, transport, 1,
            new BlockReceivers(this::onRequest, this::onReply, (source, expected, found) -> {
                throw new AssertionError("lost buffers from " + source + ": " + expected + "->" + found);
            }));
        door[0] = server;
    }

    /** What the first half of the words holds for ever. */
    private static long constant(final int node, final int offset) {
        return node * 1_000_003L + offset;
    }

    private boolean onRequest(final long block, final int length) {
        if (stallLeft > 0) {
            return false;
        }
        final int origin = BlockHeader.origin(block);
        final int replyLength = BlockHeader.replyLength(block);
        final long answer = lane.replies().claim(origin, BlockHeader.LENGTH + replyLength);
        if (answer == 0) {
            return false;
        }
        lane.aggregator().setExecuting(true);
        try {
            owner.answer(block, length, answer);
        } finally {
            lane.aggregator().setExecuting(false);
        }
        stallLeft = random.nextInt(3) == 0 ? stallPolls : 0;
        return true;
    }

    private boolean onReply(final long block, final int length) {
        if (!lane.aggregator().inFlight().onReply(block, length)) {
            throw new AssertionError("stale reply");
        }
        return true;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    private void visit(final long index, final long hops) {
        isQuiet = false;
        if (hops > 0) {
            lane.aggregator().update((int) ((index + hops) % nodeCount), visitWord(index + 1), hops - 1, visits);
        }
        visitsMade++;
    }

    private static long visitWord(final long index) {
        return CommandWord.base(CommandType.VISIT, 0) | index;
    }

    /** One duty cycle; never waits. */
    int turn(final long ageNs) {
        pollCount++;
        stallLeft = Math.max(0, stallLeft - 1);
        final int work = server.poll(4);
        lane.replies().flushAll();
        return work + server.send(System.nanoTime(), ageNs);
    }

    @Override
    public void relieve(final int attempt) {
        state = "waits, attempt " + attempt;
        if (isStopped || Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("stopped");
        }
        if (turn(0) == 0) {
            LockSupport.parkNanos(1000);
        }
    }

    @Override
    public void blockClosed() {
        turn(config.bufferTimeoutNs());
    }

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    /** Issues all commands; returns when all have been answered. */
    void flood() {
        for (int i = 0; i < commandCount; i++) {
            state = "issues";
            issued = i;
            issue(i, target < 0 ? random.nextInt(nodeCount) : target, random.nextInt(WORDS / 2));
        }
        issued = commandCount;
        while (!isDone()) {
            state = "drains";
            lane.aggregator().flushAll(FlushReason.IDLE);
            relieve(0);
        }
    }

    boolean isDone() {
        return issued == commandCount && completion.isComplete() && visits.isComplete()
            && lane.aggregator().inFlight().count() == 0;
    }

    private void issue(final int i, final int node, final int offset) {
        final Aggregator aggregator = lane.aggregator();
        final long place = RequestBlock.toElement(3, LONGS, i);
        switch (random.nextInt(hasVisits ? 5 : 3)) {
            case 0 -> {
                constants[i] = constant(node, offset);
                aggregator.fetch(node, CommandWord.base(CommandType.GET, 0) | offset, completion, results, place);
            }
            case 1 -> {
                constants[i] = constant(node, offset);
                aggregator.fetchBulk(node, CommandWord.base(CommandType.GET_BULK, 0) | offset, 8, completion,
                    results, LONGS + 8L * i);
            }
            case 2 -> {
                // Nobody adds to the first half; the second half counts.
                constants[i] = -1;
                aggregator.fetch(node,
                    CommandWord.base(CommandType.FETCH + CommandType.ADD, 0) | (WORDS / 2 + offset % 16), 1, completion,
                    results, place);
            }
            default -> {
                final int hops = random.nextInt(3);
                visitsAsked += hops + 1;
                aggregator.update(node, visitWord(node), hops, completion);
            }
        }
    }

    /** Checks what came back; returns how many additions this node has issued. */
    long check() {
        long additions = 0;
        for (int i = 0; i < commandCount; i++) {
            if (constants[i] == -1) {
                additions++;
            } else if (results[i] != constants[i]) {
                throw new AssertionError("node " + nodeId + " command " + i + ": " + results[i] + ", expected "
                    + constants[i]);
            }
        }
        return additions;
    }

    /** Sum of what has been added here. */
    long sum() {
        long sum = 0;
        for (int i = WORDS / 2; i < WORDS / 2 + 16; i++) {
            sum += owner.words()[i];
        }
        return sum;
    }

    @Override
    public void run() {
        try {
            flood();
            while (!isStopped) {
                isQuiet = isDone();
                lane.aggregator().flushAll(FlushReason.IDLE);
                relieve(0);
            }
        } catch (final Throwable cause) {
            if (!isStopped) {
                failure = cause;
            }
        }
    }

    @Override
    public String toString() {
        return "node " + nodeId + (isQuiet ? " quiet, " : " ") + state + ", issued " + issued + " of "
            + commandCount + ", pending " + completion.pendingCount() + "+"
            + visits.pendingCount() + ", blocks under way " + lane.aggregator().inFlight().count() + ", open "
            + lane.aggregator().hasOpenBlocks() + ", replies empty " + lane.replies().isEmpty() + " refused "
            + lane.replies().refusedCount() + ", polls " + pollCount + ", stall " + stallLeft + ", executed "
            + owner.executedCount() + ", refusals " + server.counters().refusals() + ", " + server;
    }

    @Override
    public void close() {
        lane.close();
        server.close();
    }
}
