package org.gmt4j.aggregation.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.testing.NativeBytes;
import org.gmt4j.aggregation.testing.TinyOwner;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.wire.BlockHeader;

/**
 * One aggregator and the nodes around it, simulated: blocks are executed by a {@link TinyOwner} and answered when the
 * test says so, or when the aggregator waits. Owned by the thread of the test.
 */
final class AggregatorRig implements BlockSink, BackPressure, AutoCloseable {
    static final int WORDS = 64;
    static final int LANE = 3;
    static final int NODE = 0;
    private static final int PATIENCE = 1000;

    /** A block as the server would have copied it. */
    record Sent(int destination, int slot, int generation, byte[] bytes) {
        int length() {
            return bytes.length;
        }
    }

    final AggregationConfig config;
    final Aggregator aggregator;
    final TinyOwner[] owners;
    final List<Deque<Sent>> inFlight = new ArrayList<>();
    final List<Sent> all = new ArrayList<>();
    final NativeBytes block;
    final NativeBytes reply;
    long nowNs = 1_000_000;
    int relieveCount;
    int blockClosedCount;
    private int answeredCount;      // the oldest blocks, which have been answered: there are many
    /** What happens while the lane waits; the default answers the oldest block. */
    Runnable onRelieve = this::answerOldest;
    Runnable onBlockClosed = () -> { };

    AggregatorRig(final AggregationConfig config, final int nodeCount) {
        this(config, nodeCount, (index, argument) -> { });
    }

    AggregatorRig(final AggregationConfig config, final int nodeCount, final TinyOwner.Visitor visitor) {
        this.config = config;
        owners = new TinyOwner[nodeCount];
        for (int node = 0; node < nodeCount; node++) {
            owners[node] = new TinyOwner(WORDS, visitor);
            inFlight.add(new ArrayDeque<>());
        }
        block = new NativeBytes(config.blockLength());
        reply = new NativeBytes(config.bufferLength() + 8 * config.blockLength());
        aggregator = new Aggregator(config, Routes.direct(NODE, nodeCount), LANE, this, this);
    }

    /** Generous time-outs, 256 B blocks (14 updates), 1 KB buffers. */
    static AggregationConfig config(final int blockCommands, final int credits, final int poolBlocks,
                                    final int overflowBlocks) {
        return new AggregationConfig(256, blockCommands, 1000, 1024, 64, 1000, 1, credits, poolBlocks,
            overflowBlocks, 4);
    }

    @Override
    public void accept(final RequestBlock sent) {
        final long at = sent.address();
        final Sent copy = new Sent(BlockHeader.destination(at), BlockHeader.slot(at), BlockHeader.generation(at),
            NativeBytes.copy(at, sent.length()));
        if (BlockHeader.length(at) != sent.length() || BlockHeader.origin(at) != NODE || BlockHeader.lane(at) != LANE
            || BlockHeader.kind(at) != BlockHeader.REQUEST || (BlockHeader.flags(at) & ~BlockHeader.TIMED) != 0
            || BlockHeader.nextHop(at) != sent.nextHop() || sent.length() <= BlockHeader.LENGTH
            || BlockHeader.replyLength(at) > config.maxReplyLength()) {
            throw new AssertionError("bad block header " + NativeBytes.hex(at, BlockHeader.LENGTH));
        }
        sent.departed();
        final Deque<Sent> line = inFlight.get(copy.destination);
        line.add(copy);
        all.add(copy);
        if (line.size() > config.credits()) {
            throw new AssertionError(line.size() + " blocks on their way to node " + copy.destination + ": " + this);
        }
    }

    @Override
    public void relieve(final int attempt) {
        relieveCount++;
        if (attempt > PATIENCE) {
            throw new AssertionError("the lane waits for ever: " + this);
        }
        onRelieve.run();
    }

    @Override
    public void blockClosed() {
        blockClosedCount++;
        onBlockClosed.run();
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    /** Executes and answers the oldest block to a node. */
    void answer(final int node) {
        deliver(execute(inFlight.get(node).remove()));
    }

    /** Executes a block, with commands issued by visits allowed, and returns the reply. */
    byte[] execute(final Sent sent) {
        block.set(sent.bytes);
        aggregator.setExecuting(true);
        try {
            final int length = owners[sent.destination].answer(block.address(), sent.length(), reply.address());
            return NativeBytes.copy(reply.address(), length);
        } finally {
            aggregator.setExecuting(false);
        }
    }

    boolean deliver(final byte[] bytes) {
        reply.set(bytes);
        return aggregator.inFlight().onReply(reply.address(), bytes.length);
    }

    void answerOldest() {
        while (answeredCount < all.size() && !isInFlight(all.get(answeredCount))) {
            answeredCount++;
        }
        for (final Sent sent : all.subList(answeredCount, all.size())) {
            if (inFlight.get(sent.destination).peek() == sent) {
                answer(sent.destination);
                return;
            }
        }
    }

    private boolean isInFlight(final Sent sent) {
        return inFlight.get(sent.destination).contains(sent);
    }

    /** Flushes and answers until nothing is left. */
    void drain() {
        for (int round = 0; aggregator.hasOpenBlocks() || aggregator.inFlight().count() > 0; round++) {
            if (round > 100_000) {
                throw new AssertionError("does not drain: " + this);
            }
            aggregator.flushAll(FlushReason.FORCED);
            answerOldest();
        }
    }

    /** Flushes and answers everything to one node. */
    void drainOnly(final int node) {
        aggregator.flush(node, FlushReason.FORCED);
        while (!inFlight.get(node).isEmpty()) {
            answer(node);
        }
    }

    int inFlightCount() {
        return inFlight.stream().mapToInt(Deque::size).sum();
    }

    /** Words of a block behind its header. */
    static long[] words(final Sent sent) {
        final long[] words = new long[(sent.length() - BlockHeader.LENGTH) / 8];
        try (NativeBytes memory = new NativeBytes(sent.length())) {
            memory.set(sent.bytes);
            Arrays.setAll(words, i -> UnsafeApi.getLong(memory.address() + BlockHeader.LENGTH + i * 8L));
        }
        return words;
    }

    @Override
    public String toString() {
        return "on their way " + inFlight.stream().map(Deque::size).toList() + " of " + config.credits()
            + " credits, unanswered " + aggregator.inFlight().count() + ", open "
            + aggregator.hasOpenBlocks() + ", memory " + aggregator.memoryInBytes() + " B of "
            + config.poolBlocks() + "+" + config.overflowBlocks() + " blocks, flushes "
            + aggregator.counters().flushes();
    }

    @Override
    public void close() {
        aggregator.close();
        block.close();
        reply.close();
    }
}
