package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bags of records, and counts with the largest of them. */
@Timeout(240)
class GlobalBagTest {
    private static final int ITEMS = 20_000;

    static Stream<Arguments> shapes() {
        return TestClusters.shapes();
    }

    static Stream<Arguments> fewShapes() {
        return TestClusters.fewShapes();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldKeepEveryItemOnceWhereverItGoes(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(GlobalBagTest::collect)));
            assertEquals("", TestClusters.join(cluster.call(GlobalBagTest::levels)));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    /** Item i is once in a bag of items, and three times itself in a bag of records. */
    private static List<String> collect(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalBag items = GlobalBag.allocate(ctx, 1);
        final GlobalBag records = GlobalBag.allocate(ctx, 3);
        final GlobalIntArray seen = GlobalIntArray.allocate(ctx, ITEMS);
        final GlobalIntArray seenRecords = GlobalIntArray.allocate(ctx, ITEMS);
        ctx.parFor(ITEMS, 100, (low, high, c) -> {
            final long[] record = new long[4];
            for (long i = low; i < high; i++) {
                record[1] = i;
                record[2] = i;
                record[3] = i;
                if (i % 3 == 0) {
                    items.addNb(c, (int) (i % 7) % c.nodeCount(), i);
                    records.addNb(c, 0, record, 1);
                } else {
                    items.add(c, i);
                    records.add(c, record, 1);
                }
            }
        });
        for (int round = 1; round <= 2; round++) {
            failures.add(same("items", (long) ITEMS, items.size(ctx)));
            failures.add(same("records", (long) ITEMS, records.size(ctx)));
            items.forEach(ctx, (i, c) -> seen.addNb(c, i, 1));
            records.forEachRecord(ctx, (record, c) -> seenRecords.addNb(c, record[0] == record[1]
                && record[1] == record[2] ? record[0] : -1, 1));
            failures.add(same("sum of items", (long) ITEMS * round, seen.sum(ctx)));
            failures.add(same("most of items", (long) round, seen.max(ctx)));
            failures.add(same("sum of records", (long) ITEMS * round, seenRecords.sum(ctx)));
            failures.add(same("most of records", (long) round, seenRecords.max(ctx)));
            items.rebalance(ctx);
            records.rebalance(ctx);
            for (final GlobalBag bag : List.of(items, records)) {
                for (final long size : ctx.callOnAll(node -> bag.localSize())) {
                    failures.add(same("balanced", true, size == ITEMS / ctx.nodeCount()
                        || size == (ITEMS + ctx.nodeCount() - 1) / ctx.nodeCount()));
                }
            }
        }
        items.clear(ctx);
        failures.add(same("cleared", 0L, items.size(ctx)));
        items.free(ctx);
        records.free(ctx);
        seen.free(ctx);
        seenRecords.free(ctx);
        return failures;
    }

    /** A tree in which item i has the children 2 i + 1 and 2 i + 2, level by level. */
    private static List<String> levels(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalBag frontier = GlobalBag.allocate(ctx, 1, ContainerSpec.of(0).named("frontier"));
        final GlobalIntArray seen = GlobalIntArray.allocate(ctx, ITEMS);
        frontier.add(ctx, 0);
        long all = 0;
        long expected = 1;
        for (long found = 1; found > 0; expected *= 2) {
            found = frontier.drain(ctx, (item, c) -> {
                seen.addNb(c, item, 1);
                for (long child = 2 * item + 1; child <= 2 * item + 2; child++) {
                    if (child < ITEMS) {
                        frontier.addNb(c, (int) (child % c.nodeCount()), child);
                    }
                }
            });
            failures.add(found == 0 || all + found == ITEMS ? "" : same("level", expected, found));
            all += found;
            frontier.rebalance(ctx);
        }
        failures.add(same("all", (long) ITEMS, all));
        failures.add(same("seen", (long) ITEMS, seen.sum(ctx)));
        failures.add(same("seen most", 1L, seen.max(ctx)));
        frontier.free(ctx);
        seen.free(ctx);
        return failures;
    }

    /** What the page says of the records that are left. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldVisitTheOtherChunksWhereABodyFails(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTest.class)) {
            cluster.run(ctx -> {
                final GlobalBag bag = GlobalBag.allocate(ctx, 1);
                final GlobalLongArray visited = GlobalLongArray.allocate(ctx, 1);
                ctx.executeOnAll(c -> bag.add(c, -1));                // the first one of a lane
                ctx.parFor(ITEMS, 100, (i, c) -> bag.add(c, i));
                String failure = "";
                try {
                    bag.drain(ctx, (item, c) -> {
                        if (item == -1) {
                            bag.add(c, -2);
                            throw new IllegalStateException("no such item");
                        }
                        visited.addNb(c, 0, 1);
                    });
                } catch (final ParForException e) {
                    failure = e.getMessage();
                }
                assertTrue(failure.contains("no such item"), failure);
                assertEquals(ctx.nodeCount(), bag.size(ctx), "what bodies have appended");
                final long others = visited.get(ctx, 0);
                assertTrue(others > ITEMS / 2, "others that are visited: " + others);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseWhatDoesNotFit(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTest.class)) {
            cluster.run(ctx -> {
                final GlobalBag bag = GlobalBag.allocate(ctx, 2, ContainerSpec.of(0).named("pairs").within(70_000));
                String refusal = "";
                long added = 0;
                while (refusal.isEmpty() && added < 100_000) {
                    try {
                        bag.add(ctx, new long[] {added, -added}, 0);
                        added++;
                    } catch (final GmtException e) {
                        refusal = e.getMessage();
                    }
                }
                assertTrue(refusal.startsWith("GMT-821 bag 'pairs' is full at node 0: "), refusal);
                assertEquals(added, bag.size(ctx));
                for (final int wrong : new int[] {-1, 99}) {
                    refusal = "";
                    try {
                        bag.addNb(ctx, wrong, new long[2], 0);
                    } catch (final IndexOutOfBoundsException e) {
                        refusal = e.getMessage();
                    }
                    assertEquals("node " + wrong + " of " + ctx.nodeCount() + " nodes, for a record of bag 'pairs'",
                        refusal);
                }
                refusal = "";
                try {
                    bag.add(ctx, 1);
                } catch (final IllegalArgumentException e) {
                    refusal = e.getMessage();
                }
                assertEquals("a record of 1 longs for bag 'pairs', whose records have 2", refusal);
                final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 2);
                bag.drainRecords(ctx, (record, c) -> {
                    sum.addNb(c, 0, record[0]);
                    sum.addNb(c, 1, record[1]);
                });
                assertEquals(LongStream.range(0, added).sum(), sum.get(ctx, 0));
                assertEquals(-LongStream.range(0, added).sum(), sum.get(ctx, 1));
                assertEquals(0, bag.size(ctx));
                bag.add(ctx, new long[] {1, 2}, 0);
                sum.free(ctx);
                bag.free(ctx);
                try {
                    bag.add(ctx, new long[2], 0);
                } catch (final GmtException e) {
                    refusal = e.getMessage();
                }
                assertTrue(refusal.startsWith("GMT-822 bag 'pairs' has been freed"), refusal);
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    /** A record is i and its negative; node 0 has all, and no other node has room for its part. */
    @ParameterizedTest
    @CsvSource({"2, COMBINED", "3, COMBINED", "2, SHARED_2", "2, DEDICATED_2_2", "5, DEDICATED_1_1"})
    void shouldLoseNothingWhereANodeHasNoRoomForItsPart(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, GlobalBagTest.class)
            .set("gmt.memory.max", "1m").start()) {
            cluster.run(ctx -> {
                final GlobalBag bag = GlobalBag.allocate(ctx, 2, ContainerSpec.of(0).named("pairs"));
                for (long i = 0; i < ITEMS; i++) {
                    bag.add(ctx, new long[] {i, -i}, 0);
                }
                final GlobalLongArray hog = ctx.call(nodes - 1, c -> GlobalLongArray.allocate(c,
                    ArraySpec.of(124_800).allocated(Allocation.LOCAL)));
                for (int round = 0; round < 2; round++) {
                    final String refusal = refusalOfRebalance(ctx, bag);
                    assertTrue(refusal.contains("GMT-821 bag 'pairs' is full at node " + (nodes - 1)), refusal);
                    assertEquals("", TestClusters.join(isComplete(ctx, bag)));
                    assertEquals(ITEMS, bag.localSize(), "records at the node that had them");
                }
                hog.free(ctx);
                bag.rebalance(ctx);
                assertEquals("", TestClusters.join(isComplete(ctx, bag)));
                assertEquals((ITEMS + nodes - 1) / nodes, bag.localSize(), "records that are left");
                bag.free(ctx);
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    /** Where records travel, those that no block of commands has room for; the longest that fit do travel. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRefuseRecordsThatCannotTravel(final int nodes) {
        try (GmtCluster cluster = TestClusters.builder(nodes, Plan.COMBINED, GlobalBagTest.class)
            .set(TestClusters.aggregation(256, 16, 1024, 2, 2, 4, 2)).start()) {
            cluster.run(ctx -> {
                int width = 256;
                String refusal = "";
                GlobalBag bag = null;
                while (bag == null) {
                    try {
                        bag = GlobalBag.allocate(ctx, width);
                    } catch (final GmtException e) {
                        refusal = e.getMessage();
                        width--;
                    }
                }
                assertTrue(nodes == 1 ? refusal.isEmpty() : refusal.matches("GMT-266 a record of " + (width + 1)
                    + " longs could not travel: " + width + " fit a block .*"), refusal);
                for (int node = 0; node < nodes; node++) {
                    bag.addNb(ctx, node, new long[width], 0);
                    bag.addNb(ctx, 0, new long[width], 0);
                }
                ctx.await();
                bag.rebalance(ctx);
                assertEquals(2, bag.localSize());
                bag.free(ctx);
            });
        }
    }

    private static String refusalOfRebalance(final TaskContext ctx, final GlobalBag bag) throws SuspendExecution {
        try {
            bag.rebalance(ctx);
            return "not refused";
        } catch (final RuntimeException e) {
            return e.toString();
        }
    }

    private static List<String> isComplete(final TaskContext ctx, final GlobalBag bag) throws SuspendExecution {
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 2);
        bag.forEachRecord(ctx, (record, c) -> {
            sum.addNb(c, 0, record[0]);
            sum.addNb(c, 1, record[1]);
        });
        final long all = LongStream.range(0, ITEMS).sum();
        final List<String> failures = List.of(same("size", (long) ITEMS, bag.size(ctx)),
            same("sum", all, sum.get(ctx, 0)), same("sum of negatives", -all, sum.get(ctx, 1)));
        sum.free(ctx);
        return failures;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFindTheLargestCounts(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, GlobalBagTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(GlobalBagTest::count)));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static List<String> count(final TaskContext ctx) throws SuspendExecution {
        final GlobalCounters counters = GlobalCounters.allocate(ctx, 0);
        final GlobalStringCounters words = GlobalStringCounters.allocate(ctx, 0);
        ctx.parFor(ITEMS, 100, (i, c) -> {
            counters.addNb(c, i * i % 1009 - 500, i % 3);
            words.addNb(c, "w" + i * i % 1009, i % 3);
        });
        final Map<Long, Long> model = new TreeMap<>();
        final Map<String, Long> modelWords = new TreeMap<>();
        for (long i = 0; i < ITEMS; i++) {
            model.merge(i * i % 1009 - 500, i % 3, Long::sum);
            modelWords.merge("w" + i * i % 1009, i % 3, Long::sum);
        }
        final List<String> failures = new ArrayList<>();
        for (final int most : new int[] {0, 1, 10, 100_000}) {
            final String expected = model.entrySet().stream().sorted(Map.Entry.<Long, Long>comparingByValue()
                .reversed().thenComparing(Map.Entry.comparingByKey())).limit(most).toList().toString();
            final List<String> found = new ArrayList<>();
            counters.top(ctx, most).forEach(count -> found.add(count.key() + "=" + count.count()));
            failures.add(same("top " + most, expected, found.toString()));
            final String expectedWords = modelWords.entrySet().stream().sorted(Map.Entry
                .<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(most)
                .toList().toString();
            final List<String> foundWords = new ArrayList<>();
            words.top(ctx, most).forEach(count -> foundWords.add(count.key() + "=" + count.count()));
            failures.add(same("words " + most, expectedWords, foundWords.toString()));
        }
        final long total = LongStream.range(0, ITEMS).map(i -> i % 3).sum();
        failures.add(same("total", total, counters.total(ctx)));
        failures.add(same("total of words", total, words.total(ctx)));
        failures.add(same("one", modelWords.get("w4"), words.get(ctx, "w4")));
        failures.add(same("none", 0L, counters.get(ctx, Long.MIN_VALUE)));
        counters.free(ctx);
        words.free(ctx);
        return failures;
    }
}
