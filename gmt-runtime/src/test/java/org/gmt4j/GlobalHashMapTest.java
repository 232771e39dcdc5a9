package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Maps of longs against those of java.util, whatever is combined, gathered, moved or removed. */
@Timeout(240)
class GlobalHashMapTest {
    private static final long[] ODD = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, -1L << 32, 255};
    private static final int TASKS = 40;
    private static final int KEYS_OF_TASK = 25;
    private static final int STEPS = 300;

    static Stream<Arguments> shapes() {
        return TestClusters.shapes();
    }

    static Stream<Arguments> fewShapes() {
        return TestClusters.fewShapes();
    }

    private static GmtCluster start(final int nodes, final Plan plan) {
        return TestClusters.builder(nodes, plan, GlobalHashMapTest.class).set("gmt.combining.bytes", "2k").start();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    /** Key k of a task: all tasks have others, some of them odd. */
    private static long key(final long task, final int k) {
        return task == 0 && k < ODD.length ? ODD[k] : task * 1000 + k + 2;
    }

    // --- against java.util ---

    /** Each key belongs to one task, whose operations on it are executed in their order. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldDoWhatMapsOfJavaDo(final int nodes, final Plan plan) {
        final Map<Long, Long> model = new TreeMap<>();
        for (long task = 0; task < TASKS; task++) {
            model.putAll(modelOf(task));
        }
        try (GmtCluster cluster = start(nodes, plan)) {
            for (final ContainerSpec spec : List.of(ContainerSpec.of(0), ContainerSpec.of(10_000),
                ContainerSpec.of(0).merging(Merge.ADD), ContainerSpec.of(100).merging(Merge.MIN))) {
                assertEquals("", cluster.call(ctx -> GlobalHashMapTest.play(ctx, spec)));
                final Map<Long, Long> found = cluster.call(ctx -> GlobalHashMapTest.result(ctx, spec));
                assertEquals(model, new TreeMap<>(found));
            }
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static String play(final TaskContext ctx, final ContainerSpec spec) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, spec);
        final long wrong = ctx.sum(TASKS, 1, (task, c) -> differences(c, map, task));
        map.free(ctx);
        return wrong == 0 ? "" : wrong + " wrong results";
    }

    private static Map<Long, Long> result(final TaskContext ctx, final ContainerSpec spec) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, spec);
        ctx.parFor(TASKS, 1, (final long task, final TaskContext c) -> differences(c, map, task));
        final Map<Long, Long> all = map.toMap(ctx);
        assertEquals(all.size(), map.size(ctx));
        map.free(ctx);
        return all;
    }

    private static long differences(final TaskContext ctx, final GlobalHashMap map, final long task)
        throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(task);
        final Map<Long, Long> model = new HashMap<>();
        long wrong = 0;
        for (int step = 0; step < STEPS; step++) {
            final long key = key(task, random.nextInt(KEYS_OF_TASK));
            final long value = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(100) - 50;
            final int kind = random.nextInt(14);
            final Long expected = step(model, kind, key, value);
            final Long found = step(ctx, map, kind, key, value);
            wrong += expected == null || expected.equals(found) ? 0 : 1;
        }
        return wrong;
    }

    private static Map<Long, Long> modelOf(final long task) {
        final SplittableRandom random = new SplittableRandom(task);
        final Map<Long, Long> model = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            final long key = key(task, random.nextInt(KEYS_OF_TASK));
            final long value = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(100) - 50;
            step(model, random.nextInt(14), key, value);
        }
        return model;
    }

    /** Returns the result of an operation, null without one. */
    private static Long step(final Map<Long, Long> map, final int kind, final long key, final long value) {
        switch (kind) {
            case 0:
                map.put(key, value);
                return null;
            case 1:
                map.put(key, value);
                return null;
            case 2:
                return map.getOrDefault(key, value);
            case 3:
                return map.containsKey(key) ? 1L : 0L;
            case 4:
                return map.remove(key) != null ? 1L : 0L;
            case 5:
                map.remove(key);
                return null;
            case 6:
                map.merge(key, value, Long::sum);
                return null;
            case 7:
                return map.merge(key, value, Long::sum);
            case 8:
                map.merge(key, value, Math::min);
                return null;
            case 9:
                return map.merge(key, value, (a, b) -> a ^ b);
            case 10:
                map.putIfAbsent(key, value);
                return map.get(key);
            case 11:
                map.compute(key, (k, old) -> old == null ? Long.valueOf(value)
                    : old % 3 == 0 ? null : Long.valueOf(old + 1));
                return null;
            case 12:
                return map.compute(key, (k, old) -> old == null ? value : old / 2);
            default:
                return map.getOrDefault(key, -value);
        }
    }

    private static Long step(final TaskContext ctx, final GlobalHashMap map, final int kind, final long key,
                             final long value) throws SuspendExecution {
        switch (kind) {
            case 0:
                map.put(ctx, key, value);
                return null;
            case 1:
                map.putNb(ctx, key, value);
                return null;
            case 2:
                return map.get(ctx, key, value);
            case 3:
                return map.contains(ctx, key) ? 1L : 0L;
            case 4:
                return map.remove(ctx, key) ? 1L : 0L;
            case 5:
                map.removeNb(ctx, key);
                return null;
            case 6:
                map.addNb(ctx, key, value);
                return null;
            case 7:
                return map.addAndGet(ctx, key, value);
            case 8:
                map.mergeNb(ctx, key, value, Merge.MIN);
                return null;
            case 9:
                return map.merge(ctx, key, value, Merge.XOR);
            case 10:
                return map.putIfAbsent(ctx, key, value);
            case 11:
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
            case 12:
                return map.compute(ctx, key, (entry, c) -> {
                    entry.set(entry.isPresent() ? entry.value() / 2 : value);
                    return entry.value();
                });
            default:
                final long[] target = new long[2];
                final OperationHandle handle = ctx.newOperation();
                map.getNb(handle, key, -value, target, 1);
                ctx.await(handle);
                return target[1];
        }
    }

    // --- many tasks ---

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldLoseNoMergeWhileItGrows(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            for (final ContainerSpec spec : List.of(ContainerSpec.of(0), ContainerSpec.of(0).merging(Merge.ADD))) {
                assertEquals("", cluster.call(ctx -> GlobalHashMapTest.grow(ctx, spec)));
            }
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static final int MERGES = 60_000;
    private static final int SPREAD = 20_000;

    /** A third of the merges goes to one key, a third to seven, the others to many. */
    private static long keyOf(final long i) {
        final long random = new SplittableRandom(i).nextLong();
        return i % 3 == 0 ? 0 : i % 3 == 1 ? ODD[(int) (random >>> 61)] : (random >>> 1) % SPREAD * 64;
    }

    /** What a map of Java has after the merges: the same for all nodes. */
    private static final class Merged {
        private static final Map<Long, Long> SUMS = new TreeMap<>();
        private static final Map<Long, Long> LEAST = new TreeMap<>();

        static {
            for (long i = 0; i < MERGES; i++) {
                SUMS.merge(keyOf(i), i % 5 == 0 ? 1L << 40 : 1, Long::sum);
                LEAST.merge(keyOf(i), i, Math::min);
            }
        }

        private Merged() {
        }
    }

    private static String grow(final TaskContext ctx, final ContainerSpec spec) throws SuspendExecution {
        final GlobalHashMap sums = GlobalHashMap.allocate(ctx, spec.named("sums"));
        final GlobalHashMap least = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.MIN));
        final GlobalHashSet keys = GlobalHashSet.allocate(ctx, 0);
        final GlobalLongArray news = GlobalLongArray.allocate(ctx, 1);
        ctx.parFor(MERGES, 100, (low, high, c) -> {
            for (long i = low; i < high; i++) {
                final long key = keyOf(i);
                sums.addNb(c, key, i % 5 == 0 ? 1L << 40 : 1);
                least.mergeNb(c, key, i, Merge.MIN);
                if (i % 7 == 0) {
                    keys.addNb(c, key);
                } else if (keys.add(c, key)) {
                    news.addNb(c, 0, 1);
                }
            }
        });
        final Map<Long, Long> model = Merged.SUMS;
        final List<String> failures = new ArrayList<>();
        final Map<Long, Long> found = sums.toMap(ctx);
        final Map<Long, Long> foundLeast = least.toMap(ctx);
        check(failures, "sums", model, new TreeMap<Long, Long>(found));
        check(failures, "least", Merged.LEAST, new TreeMap<Long, Long>(foundLeast));
        check(failures, "size", (long) model.size(), sums.size(ctx));
        check(failures, "keys", (long) model.size(), keys.size(ctx));
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 3);
        sums.forEach(ctx, (key, value, c) -> {
            seen.addNb(c, 0, 1);
            seen.addNb(c, 1, least.get(c, key, -1) >= 0 && keys.contains(c, key) ? value : Long.MIN_VALUE);
        });
        keys.forEach(ctx, (key, c) -> seen.addNb(c, 2, sums.get(c, key, 0)));
        check(failures, "entries", (long) model.size(), seen.get(ctx, 0));
        final long sum = model.values().stream().mapToLong(value -> value).sum();
        check(failures, "values", sum, seen.get(ctx, 1));
        check(failures, "values by keys", sum, seen.get(ctx, 2));
        check(failures, "new keys", true, news.get(ctx, 0) <= model.size());
        sums.clear(ctx);
        check(failures, "cleared", 0L, sums.size(ctx));
        check(failures, "cleared", false, sums.contains(ctx, 0));
        for (final GlobalContainer container : List.of(sums, least, keys)) {
            container.free(ctx);
        }
        news.free(ctx);
        seen.free(ctx);
        return TestClusters.join(failures);
    }

    private static void check(final List<String> failures, final String what, final Object expected,
                              final Object found) {
        failures.add(expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found);
    }

    /** Without exclusive visits increments are lost. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldVisitEntriesOneByOne(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals(3 * 900, cluster.<Long>call(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
                final GlobalLongArray sent = GlobalLongArray.allocate(ctx, 50);
                ctx.parFor(900, 5, (i, c) -> {
                    map.visit(c, i % 7, (entry, there) -> {
                        entry.set(entry.value() + 1);
                        map.addNb(there, i % 7, 1);                        // itself, behind the visit
                        map.addNb(there, 1000 + i % 50, 1);                // and others, here or elsewhere
                        sent.addNb(there, i % 50, 1);
                        map.visitNb(there, 2000 + i % 50, (other, c2) -> other.set(other.value() + 1));
                    });
                    map.visitNb(c, i % 7, (entry, there) -> entry.set(entry.value() + 1));
                });
                ctx.awaitVisits();
                long all = 0;
                for (int key = 0; key < 7; key++) {
                    all += map.get(ctx, key, 0);
                }
                for (int i = 0; i < 50; i++) {
                    assertEquals(18, map.get(ctx, 1000 + i, 0));
                    assertEquals(18, map.get(ctx, 2000 + i, 0));
                    assertEquals(18, sent.get(ctx, i));
                }
                map.free(ctx);
                sent.free(ctx);
                return all;
            }));
        }
    }

    // --- refusals ---

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldReportABodyThatThrowsAndKeepTheEntry(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 10);
                for (long key = 0; key < 10; key++) {
                    map.put(ctx, key, key);
                    final long thrown = key;
                    final RuntimeException failure = refusal(ctx, c -> map.visit(c, thrown, (entry, there) -> {
                        throw new IllegalStateException("body " + thrown);
                    }));
                    assertTrue(failure.toString().contains("body " + key), failure.toString());
                    assertEquals(key + 1, map.addAndGet(ctx, key, 1));
                }
                map.free(ctx);
            });
        }
    }

    /** As at another node, on any number of threads: the body has the shard for itself for which they would wait. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseBlockingAccessesInAVisit(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("", cluster.call(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 10);
                final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 10);
                final GlobalTextHashMap texts = GlobalTextHashMap.allocate(ctx, 10);
                final GlobalStringTextHashMap names = GlobalStringTextHashMap.allocate(ctx, 10);
                map.visit(ctx, 7, (entry, c) -> {
                    refuse(c, d -> map.get(d, 7, 0));
                    refuse(c, d -> map.put(d, 8, 1));
                    refuse(c, d -> map.visit(d, 7, (other, e) -> other.set(1)));
                    refuse(c, d -> words.get(d, "key", 0));
                    refuse(c, d -> words.visit(d, "key", (other, e) -> other.set(1)));
                    refuse(c, d -> texts.get(d, 7, ""));
                    refuse(c, d -> texts.put(d, 7, "text"));
                    refuse(c, d -> names.get(d, "key", ""));
                    refuse(c, d -> names.put(d, "key", "text"));
                    entry.set(5);
                });
                words.visit(ctx, "key", (entry, c) -> {
                    refuse(c, d -> words.get(d, "key", 0));
                    refuse(c, d -> map.get(d, 7, 0));
                });
                return map.get(ctx, 7, 0) == 5 && words.get(ctx, "key", -1) == -1 ? "" : "the values are others";
            }));
        }
    }

    private static void refuse(final TaskContext ctx, final TaskBody access) {
        try {
            access.run(ctx);
        } catch (final IllegalStateException e) {
            if (e.getMessage().startsWith("GMT-214 ")) {
                return;
            }
            throw e;
        } catch (final SuspendExecution e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("not refused");
    }

    private static RuntimeException refusal(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final RuntimeException e) {
            return e;
        }
        throw new AssertionError("not refused");
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseNewEntriesAtItsLimitAndKeepTheOthers(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).named("small")
                    .within(64 * 16 * 16 * 3));
                long inserted = 0;
                RuntimeException failure = null;
                for (long key = 0; failure == null && key < 50_000; key++) {
                    try {
                        map.put(ctx, key, key);
                        inserted++;
                    } catch (final RuntimeException e) {
                        failure = e;
                    }
                }
                assertTrue(failure != null && failure.toString().contains("GMT-821 map 'small' is full at node "),
                    String.valueOf(failure));
                assertTrue(inserted > nodes * 400L, "only " + inserted);
                assertEquals(inserted, map.size(ctx));
                for (long key = 0; key < inserted; key++) {
                    assertEquals(key + 1, map.addAndGet(ctx, key, 1));
                }
                final RuntimeException loop = refusal(ctx, c -> c.parFor(100_000, 1000, (low, high, d) -> {
                    for (long i = low; i < high; i++) {
                        map.addNb(d, i, 1);
                    }
                }));
                assertTrue(loop.toString().contains("GMT-821 map 'small'"), loop.toString());
                map.free(ctx);
                assertThrowsCode("GMT-820", ctx,
                    c -> GlobalHashMap.allocate(c, ContainerSpec.of(1 << 20).within(4096)));
                assertThrowsCode("GMT-820", ctx, c -> GlobalHashMap.allocate(c, 1L << 50));
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static void assertThrowsCode(final String code, final TaskContext ctx, final TaskBody body)
        throws SuspendExecution {
        final RuntimeException failure = refusal(ctx, body);
        assertTrue(failure.getMessage().contains(code), failure.toString());
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseUseAfterFree(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 10);
                final GlobalHashMap other = GlobalHashMap.allocate(ctx, 10);
                map.free(ctx);
                for (long key = 0; key < 8; key++) {
                    final long k = key;
                    final String found = refusal(ctx, c -> map.put(c, k, 1)).toString();
                    assertTrue(found.contains(map.isLocal(key) ? "GMT-822" : "GMT-210"), found);
                    final String later = refusal(ctx, c -> {
                        map.addNb(c, k, 1);
                        c.await();
                    }).toString();
                    assertTrue(later.contains("GMT-822") || later.contains("GMT-210"), later);
                    assertEquals(5, other.addAndGet(ctx, key, 5));
                }
                assertThrowsCode("GMT-822", ctx, c -> map.free(c));
                assertThrowsCode("GMT-822", ctx, c -> map.visit(c, 1, (entry, there) -> entry.remove()));
                other.free(ctx);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldNoticeEntriesThatMoveUnderALoop(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> {
                final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
                ctx.parFor(400_000, (i, c) -> map.putNb(c, i, i));
                map.forEach(ctx, (key, value, c) -> map.addNb(c, key, 1));            // values may change
                final RuntimeException failure = refusal(ctx,
                    c -> map.forEach(c, (key, value, d) -> map.remove(d, key)));
                assertTrue(failure.toString().contains("GMT-824"), failure.toString());
                map.free(ctx);
            });
        }
    }

    /** Otherwise the tests of operations at home test nothing that is at hand. */
    @Test
    void shouldBeAtHandInInstrumentedMethods() throws IOException {
        try (InputStream in = GlobalHashMapTest.class.getResourceAsStream("GlobalHashMapTest.class")) {
            final String code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (final String name : List.of("canGet", "canPut", "canAddAndGet", "canAdd", "canContains")) {
                assertTrue(code.contains(name), name);
            }
        }
    }

    @Test
    void shouldRefuseOperatorsOfBitsOnDoubles() {
        assertThrows(IllegalArgumentException.class, Merge.XOR::ofDoubles);
        assertFalse(Merge.MIN.ofDoubles() == Merge.MIN.ofIntegers());
    }
}
