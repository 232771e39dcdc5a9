package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What users of containers do beside single operations: remove by a test, find by name, odd keys. */
@Timeout(240)
class ContainerUseTest {
    private static final int KEYS = 4_000;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldServeItsUsers(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ContainerUseTest.class)) {
            cluster.run(ContainerUseTest::removeNumbers);
            cluster.run(ContainerUseTest::removeFromSmallTables);
            cluster.run(ContainerUseTest::removeTexts);
            cluster.run(ContainerUseTest::removeFromSets);
            cluster.run(ContainerUseTest::removeWhileOthersMerge);
            cluster.run(ContainerUseTest::removeWithATestThatThrows);
            cluster.run(ContainerUseTest::attach);
            cluster.run(ContainerUseTest::oddKeys);
            cluster.run(ContainerUseTest::askForTheSizeInAVisit);
            assertEquals(0, NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum(),
                "bytes not freed");
        }
    }

    // --- removeIf ---

    private static void removeNumbers(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.ADD));
        final GlobalDoubleHashMap halves = GlobalDoubleHashMap.allocate(ctx, 0);
        final GlobalCounters counters = GlobalCounters.allocate(ctx, 0);
        final Map<Long, Long> model = new TreeMap<>();
        for (long key = -100; key < KEYS; key++) {
            map.addNb(ctx, key, key % 10);
            halves.putNb(ctx, key, key / 2.0);
            counters.addNb(ctx, key, key & 3);
            model.put(key, key % 10);
        }
        for (final long limit : new long[] {-1, 0, 3, 3, 9}) {
            final long before = model.size();
            model.entrySet().removeIf(entry -> entry.getValue() <= limit && entry.getKey() % 3 != 1);
            assertEquals(before - model.size(), map.removeIf(ctx, (key, value) -> value <= limit && key % 3 != 1));
            assertEquals(model, new TreeMap<>(map.toMap(ctx)));
        }
        for (final long key : model.keySet()) {
            assertEquals(model.get(key) + 1, map.addAndGet(ctx, key, 1));              // all are still found
        }
        assertEquals(101, halves.removeIf(ctx, (key, value) -> value <= 0 && key <= 0));
        assertEquals(KEYS - 1, halves.size(ctx));
        assertEquals(3.5, halves.get(ctx, 7, -1));
        assertEquals((KEYS + 100) / 4, counters.removeIf(ctx, (key, count) -> count == 3));
        assertEquals(0, counters.get(ctx, 7));
        assertEquals(2, counters.get(ctx, 6));
        assertEquals(model.size(), map.removeIf(ctx, (key, value) -> true));
        assertEquals(0, map.size(ctx));
        assertEquals(0, map.removeIf(ctx, (key, value) -> true));
        for (final GlobalContainer container : List.of(map, halves, counters)) {
            container.free(ctx);
        }
    }

    /** Tables as full as they get, whose last entries have gone on at their begin. */
    private static void removeFromSmallTables(final TaskContext ctx) throws SuspendExecution {
        for (int round = 0; round < 6; round++) {
            final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).within(64 * 16 * 16));
            final Set<Long> kept = new TreeSet<>();
            final long begin = round * 1_000_003L;
            long gone = 0;
            for (long key = begin; key < begin + 650L * ctx.nodeCount(); key++) {
                try {
                    map.put(ctx, key, key);
                } catch (final RuntimeException e) {
                    assertTrue(e.toString().contains("GMT-821"), e.toString());
                    continue;
                }
                if (key % 5 == 2) {
                    kept.add(key);
                } else {
                    gone++;
                }
            }
            assertEquals(gone, map.removeIf(ctx, (key, value) -> value % 5 != 2));
            assertEquals(kept, new TreeSet<>(map.toMap(ctx).keySet()));
            for (final long key : kept) {
                assertEquals(key, map.get(ctx, key, -1));
            }
            map.free(ctx);
        }
    }

    private static void removeTexts(final TaskContext ctx) throws SuspendExecution {
        final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 0);
        final GlobalStringDoubleHashMap halves = GlobalStringDoubleHashMap.allocate(ctx, 0);
        final GlobalStringCounters counters = GlobalStringCounters.allocate(ctx, 0);
        final Map<String, Long> model = new TreeMap<>();
        for (long i = 0; i < KEYS / 4; i++) {
            final String key = "é".repeat((int) (i % 9)) + i;
            map.putNb(ctx, key, i);
            halves.putNb(ctx, key, i / 2.0);
            counters.addNb(ctx, key, i);
            model.put(key, i);
        }
        final long before = model.size();
        model.entrySet().removeIf(entry -> entry.getKey().length() % 3 == 1 || entry.getValue() % 7 == 0);
        final long gone = before - model.size();
        assertEquals(gone, map.removeIf(ctx, (key, value) -> key.length() % 3 == 1 || value % 7 == 0));
        assertEquals(gone, halves.removeIf(ctx, (key, value) -> key.length() % 3 == 1 || value % 3.5 == 0));
        assertEquals(gone, counters.removeIf(ctx, (key, value) -> key.length() % 3 == 1 || value % 7 == 0));
        assertEquals(model, new TreeMap<>(map.toMap(ctx)));
        for (final Map.Entry<String, Long> entry : model.entrySet()) {
            assertEquals(entry.getValue() / 2.0, halves.get(ctx, entry.getKey(), -1));
            assertEquals(entry.getValue() + 1, map.addAndGet(ctx, entry.getKey(), 1));
        }
        for (final GlobalContainer container : List.of(map, halves, counters)) {
            container.free(ctx);
        }
    }

    private static void removeFromSets(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashSet numbers = GlobalHashSet.allocate(ctx, 0);
        final GlobalStringHashSet texts = GlobalStringHashSet.allocate(ctx, 0);
        final Set<Long> model = new HashSet<>();
        final Set<String> modelTexts = new HashSet<>();
        for (long i = 0; i < 3000; i++) {
            numbers.addNb(ctx, i * i - 9);
            texts.addNb(ctx, "t" + i % 1000);
            model.add(i * i - 9);
            modelTexts.add("t" + i % 1000);
        }
        assertEquals(model, numbers.toSet(ctx));
        assertEquals(modelTexts, texts.toSet(ctx));
        model.removeIf(key -> key % 2 == 0);
        modelTexts.removeIf(text -> text.endsWith("7"));
        assertEquals(3000 - model.size(), numbers.removeIf(ctx, key -> key % 2 == 0));
        assertEquals(100, texts.removeIf(ctx, text -> text.endsWith("7")));
        assertEquals(model, numbers.toSet(ctx));
        assertEquals(modelTexts, texts.toSet(ctx));
        numbers.free(ctx);
        texts.free(ctx);
    }

    /** Entries that others add meanwhile are there or have been removed, none twice, and no other is harmed. */
    private static void removeWhileOthersMerge(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
        final GlobalLongArray removed = GlobalLongArray.allocate(ctx, 1);
        ctx.parFor(40, 1, (i, c) -> {
            if (i % 10 == 5) {
                removed.addNb(c, 0, map.removeIf(c, (key, value) -> key % 2 == 0));
            } else {
                for (long k = 0; k < 500; k++) {
                    map.addNb(c, 1000 * i + k, 1);
                }
            }
        });
        removed.addNb(ctx, 0, map.removeIf(ctx, (key, value) -> key % 2 == 0));
        assertEquals(36 * 250, removed.get(ctx, 0));
        assertEquals(36 * 250, map.size(ctx));
        map.forEach(ctx, (key, value, c) -> {
            if (key % 2 == 0 || value != 1) {
                throw new IllegalStateException(key + " has " + value);
            }
        });
        map.free(ctx);
        removed.free(ctx);
    }

    private static void removeWithATestThatThrows(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
        for (long key = 0; key < 1000; key++) {
            map.putNb(ctx, key, key);
        }
        final String failure = refusal(ctx, c -> map.removeIf(c, (key, value) -> {
            if (value == 500) {
                throw new IllegalStateException("not " + key);
            }
            return true;
        }));
        assertTrue(failure.contains("not 500"), failure);
        assertEquals(500, map.get(ctx, 500, -1));
        map.putNb(ctx, 7, 8);
        assertEquals(8, map.get(ctx, 7, -1));
        assertTrue(refusal(ctx, c -> map.removeIf(c, null)).contains("NullPointerException: test"));
        map.free(ctx);
        assertTrue(refusal(ctx, c -> map.removeIf(c, (key, value) -> true)).contains("GMT-822"));
    }

    private static String refusal(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final RuntimeException e) {
            Throwable cause = e;
            final StringBuilder all = new StringBuilder();
            for (; cause != null; cause = cause.getCause()) {
                all.append(cause).append('\n');
            }
            return all.toString();
        }
        throw new AssertionError("not refused");
    }

    // --- names ---

    private static void attach(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap sums = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).named("sums"));
        final GlobalBag bag = GlobalBag.allocate(ctx, 1, ContainerSpec.of(0).named("items"));
        final GlobalHashSet nameless = GlobalHashSet.allocate(ctx, 10);
        ctx.executeOnAll(c -> {
            GlobalHashMap.attach(c, "sums").addNb(c, 5, 1);
            GlobalBag.attach(c, "items").add(c, 3);
        });
        assertEquals(ctx.nodeCount(), sums.get(ctx, 5, 0));
        assertEquals(ctx.nodeCount(), bag.size(ctx));
        final String none = refusal(ctx, c -> GlobalHashMap.attach(c, "sum"));
        assertTrue(none.contains("GMT-397 no container is named 'sum'") && none.contains("known: [items, sums]"), none);
        assertTrue(refusal(ctx, c -> GlobalHashSet.attach(c, "")).contains("GMT-397"));
        final String other = refusal(ctx, c -> GlobalDoubleHashMap.attach(c, "sums"));
        assertTrue(other.contains("GMT-399 map 'sums' is a GlobalHashMap, not a GlobalDoubleHashMap"), other);
        final GlobalStringHashSet twin = GlobalStringHashSet.allocate(ctx, ContainerSpec.of(0).named("sums"));
        assertTrue(refusal(ctx, c -> GlobalHashMap.attach(c, "sums")).contains("GMT-398"));
        sums.free(ctx);
        assertEquals("set 'sums'", GlobalStringHashSet.attach(ctx, "sums").toString());
        for (final GlobalContainer container : List.of(twin, bag, nameless)) {
            container.free(ctx);
        }
        assertTrue(refusal(ctx, c -> GlobalBag.attach(c, "items")).contains("GMT-397"));
    }

    // --- odd keys ---

    private static void oddKeys(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap byDouble = GlobalHashMap.allocate(ctx, 0);
        final double[] keys = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7FF8_0000_0000_0001L), 1.5,
            Double.POSITIVE_INFINITY, Double.MIN_VALUE};
        for (final double key : keys) {
            byDouble.addNb(ctx, Double.doubleToLongBits(key), 1);
        }
        assertEquals(6, byDouble.size(ctx));                                           // as keys of java.util
        assertEquals(1, byDouble.get(ctx, Double.doubleToLongBits(-0.0), 0));
        assertEquals(2, byDouble.get(ctx, Double.doubleToLongBits(Double.NaN), 0));
        assertEquals(Double.doubleToLongBits(0.0), Double.doubleToLongBits(-0.0 + 0.0));
        final GlobalDoubleHashMap values = GlobalDoubleHashMap.allocate(ctx, 0);
        for (int i = 0; i < keys.length; i++) {
            values.putNb(ctx, i, keys[i]);
        }
        for (int i = 0; i < keys.length; i++) {
            assertEquals(Double.doubleToRawLongBits(keys[i]), Double.doubleToRawLongBits(values.get(ctx, i, 7)));
        }
        assertEquals("-0.0", String.valueOf(values.merge(ctx, 0, -0.0, Merge.MIN)));
        assertEquals(Double.NaN, values.merge(ctx, 4, Double.NaN, Merge.MAX));
        final GlobalStringHashMap texts = GlobalStringHashMap.allocate(ctx, 0);
        final GlobalStringHashSet set = GlobalStringHashSet.allocate(ctx, 0);
        for (final String failure : List.of(refusal(ctx, c -> texts.put(c, null, 1)),
            refusal(ctx, c -> texts.addNb(c, null, 1)), refusal(ctx, c -> texts.get(c, null, 1)),
            refusal(ctx, c -> set.add(c, null)), refusal(ctx, c -> texts.visit(c, null, (entry, d) -> { })))) {
            assertTrue(failure.contains("NullPointerException: a key that is null"), failure);
        }
        assertEquals(0, texts.size(ctx) + set.size(ctx));
        for (final GlobalContainer container : List.of(byDouble, values, texts, set)) {
            container.free(ctx);
        }
    }

    /** A body that has a shard for itself must not want it again. */
    private static void askForTheSizeInAVisit(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
        final GlobalStringHashMap texts = GlobalStringHashMap.allocate(ctx, 0);
        ctx.parFor(200, 1, (i, c) -> {
            map.visit(c, i, (entry, there) -> entry.set(1 + map.localSize()));
            texts.visit(c, "t" + i, (entry, there) -> entry.set(1 + texts.localSize()));
        });
        assertEquals(400, map.size(ctx) + texts.size(ctx));
        assertEquals(0, map.removeIf(ctx, (key, value) -> value < 1 || map.localSize() == 0));
        map.free(ctx);
        texts.free(ctx);
    }
}
