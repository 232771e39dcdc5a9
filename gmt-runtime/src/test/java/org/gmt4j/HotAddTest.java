package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Additions of many tasks to few elements: each gets the value that it would get alone, whatever travels together. */
@Timeout(240)
class HotAddTest {
    private static final ElementType[] INTEGERS = {ElementType.LONG, ElementType.BYTE, ElementType.INT,
        ElementType.SHORT};
    private static final int TASKS = 6007;

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    static Stream<Arguments> shapes() {
        return TestClusters.shapes();
    }

    static Stream<Arguments> fewShapes() {
        return TestClusters.fewShapes();
    }

    // --- ranges ---

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldHandOutEachPlaceOnce(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, HotAddTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(HotAddTest::ranges)));
            final long adds = counter(cluster, "combining.hot.adds");
            final long commands = counter(cluster, "combining.hot.commands");
            assertEquals(nodes > 1, adds > 0, "additions that waited for others: " + adds);
            assertTrue(commands <= adds && (nodes == 1 || commands < adds / 2), commands + " commands for " + adds);
        }
    }

    /** One element; few; more than a lane has places for. */
    private static List<String> ranges(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final ElementType type : INTEGERS) {
            final int[] counts = {1, 9, 301};
            for (int k = 0; k < counts.length; k++) {
                failures.add(ranges(ctx, type, counts[k], type == ElementType.LONG && k == 1
                    ? Long.MAX_VALUE / 3 : 2 * k + 1));
            }
        }
        return failures;
    }

    private static String ranges(final TaskContext ctx, final ElementType type, final int elements, final long delta)
        throws SuspendExecution {
        final TypedArray typed = TypedArray.allocate(ctx, type, ArraySpec.of(elements).cyclic(1));
        final IntegerArray hot = (IntegerArray) typed.array();
        final GlobalLongArray found = GlobalLongArray.allocate(ctx, TASKS);
        ctx.parFor(TASKS, 1, SpawnPolicy.PARTITION, (i, c) -> found.put(c, i, hot.add(c, i % elements, delta)));
        final long[] all = found.toArray(ctx);
        String failure = "";
        for (int e = 0; e < elements; e++) {
            final int count = (TASKS - e + elements - 1) / elements;
            final long[] places = new long[count];
            final long[] expected = new long[count];
            for (int k = 0; k < count; k++) {
                places[k] = all[e + k * elements];
                expected[k] = typed.canon(k * delta);
            }
            Arrays.sort(places);
            Arrays.sort(expected);
            if (!Arrays.equals(places, expected) || typed.get(ctx, e) != typed.canon(count * delta)) {
                failure = hot + ": element " + e + " is " + typed.get(ctx, e) + " after places "
                    + Arrays.toString(Arrays.copyOf(places, Math.min(20, count)));
            }
        }
        hot.free(ctx);
        found.free(ctx);
        return failure;
    }

    /** Additions of both signs, by tasks that have something else under way, or have given up a wait for it. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFindSumsOfOthersWithOtherOperationsUnderWay(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, HotAddTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray hot = GlobalLongArray.allocate(ctx, ArraySpec.of(3).cyclic(1));
                final GlobalLongArray found = GlobalLongArray.allocate(ctx, TASKS);
                final GlobalLongArray other = GlobalLongArray.allocate(ctx, 1000);
                ctx.parFor(TASKS / 7, 1, SpawnPolicy.PARTITION, (k, c) -> {
                    for (long i = k * 7; i < k * 7 + 7; i++) {
                        other.addNb(c, (i * 37) % 1000, 1);
                        if (i % 5 == 0) {
                            try {
                                c.await(0);
                            } catch (final GmtTimeoutException e) {
                                c.count("late", 1);
                            }
                        }
                        found.putNb(c, i, hot.add(c, i % 3, i + 1 << 16));
                    }
                    c.parFor(3, 1, SpawnPolicy.PARTITION, (e, d) -> {
                        hot.add(d, e, 5);
                        hot.add(d, e, -5);
                    });
                });
                final long[] all = found.toArray(ctx);
                final int tasks = TASKS / 7 * 7;
                for (int e = 0; e < 3; e++) {
                    // sums in the upper parts, what comes and goes in the lower ones
                    final List<Integer> inTurn = new ArrayList<>();
                    for (int i = e; i < tasks; i += 3) {
                        inTurn.add(i);
                    }
                    inTurn.sort(Comparator.comparingLong(i -> all[i]));
                    long sum = 0;
                    for (final int i : inTurn) {
                        assertEquals(sum, all[i] >> 16, () -> "what task " + i + " has found");
                        sum += i + 1;
                    }
                    assertEquals(sum << 16, hot.get(ctx, e));
                }
                assertEquals(tasks, other.sum(ctx));
            });
        }
    }

    /** An element as a set of bits: a task finds what it has set before, whoever's addition its own travels with. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldFollowEarlierOperationsOfTheTask(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, HotAddTest.class)) {
            final long wrong = cluster.call(ctx -> {
                final GlobalLongArray sets = GlobalLongArray.allocate(ctx, ArraySpec.of(40).cyclic(1));
                return ctx.loop(40L * 15, 1).with(SpawnPolicy.PARTITION).sum((i, c) -> {
                    final long element = i / 15;
                    final long first = 1L << 32 + i % 15;
                    final long second = first << 15;
                    sets.orNb(i % 2 == 0 ? c : c.newOperation(), element, first);
                    final long before = sets.add(c, element, 1);
                    sets.orNb(c, element, second);
                    final long after = sets.add(c, element, 0);
                    return (before & first) != 0 && (before & second) == 0 && (after & first) != 0
                        && (after & second) != 0 && (int) after > (int) before ? 0 : 1;
                });
            });
            assertEquals(0, wrong);
        }
    }

    // --- those who leave ---

    /** The additions of one job go on when the tasks of another one, on the same elements, are cancelled. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldServeOthersWhenAJobIsCancelled(final int nodes, final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, HotAddTest.class)) {
            cluster.run(ctx -> {
                GlobalLongArray.allocate(ctx, ArraySpec.of(5).cyclic(1).named("hot"));
            });
            for (int round = 0; round < 6; round++) {
                final Job<Long> hopeless = cluster.submit(HotAddTest::addForEver);
                if (round % 2 == 0) {
                    hopeless.deadline(Duration.ofMillis(20 + round));
                }
                final Job<String> other = cluster.submit(HotAddTest::addSome);
                if (round % 2 != 0) {
                    JobTest.awaitProgress(hopeless);
                    hopeless.cancel();
                }
                assertEquals("", other.join());
                assertThrows(JobCancelledException.class, hopeless::join);
                JobTest.awaitEnded(hopeless);
                assertEquals("", cluster.call(HotAddTest::addSome));
            }
        }
    }

    private static Long addForEver(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray hot = GlobalLongArray.attach(ctx, "hot");
        for (;;) {
            ctx.parFor(1000, 1, SpawnPolicy.PARTITION, (i, c) -> {
                hot.add(c, i % 5, 1L << 20);
                c.progressed(1);
            });
        }
    }

    /** Adds to the low halves of elements whose upper halves the hopeless job changes. */
    private static String addSome(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray hot = GlobalLongArray.attach(ctx, "hot");
        final GlobalLongArray found = GlobalLongArray.allocate(ctx, 2000);
        final long[] first = new long[5];
        for (int e = 0; e < 5; e++) {
            first[e] = hot.get(ctx, e) & (1 << 20) - 1;
        }
        ctx.parFor(2000, 1, SpawnPolicy.PARTITION,
            (i, c) -> found.put(c, i, hot.add(c, i % 5, 1) & (1 << 20) - 1));
        final long[] all = found.toArray(ctx);
        found.free(ctx);
        for (int e = 0; e < 5; e++) {
            final long[] places = new long[400];
            for (int k = 0; k < 400; k++) {
                places[k] = all[e + 5 * k];
            }
            Arrays.sort(places);
            for (int k = 0; k < 400; k++) {
                if (places[k] != first[e] + k) {
                    return "element " + e + ": places from " + first[e] + " on are " + Arrays.toString(places);
                }
            }
        }
        return "";
    }

    /** Visits cannot wait, so their additions are refused, and disturb nobody. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseAdditionsOfVisitsAndServeTasks(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, HotAddTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray hot = GlobalLongArray.allocate(ctx, ArraySpec.of(nodes).cyclic(1));
                final GlobalLongArray marks = GlobalLongArray.allocate(ctx, ArraySpec.of(nodes).cyclic(1));
                final Visitor visitor = Visitor.open(ctx, marks, (index, argument, c) -> {
                    try {
                        // an addition to the own element is executed
                        hot.add(c, (index + 1) % nodes, 1L << 32);
                        marks.addNb(c, index, nodes > 1 ? 1000 : 1);
                    } catch (final IllegalStateException e) {
                        marks.addNb(c, index, e.getMessage().contains("GMT-214") ? 1 : 1000);
                    } catch (final SuspendExecution e) {
                        throw new AssertionError(e);
                    }
                });
                final long[] found = new long[1];
                found[0] = ctx.loop(2000, 1).with(SpawnPolicy.PARTITION).sum((i, c) -> {
                    visitor.send(c, i % nodes, i);
                    return (int) hot.add(c, i % nodes, 1);
                });
                ctx.awaitVisits();
                long expected = 0;
                for (int i = 0; i < 2000; i++) {
                    expected += i / nodes;
                }
                assertEquals(expected, found[0], "sum of places");
                assertEquals(2000, marks.sum(ctx));
            });
        }
    }

    // --- what is saved ---

    @Test
    void shouldSendFewerCommandsThanAdditions() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, HotAddTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray tail = GlobalLongArray.allocate(ctx, 1);
                ctx.executeOnAll(c -> {
                    if (c.nodeId() == 1) {
                        c.parFor(10_000, 1, SpawnPolicy.LOCAL, (i, d) -> tail.add(d, 0, 1));
                    }
                });
                assertEquals(10_000, tail.get(ctx, 0));
            });
            final long sent = counter(cluster, "commands");
            assertTrue(sent < 1000, sent + " commands for 10,000 additions");
            assertTrue(counter(cluster, "combining.hot.adds") > 9000);
            assertTrue(counter(cluster, "combining.hot.commands") < 500);
        }
    }

    /** An array that was declared additive keeps its own rule. */
    @Test
    void shouldLeaveAdditiveArraysAlone() {
        try (GmtCluster cluster = TestClusters.start(3, Plan.COMBINED, HotAddTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray sum = GlobalLongArray.allocate(ctx, ArraySpec.of(1).combining(Combining.ADD));
                ctx.parFor(1000, 1, SpawnPolicy.PARTITION, (i, c) -> {
                    sum.addNb(c, 0, 1);
                    sum.add(c, 0, 1);
                });
                assertEquals(2000, sum.get(ctx, 0));
            });
            assertEquals(0, counter(cluster, "combining.hot.adds"));
        }
    }
}
