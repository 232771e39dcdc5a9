package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is given away and does not arrive is run where it was; nodes that got no part are told of loops that they may
 * help with.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChunkGiverTest {
    private static final long MS = 1_000_000;
    private static final int ROUNDS = 20;
    private static final int MOST_OUTSTANDING = 16;
    private static final TaskConfig EAGER = TaskConfig.DEFAULT.withBalance(false, 0);
    /** Of all nodes of this JVM. */
    private static volatile AtomicIntegerArray ran = new AtomicIntegerArray(0);
    private static final AtomicInteger PRETENDED = new AtomicInteger();

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunItselfWhatDoesNotArrive(final TestClusters.Plan plan) {
        final MemoryControlNetwork control = new MemoryControlNetwork(3);
        control.filter((source, destination, frame) -> source + destination != 3 || source == 0 || destination == 0);
        try (LoopbackNetwork network = new LoopbackNetwork(3);
            GmtCluster cluster = TestClusters.builder(3, plan, ChunkGiverTest.class).set(EAGER)
            .transports(OnDemandTransport.factory(network, control, ConnectKey.random(),
                ConnectConfig.DEFAULT.withTimeouts(100 * MS, 5 * MS, 50 * MS))).start()) {
            // node 0 may be so quick that it has taken all that node 1 could give, before that begins
            for (int round = 0; round < ROUNDS && counter(cluster, "balance.parts.kept") == 0; round++) {
                giveInVain(cluster);
            }
            assertTrue(counter(cluster, "balance.parts.kept") > 0, "nothing came back");
        }
    }

    private static void giveInVain(final GmtCluster cluster) {
        ran = new AtomicIntegerArray(3000);
        PRETENDED.set(0);
        cluster.run(ctx -> ctx.parFor(3000, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
            ran.incrementAndGet((int) i);
            if (c.nodeId() == 1 && PRETENDED.compareAndSet(0, 1)) {
                // as if node 2 had been able to ask
                EngineTask.of(c).parts.balance().giver.onAsk(2, EngineTask.of(c));
                PRETENDED.set(2);
            }
            while (c.nodeId() == 1 && PRETENDED.get() == 1) {
                Thread.onSpinWait();             // another thread would leave nothing to be given
            }
        }));
        for (int i = 0; i < 3000; i++) {
            assertEquals(1, ran.get(i), "iteration " + i);
        }
    }

    /**
     * Other lanes spawn up to the limit between the look at the count and the cut. The limit leaves room for what node
     * 0 gives to node 2 while it is about to send it its part of the loop.
     */
    @Test
    void shouldNotCutWhatItMayNotSend() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ChunkGiverTest.class)
            .set(new TaskConfig(1024, 24, 64, 256, MOST_OUTSTANDING, MOST_OUTSTANDING, false, 0, false)).start()) {
            for (int round = 0; round < ROUNDS; round++) {
                giveWhileOthersSpawn(cluster);
            }
        }
    }

    private static void giveWhileOthersSpawn(final GmtCluster cluster) {
        ran = new AtomicIntegerArray(3000);
        PRETENDED.set(0);
        try {
            cluster.run(ctx -> ctx.parFor(3000, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                ran.incrementAndGet((int) i);
                if (c.nodeId() == 1) {
                    if (PRETENDED.compareAndSet(0, 1)) {
                        spawnFromElsewhere(EngineTask.of(c).parts.tasks());
                    }
                    EngineTask.of(c).parts.balance().giver.onAsk(2, EngineTask.of(c));
                }
            }));
        } finally {
            PRETENDED.set(3);
        }
        for (int i = 0; i < 3000; i++) {
            assertEquals(1, ran.get(i), "iteration " + i);
        }
    }

    private static void spawnFromElsewhere(final NodeTasks tasks) {
        new Thread(() -> {
            PRETENDED.set(2);
            while (PRETENDED.get() == 2) {
                int spawned = 0;
                try {
                    for (; ; spawned++) {
                        tasks.spawned(2);
                    }
                } catch (final IllegalStateException e) {
                    Thread.onSpinWait();         // there are as many as may be
                }
                for (; spawned > 0; spawned--) {
                    tasks.ended(2);
                }
            }
        }).start();
        while (PRETENDED.get() == 1) {
            Thread.onSpinWait();
        }
    }

    /** Bodies of chunks that have come back may spawn more, as before. */
    @Test
    void shouldKeepWhatComesBackInItsTree() {
        final IndexBody body = (i, c) -> { };
        final int kind = BodyKind.INDEX | BodyKind.BALANCED | BodyKind.TREE;
        final LoopTask part = new LoopTask(kind, body, 0, 100, 1, 1, 0, new Join(null, true), 0, 0, 0, false,
            new LoopCode(kind, 0, new byte[0], null, 0));
        assertTrue(part.keeping(50, 100, false).isOfTree);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHintNodesThatGotNoPart(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(3, plan, ChunkGiverTest.class).set(EAGER).start()) {
            cluster.run(ctx -> {
                // All that the loop follows is on node 0.
                final GlobalIntArray array = GlobalIntArray.allocate(ctx, 30_000);
                ctx.parFor(3000, 1, SpawnPolicy.ownerOf(array).balanced(), (i, c) -> {
                    long x = i;
                    for (int k = 0; k < 20_000; k++) {
                        x = x * 6364136223846793005L + 1442695040888963407L;
                    }
                    array.addNb(c, i, (int) x | 1);
                });
            });
            assertTrue(NodeCluster.of(cluster).nodes().get(1).counters().get("balance.parts.taken") > 0
                || NodeCluster.of(cluster).nodes()
                    .get(2).counters().get("balance.parts.taken") > 0, "nobody came to help");
        }
    }
}
