package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeFailedException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node that cannot be reached fails the operations that wait for it, and nobody else's. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreachableTest {
    private static final long MS = 1_000_000;
    private static final ConnectConfig CONFIG = ConnectConfig.DEFAULT.withTimeouts(400 * MS, 5 * MS, 50 * MS);

    /** Nodes 1 and 2 cannot make a connection until the flag says so. */
    private static MemoryControlNetwork parted(final int nodes, final AtomicBoolean isHealed) {
        final MemoryControlNetwork control = new MemoryControlNetwork(nodes);
        control.filter((source, destination, frame) -> isHealed.get() || source + destination != 3 || source == 0
            || destination == 0);
        return control;
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWhatWaitsForANodeAndNothingElse(final TestClusters.Plan plan) {
        final AtomicBoolean isHealed = new AtomicBoolean();
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             GmtCluster cluster = TestClusters.builder(3, plan, UnreachableTest.class).transports(
                 OnDemandTransport.factory(network, parted(3, isHealed), ConnectKey.random(), CONFIG)).start()) {
            final String found = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 300_000);
                return ctx.callOnAll(c -> {
                    if (c.nodeId() != 1) {
                        return "";
                    }
                    int failed = 0;
                    String message = "";
                    for (int round = 0; round < 20; round++) {
                        try {
                            for (int i = 0; i < 2_000; i++) {
                                a.addNb(c, 200_000 + i, 1);          // of node 2
                                a.addNb(c, i, 1);                    // of node 0
                            }
                            c.await();
                        } catch (final RuntimeException e) {
                            failed++;
                            message = e.toString();
                        }
                    }
                    long sum = 0;
                    for (int i = 0; i < 2_000; i += 100) {
                        sum += a.get(c, i);
                    }
                    return failed + " " + (sum > 0) + " " + message;
                }).get(1);
            });
            assertTrue(found.startsWith("20 true"), found);
            assertTrue(found.contains("node 2"), found);
            assertTrue(found.contains("GMT-510") || found.contains("GMT-210"), found);
            isHealed.set(true);
            final Long sum = cluster.call(ctx -> {
                final GlobalLongArray b = GlobalLongArray.allocate(ctx, 300);
                return ctx.callOnAll(c -> {
                    if (c.nodeId() != 1) {
                        return 0L;
                    }
                    final long end = System.nanoTime() + 60_000 * MS;
                    while (System.nanoTime() < end) {
                        try {
                            b.put(c, 299, 7);
                            return b.get(c, 299);
                        } catch (final RuntimeException stillBackingOff) {
                            c.yield();
                        }
                    }
                    return -1L;
                }).get(1);
            });
            assertEquals(7, sum, "after the back-off the way is tried again");
            assertEquals(null, NodeCluster.of(cluster).nodes().get(1).failure());
        }
    }

    /** Additions that wait to travel together fail with their node, and those to another node are all answered. */
    @ParameterizedTest
    @EnumSource
    void shouldFailAdditionsThatTravelTogether(final TestClusters.Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             GmtCluster cluster = TestClusters.builder(3, plan, UnreachableTest.class).transports(
                 OnDemandTransport.factory(network, parted(3, new AtomicBoolean()), ConnectKey.random(), CONFIG))
             .start()) {
            final String found = cluster.call(ctx -> {
                final GlobalLongArray hot = GlobalLongArray.allocate(ctx, 3);
                return ctx.call(1, there -> {
                    final long places = there.loop(500, 1).with(SpawnPolicy.LOCAL).sum((i, c) -> {
                        long place = 0;
                        for (int round = 0; round < 3; round++) {
                            place += hot.add(c, 0, 1);
                            try {
                                hot.add(c, 2, 1);
                                return Long.MIN_VALUE / 1000;
                            } catch (final RuntimeException e) {
                                place += e.getMessage().contains("node 2") ? 0 : Long.MIN_VALUE / 1000;
                            }
                        }
                        return place;
                    });
                    return places + " " + hot.get(there, 0);
                });
            });
            assertEquals(1500L * 1499 / 2 + " 1500", found);
            assertEquals(null, NodeCluster.of(cluster).nodes().get(1).failure());
        }
    }

    /** The members that did begin wait for one that never will. */
    @ParameterizedTest
    @EnumSource
    void shouldEndTheCollectiveOfATeamWhoseMemberCannotBeStarted(final TestClusters.Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             GmtCluster cluster = TestClusters.builder(3, plan, UnreachableTest.class).transports(
                 OnDemandTransport.factory(network, parted(3, new AtomicBoolean()), ConnectKey.random(), CONFIG))
             .start()) {
            final RuntimeException e = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> ctx.execute(1, c -> c.executeOnAll(there -> there.barrier()))));
            assertTrue(e.getMessage().contains("node 2"), e.toString());
        }
    }

    @Test
    void shouldCloseIdleConnectionsUnderARunningJob() {
        final ConnectConfig config = CONFIG.withTimeouts(60_000 * MS, 5 * MS, 50 * MS).withIdle(30 * MS, MS);
        for (final ConnectMode mode : new ConnectMode[] {ConnectMode.SERIAL, ConnectMode.OVERLAP}) {
            try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, UnreachableTest.class)
                .set(config.withMode(mode)).start()) {
                for (int round = 1; round <= 3; round++) {
                    final long n = 3_000;
                    final long sum = cluster.call(ctx -> {
                        final GlobalLongArray a = GlobalLongArray.allocate(ctx, n);
                        ctx.parFor(n, 16, (i, c) -> a.addNb(c, n - 1 - i, 1));
                        long all = 0;
                        for (int i = 0; i < n; i += 7) {
                            all += a.get(ctx, i);
                        }
                        a.free(ctx);
                        return all;
                    });
                    assertEquals((n + 6) / 7, sum);
                    final long end = System.nanoTime() + 60_000 * MS;
                    while (NodeCluster.of(cluster).nodes()
                        .stream().anyMatch(node -> node.counters().get("connections.open") > 0)) {
                        assertTrue(System.nanoTime() < end, () -> "still open: " + NodeCluster.of(cluster).nodes()
                            .get(0).counters());
                        LockSupport.parkNanos(500_000);
                    }
                }
                assertTrue(NodeCluster.of(cluster).nodes().get(0).counters().get("connections.closed") >= 2);
            }
        }
    }

    @Test
    void shouldEndTheJobWhenTheTransportIsGone() {
        final LoopbackNetwork network = new LoopbackNetwork(2);
        try (network; GmtCluster cluster = TestClusters.builder(2, TestClusters.Plan.COMBINED, UnreachableTest.class)
            .transports(network).start()) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                network.close();
                for (int i = 0; i < 1_000_000; i++) {
                    a.add(ctx, 99, 1);
                }
            }));
            assertTrue(e.getMessage().contains("GMT-516") || e instanceof NodeFailedException, e.toString());
        }
    }
}
