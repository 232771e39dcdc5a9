package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Maps with strings as values against those of java.util; no character is lost and no byte is kept. */
@Timeout(240)
class ContainerTextsTest {
    private static final String[] ODD = {"", "a", "\0", "1234567", "12345678", "ä", "日本語", "🎈🎈", "\ud800",
        "x".repeat(5000), "é".repeat(3000), "語".repeat(2500), "ÿ\u0100"};
    private static final int TASKS = 12;
    private static final int KEYS_OF_TASK = 15;
    private static final int STEPS = 120;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldDoWhatMapsOfJavaDo(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ContainerTextsTest.class)) {
            cluster.run(ContainerTextsTest::play);
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
            cluster.run(ContainerTextsTest::useAll);
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    // --- single operations ---

    private static void play(final TaskContext ctx) throws SuspendExecution {
        final GlobalTextHashMap numbers = GlobalTextHashMap.allocate(ctx, 0);
        final GlobalStringTextHashMap names = GlobalStringTextHashMap.allocate(ctx, 0);
        assertEquals(0, ctx.sum(TASKS, 1, (task, c) -> differences(c, numbers, names, task)));
        final Map<Long, String> model = new TreeMap<>();
        for (long task = 0; task < TASKS; task++) {
            final SplittableRandom random = new SplittableRandom(task);
            for (int step = 0; step < STEPS; step++) {
                final long key = task * 1000 + random.nextInt(KEYS_OF_TASK);
                final String value = value(random);
                step(model, random.nextInt(7), key, value);
            }
        }
        assertEquals(model, new TreeMap<>(numbers.toMap(ctx)));
        final Map<String, String> modelOfNames = new TreeMap<>();
        model.forEach((key, value) -> modelOfNames.put(name(key), value));
        assertEquals(modelOfNames, new TreeMap<>(names.toMap(ctx)));
        numbers.free(ctx);
        names.free(ctx);
    }

    /** Wherever their key belongs: one that stayed at home could not be read elsewhere. */
    @Test
    void shouldRefuseValuesThatCannotTravel() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ContainerTextsTest.class)) {
            cluster.run(ctx -> {
                final GlobalTextHashMap numbers = GlobalTextHashMap.allocate(ctx, 0);
                final GlobalStringTextHashMap names = GlobalStringTextHashMap.allocate(ctx, 0);
                final String most = "é".repeat((32 << 20) - (8 << 10));
                for (final String tooLong : List.of(most + "é", "語".repeat(most.length() / 2 + 1))) {
                    for (long key = 0; key < 8; key++) {
                        final long k = key;
                        assertTooLong(() -> numbers.put(ctx, k, tooLong));
                        assertTooLong(() -> numbers.putIfAbsent(ctx, k, tooLong));
                        assertTooLong(() -> numbers.putNb(ctx, k, tooLong));
                        assertTooLong(() -> names.put(ctx, name(k), tooLong));
                        assertTooLong(() -> names.putIfAbsent(ctx, name(k), tooLong));
                        assertTooLong(() -> names.putNb(ctx, name(k), tooLong));
                    }
                }
                for (long key = 0; key < 2; key++) {
                    names.put(ctx, "名".repeat(600) + key, most);
                    assertEquals(most.length(), names.get(ctx, "名".repeat(600) + key, "").length());
                }
                numbers.free(ctx);
                names.free(ctx);
            });
        }
    }

    /** Refused at the node that has them, before all of them are on its heap; a node alone has no such limit. */
    @Test
    void shouldNotCopyMoreThanCanTravel() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ContainerTextsTest.class)) {
            cluster.run(ctx -> {
                final GlobalTextHashMap numbers = GlobalTextHashMap.allocate(ctx, 0);
                final GlobalStringTextHashMap names = GlobalStringTextHashMap.allocate(ctx, 0);
                int there = 0;
                for (long key = 0; there < 3; key++) {
                    if (!numbers.isLocal(key)) {
                        numbers.put(ctx, key, "e".repeat(15 << 20));
                        there++;
                    }
                }
                for (long key = 0; there > 0; key++) {
                    if (names.owner(name(key)) != ctx.nodeId()) {
                        names.put(ctx, name(key), "e".repeat(15 << 20));
                        there--;
                    }
                }
                assertEquals("GMT-826 map #0 has strings of more than 33554432 B on node 1", refusal(
                    () -> numbers.toMap(ctx)));
                assertEquals("GMT-826 map #1 has strings of more than 33554432 B on node 1", refusal(
                    () -> names.toMap(ctx)));
                numbers.free(ctx);
                names.free(ctx);
            });
        }
    }

    private static String refusal(final Attempt attempt) throws SuspendExecution {
        try {
            attempt.run();
            return "not refused";
        } catch (final RuntimeException e) {
            final String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            return message.replaceFirst(",.*", "");
        }
    }

    private static void assertTooLong(final Attempt attempt) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final RuntimeException e) {
            assertTrue(String.valueOf(e.getMessage()).startsWith("GMT-825 a value of "), e.getMessage());
            return;
        }
        throw new AssertionError("not refused");
    }

    private interface Attempt {
        void run() throws SuspendExecution;
    }

    /** Other odd ones among the strings, of any length. */
    private static String value(final SplittableRandom random) {
        return random.nextInt(3) == 0 ? ODD[random.nextInt(ODD.length)] : "v".repeat(random.nextInt(40));
    }

    private static String name(final long key) {
        return key == 0 ? "" : "né " + key;
    }

    private static long differences(final TaskContext ctx, final GlobalTextHashMap numbers,
                                    final GlobalStringTextHashMap names, final long task) throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(task);
        final Map<Long, String> model = new HashMap<>();
        long wrong = 0;
        for (int i = 0; i < STEPS; i++) {
            final long key = task * 1000 + random.nextInt(KEYS_OF_TASK);
            final String value = value(random);
            final int kind = random.nextInt(7);
            final String expected = String.valueOf(step(model, kind, key, value));
            wrong += expected.equals(String.valueOf(step(ctx, numbers, kind, key, value))) ? 0 : 1;
            wrong += expected.equals(String.valueOf(step(ctx, names, kind, name(key), value))) ? 0 : 1;
        }
        return wrong;
    }

    private static Object step(final Map<Long, String> map, final int kind, final long key, final String value) {
        switch (kind) {
            case 0:
            case 1:
                map.put(key, value);
                return null;
            case 2:
                map.putIfAbsent(key, value);
                return map.get(key);
            case 3:
                return map.remove(key) != null;
            case 4:
                return map.containsKey(key);
            case 5:
                return map.get(key);
            default:
                return map.getOrDefault(key, "none");
        }
    }

    private static Object step(final TaskContext ctx, final GlobalTextHashMap map, final int kind, final long key,
                               final String value) throws SuspendExecution {
        switch (kind) {
            case 0:
                map.put(ctx, key, value);
                return null;
            case 1:
                map.putNb(ctx, key, value);
                ctx.awaitTasks();
                return null;
            case 2:
                return map.putIfAbsent(ctx, key, value);
            case 3:
                return map.remove(ctx, key);
            case 4:
                return map.contains(ctx, key);
            case 5:
                return map.get(ctx, key, null);
            default:
                return map.get(ctx, key, "none");
        }
    }

    private static Object step(final TaskContext ctx, final GlobalStringTextHashMap map, final int kind,
                               final String key, final String value) throws SuspendExecution {
        switch (kind) {
            case 0:
                map.put(ctx, key, value);
                return null;
            case 1:
                map.putNb(ctx, key, value);
                ctx.awaitTasks();
                return null;
            case 2:
                return map.putIfAbsent(ctx, key, value);
            case 3:
                return map.remove(ctx, key);
            case 4:
                return map.contains(ctx, key);
            case 5:
                return map.get(ctx, key, null);
            default:
                return map.get(ctx, key, "none");
        }
    }

    // --- all entries ---

    private static void useAll(final TaskContext ctx) throws SuspendExecution {
        final GlobalTextHashMap numbers = GlobalTextHashMap.allocate(ctx, ContainerSpec.of(0).named("numbers"));
        final GlobalStringTextHashMap names = GlobalStringTextHashMap.allocate(ctx, ContainerSpec.of(5000));
        final GlobalHashMap counts = GlobalHashMap.allocate(ctx, 0);
        ctx.parFor(3000, 50, (i, c) -> {
            numbers.putNb(c, i, "value " + i % 100);
            names.putNb(c, "key " + i, "é".repeat((int) (i % 50)) + i);
            if (i % 30 == 0) {
                counts.visit(c, i, (entry, there) -> {
                    numbers.putNb(there, -1 - i, "of a visit");
                    names.putNb(there, "visit " + i, "of a visit");
                });
            }
        });
        ctx.awaitVisits();
        assertEquals(100, numbers.removeIf(ctx, (key, value) -> key < 0 && value.equals("of a visit")));
        assertEquals(100, names.removeIf(ctx, (key, value) -> key.startsWith("visit") && value.equals("of a visit")));
        assertEquals(3000, GlobalTextHashMap.attach(ctx, "numbers").size(ctx));
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 2);
        numbers.forEach(ctx, (key, value, c) -> seen.addNb(c, 0, value.equals("value " + key % 100) ? 1 : 0));
        names.forEach(ctx, (key, value, c) -> seen.addNb(c, 1,
            value.endsWith(key.substring(4)) && value.equals(names.get(c, key, null)) ? 1 : 0));
        assertEquals(3000, seen.get(ctx, 0));
        assertEquals(3000, seen.get(ctx, 1));
        assertEquals(2970, numbers.removeIf(ctx, (key, value) -> !value.equals("value 7")));
        names.clear(ctx);
        assertEquals(30, numbers.size(ctx) + names.size(ctx));
        names.put(ctx, "again", "here");
        assertEquals("here", names.get(ctx, "again", ""));
        assertEquals("value 7", numbers.get(ctx, 107, ""));
        numbers.put(ctx, 0, "x".repeat(2_000_000));
        assertEquals(2_000_000, numbers.get(ctx, 0, "").length());
        for (final GlobalContainer container : List.of(numbers, names, counts)) {
            container.free(ctx);
        }
        seen.free(ctx);
    }

    // --- refusals ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepTheOldValueWhenThereIsNoRoom(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ContainerTextsTest.class)) {
            cluster.run(ctx -> {
                final GlobalTextHashMap map = GlobalTextHashMap.allocate(ctx,
                    ContainerSpec.of(0).named("small").within(100_000));
                for (long key = 0; key < 20; key++) {
                    map.put(ctx, key, "old " + key);
                }
                for (long key = 0; key < 40; key++) {
                    final long k = key;
                    final RuntimeException refusal = refusal(ctx, c -> map.put(c, k, "x".repeat(200_000)));
                    assertTrue(refusal.toString().contains("GMT-821 map 'small' is full at node "),
                        refusal.toString());
                    assertEquals(key < 20 ? "old " + key : "none", map.get(ctx, key, "none"));
                }
                assertEquals(20, map.size(ctx));
                for (int round = 0; round < 100; round++) {
                    map.put(ctx, 3, "x".repeat(20_000));                   // the one before is given back
                }
                assertTrue(refusal(ctx, c -> map.put(c, 1, null)).toString().contains("NullPointerException: value"));
                map.free(ctx);
                assertTrue(refusal(ctx, c -> map.get(c, 1, "")).toString().contains("GMT-822"));
                assertTrue(refusal(ctx, c -> GlobalTextHashMap.allocate(c, ContainerSpec.of(0).merging(Merge.MAX)))
                    .toString().contains("GMT-823 MAX cannot combine strings"));
            });
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static RuntimeException refusal(final TaskContext ctx, final TaskBody body) throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final RuntimeException e) {
            return e;
        }
        throw new AssertionError("not refused");
    }

    @Test
    void shouldRefuseMergesOfStrings() {
        assertThrows(IllegalArgumentException.class, () -> ContainerKind.STRING_TEXT_MAP.operation(Merge.LAST));
    }
}
