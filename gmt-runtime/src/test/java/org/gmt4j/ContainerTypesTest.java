package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Containers with strings as keys, and with values of double, against those of java.util. */
@Timeout(240)
class ContainerTypesTest {
    private static final String[] ODD = {"", "a", "\0", "12345678", "123456789", "ä", "日本語", "🎈🎈", "a\0", "a\0\0",
        "x".repeat(2048), "x".repeat(2047), "é".repeat(1024), "?", " "};
    private static final int TASKS = 20;
    private static final int KEYS_OF_TASK = 30;
    private static final int STEPS = 400;

    static Stream<Arguments> shapes() {
        return TestClusters.shapes();
    }

    static Stream<Arguments> fewShapes() {
        return TestClusters.fewShapes();
    }

    private static GmtCluster start(final int nodes, final Plan plan) {
        return TestClusters.builder(nodes, plan, ContainerTypesTest.class).set("gmt.combining.bytes", "2k").start();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    private static String key(final long task, final int k) {
        return task == 0 && k < ODD.length ? ODD[k] : "key".repeat((int) (task % 4) + k % 3) + (task * 100 + k);
    }

    /** As UTF-8 has it. */
    private static String sound(final String key) {
        return new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldDoWithStringsWhatMapsOfJavaDo(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            final Map<String, Long> model = new TreeMap<>();
            for (long task = 0; task < TASKS; task++) {
                final SplittableRandom random = new SplittableRandom(task);
                for (int step = 0; step < STEPS; step++) {
                    final String key = sound(key(task, random.nextInt(KEYS_OF_TASK)));
                    step(model, random.nextInt(12), key, random.nextInt(1 << 26) - (1 << 25));
                }
            }
            assertEquals("", TestClusters.join(cluster.call(ctx -> ContainerTypesTest.play(ctx, model.size()))));
            final Map<String, Long> found = cluster.call(ContainerTypesTest::result);
            assertEquals(model, new TreeMap<String, Long>(found));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static List<String> play(final TaskContext ctx, final long entries) throws SuspendExecution {
        final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 0);
        final List<String> failures = new ArrayList<>();
        failures.add(same("results", 0L, ctx.sum(TASKS, 1, (task, c) -> differences(c, map, task))));
        failures.add(same("size", entries, map.size(ctx)));
        map.free(ctx);
        return failures;
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }

    private static Map<String, Long> result(final TaskContext ctx) throws SuspendExecution {
        final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 1000);
        ctx.parFor(TASKS, 1, (final long task, final TaskContext c) -> differences(c, map, task));
        final Map<String, Long> all = map.toMap(ctx);
        map.free(ctx);
        return all;
    }

    private static long differences(final TaskContext ctx, final GlobalStringHashMap map, final long task)
        throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(task);
        final Map<String, Long> model = new HashMap<>();
        long wrong = 0;
        for (int step = 0; step < STEPS; step++) {
            final String key = key(task, random.nextInt(KEYS_OF_TASK));
            final int kind = random.nextInt(12);
            final long value = random.nextInt(1 << 26) - (1 << 25);
            final Long expected = step(model, kind, sound(key), value);
            final Long found = step(ctx, map, kind, key, value);
            wrong += expected == null || expected.equals(found) ? 0 : 1;
        }
        return wrong;
    }

    /** Returns the result of an operation, null without one. */
    private static Long step(final Map<String, Long> map, final int kind, final String key, final long value) {
        switch (kind) {
            case 0:
            case 1:
                map.put(key, value);
                return null;
            case 2:
                return map.containsKey(key) ? 1L : 0L;
            case 3:
                return map.remove(key) != null ? 1L : 0L;
            case 4:
                map.remove(key);
                return null;
            case 5:
                map.merge(key, value, Long::sum);
                return null;
            case 6:
                return map.merge(key, value, Long::sum);
            case 7:
                return map.merge(key, value, Math::max);
            case 8:
                map.putIfAbsent(key, value);
                return map.get(key);
            case 9:
                map.compute(key, (k, old) -> old == null ? Long.valueOf(value)
                    : old % 3 == 0 ? null : Long.valueOf(old + 1));
                return null;
            case 10:
                return map.compute(key, (k, old) -> old == null ? value : old / 2);
            default:
                return map.getOrDefault(key, -value);
        }
    }

    private static Long step(final TaskContext ctx, final GlobalStringHashMap map, final int kind, final String key,
                             final long value) throws SuspendExecution {
        switch (kind) {
            case 0:
                map.put(ctx, key, value);
                return null;
            case 1:
                map.putNb(ctx, key, value);
                return null;
            case 2:
                return map.contains(ctx, key) ? 1L : 0L;
            case 3:
                return map.remove(ctx, key) ? 1L : 0L;
            case 4:
                map.removeNb(ctx, key);
                return null;
            case 5:
                map.addNb(ctx, key, value);
                return null;
            case 6:
                return map.addAndGet(ctx, key, value);
            case 7:
                return map.merge(ctx, key, value, Merge.MAX);
            case 8:
                return map.putIfAbsent(ctx, key, value);
            case 9:
                map.visit(ctx, key, (entry, c) -> {
                    if (!entry.isPresent()) {
                        entry.set(value);
                    } else if (entry.value() % 3 == 0) {
                        entry.remove();
                    } else {
                        entry.set(entry.value() + 1);
                    }
                });
                return null;
            case 10:
                return map.compute(ctx, key, (entry, c) -> {
                    entry.set(entry.isPresent() ? entry.value() / 2 : value);
                    return entry.value();
                });
            default:
                final long[] target = new long[2];
                map.getNb(ctx, key, -value, target, 1);
                ctx.await();
                return target[1];
        }
    }

    private static final int WORDS = 30_000;

    private static String word(final long i) {
        final long random = new SplittableRandom(i).nextLong() >>> 1;
        return i % 3 == 0 ? "the" : "w" + random % (i % 3 == 1 ? 9 : 8000);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldLoseNoWordWhileItGrows(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("", TestClusters.join(cluster.call(ContainerTypesTest::count)));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static List<String> count(final TaskContext ctx) throws SuspendExecution {
        final GlobalStringHashMap counts = GlobalStringHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.ADD));
        final GlobalStringDoubleHashMap halves = GlobalStringDoubleHashMap.allocate(ctx, 0);
        final GlobalDoubleHashMap quarters = GlobalDoubleHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.ADD));
        final GlobalStringHashSet words = GlobalStringHashSet.allocate(ctx, 0);
        ctx.parFor(WORDS, 100, (low, high, c) -> {
            for (long i = low; i < high; i++) {
                final String word = word(i);
                counts.addNb(c, word, 1);
                halves.addNb(c, word, 0.5);
                quarters.addNb(c, word.hashCode(), 0.25);
                words.addNb(c, word);
                counts.addNb(c, "gone" + i % 700, 1);
                if (i % 50 == 0) {
                    counts.removeNb(c, "gone" + i % 700);            // holes in arenas
                }
            }
        });
        ctx.parFor(700, (i, c) -> counts.removeNb(c, "gone" + i));
        final Map<String, Long> model = new TreeMap<>();
        final Map<String, Double> modelHalves = new TreeMap<>();
        final Map<Long, Double> modelQuarters = new TreeMap<>();
        for (long i = 0; i < WORDS; i++) {
            model.merge(word(i), 1L, Long::sum);
            modelHalves.merge(word(i), 0.5, Double::sum);
            modelQuarters.merge((long) word(i).hashCode(), 0.25, Double::sum);
        }
        final List<String> failures = new ArrayList<>();
        failures.add(same("words", model, new TreeMap<String, Long>(counts.toMap(ctx))));
        failures.add(same("halves", modelHalves, new TreeMap<String, Double>(halves.toMap(ctx))));
        failures.add(same("quarters", modelQuarters, new TreeMap<Long, Double>(quarters.toMap(ctx))));
        failures.add(same("size", (long) model.size(), words.size(ctx)));
        failures.add(same("the", WORDS / 3 / 2.0, halves.get(ctx, "the", -1)));
        failures.add(same("none", -1.5, quarters.get(ctx, 5, -1.5)));
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 3);
        counts.forEach(ctx, (word, count, c) -> {
            seen.addNb(c, 0, words.contains(c, word) ? count : Long.MIN_VALUE);
            seen.addNb(c, 1, (long) (2 * halves.get(c, word, 0)));
        });
        words.forEach(ctx, (word, c) -> seen.addNb(c, 2, counts.get(c, word, 0)));
        for (int i = 0; i < 3; i++) {
            failures.add(same("seen " + i, (long) WORDS, seen.get(ctx, i)));
        }
        seen.free(ctx);
        for (final GlobalContainer container : List.of(counts, halves, quarters, words)) {
            container.free(ctx);
        }
        return failures;
    }

    /** Bodies that use keys of their own in the middle of a visit, and of commands that wait for a block. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldKeepTheKeysOfNestedOperationsApart(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ContainerTypesTest.class)
            .set(TestClusters.aggregation(256, 16, 1024, 4, 2, 4, 8)).start()) {
            final Set<String> expected = new HashSet<>();
            for (int i = 0; i < 2000; i++) {
                expected.add("outer " + i % 100);
                expected.add("inner, some longer " + i);
                expected.add("visit " + i);
            }
            cluster.run(ctx -> {
                final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 0);
                final GlobalLongArray places = GlobalLongArray.allocate(ctx, 64);
                final Visitor visitor = Visitor.open(ctx, places, (index, i, c) -> map.addNb(c, "visit " + i, 1));
                ctx.parFor(2000, 20, (i, c) -> {
                    visitor.send(c, i % 64, i);
                    map.visitNb(c, "outer " + i % 100, (entry, there) -> {
                        map.addNb(there, "inner, some longer " + i, 1);
                        entry.set(entry.value() + 1);
                    });
                });
                ctx.awaitVisits();
                final Map<String, Long> found = map.toMap(ctx);
                for (final Map.Entry<String, Long> entry : found.entrySet()) {
                    assertTrue(expected.contains(entry.getKey()), entry.getKey());
                    assertEquals(entry.getKey().startsWith("outer") ? 20L : 1L, entry.getValue(), entry.getKey());
                }
                assertEquals(expected.size(), found.size());
                visitor.close(ctx);
                places.free(ctx);
                map.free(ctx);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseKeysThatAreTooLong(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 0);
                for (final String key : List.of("x".repeat(2049), "é".repeat(1025))) {
                    String refusal = "";
                    try {
                        map.addNb(ctx, key, 1);
                    } catch (final GmtException e) {
                        refusal = e.getMessage();
                    }
                    assertTrue(refusal.startsWith("GMT-825 a key of " + key.length() + " characters"), refusal);
                }
                assertEquals(0, map.size(ctx));
                map.free(ctx);
            });
        }
    }

    /** They would all be the question mark, which is a key like others. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseHalvesOfSurrogatePairs(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, 0);
                for (final String key : List.of("\ud83d", "a\ude00", "\ud83d\ud83d\ude00", "é\ude00\ud83d")) {
                    assertTrue(refusal(() -> map.addNb(ctx, key, 1)).startsWith("GMT-825 "), key);
                    assertTrue(refusal(() -> map.owner(key)).contains("surrogate"), key);
                }
                map.put(ctx, "?", 1);
                map.put(ctx, "\ud83d\ude00", 2);                       // a pair
                assertEquals(Map.of("?", 1L, "\ud83d\ude00", 2L), map.toMap(ctx));
                map.free(ctx);
            });
        }
    }

    private static String refusal(final Runnable operation) {
        return assertThrows(GmtException.class, operation::run).getMessage();
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseNewWordsAtItsLimit(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalStringHashMap map = GlobalStringHashMap.allocate(ctx, ContainerSpec.of(0).within(100_000));
                String refusal = "";
                int inserted = 0;
                while (refusal.isEmpty() && inserted < 100_000) {
                    try {
                        map.put(ctx, "word number " + inserted, inserted);
                        inserted++;
                    } catch (final RuntimeException e) {
                        refusal = e.toString();
                    }
                }
                assertTrue(refusal.contains("GMT-821 map #"), refusal);
                assertEquals(inserted, map.size(ctx));
                for (int i = 0; i < inserted; i++) {
                    assertEquals(i, map.get(ctx, "word number " + i, -1));
                }
                map.free(ctx);
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }
}
