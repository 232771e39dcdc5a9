package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays that combine: the results are those of plain arrays, whatever is held back, dropped or answered. */
@Timeout(240)
class CombiningTest {
    private static final int SIZE = 97;
    private static final int UPDATES = 4000;
    private static final int CHUNK = 23;
    private static final ElementType[] NUMBERS = {ElementType.BYTE, ElementType.SHORT, ElementType.INT,
        ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE};
    private static final Combining[] UPDATED = {Combining.ADD, Combining.MIN, Combining.MAX};

    /** Every plan with every count of nodes; tables of one entry, of a few, with one for each element, and none. */
    static Stream<Arguments> shapes() {
        final int[] bytes = {25, 250, 1 << 20, 0, 60, 900};
        final List<Arguments> shapes = TestClusters.shapes().toList();
        final List<Arguments> sized = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            final Object[] shape = shapes.get(i).get();
            sized.add(Arguments.of(shape[0], shape[1], bytes[i % bytes.length]));
            sized.add(Arguments.of(shape[0], shape[1], bytes[(i + 2) % bytes.length]));
        }
        return sized.stream();
    }

    static Stream<Arguments> fewShapes() {
        return Stream.of(Arguments.of(1, Plan.COMBINED, 100), Arguments.of(3, Plan.COMBINED, 100),
            Arguments.of(2, Plan.COMBINED, 1 << 20), Arguments.of(2, Plan.DEDICATED_2_2, 1 << 20),
            Arguments.of(3, Plan.DEDICATED_1_1, 100));
    }

    private static GmtCluster start(final int nodes, final Plan plan, final int bytes) {
        return TestClusters.builder(nodes, plan, CombiningTest.class).set("gmt.combining.bytes", bytes + "").start();
    }

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    // --- results ---

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldUpdateAsPlainArraysDo(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            assertEquals("", TestClusters.join(cluster.call(CombiningTest::allTypesAndOperators)));
            assertEquals(0, arrayBytes(cluster), "bytes not freed");
        }
    }

    private static List<String> allTypesAndOperators(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final ElementType type : NUMBERS) {
            for (final Combining combining : UPDATED) {
                final long blockSize = (type.ordinal() + combining.ordinal()) % 3;
                final String failure = check(ctx, type, combining, blockSize);
                failures.add(failure);
            }
        }
        return failures;
    }

    private static long bits(final ElementType type, final long value) {
        return type == ElementType.DOUBLE ? Double.doubleToRawLongBits(value)
            : type == ElementType.FLOAT ? Float.floatToRawIntBits(value) : value;
    }

    private static String check(final TaskContext ctx, final ElementType type, final Combining combining,
                                final long blockSize) throws SuspendExecution {
        final ArraySpec plain = ArraySpec.of(SIZE).combining(combining);
        final TypedArray array = TypedArray.allocate(ctx, type, blockSize == 0 ? plain : plain.cyclic(blockSize));
        final GlobalArray a = array.array();
        final int operator = CombiningRule.operator(a.spec());
        ctx.parFor(UPDATES, CHUNK, SpawnPolicy.PARTITION, (i, c) -> {
            final SplittableRandom random = new SplittableRandom(i);
            a.updateNb(c, operator, element(random), bits(type, value(random)));
        });
        final String first = compare(ctx, array, combining, 1);
        // with a handle each, and once more what is known by now
        ctx.parFor(UPDATES, CHUNK, SpawnPolicy.PARTITION, (low, high, c) -> {
            final OperationHandle handle = c.newOperation();
            for (long i = low; i < high; i++) {
                final SplittableRandom random = new SplittableRandom(i);
                a.updateNb(i % 3 == 0 ? c : handle, operator, element(random), bits(type, value(random)));
                if (i % 7 == 0) {
                    c.await(handle);
                }
                if (i % 11 == 0) {
                    c.await();
                }
            }
        });
        final String second = compare(ctx, array, combining, 2);
        a.free(ctx);
        return first + second;
    }

    /** Half of the updates are to seven elements. */
    private static long element(final SplittableRandom random) {
        return random.nextBoolean() ? random.nextInt(7) * 13 : random.nextInt(SIZE);
    }

    private static long value(final SplittableRandom random) {
        return random.nextInt(200) - 100;
    }

    private static String compare(final TaskContext ctx, final TypedArray array, final Combining combining,
                                  final int rounds) throws SuspendExecution {
        final long[] model = new long[SIZE];
        for (long i = 0; i < UPDATES; i++) {
            final SplittableRandom random = new SplittableRandom(i);
            final int at = (int) element(random);
            final long value = value(random);
            model[at] = switch (combining) {
                case ADD -> model[at] + value * rounds;
                case MIN -> Math.min(model[at], value);
                default -> Math.max(model[at], value);
            };
        }
        for (int i = 0; i < SIZE; i++) {
            final long found = array.get(ctx, i);
            if (found != array.canon(model[i])) {
                return array.array() + " " + combining + " round " + rounds + ": element " + i + " is " + found
                    + ", expected " + array.canon(model[i]);
            }
        }
        return "";
    }

    /** One task at a time against a model: its operations on one element keep their order, in whatever form. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldKeepTheOrderOfOneTask(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            for (int node = 0; node < nodes; node++) {
                final int home = node;
                assertEquals("", cluster.call(ctx -> ctx.call(home, c -> script(c, home))));
            }
        }
    }

    private static String script(final TaskContext c, final long seed) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(c, ArraySpec.of(SIZE).combining(Combining.ADD));
        final long[] model = new long[SIZE];
        final long[] expected = new long[1000];
        final long[] found = new long[1000];
        final SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < 1000; k++) {
            final int i = (int) element(random);
            final int n = Math.min(5, SIZE - i);
            final long v = random.nextInt(1000);
            switch (random.nextInt(11)) {
                case 0 -> {
                    expected[k] = model[i];
                    a.fetchAddNb(c, i, v, found, k);
                    model[i] += v;
                }
                case 1 -> {
                    expected[k] = model[i];
                    a.getNb(c, i, found, k);
                }
                case 2 -> {
                    a.putNb(c, i, v);
                    model[i] = v;
                }
                case 3 -> {
                    final long[] five = new long[n];
                    a.get(c, i, five, 0, n);
                    if (!Arrays.equals(five, Arrays.copyOfRange(model, i, i + n))) {
                        return k + ": elements from " + i + " on are " + Arrays.toString(five);
                    }
                }
                case 4 -> {
                    a.putNb(c, i, new long[] {v, v, v, v, v}, 0, n);
                    Arrays.fill(model, i, i + n, v);
                }
                case 5 -> {
                    a.addEachNb(c, new long[] {i, 0, i, SIZE - 1}, 0, 4, v);
                    model[i] += 2 * v;
                    model[0] += v;
                    model[SIZE - 1] += v;
                }
                case 6 -> {
                    final long before = a.add(c, i, v);
                    if (before != model[i]) {
                        return k + ": add to " + i + " found " + before + ", expected " + model[i];
                    }
                    model[i] += v;
                }
                case 7 -> {
                    if (k % 10 == 0 && a.sum(c) != Arrays.stream(model).sum()) {
                        return k + ": wrong sum";
                    }
                }
                default -> {
                    a.addNb(c, i, v);
                    model[i] += v;
                }
            }
        }
        c.await();
        if (!Arrays.equals(expected, found)) {
            return "before: " + Arrays.toString(found) + ", expected " + Arrays.toString(expected);
        }
        final long[] all = a.toArray(c);
        a.free(c);
        return Arrays.equals(all, model) ? "" : "elements: " + Arrays.toString(all);
    }

    /** After a wait the owner has the update, although it may have been joined to, or dropped for, those of others. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldHaveExecutedWhenAWaitReturns(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            assertEquals(0, cluster.call(CombiningTest::countTooEarly));
        }
    }

    private static long countTooEarly(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray least = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.MIN));
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        least.fill(ctx, 1000);
        return ctx.loop(600, 1).with(SpawnPolicy.PARTITION).sum((k, c) -> {
            final long i = c.nextRandom(SIZE);
            final long bound = c.nextRandom(1000);
            final OperationHandle handle = c.newOperation();
            for (int r = 0; r < 3; r++) {
                least.minNb(c, i, bound + r);
                sum.addNb(handle, i, 1);
            }
            c.await();
            final long there = c.call(least.owner(i), d -> least.getLocal(i));
            c.await(handle);
            final long added = c.call(sum.owner(i), d -> sum.getLocal(i));
            return there <= bound && added >= 3 ? 0 : 1;
        });
    }

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldChangeElementsOnce(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            for (final boolean isLong : new boolean[] {true, false}) {
                assertEquals("", cluster.call(ctx -> changeOnce(ctx, isLong)));
            }
            assertEquals(nodes > 1, counter(cluster, "combining.answered") > 100,
                "operations answered: " + counter(cluster, "combining.answered"));
            assertEquals(0, arrayBytes(cluster));
        }
    }

    /** Each element has one winner, and all others find the winner's value, in all forms and twice over. */
    private static String changeOnce(final TaskContext ctx, final boolean isLong) throws SuspendExecution {
        final ArraySpec spec = ArraySpec.of(SIZE).once(-7);
        final IntegerArray a = isLong ? GlobalLongArray.allocate(ctx, spec) : GlobalIntArray.allocate(ctx, spec);
        final GlobalLongArray wins = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        for (int round = 0; round < 2; round++) {
            a.fill(ctx, -7);
            wins.fill(ctx, 0);
            final long wrong = ctx.loop(3000, 100).with(SpawnPolicy.PARTITION).sum((low, high, c) -> {
                final int n = (int) (high - low);
                final long[] before = new long[3 * n];
                final long[] indices = new long[n];
                for (int k = 0; k < n; k++) {
                    indices[k] = c.nextRandom(SIZE);
                }
                for (int k = 0; k < n; k++) {
                    a.compareAndSetNb(c, indices[k], -7, low + k, before, k);
                }
                c.await();
                a.compareAndSetEachNb(c, indices, 0, n, -7, 5000, before, n);
                for (int k = 0; k < n; k++) {
                    before[2 * n + k] = a.compareAndSet(c, indices[k], -7, 6000);
                }
                c.await();
                long bad = 0;
                for (int k = 0; k < n; k++) {
                    final long now = before[k] == -7 ? low + k : before[k];
                    bad += now != before[n + k] || now != before[2 * n + k] || now < 0 || now >= 3000 ? 1 : 0;
                    if (before[k] == -7) {
                        wins.addNb(c, indices[k], 1);
                    }
                }
                return bad;
            });
            if (wrong != 0) {
                return wrong + " wrong values of " + a + " in round " + round;
            }
            for (int i = 0; i < SIZE; i++) {
                final long won = wins.get(ctx, i);
                if (won != 1) {
                    return "element " + i + " was changed " + won + " times";
                }
            }
        }
        a.free(ctx);
        wins.free(ctx);
        return "";
    }

    // --- who issues, and what goes on beside ---

    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldCombineWhatVisitsIssue(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            final long all = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
                final GlobalLongArray marks = GlobalLongArray.allocate(ctx, SIZE);
                final Visitor visitor = Visitor.open(ctx, marks, (index, argument, c) -> {
                    a.addNb(c, (index * 31 + argument) % SIZE, 1);
                    a.addNb(c, 3, 2);
                });
                ctx.parFor(UPDATES, CHUNK, SpawnPolicy.PARTITION, (i, c) -> visitor.send(c, i % SIZE, i));
                ctx.awaitVisits();
                final List<Long> parts = ctx.callOnAll(c -> {
                    long sum = 0;
                    for (long i = a.localStart(); i < a.localEnd(); i++) {
                        sum += a.getLocal(i);
                    }
                    return sum;
                });
                return parts.stream().mapToLong(Long::longValue).sum();
            });
            assertEquals(3L * UPDATES, all);
        }
    }

    /** Several jobs with few fibers, in which tasks wait for barriers, tasks and time-outs with updates held back. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldServeSeveralJobsAndWaits(final int nodes, final Plan plan, final int bytes) throws Exception {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, CombiningTest.class)
            .set("gmt.combining.bytes", bytes + "").set("gmt.fibers", "8").start()) {
            final List<Job<Long>> jobs = new ArrayList<>();
            for (int job = 0; job < 3; job++) {
                jobs.add(cluster.submit(CombiningTest::waits));
            }
            final Job<Long> hopeless = cluster.submit(CombiningTest::addForEver);
            JobTest.awaitProgress(hopeless);
            hopeless.cancel();
            for (final Job<Long> job : jobs) {
                assertEquals(0L, job.join());
            }
            assertThrows(JobCancelledException.class, hopeless::join);
            JobTest.awaitEnded(hopeless);
            assertEquals(0L, cluster.call(CombiningTest::waits));
        }
    }

    private static Long addForEver(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        try {
            for (;;) {
                ctx.parFor(1000, 10, SpawnPolicy.PARTITION, (i, c) -> {
                    a.addNb(c, i % SIZE, 1);
                    c.progressed(1);
                });
            }
        } finally {
            a.free(ctx);
        }
    }

    private static Long waits(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
        final List<Long> wrong = ctx.callOnAll(c -> {
            long bad = 0;
            for (int round = 1; round <= 5; round++) {
                for (long i = 0; i < SIZE; i++) {
                    a.addNb(c, i, 1);
                }
                try {
                    c.await(0);
                } catch (final GmtTimeoutException e) {
                    c.await();
                }
                c.barrier();
                bad += a.get(c, (round * 17L + c.nodeId()) % SIZE) == (long) round * c.nodeCount() ? 0 : 1;
                c.barrier();
                a.addNb(c, 5, 1);
                c.parFor(40, 1, SpawnPolicy.PARTITION, (k, d) -> a.addNb(d, 7, 1));
                c.await();
                c.barrier();
                bad += a.get(c, 5) == (round + 1L) * c.nodeCount() ? 0 : 1;
                bad += a.get(c, 7) == (round + 40L) * c.nodeCount() ? 0 : 1;
                c.barrier();
                if (c.nodeId() == 0) {
                    a.addNb(c, 5, -c.nodeCount());
                    a.addNb(c, 7, -40L * c.nodeCount());
                }
                c.await();
                c.barrier();
            }
            return bad;
        });
        a.free(ctx);
        return wrong.stream().mapToLong(Long::longValue).sum();
    }

    /** The array goes while updates are held back: the wait ends, with an answer or with a failure. */
    @Test
    void shouldEndTheWaitForUpdatesOfAFreedArray() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            final String ended = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.MIN));
                for (long i = 0; i < SIZE; i++) {
                    a.minNb(ctx, i, -1);
                }
                a.free(ctx);
                try {
                    ctx.await();
                } catch (final RuntimeException e) {
                    return e.getMessage();
                }
                return "GMT-210";
            });
            assertTrue(ended.contains("GMT-210"), ended);
        }
    }

    // --- refusals ---

    private static String refusal(final Runnable operation) {
        return assertThrows(RuntimeException.class, operation::run).getMessage();
    }

    @Test
    void shouldRefuseWhatWasNotDeclared() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                final GlobalLongArray sum = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
                final GlobalLongArray least = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(SIZE).combining(Combining.MIN));
                final GlobalIntArray once = GlobalIntArray.allocate(ctx, ArraySpec.of(SIZE).once(-1));
                final long[] values = new long[1];
                for (final long i : new long[] {0, SIZE - 1}) {
                    for (final Runnable wrong : List.<Runnable>of(
                        () -> sum.minNb(ctx, i, 1), () -> sum.swapNb(ctx, i, 1),
                        () -> sum.fetchMaxNb(ctx, i, 1, values, 0), () -> least.addNb(ctx, i, 1),
                        () -> least.maxNb(ctx, i, 1), () -> once.minNb(ctx, i, 1),
                        () -> least.compareAndSetNb(ctx, i, 0, 1, values, 0),
                        () -> once.compareAndSetNb(ctx, i, 0, 1, values, 0),
                        () -> once.compareAndSetEachNb(ctx, new long[] {i}, 0, 1, 0, 1, values, 0),
                        () -> least.addEachNb(ctx, new long[] {i}, 0, 1, 1))) {
                        assertTrue(refusal(wrong).contains("GMT-258"), refusal(wrong));
                    }
                }
                assertThrows(UnsupportedOperationException.class, () -> least.sort(ctx));
            });
            for (final ArraySpec wrong : List.of(ArraySpec.of(1).once(1).typed(ElementType.DOUBLE, 8),
                ArraySpec.of(1).once(255).typed(ElementType.BYTE, 1), ArraySpec.of(1).once(1L << 40).typed(
                    ElementType.INT, 4),
                ArraySpec.of(1).combining(Combining.ADD).typed(ElementType.RECORD, 3))) {
                assertTrue(refusal(() -> cluster.run(ctx -> {
                    ArrayCatalog.allocate(ctx, wrong);
                })).contains("GMT-258"));
            }
            assertThrows(IllegalArgumentException.class,
                () -> ArraySpec.of(1).combining(Combining.ADD).allocated(Allocation.REPLICATE));
        }
    }

    /** Elements may be set until they are updated, and again after the whole array was filled; nobody remembers. */
    @ParameterizedTest
    @MethodSource("fewShapes")
    void shouldRefuseToSetElementsThatNodesRemember(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.MIN));
                for (int round = 0; round < 3; round++) {
                    a.fill(ctx, 100 + round);
                    a.put(ctx, SIZE - 1, 90);
                    a.put(ctx, 3, new long[] {80, 70}, 0, 2);
                    ctx.parFor(SIZE, 5, SpawnPolicy.PARTITION, (i, c) -> a.minNb(c, i, 85 + i % 2));
                    ctx.parFor(SIZE, 5, SpawnPolicy.PARTITION, (i, c) -> a.minNb(c, SIZE - 1 - i, 90));
                    final long[] all = a.toArray(ctx);
                    for (int i = 0; i < SIZE; i++) {
                        assertEquals(i == 3 ? 80 : i == 4 ? 70 : 85 + i % 2, all[i]);
                    }
                    if (ctx.nodeCount() > 1) {
                        refuseToSet(ctx, a);
                    }
                    assertArrayEquals(all, a.toArray(ctx));
                }
            });
        }
    }

    private static void refuseToSet(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        for (long i = 0; i < SIZE; i += SIZE - 1) {
            final long at = i;
            int refused = 0;
            for (int form = 0; form < 6; form++) {
                try {
                    switch (form) {
                        case 0 -> a.put(ctx, at, 1000);
                        case 1 -> a.put(ctx, at, new long[] {1000}, 0, 1);
                        case 2 -> a.putPatch(ctx, org.gmt4j.armci.LocalBuffer.of(new long[] {1000, 0}), Patch.of(0, 1),
                            Patch.of(at, 1));
                        case 3 -> a.fill(ctx, at, at + 1, 1000);
                        case 4 -> ctx.execute(a.owner(at), c -> a.setLocal(at, 1000));
                        default -> {
                            final GlobalLongArray from = GlobalLongArray.of(ctx, 1000);
                            from.copyTo(ctx, 0, a, at, 1);
                        }
                    }
                } catch (final RuntimeException e) {
                    final String message = e.getMessage();
                    assertTrue(message.contains("GMT-258") || message.contains("combining"), message);
                    refused++;
                }
            }
            assertEquals(6, refused, "at " + at);
        }
    }

    // --- what is saved ---

    @Test
    void shouldCountWhatIsSaved() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.ADD));
                final GlobalLongArray b = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.MAX));
                for (int i = 0; i < 1000; i++) {
                    a.addNb(ctx, 1, 1);
                    b.maxNb(ctx, 1, i % 10);
                }
                ctx.await();
                assertEquals(1000, a.get(ctx, 1));
                assertEquals(9, b.get(ctx, 1));
            });
            assertEquals(9, counter(cluster, "combining.combined"), 10);
            assertEquals(1, counter(cluster, "combining.sums"), 20);
            assertEquals(990, counter(cluster, "combining.dropped"), 20);
            assertEquals(0, counter(cluster, "combining.evicted"));
            assertTrue(counter(cluster, "combining.flushes") >= 2);
        }
        try (GmtCluster cluster = start(2, Plan.COMBINED, 25)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(20).combining(Combining.ADD));
                for (int i = 0; i < 100; i++) {
                    a.addNb(ctx, 10 + i % 10, 1);
                }
            });
            assertEquals(99, counter(cluster, "combining.evicted"), 5);
        }
    }

    @Test
    void shouldCountTablesAsMemoryOfArrays() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(64).combining(Combining.ADD));
                assertEquals(64, a.size());
            });
            assertEquals(64 * 8 + 2 * (64 * 8 + 1 + 64), arrayBytes(cluster));
        }
    }

    @Test
    void shouldEndWithinTheLimitOfATaskThatWaitsForAnUpdateOfItsOwn() {
        try (GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, CombiningTest.class)
            .set(TaskConfig.DEFAULT).timeout(Duration.ofSeconds(60)).start()) {
            final long seen = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.ADD));
                a.addNb(ctx, 1, 1);
                return ctx.call(1, c -> {              // polls for what the waiting task has issued and not awaited
                    while (a.getLocal(1) == 0) {
                        c.yield();
                    }
                    return a.getLocal(1);
                });
            });
            assertEquals(1, seen);
        }
    }
}
