package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random numbers of tasks do not depend on where and in which order they run. */
@Timeout(240)
class TaskRandomTest {
    private static final int N = 1009;

    private static long[] draw(final int nodes, final TestClusters.Plan plan, final long seed) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, TaskRandomTest.class).seed(seed).start()) {
            return cluster.call(ctx -> {
                final GlobalLongArray drawn = GlobalLongArray.allocate(ctx, 5 * N);
                ctx.parFor(N, 10, SpawnPolicy.PARTITION, (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        drawn.putNb(c, i, c.nextRandom());
                    }
                });
                ctx.parFor(N, 64, SpawnPolicy.REMOTE,
                    (i, c) -> drawn.putNb(c, N + i, c.nextRandom() - c.nextRandom() / 3));
                ctx.parFor(N, 7, SpawnPolicy.PARTITION_RANDOM, (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        drawn.putNb(c, 2 * N + i, c.nextRandom(1000));
                    }
                });
                ctx.parFor(N, 33, SpawnPolicy.ownerOf(drawn), (i, c) -> drawn.putNb(c, 3 * N + i, c.nextRandom()));
                // Nested: from each iteration of an index loop.
                ctx.parFor(10, 3, SpawnPolicy.SPREAD, (i, c) -> c.parFor(100, 30, SpawnPolicy.PARTITION_HERE,
                    (lo, hi, d) -> {
                        for (long j = lo; j < hi; j++) {
                            drawn.putNb(d, 4 * N + i * 100 + j, d.nextRandom());
                        }
                    }));
                final long[] all = new long[5 * N];
                drawn.get(ctx, 0, all, 0, all.length);
                return all;
            });
        }
    }

    @Test
    void shouldNotDependOnPlacement() {
        final long[] one = draw(1, TestClusters.Plan.COMBINED, 42);
        for (int nodes = 2; nodes <= 7; nodes++) {
            same(one, draw(nodes, TestClusters.Plan.COMBINED, 42), nodes + " nodes");
        }
        same(one, draw(3, TestClusters.Plan.DEDICATED_2_2, 42), "dedicated");
        final long[] other = draw(1, TestClusters.Plan.COMBINED, 43);
        assertNotEquals(one[0], other[0]);
    }

    private static void same(final long[] expected, final long[] found, final String what) {
        for (int part = 0; part < 5; part++) {
            assertEquals(-1, Arrays.mismatch(Arrays.copyOfRange(expected, part * N, part * N + N),
                Arrays.copyOfRange(found, part * N, part * N + N)), what + ", part " + part);
        }
    }

    @Test
    void shouldDrawDifferentNumbersEverywhere() {
        final long[] all = draw(2, TestClusters.Plan.COMBINED, 1);
        final Set<Long> distinct = new HashSet<>();
        for (int i = 0; i < 2 * N; i++) {
            distinct.add(all[i]);
        }
        assertEquals(2 * N, distinct.size());
        long sum = 0;
        for (int i = 2 * N; i < 3 * N; i++) {
            assertTrue(all[i] >= 0 && all[i] < 1000);
            sum += all[i];
        }
        assertEquals(500, sum / (double) N, 40);
    }
}
