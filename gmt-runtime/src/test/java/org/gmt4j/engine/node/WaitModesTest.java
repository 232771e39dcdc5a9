package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskBody;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.gmt4j.engine.waiting.WaitConfig;
import org.gmt4j.engine.waiting.WaitMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs end with the right result however the threads wait. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WaitModesTest {
    private static final int LONGS = 16_384;          // a put of 128 KB waits as long transfers do

    static Stream<Arguments> shapes() {
        // Threads that spin without a core of their own are shown once to end, and not more often: they take seconds.
        return Stream.concat(Stream.of(Arguments.of(WaitMode.POLL, 1, TestClusters.Plan.COMBINED),
            Arguments.of(WaitMode.POLL, 2, TestClusters.Plan.COMBINED), Arguments.of(WaitMode.POLL, 1,
                TestClusters.Plan.DEDICATED_1_1)),
            Stream.of(WaitMode.BLOCK, WaitMode.ADAPTIVE).flatMap(mode -> Stream.of(
                Arguments.of(mode, 1, TestClusters.Plan.COMBINED), Arguments.of(mode, 2, TestClusters.Plan.COMBINED),
                Arguments.of(mode, 3, TestClusters.Plan.COMBINED),
                Arguments.of(mode, 1, TestClusters.Plan.DEDICATED_1_1),
                Arguments.of(mode, 2, TestClusters.Plan.DEDICATED_2_2),
                Arguments.of(mode, 5, TestClusters.Plan.DEDICATED_1_1))));
    }

    private static GmtCluster start(final WaitMode mode, final int nodes, final TestClusters.Plan plan) {
        return TestClusters.builder(nodes, plan, WaitModesTest.class, WaitMode.class)
            .set(WaitConfig.DEFAULT.withMode(mode)).start();
    }

    @ParameterizedTest(name = "{0}, {1} nodes, {2}")
    @MethodSource("shapes")
    void shouldRunPrograms(final WaitMode mode, final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(mode, nodes, plan)) {
            assertEquals(64L * nodes, updates(cluster, nodes));
            assertEquals(LONGS * (LONGS - 1L) / 2, transfers(cluster, nodes));
            cluster.run(ctx -> ctx.executeOnAll(c -> c.collectives().barrier()));
        }
    }

    private static long updates(final GmtCluster cluster, final int nodes) {
        return cluster.call(ctx -> {
            final GlobalLongArray array = GlobalLongArray.allocate(ctx, 64);
            ctx.parFor(64L * nodes, 4, (i, c) -> array.addNb(c, i % 64, 1));
            long sum = 0;
            for (int i = 0; i < 64; i++) {
                sum += array.get(ctx, i);
            }
            array.free(ctx);
            return sum;
        });
    }

    private static long transfers(final GmtCluster cluster, final int nodes) {
        return cluster.call(ctx -> {
            final GlobalLongArray array = GlobalLongArray.allocate(ctx, (long) LONGS * nodes);
            final long first = (long) LONGS * (nodes - 1);
            final long[] data = new long[LONGS];
            for (int i = 0; i < LONGS; i++) {
                data[i] = i;
            }
            array.put(ctx, first, data, 0, LONGS);
            final long[] found = new long[LONGS];
            array.get(ctx, first, found, 0, LONGS);
            array.free(ctx);
            long sum = 0;
            for (final long value : found) {
                sum += value;
            }
            return sum;
        });
    }

    private static TaskBody waitBy(final WaitMode mode) {
        return ctx -> EngineTask.of(ctx).runtime().service(NodeWaiting.class).mode(mode);
    }

    @Test
    void shouldChangeTheModeWhileRunning() {
        try (GmtCluster cluster = start(WaitMode.BLOCK, 2, TestClusters.Plan.COMBINED)) {
            for (final WaitMode mode : new WaitMode[] {WaitMode.POLL, WaitMode.ADAPTIVE, WaitMode.BLOCK,
                WaitMode.ADAPTIVE}) {
                cluster.run(ctx -> ctx.executeOnAll(waitBy(mode)));
                assertEquals(mode, cluster.call(ctx -> EngineTask.of(ctx).runtime().service(NodeWaiting.class).mode()));
                assertEquals(128, updates(cluster, 2));
            }
        }
    }

    @Test
    void shouldCloseWhileEverybodyBlocks() {
        for (int i = 0; i < 5; i++) {
            start(WaitMode.BLOCK, 2, TestClusters.Plan.DEDICATED_1_1).close();
        }
    }
}
