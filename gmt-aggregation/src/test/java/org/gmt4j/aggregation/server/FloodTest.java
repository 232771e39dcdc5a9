package org.gmt4j.aggregation.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes that flood each other with requests that all need replies, through rings of the smallest capacity, with hardly
 * any blocks, buffers and credits: with one stream for both directions, or with one resource that waits for another in
 * a circle, this stops for ever. It must end, with exact results.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class FloodTest {
    private static final int MIN_RING = 1024;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    /** Blocks of 128 B, buffers that just hold a reply, so that a ring holds some three. */
    private static AggregationConfig config(final int credits, final int poolBlocks, final int overflowBlocks,
                                            final int replyBuffers) {
        return new AggregationConfig(128, 512, 0, 240, 64, 20_000, 1, credits, poolBlocks, overflowBlocks,
            replyBuffers);
    }

    interface Faults {
        Transport over(Transport transport, int node);
    }

    @ParameterizedTest(name = "{0} nodes, credits {1}, pool {2}, reply buffers {3}, stall {4}")
    @CsvSource({"2,1,2,2,0", "3,1,2,2,0", "5,1,2,2,0", "2,1,1,1,0", "3,1,1,1,0", "5,1,1,1,0", "2,4,8,1,0",
        "5,4,8,2,0", "1,1,1,1,0", "2,1,2,2,20", "3,2,3,1,20", "5,1,1,1,5"})
    void shouldEndWhenNodesFloodEachOther(final int nodes, final int credits, final int pool, final int replies,
                                          final int stall) {
        floodWithThreads(nodes, config(credits, pool, 0, replies), 8_000 / nodes, stall, false,
            (transport, node) -> transport);
    }

    @ParameterizedTest(name = "{0} nodes, pool {1}, reply buffers {2}")
    @CsvSource({"2,2,2", "3,1,1", "5,2,1"})
    void shouldEndWhenVisitsFloodToo(final int nodes, final int pool, final int replies) {
        floodWithThreads(nodes, config(1, pool, 4096, replies), 4_000 / nodes, 0, true, (transport, node) -> transport);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldEndOverATransportThatRefusesAndDelays(final int nodes) {
        floodWithThreads(nodes, config(1, 2, 0, 2), 2_000, 0, false,
            (transport, node) -> FaultyTransport.over(transport).refusingEvery(2 + node).delaying(node));
    }

    /** One thread steps the nodes in a random order: what fails here fails again with the same seed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldEndWhenNodesTakeTurnsInAnyOrder(final long seed) {
        final Random random = new Random(seed);
        final int nodeCount = 2 + random.nextInt(3);
        try (LoopbackNetwork network = new LoopbackNetwork(nodeCount, MIN_RING)) {
            final List<FloodNode> nodes = nodes(network, nodeCount, config(2, 100_000, 0, 1), 0, 3, false,
                (transport, node) -> transport);
            final long startNs = System.nanoTime();
            final int[] left = new int[nodeCount];
            Arrays.fill(left, 2000);
            // The pool is large and the lane stops before credits are used up, so that nobody ever waits inside.
            while (Arrays.stream(left).sum() > 0 || nodes.stream().anyMatch(node ->
                !node.completion.isComplete())) {
                final FloodNode node = nodes.get(random.nextInt(nodeCount));
                final int target = random.nextInt(nodeCount);
                if (node.lane.aggregator().room(target) < 16) {
                    node.lane.aggregator().flush(target, FlushReason.FORCED);
                }
                if (left[node.nodeId] > 0 && !node.lane.aggregator().isSaturated(target, 8)) {
                    left[node.nodeId]--;
                    node.lane.aggregator().update(target, CommandWord.base(CommandType.UPDATE, 0) | FloodNode.WORDS / 2,
                        1, node.completion);
                } else {
                    node.lane.aggregator().flush(target, FlushReason.FORCED);
                }
                if (random.nextInt(3) == 0) {
                    node.turn(0);
                }
                assertTrue(System.nanoTime() - startNs < PATIENCE_NS, () -> "hangs:\n" + dump(nodes));
            }
            assertEquals(2000L * nodeCount, nodes.stream().mapToLong(FloodNode::sum).sum());
            nodes.forEach(node -> assertEquals(0, node.completion.pendingCount()));
            nodes.forEach(FloodNode::close);
        }
    }

    private static List<FloodNode> nodes(final LoopbackNetwork network, final int nodeCount,
                                         final AggregationConfig config, final int commands, final int stall,
                                         final boolean hasVisits, final Faults faults) {
        final List<FloodNode> nodes = new ArrayList<>();
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(new FloodNode(config, faults.over(network.open(i, nodeCount), i), commands, stall, hasVisits));
        }
        return nodes;
    }

    private static void floodWithThreads(final int nodeCount, final AggregationConfig config, final int commands,
                                         final int stall, final boolean hasVisits, final Faults faults) {
        try (LoopbackNetwork network = new LoopbackNetwork(nodeCount, MIN_RING)) {
            flood(nodes(network, nodeCount, config, commands, stall, hasVisits, faults), config, commands);
        }
    }

    /**
     * Floods, each node with a thread of its own, until all is answered; checks results and bounds, and closes the
     * nodes.
     */
    static void flood(final List<FloodNode> nodes, final AggregationConfig config, final int commands) {
        final List<Thread> threads = nodes.stream().map(node -> new Thread(node, "flood-" + node.nodeId)).toList();
        threads.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
        try {
            watch(nodes);
        } finally {
            nodes.forEach(node -> node.isStopped = true);
            join(threads);
        }
        final long additions = nodes.stream().mapToLong(FloodNode::check).sum();
        assertEquals(additions, nodes.stream().mapToLong(FloodNode::sum).sum());
        for (final FloodNode node : nodes) {
            assertEquals(commands == 0 ? 0 : 1, Math.min(1, node.completion.completionCount()));
            assertEquals(0, node.server.counters().dropped(), node::toString);
            assertEquals(0, node.lane.aggregator().counters().staleReplies());
            assertTrue(node.lane.aggregator().memoryInBytes() <= 128L * config.poolBlocks());
            assertTrue(node.lane.replies().memoryInBytes() <= (long) config.bufferLength() * config.replyBuffers());
        }
        nodes.forEach(FloodNode::close);
    }

    /** Waits until all are done. No progress of any node for long: the state of all, and failure. */
    private static void watch(final List<FloodNode> nodes) {
        String before = "";
        long sinceNs = System.nanoTime();
        int looks = 0;
        while (!isOver(nodes)) {
            for (final FloodNode node : nodes) {
                if (node.failure != null) {
                    throw new AssertionError("failed:\n" + dump(nodes), node.failure);
                }
            }
            final String now = nodes.stream().map(node -> node.issued + "/" + node.owner.executedCount())
                .collect(Collectors.joining(","));
            if (!now.equals(before)) {
                before = now;
                looks = 0;
                sinceNs = System.nanoTime();
            }
            // Looked at many times, too: on a busy machine all threads may stand still for long.
            if (++looks > 1000 && System.nanoTime() - sinceNs > PATIENCE_NS) {
                throw new AssertionError("nobody makes progress:\n" + dump(nodes));
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean isOver(final List<FloodNode> nodes) {
        return nodes.stream().mapToLong(node -> node.visitsAsked).sum() == nodes.stream()
            .mapToLong(node -> node.visitsMade).sum()
            && nodes.stream().allMatch(node -> node.isQuiet);
    }

    private static void join(final List<Thread> threads) {
        try {
            for (final Thread thread : threads) {
                thread.join(60_000);
                assertTrue(!thread.isAlive(), () -> thread + " does not stop");
            }
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String dump(final List<FloodNode> nodes) {
        return nodes.stream().map(FloodNode::toString).collect(Collectors.joining("\n"));
    }
}
