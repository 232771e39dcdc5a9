package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.Visitor;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small program of everything, on transports that refuse and with pools that are nearly empty. */
@Timeout(240)
class BrutalTest {
    private static final int N = 600;

    /** Adds, puts, gets, bulk, tasks, visits that visit, collectives; the result is the same everywhere. */
    private static String everything(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(N).cyclic(7));
        final GlobalIntArray b = GlobalIntArray.allocate(ctx, N);
        ctx.parFor(2L * N, 5, SpawnPolicy.PARTITION, (lo, hi, c) -> {
            for (long i = lo; i < hi; i++) {
                a.addNb(c, i * 31 % N, 1);
            }
        });
        ctx.parFor(N, 3, SpawnPolicy.REMOTE, (i, c) -> {
            final long v = a.get(c, i);
            b.put(c, N - 1 - i, (int) v);
        });
        final int[] all = new int[N];
        b.get(ctx, 0, all, 0, N);
        long sum = 0;
        for (final int v : all) {
            sum += v;
        }
        for (int i = 0; i < N; i++) {
            all[i] = i;
        }
        b.put(ctx, 0, all, 0, N);
        final Visitor[] hop = new Visitor[1];
        final Visitor last = Visitor.open(ctx, a, (index, argument, c) -> a.addNb(c, index, argument));
        hop[0] = Visitor.open(ctx, a, (index, argument, c) -> last.send(c, (index * 7 + 1) % N, argument));
        final Visitor first = hop[0];
        ctx.parFor(N, 11, SpawnPolicy.SPREAD, (i, c) -> first.send(c, (i * 13) % N, 3));
        // Visits of visits are over when their own acknowledgements are: wait for their effect.
        final long expected = 2L * N + 3L * N;
        long total = 0;
        for (int attempt = 0; attempt < 1_000_000 && total != expected; attempt++) {
            final long[] values = new long[N];
            a.get(ctx, 0, values, 0, N);
            total = 0;
            for (final long v : values) {
                total += v;
            }
        }
        ctx.executeOnAll(c -> {
            c.barrier();
            final long nodes = c.collectives().allReduce(1, ReduceOperator.SUM);
            b.addNb(c, 0, nodes);
        });
        final int nodesSquared = b.get(ctx, 0);
        final int tail = b.get(ctx, N - 1);
        first.close(ctx);
        last.close(ctx);
        a.free(ctx);
        b.free(ctx);
        return sum + " " + total + " " + nodesSquared + " " + tail;
    }

    private static String expected(final int nodes) {
        return 2 * N + " " + 5 * N + " " + nodes * nodes + " " + (N - 1);
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldSurviveRefusalOfEachClaim(final Plan plan) {
        for (int k = 1; k <= 40; k++) {
            final long refused = k;
            run(2, plan, AggregationConfig.DEFAULT, faulty(2, refused, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldSurviveRefusalOfEverySecondClaimAndSlowPolls(final Plan plan) {
        run(3, plan, AggregationConfig.DEFAULT, faulty(3, -2, 0));
        run(3, plan, AggregationConfig.DEFAULT, faulty(3, -3, 3));
    }

    /** Plus k: refuses the k-th claim; minus n: each n-th. */
    private static TransportFactory faulty(final int nodes, final long k, final int delay) {
        final LoopbackNetwork network = new LoopbackNetwork(nodes);
        return (nodeId, nodeCount) -> {
            final FaultyTransport transport = FaultyTransport.over(network.open(nodeId, nodeCount)).delaying(delay);
            return k > 0 ? transport.refusingClaim(k) : transport.refusingEvery((int) -k);
        };
    }

    private static void run(final int nodes, final Plan plan, final AggregationConfig config,
                            final TransportFactory transports) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, BrutalTest.class).set(config)
            .transports(transports).start()) {
            assertEquals(expected(nodes), cluster.call(BrutalTest::everything), () -> plan + " " + config);
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLiveWithPoolsOfOne(final Plan plan) {
        final int block = 4096;
        final int buffer = 16384;
        run(3, plan, TestClusters.aggregation(block, 512, buffer, 64, 1, 1024, 64), null);
        run(3, plan, TestClusters.aggregation(block, 512, buffer, 64, 64, 1, 64), null);
        run(3, plan, TestClusters.aggregation(block, 512, buffer, 64, 64, 1024, 1), null);
        run(3, plan, TestClusters.aggregation(block, 512, buffer, 64, 1, 1, 1), null);
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLiveWithTinyBlocks(final Plan plan) {
        run(3, plan, TestClusters.aggregation(256, 512, 512, 64, 64, 1024, 64), null);
        run(2, plan, TestClusters.aggregation(256, 2, 512, 1, 2, 2, 2), null);
        run(2, plan, TestClusters.aggregation(264, 512, 1024, 64, 1, 1, 1), null);
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldWorkWithLevelsSwitchedOff(final Plan plan) {
        run(2, plan, TestClusters.aggregation(4096, 1, 16384, 64, 64, 1024, 64), null);
        run(2, plan, TestClusters.aggregation(4096, 512, 16384, 1, 64, 1024, 64), null);
        run(2, plan, TestClusters.aggregation(4096, 1, 16384, 1, 64, 1024, 64), null);
    }

    @Test
    void shouldRunEightNodesOnFewCores() {
        run(8, Plan.COMBINED, AggregationConfig.DEFAULT, null);
        run(8, Plan.DEDICATED_1_1, AggregationConfig.DEFAULT, null);
    }

    /** With one stream for requests and replies this deadlocks. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNotDeadlockWhenTwoNodesFloodEachOther(final Plan plan) {
        final AggregationConfig two = TestClusters.aggregation(4096, 512, 16384, 64, 2, 2, 2);
        try (GmtCluster cluster = TestClusters.builder(2, plan, BrutalTest.class).set(two).start()) {
            final long wrong = cluster.call(ctx -> {
                final int size = 5000;
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, size);
                final GlobalLongArray errors = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.LOCAL));
                ctx.parFor(size, 100, (i, c) -> a.putNb(c, i, i * 3));
                ctx.parFor(40_000, 10, SpawnPolicy.PARTITION, (lo, hi, c) -> {
                    final long[] target = new long[(int) (hi - lo) + 50];
                    final long at = c.nextRandom(size - 50);
                    for (int i = 0; i < hi - lo; i++) {
                        a.getNb(c, at + i, target, i);
                    }
                    a.getNb(c, at, target, (int) (hi - lo), 50);
                    final long one = a.get(c, at);
                    c.await();
                    long bad = one == at * 3 ? 0 : 1;
                    for (int i = 0; i < target.length; i++) {
                        bad += target[i] == (at + (i < hi - lo ? i : i - (hi - lo))) * 3 ? 0 : 1;
                    }
                    if (bad != 0) {
                        errors.addNb(c, 0, bad);
                    }
                });
                return errors.get(ctx, 0);
            });
            assertEquals(0, wrong);
        }
    }

    /** Visits cannot wait for blocks: they overflow, up to a limit that fails loudly. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldOverflowWhenVisitsIssueVisits(final Plan plan) {
        final AggregationConfig small = TestClusters.aggregation(512, 512, 2048, 64, 1, 2, 2);
        try (GmtCluster cluster = TestClusters.builder(2, plan, BrutalTest.class).set(small).start()) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                final Visitor leaf = Visitor.open(ctx, a, (index, argument, c) -> a.addNb(c, index, argument));
                final Visitor tree = Visitor.open(ctx, a, (index, argument, c) -> {
                    for (int i = 0; i < 20; i++) {
                        leaf.send(c, (index * 20 + i * 37L) % 1000, 1);
                    }
                });
                ctx.parFor(3000, 10, (i, c) -> tree.send(c, i % 1000, 0));
                long total = 0;
                while (total != 60_000) {
                    final long[] all = new long[1000];
                    a.get(ctx, 0, all, 0, 1000);
                    total = 0;
                    for (final long v : all) {
                        total += v;
                    }
                    ctx.yield();
                }
                return total;
            });
            assertEquals(60_000, sum);
        }
    }
}
