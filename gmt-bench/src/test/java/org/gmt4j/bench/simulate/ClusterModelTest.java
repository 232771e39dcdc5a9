package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.aggregation.topology.RoutingRule;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The model's laws are checked by {@link ClusterModel#run} itself; these tests bring it into trouble. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ClusterModelTest {
    private static ModelConfig config(final VirtualTopology topology, final int processes, final int buffers,
                                      final int gather, final RequestKind kind, final Waiting waiting,
                                      final long seed) {
        return new ModelConfig(topology, new ModelConfig.Load(processes, kind, 1024, seed),
            new ModelConfig.Buffers(buffers, 16 * 1024, gather),
            new ModelConfig.Server(waiting, Polling.ATTENTIVE, Replies.DIRECT), CostModel.DEFAULT);
    }

    private static ModelConfig config(final TopologyKind kind, final int nodes, final long seed) {
        return config(VirtualTopology.of(kind, nodes), 3, 1, 8, RequestKind.FADD, Waiting.ADAPTIVE, seed);
    }

    private static ModelConfig config(final TopologyKind kind, final int nodes, final Polling polling,
                                      final Replies replies) {
        return config(kind, nodes, 3, polling, replies);
    }

    private static ModelConfig config(final TopologyKind kind, final int nodes, final int processes,
                                      final Polling polling, final Replies replies) {
        return new ModelConfig(VirtualTopology.of(kind, nodes),
            new ModelConfig.Load(processes, RequestKind.FADD, 1024, 1), new ModelConfig.Buffers(2, 16 * 1024, 8),
            new ModelConfig.Server(Waiting.ADAPTIVE, polling, replies), CostModel.DEFAULT);
    }

    /** Every process operates so often on a random other node, half of the time on node 0. */
    private static final class RandomTraffic implements Workload {
        private final int operations;
        private final long seed;
        private ClusterModel model;
        private SplittableRandom random;
        private int[] begun;
        private int[] ended;

        RandomTraffic(final int operations, final long seed) {
            this.operations = operations;
            this.seed = seed;
        }

        @Override
        public void begin(final ClusterModel begunModel) {
            model = begunModel;
            random = new SplittableRandom(seed);
            begun = new int[model.processCount()];
            ended = new int[model.processCount()];
            for (int process = 0; process < begun.length; process++) {
                model.start(process, 0);
            }
        }

        @Override
        public int nextTarget(final int process) {
            if (begun[process] == operations || model.nodeCount() == 1) {
                return NOTHING;
            }
            begun[process]++;
            final int own = model.process(process).node().id();
            if (own != 0 && random.nextBoolean()) {
                return 0;
            }
            return (own + 1 + random.nextInt(model.nodeCount() - 1)) % model.nodeCount();
        }

        @Override
        public void completed(final int process, final long issuedPs, final long nowPs) {
            assertTrue(nowPs > issuedPs);
            ended[process]++;
        }
    }

    private static ClusterModel run(final ModelConfig config, final int operations) {
        final RandomTraffic traffic = new RandomTraffic(operations, config.load().seed());
        final ClusterModel model = new ClusterModel(config, traffic);
        model.run();
        final int[] all = new int[model.processCount()];
        java.util.Arrays.fill(all, model.nodeCount() == 1 ? 0 : operations);
        assertArrayEquals(all, traffic.ended, "each operation is answered once, in " + config);
        final long each = config.load().kind() == RequestKind.LOCK ? 2 : 1;
        assertEquals(each * java.util.Arrays.stream(all).sum(), model.issued());
        assertEquals(model.issued(), model.answered());
        assertTrue(model.mostBuffersInUse() <= config.topology().maxNeighbourCount() * config.buffers().count());
        return model;
    }

    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldNotDeadLockWithOneBufferPerEdge(final TopologyKind kind) {
        for (int nodes = 1; nodes <= 64; nodes++) {
            for (final RoutingRule rule : RoutingRule.values()) {
                final VirtualTopology topology = VirtualTopology.of(kind, nodes, kind.defaultShape(nodes), rule);
                run(config(topology, 3, 1, 1, RequestKind.FADD, Waiting.POLL, nodes), 6);
            }
        }
    }

    static Stream<ModelConfig> variants() {
        return Stream.of(TopologyKind.values()).flatMap(topology -> Stream.of(RequestKind.values())
            .flatMap(kind -> Stream.of(Waiting.values())
            .flatMap(waiting -> Stream.of(1, 4).map(buffers ->
                config(VirtualTopology.of(topology, 27), 2, buffers, buffers == 1 ? 1 : 100, kind, waiting, 5)))));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldAnswerAllKindsAndLeaveNothing(final ModelConfig config) {
        run(config, 10);
    }

    @Test
    void shouldRepeatARunExactlyWithItsSeedOnly() {
        for (final TopologyKind kind : TopologyKind.values()) {
            final ClusterModel first = run(config(kind, 30, 1), 20);
            final ClusterModel again = run(config(kind, 30, 1), 20);
            final ClusterModel other = run(config(kind, 30, 2), 20);
            assertEquals(first.nowPs(), again.nowPs());
            assertEquals(first.eventCount(), again.eventCount());
            assertEquals(first.counters().busyPs, again.counters().busyPs);
            assertNotEquals(first.nowPs(), other.nowPs());
        }
    }

    /** With nothing to wait for, the time of an operation is the sum of its parts. */
    @Test
    void shouldTakeTheSumOfThePartsWithoutContention() {
        final double flat = lonely(TopologyKind.FCG, Waiting.POLL);
        final double mesh = lonely(TopologyKind.MFCG, Waiting.POLL);
        assertTrue(flat < mesh, "one forward more: " + flat + ", " + mesh);
        final double asleep = lonely(TopologyKind.MFCG, Waiting.BLOCK);
        assertEquals(mesh + 2 * CostModel.DEFAULT.value(Cost.WAKE) / 1e3, asleep, 0.01, "two servers to wake");
    }

    /** The farthest process's time in microseconds. */
    private static double lonely(final TopologyKind kind, final Waiting waiting) {
        final double[] us = ContentionRun.of(config(VirtualTopology.of(kind, 16), 1, 4, 8, RequestKind.FADD,
            waiting, 1), 0, 5, 1).meanUs();
        return us[us.length - 1];
    }

    @Test
    void shouldKeepTheMeanThatTheHotServerAllows() {
        // A closed system: contenders / mean time = operations per second = 1 / time of the hot server for one,
        // whatever the topology.
        final ContentionRun run = ContentionRun.of(config(VirtualTopology.of(TopologyKind.FCG, 64), 4,
            4, 1, RequestKind.FADD, Waiting.POLL, 1),
            20, 10, 1);
        assertEquals(run.contenders() * run.hotNsPerRequest() / 1e3, run.quantileUs(0.5), 0.1 * run.quantileUs(0.5));
    }

    /**
     * Direct answers connect the hot node with all who ask; routed ones only with its neighbours, whatever the topology
     * of requests.
     */
    @ParameterizedTest
    @EnumSource(TopologyKind.class)
    void shouldConnectWhoIsAnsweredOrOnlyNeighbours(final TopologyKind kind) {
        for (final Polling polling : Polling.values()) {
            final ContentionRun direct = ContentionRun.of(config(kind, 27, polling, Replies.DIRECT), 20, 3, 1);
            final ContentionRun routed = ContentionRun.of(config(kind, 27, polling, Replies.ROUTED), 20, 3, 1);
            assertEquals(26, direct.hot().connections());
            assertEquals(VirtualTopology.of(kind, 27).neighbours(0).length, routed.hot().connections());
            assertEquals(0, direct.all().counters().forwardedReplies);
            // what is forwarded on the way there comes back over as many hops
            assertEquals(routed.all().counters().forwarded, routed.all().counters().forwardedReplies);
        }
    }

    @Test
    void shouldAnswerAllWithRoutedAnswersAndOneBuffer() {
        for (final TopologyKind kind : TopologyKind.values()) {
            for (int nodes = 2; nodes <= 40; nodes++) {
                run(new ModelConfig(VirtualTopology.of(kind, nodes),
                    new ModelConfig.Load(2, RequestKind.LOCK, 8, nodes), new ModelConfig.Buffers(1, 16 * 1024, 1),
                    new ModelConfig.Server(Waiting.BLOCK, Polling.ATTENTIVE, Replies.ROUTED), CostModel.DEFAULT), 4);
            }
        }
    }

    /**
     * The streams of answers of a node that only answers are looked at once in sixteen turns, and nobody else has a
     * neighbour's request. In a mesh the hot node has few streams, and how many requests lie behind a look depends on
     * how they happen to come together.
     */
    @Test
    void shouldLookAtFewerStreamsWithTheRuntimesAttention() {
        for (final TopologyKind kind : new TopologyKind[] {TopologyKind.FCG, TopologyKind.MFCG}) {
            final ContentionRun all = ContentionRun.of(config(kind, 64, 16, Polling.ALL, Replies.DIRECT), 20, 2, 7);
            final ContentionRun attentive = ContentionRun.of(config(kind, 64, 16, Polling.ATTENTIVE, Replies.DIRECT),
                20, 2, 7);
            final double most = kind == TopologyKind.FCG ? 0.25 : 1;
            assertTrue(attentive.hotLooksPerRequest() < most * all.hotLooksPerRequest(),
                kind + ": " + attentive.hotLooksPerRequest() + ", all " + all.hotLooksPerRequest());
            assertTrue(attentive.quantileUs(0.5) < all.quantileUs(0.5));
        }
    }

    @Test
    void shouldMeasureOneProcessInSoManyAndTheFarthest() {
        final double[] each = ContentionRun.of(config(TopologyKind.MFCG, 16, 1), 20, 3, 1).meanUs();
        final double[] some = ContentionRun.of(config(TopologyKind.MFCG, 16, 1), 20, 3, 7).meanUs();
        for (int process = 0; process < each.length; process++) {
            assertEquals(process < 3, Double.isNaN(each[process]));
            assertEquals(process < 3 || (each.length - 1 - process) % 7 != 0, Double.isNaN(some[process]),
                "process " + process);
        }
    }

    @Test
    void shouldCountEachOperationOfTheMeasured() {
        for (final int iterations : new int[] {1, 5}) {
            final ContentionRun run = ContentionRun.of(config(TopologyKind.MFCG, 16, 1), 0, iterations, 1);
            assertEquals(15L * 3 * iterations, run.all().requests(), "none besides, with " + iterations);
        }
    }

    @Test
    void shouldSerialiseLocks() {
        final ContentionRun locks = ContentionRun.of(config(VirtualTopology.of(TopologyKind.MFCG, 16),
            2, 2, 8, RequestKind.LOCK, Waiting.POLL, 1),
            20, 5, 1);
        final ContentionRun adds = ContentionRun.of(config(VirtualTopology.of(TopologyKind.MFCG, 16),
            2, 2, 8, RequestKind.FADD, Waiting.POLL, 1),
            20, 5, 1);
        assertTrue(locks.quantileUs(0.5) > adds.quantileUs(0.5));
    }

    @Test
    void shouldRefuseRequestsLongerThanABuffer() {
        final ModelConfig tooShort = new ModelConfig(VirtualTopology.of(TopologyKind.FCG, 4),
            new ModelConfig.Load(1, RequestKind.ACC, 4096, 1), new ModelConfig.Buffers(1, 1024, 1),
            new ModelConfig.Server(Waiting.POLL, Polling.ATTENTIVE, Replies.DIRECT), CostModel.DEFAULT);
        assertThrows(IllegalArgumentException.class, () -> new ClusterModel(tooShort, new RandomTraffic(1, 1)));
    }
}
