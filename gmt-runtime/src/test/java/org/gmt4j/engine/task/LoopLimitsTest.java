package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops as long as a long can say: each chunk runs once, none begins beyond the end, and no arithmetic of ranges
 * overflows.
 */
@Timeout(120)
class LoopLimitsTest {
    private static final int MAX_CHUNKS = 300;

    static Stream<Arguments> shapes() {
        return Stream.of(1, 2, 3, 5, 7)
            .flatMap(nodes -> Stream.of(TestClusters.Plan.COMBINED, TestClusters.Plan.DEDICATED_2_2)
            .filter(plan -> plan == TestClusters.Plan.COMBINED || nodes <= 3).map(plan -> Arguments.of(nodes, plan)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldRunEachChunkOfTheLongestLoopsOnce(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopLimitsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(LoopLimitsTest::longest)));
        }
    }

    private static List<String> longest(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final long max = Long.MAX_VALUE;
        final long[] sizes = {0, 1, 2, max, max - 1, (1L << 62) + 1, 1L << 62};
        final long[] chunks = {1L << 55, (1L << 55) - 1, (1L << 62) - 1, 1L << 62, (1L << 62) + 1, max - 1,
            max, max / 3 + 1, max / 7};
        for (final long size : sizes) {
            for (final long chunk : chunks) {
                for (int policy = 0; policy < 10; policy++) {
                    failures.add(loop(ctx, policy, size, chunk));
                }
            }
        }
        return failures;
    }

    private static SpawnPolicy policy(final int number) {
        final SpawnPolicy[] policies = {SpawnPolicy.LOCAL, SpawnPolicy.REMOTE, SpawnPolicy.PARTITION,
            SpawnPolicy.PARTITION_HERE, SpawnPolicy.PARTITION_RANDOM, SpawnPolicy.SPREAD,
            SpawnPolicy.PARTITION.balanced(), SpawnPolicy.PARTITION_HERE.balanced(),
            SpawnPolicy.PARTITION_RANDOM.balanced(), SpawnPolicy.SPREAD.balanced()};
        return policies[number];
    }

    private static String loop(final TaskContext ctx, final int policy, final long size, final long chunk)
        throws SuspendExecution {
        final GlobalLongArray ran = GlobalLongArray.allocate(ctx, MAX_CHUNKS);
        ctx.parFor(size, chunk, policy(policy), (low, high, c) -> {
            final long end = size - low <= chunk ? size : low + chunk;
            if (low < 0 || low >= size || low % chunk != 0 || high != end) {
                throw new IllegalStateException("chunk of " + low + " to " + high);
            }
            ran.addNb(c, low / chunk, 1);
        });
        final long[] times = new long[MAX_CHUNKS];
        ran.get(ctx, 0, times, 0, MAX_CHUNKS);
        ran.free(ctx);
        final long count = size == 0 ? 0 : (size - 1) / chunk + 1;
        for (int i = 0; i < MAX_CHUNKS; i++) {
            if (times[i] != (i < count ? 1 : 0)) {
                return policy(policy) + " of " + size + " by " + chunk + ": chunk " + i + " ran " + times[i] + " times";
            }
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFollowOwnersToTheEndOfTheArray(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopLimitsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                ctx.parFor(100, Long.MAX_VALUE, SpawnPolicy.ownerOf(a), (i, c) -> a.addNb(c, i, 1));
                ctx.parFor(99, Long.MAX_VALUE - 1, SpawnPolicy.ownerOf(a, 1).balanced(), (i, c) -> a.addNb(c, i, 1));
                final long[] all = new long[100];
                a.get(ctx, 0, all, 0, 100);
                for (int i = 0; i < 100; i++) {
                    failures.add(all[i] == (i == 0 ? 1 : 2) ? "" : "element " + i + " was met " + all[i] + " times");
                }
                failures.add(LoopTest.refusal(() -> ctx.parFor(Long.MAX_VALUE, 1, SpawnPolicy.ownerOf(a, 1),
                    (i, c) -> c.nodeId()), "only 100"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(1, 1, SpawnPolicy.ownerOf(a, Long.MAX_VALUE),
                    (i, c) -> c.nodeId()), "only 100"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(-1, 1, (i, c) -> c.nodeId()), "-1 iterations"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(Long.MIN_VALUE, 1, (i, c) -> c.nodeId()),
                    "expected 0 or more"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(1, -1, (i, c) -> c.nodeId()), "chunk is -1"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(0, Long.MIN_VALUE, (i, c) -> c.nodeId()),
                    "expected at least 1"));
                return failures;
            })));
        }
    }

    @Test
    void shouldCutTheLongestPartsWithoutOverflow() {
        final Join join = new Join(null, false);
        final IndexBody body = (i, c) -> { };
        final LoopCode code = new LoopCode(BodyKind.INDEX | BodyKind.BALANCED, 0, new byte[0], null, 0);
        final long high = Long.MAX_VALUE;
        final long chunk = 1L << 33;
        final LoopTask task = new LoopTask(BodyKind.INDEX | BodyKind.BALANCED, body, 0, high, chunk,
            1, 0, join, 0, 0, 0, false, code);
        final int count = (int) ((high - 1) / chunk + 1);
        assertEquals(high, task.endOf(count));
        assertEquals((count - 1) * chunk, task.startOf(count - 1));
        assertEquals(high, task.endOfChunkAt(task.startOf(count - 1)));
        for (int i = 0; i < 40; i++) {
            final long cut = task.chunks.cutHalf();
            if (cut == 0) {
                break;
            }
            assertEquals(true, task.startOf(ChunkRange.next(cut)) < task.endOf(ChunkRange.end(cut)));
        }
    }
}
