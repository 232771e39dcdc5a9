package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Minima and maxima of a node that is alone, with several threads: what is put aside is seen by whoever may ask. */
@Timeout(240)
class CombiningAloneTest {
    private static final int SIZE = 500;

    /** The first length has room for one update, the second for a few. */
    @ParameterizedTest
    @CsvSource({"SHARED_2, 16, MIN", "SHARED_3, 100, MAX", "SHARED_2, 1000000, MIN", "DEDICATED_2_2, 48, MAX",
        "SHARED_3, 1000000, MAX"})
    void shouldChangeElementsAsOneThreadWould(final Plan plan, final int bytes, final Combining combining) {
        try (GmtCluster cluster = TestClusters.builder(1, plan, CombiningAloneTest.class)
            .set("gmt.combining.bytes", bytes + "").start()) {
            for (final int block : new int[] {0, 7}) {
                final long[] found = cluster.call(ctx -> {
                    final ArraySpec spec = ArraySpec.of(SIZE).combining(combining);
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx, block == 0 ? spec : spec.cyclic(block));
                    ctx.parFor(2000, 13, (i, c) -> {
                        final SplittableRandom random = new SplittableRandom(i);
                        for (int k = 0; k < 20; k++) {
                            update(c, a, combining, random.nextInt(SIZE), random.nextInt(1000) - 500, k);
                        }
                        if (i % 5 == 0) {
                            c.await();
                        }
                    });
                    return a.toArray(ctx);
                });
                assertEquals(Arrays.toString(expected(combining)), Arrays.toString(found));
            }
        }
    }

    private static void update(final TaskContext c, final GlobalLongArray a, final Combining combining,
                               final int index, final int value, final int way) throws SuspendExecution {
        final boolean isMinimum = combining == Combining.MIN;
        if (way % 4 == 1) {
            final long[] list = {index, index};
            if (isMinimum) {
                a.minEachNb(c, list, 0, 2, value);
            } else {
                a.maxEachNb(c, list, 0, 2, value);
            }
        } else if (way % 7 == 6) {
            final long before = isMinimum ? a.min(c, index, value) : a.max(c, index, value);
            requireOrder(isMinimum, a.get(c, index), before);
        } else if (isMinimum) {
            a.minNb(c, index, value);
        } else {
            a.maxNb(c, index, value);
        }
        if (way % 3 == 0) {
            requireOrder(isMinimum, a.get(c, index), value);
        }
    }

    /** A task sees what it has done itself. */
    private static void requireOrder(final boolean isMinimum, final long found, final long atLeast) {
        if (isMinimum ? found > atLeast : found < atLeast) {
            throw new IllegalStateException("found " + found + " after " + atLeast);
        }
    }

    private static long[] expected(final Combining combining) {
        final long[] expected = new long[SIZE];
        for (int i = 0; i < 2000; i++) {
            final SplittableRandom random = new SplittableRandom(i);
            for (int k = 0; k < 20; k++) {
                final int index = random.nextInt(SIZE);
                final long value = random.nextInt(1000) - 500;
                expected[index] = combining == Combining.MIN ? Math.min(expected[index], value)
                    : Math.max(expected[index], value);
            }
        }
        return expected;
    }

    @Test
    void shouldShowOneTaskItsUpdatesInEveryWay() {
        try (GmtCluster cluster = TestClusters.start(1, Plan.SHARED_2, CombiningAloneTest.class)) {
            final List<String> found = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(9).combining(Combining.MIN));
                final List<String> seen = new ArrayList<>();
                a.minNb(ctx, 0, -1);
                seen.add("get " + a.get(ctx, 0));
                a.minNb(ctx, 1, -2);
                seen.add("view " + a.view(ctx, 1, 2).getLong(0));
                a.minNb(ctx, 2, -3);
                final long[] range = new long[2];
                a.get(ctx, 2, range, 0, 2);
                seen.add("range " + range[0]);
                a.minNb(ctx, 3, -4);
                final long[] one = new long[1];
                a.getNb(ctx, 3, one, 0);
                ctx.await();
                seen.add("getNb " + one[0]);
                a.minNb(ctx, 4, -5);
                a.put(ctx, 4, 7);
                seen.add("put " + a.get(ctx, 4));
                a.minNb(ctx, 5, -6);
                final OperationHandle handle = ctx.newOperation();
                a.minNb(handle, 6, -7);
                ctx.await(handle);
                seen.add("handle " + a.getLocal(5) + " " + a.getLocal(6));
                a.minNb(ctx, 7, -8);
                ctx.await();
                seen.add("await " + a.getLocal(7));
                a.minNb(ctx, 8, -9);
                seen.add("sum " + a.sum(ctx));
                for (final long index : new long[] {-1, 9, 1L << 40, Long.MIN_VALUE}) {
                    assertThrows(IndexOutOfBoundsException.class, () -> a.minNb(ctx, index, 1));
                }
                assertTrue(assertThrows(UnsupportedOperationException.class, () -> a.maxNb(ctx, 1, 1)).getMessage()
                    .startsWith("GMT-258"));
                a.minNb(ctx, 1, -100);
                a.fill(ctx, 3);
                seen.add("fill " + a.get(ctx, 1));
                a.minNb(ctx, 1, -100);
                a.free(ctx);
                assertTrue(assertThrows(GmtException.class, () -> a.minNb(ctx, 1, 1)).getMessage()
                    .startsWith("GMT-230"));
                return seen;
            });
            assertEquals(List.of("get -1", "view -2", "range -3", "getNb -4", "put 7", "handle -6 -7", "await -8",
                "sum -33", "fill 3"), found);
        }
    }
}
