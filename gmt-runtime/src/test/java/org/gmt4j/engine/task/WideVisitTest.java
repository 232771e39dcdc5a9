package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.WideVisitor;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Visits of two and three arguments: each runs once at its owner with its arguments, in order, and trouble reaches who
 * sent it.
 */
@Timeout(90)
class WideVisitTest {
    private static final int SIZE = 101;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldBringAllArguments(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WideVisitTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).cyclic(3));
                final GlobalLongArray b = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).cyclic(3));
                final WideVisitor two = WideVisitor.open(ctx, a, (index, x, y, c) -> {
                    a.addNb(c, index, x * 3 + y);
                    b.addNb(c, index, 1);
                });
                final WideVisitor three = WideVisitor.open(ctx, a, (index, x, y, z, c) -> {
                    a.addNb(c, index, x * 5 + y * 7 - z);
                    b.addNb(c, index, 1);
                });
                ctx.parFor(3000, 100, (i, c) -> {
                    two.send(c, i % SIZE, Long.MAX_VALUE - i, -i);
                    three.send(c, i * 7 % SIZE, i, Long.MIN_VALUE + i, i << 40);
                });
                ctx.awaitVisits();
                final long[] sums = new long[SIZE];
                final long[] counts = new long[SIZE];
                for (long i = 0; i < 3000; i++) {
                    sums[(int) (i % SIZE)] += (Long.MAX_VALUE - i) * 3 - i;
                    sums[(int) (i * 7 % SIZE)] += i * 5 + (Long.MIN_VALUE + i) * 7 - (i << 40);
                    counts[(int) (i % SIZE)]++;
                    counts[(int) (i * 7 % SIZE)]++;
                }
                assertArrayEquals(sums, a.toArray(ctx));
                assertArrayEquals(counts, b.toArray(ctx));
                two.close(ctx);
                three.close(ctx);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldTellOfTrouble(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WideVisitTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                final WideVisitor two = WideVisitor.open(ctx, a, (index, x, y, c) -> {
                    if (x == 13) {
                        throw new IllegalStateException("thirteen");
                    }
                });
                assertEquals("GMT-689", told(ctx, c -> two.send(c, 1, 2, 3, 4)).substring(0, 7));
                assertTrue(told(ctx, c -> two.send(c, SIZE, 2, 3)).contains("index " + SIZE));
                assertTrue(!told(ctx, c -> two.send(c, SIZE - 1, 13, 0)).isEmpty());
                assertEquals("", told(ctx, c -> two.send(c, SIZE - 1, 14, 0)));
                two.close(ctx);
                assertTrue(told(ctx, c -> two.send(c, SIZE - 1, 14, 0)).contains("visitor"));
                assertTrue(told(ctx, c -> two.send(c, 0, 14, 0)).startsWith("GMT-235 visitor "));
            });
        }
    }

    private static String told(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
            ctx.await();
            return "";
        } catch (final RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
