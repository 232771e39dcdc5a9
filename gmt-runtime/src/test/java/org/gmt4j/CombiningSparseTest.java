package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Additions to long arrays of which few elements change between two waits, and then many, and few again. */
@Timeout(240)
class CombiningSparseTest {
    private static final int SIZE = 20_000;
    private static final int ROUNDS = 60;

    /** After some rounds of few additions these are noted; after rounds of many they are not. */
    @ParameterizedTest
    @CsvSource({"1, COMBINED", "1, SHARED_2", "2, COMBINED", "3, SHARED_3", "5, COMBINED"})
    void shouldFindFewAndMany(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CombiningSparseTest.class)) {
            final long[] wrong = cluster.call(ctx -> {
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(
                    Combining.ADD));
                final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, ArraySpec.of(SIZE).combining(
                    Combining.ADD));
                for (int round = 0; round < ROUNDS; round++) {
                    final int now = round;
                    ctx.parFor(8, 1, (task, c) -> {
                        addSome(c, longs, doubles, now * 8 + task, count(now));
                        if (task % 3 == 0) {
                            c.await();
                        }
                    });
                    addSome(ctx, longs, doubles, -1 - now, 3);
                    ctx.await();                          // one task alone, and its few additions
                }
                final long[] l = longs.toArray(ctx);
                final double[] d = doubles.toArray(ctx);
                final long[] expected = expected();
                long wrongLongs = 0;
                long wrongDoubles = 0;
                for (int i = 0; i < SIZE; i++) {
                    wrongLongs += l[i] != expected[i] ? 1 : 0;
                    wrongDoubles += d[i] != expected[i] / 2.0 ? 1 : 0;
                }
                return new long[] {wrongLongs, wrongDoubles};
            });
            assertEquals("[0, 0]", Arrays.toString(wrong));
        }
    }

    /** Each round is looked at: the next one would issue what this one has left behind. */
    @ParameterizedTest
    @CsvSource({"1, SHARED_2", "2, COMBINED", "3, COMBINED", "3, DEDICATED_1_1"})
    void shouldIssueAllInEachRound(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CombiningSparseTest.class)) {
            final String wrong = cluster.call(ctx -> {
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(
                    Combining.ADD));
                final StringBuilder all = new StringBuilder();
                long expected = 0;
                for (int round = 0; round < ROUNDS + 10; round++) {
                    final int count = round == ROUNDS || round == ROUNDS + 3 ? SIZE : 1;
                    for (int i = 0; i < count; i++) {
                        longs.addNb(ctx, (i + SIZE - 1 - round) % SIZE, 1);
                    }
                    ctx.await();
                    expected += count;
                    final long sum = longs.sum(ctx);
                    all.append(sum == expected ? "" : "round " + round + ": " + sum + " for " + expected + "; ");
                }
                return all.toString();
            });
            assertEquals("", wrong);
        }
    }

    private static int count(final int round) {
        return round / 20 == 1 ? 3000 : 2;
    }

    private static void addSome(final TaskContext c, final GlobalLongArray longs, final GlobalDoubleArray doubles,
                                final long seed, final int count) throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            final int index = random.nextInt(SIZE);
            final int value = 1 + random.nextInt(9);
            longs.addNb(c, index, value);
            if (i % 2 == 0) {
                doubles.addNb(c, index, value / 2.0);
            } else {
                doubles.addEachNb(c, new long[] {index, index}, 0, 2, value / 4.0);
            }
        }
    }

    private static long[] expected() {
        final long[] expected = new long[SIZE];
        for (int round = 0; round < ROUNDS; round++) {
            for (int task = 0; task < 8; task++) {
                add(expected, round * 8 + task, count(round));
            }
            add(expected, -1 - round, 3);
        }
        return expected;
    }

    private static void add(final long[] expected, final long seed, final int count) {
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            final int index = random.nextInt(SIZE);
            expected[index] += 1 + random.nextInt(9);
        }
    }

    @Test
    void shouldRefuseWrongPlacesBeforeAnythingIsAdded() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, CombiningSparseTest.class)) {
            final String messages = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(10).combining(Combining.ADD));
                final StringBuilder all = new StringBuilder();
                for (final long index : new long[] {-1, 10, 1L << 32, (1L << 32) + 3, Long.MIN_VALUE}) {
                    all.append(assertThrows(IndexOutOfBoundsException.class, () -> a.addNb(ctx, index, 1))
                        .getMessage().contains("index " + index + " of ") ? "" : "no index " + index);
                }
                ctx.await();
                all.append(ctx.sum(10, 1, (i, c) -> a.get(c, i)) == 0 ? "" : "added");
                a.free(ctx);
                final String freed = assertThrows(GmtException.class, () -> a.addNb(ctx, 3, 1)).getMessage();
                return all + freed;
            });
            assertTrue(messages.startsWith("GMT-"), messages);
        }
    }
}
