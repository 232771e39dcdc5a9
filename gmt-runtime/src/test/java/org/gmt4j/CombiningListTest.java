package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of elements of arrays that combine: what single operations do, whatever tables hold, drop or answer. */
@Timeout(240)
class CombiningListTest {
    private static final int SIZE = 97;
    private static final int LISTS = 300;
    private static final ElementType[] NUMBERS = {ElementType.BYTE, ElementType.SHORT, ElementType.INT,
        ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE};

    private static GmtCluster start(final int nodes, final Plan plan, final int bytes) {
        return TestClusters.builder(nodes, plan, CombiningListTest.class).set("gmt.combining.bytes", bytes + "")
            .start();
    }

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    // --- updates ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.CombiningTest#shapes")
    void shouldUpdateAsSingleOperationsDo(final int nodes, final Plan plan, final int bytes) {
        try (GmtCluster cluster = start(nodes, plan, bytes)) {
            assertEquals("", TestClusters.join(cluster.call(CombiningListTest::allTypesAndOperators)));
        }
    }

    private static List<String> allTypesAndOperators(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final ElementType type : NUMBERS) {
            for (final Combining combining : new Combining[] {Combining.ADD, Combining.MIN, Combining.MAX}) {
                final long blockSize = (type.ordinal() + combining.ordinal()) % 4;
                final String failure = check(ctx, type, combining, blockSize);
                failures.add(failure);
            }
        }
        return failures;
    }

    private static String check(final TaskContext ctx, final ElementType type, final Combining combining,
                                final long blockSize) throws SuspendExecution {
        final ArraySpec plain = ArraySpec.of(SIZE).combining(combining);
        final TypedArray array = TypedArray.allocate(ctx, type, blockSize == 0 ? plain : plain.cyclic(blockSize));
        final GlobalArray a = array.array();
        ctx.parFor(LISTS, 7, SpawnPolicy.PARTITION, (low, high, c) -> {
            final OperationHandle handle = c.newOperation();
            for (long k = low; k < high; k++) {
                final SplittableRandom random = new SplittableRandom(k);
                final long[] indices = indices(random);
                final int from = random.nextInt(indices.length + 1);
                issue(a, k % 3 == 0 ? handle : c, indices, from, indices.length - from, value(random));
                Arrays.fill(indices, -1);                       // it may be reused at once
                if (k % 11 == 0) {
                    c.await();
                }
            }
        });
        final long[] model = new long[SIZE];
        for (long k = 0; k < LISTS; k++) {
            final SplittableRandom random = new SplittableRandom(k);
            final long[] indices = indices(random);
            final int from = random.nextInt(indices.length + 1);
            final long value = value(random);
            for (int i = from; i < indices.length; i++) {
                final int at = (int) indices[i];
                model[at] = combining == Combining.ADD ? model[at] + value
                    : combining == Combining.MIN ? Math.min(model[at], value) : Math.max(model[at], value);
            }
        }
        String failure = "";
        for (int i = 0; i < SIZE; i++) {
            final long found = array.get(ctx, i);
            if (found != array.canon(model[i])) {
                failure = a + " " + combining + ": element " + i + " is " + found + ", expected "
                    + array.canon(model[i]);
            }
        }
        a.free(ctx);
        return failure;
    }

    /** Through the public forms: those of the array's declaration. */
    private static void issue(final GlobalArray a, final Issuer issuer, final long[] indices, final int from,
                              final int count, final long value) {
        final Combining combining = a.spec().combining();
        if (a instanceof IntegerArray) {
            final IntegerArray integers = (IntegerArray) a;
            if (combining == Combining.ADD) {
                integers.addEachNb(issuer, indices, from, count, value);
            } else if (combining == Combining.MIN) {
                integers.minEachNb(issuer, indices, from, count, value);
            } else {
                integers.maxEachNb(issuer, indices, from, count, value);
            }
        } else {
            final FloatingArray floats = (FloatingArray) a;
            if (combining == Combining.ADD) {
                floats.addEachNb(issuer, indices, from, count, value);
            } else if (combining == Combining.MIN) {
                floats.minEachNb(issuer, indices, from, count, value);
            } else {
                floats.maxEachNb(issuer, indices, from, count, value);
            }
        }
    }

    /** None, few or many; half of them are seven elements; many lists are sorted. */
    private static long[] indices(final SplittableRandom random) {
        final long[] indices = new long[random.nextInt(random.nextInt(8) == 0 ? 600 : 20)];
        Arrays.setAll(indices, i -> random.nextBoolean() ? random.nextInt(7) * 13 : random.nextInt(SIZE));
        if (random.nextInt(3) > 0) {
            Arrays.sort(indices);
        }
        return indices;
    }

    private static long value(final SplittableRandom random) {
        return random.nextInt(200) - 100;
    }

    /** Elements that tables seldom know: they are left alone for a while, and lists travel as lists, and back again. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldBeExactWhereTablesAreIdle(final int nodes, final Plan plan) {
        try (GmtCluster cluster = start(nodes, plan, 400)) {
            assertEquals("", TestClusters.join(cluster.call(CombiningListTest::wideLists)));
        }
    }

    private static List<String> wideLists(final TaskContext ctx) throws SuspendExecution {
        final int size = 20_011;
        final int lists = 400;
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, ArraySpec.of(size).combining(Combining.ADD));
        final GlobalIntArray least = GlobalIntArray.allocate(ctx, ArraySpec.of(size).combining(Combining.MIN));
        final GlobalIntArray once = GlobalIntArray.allocate(ctx, ArraySpec.of(size).once(0));
        final long wrong = ctx.loop(lists, 3).sum((low, high, c) -> {
            long bad = 0;
            for (long k = low; k < high; k++) {
                final long[] indices = wide(k, size);
                sum.addEachNb(c, indices, 0, indices.length, k);
                least.minEachNb(c, indices, 0, indices.length, -k);
                final long[] before = new long[indices.length + 2];
                once.compareAndSetEachNb(c, indices, 0, indices.length, 0, k + 1, before, 1);
                c.await();
                for (int i = 0; i < indices.length; i++) {
                    final long now = before[1 + i] == 0 ? k + 1 : before[1 + i];
                    bad += now < 1 || now > lists || once.get(c, indices[i]) != now ? 1 : 0;
                }
                bad += before[0] | before[indices.length + 1];
            }
            return bad;
        });
        final long[] sums = new long[size];
        final long[] leasts = new long[size];
        for (int k = 0; k < lists; k++) {
            for (final long index : wide(k, size)) {
                sums[(int) index] += k;
                leasts[(int) index] = Math.min(leasts[(int) index], -k);
            }
        }
        final boolean isSum = Arrays.equals(sums, sum.toArray(ctx));
        final boolean isLeast = Arrays.equals(leasts, Arrays.stream(least.toArray(ctx)).asLongStream().toArray());
        return List.of(wrong == 0 ? "" : wrong + " wrong values before", isSum ? "" : "wrong sums",
            isLeast ? "" : "wrong minima");
    }

    /** At first all over the array, so that no table is of use; later few elements. */
    private static long[] wide(final long k, final int size) {
        final SplittableRandom random = new SplittableRandom(k);
        final long[] indices = new long[200];
        Arrays.setAll(indices, i -> random.nextInt(k % 100 < 50 ? size : 5));
        if (k % 2 == 0) {
            Arrays.sort(indices);
        }
        return indices;
    }

    // --- counters ---

    @Test
    void shouldCountWhatCouldHaveBeenDeclared() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                final GlobalLongArray plain = GlobalLongArray.allocate(ctx, SIZE);
                final long[] last = new long[10];
                Arrays.fill(last, SIZE - 1);
                for (int i = 0; i < 10; i++) {
                    plain.addNb(ctx, SIZE - 1, i);
                    plain.swapNb(ctx, SIZE - 1, i);
                    plain.maxNb(ctx, SIZE - 1, i);
                }
                plain.addEachNb(ctx, last, 0, 10, 3);
                ctx.await();
            });
            assertEquals(30, counter(cluster, "executed.combinable"));
        }
    }

    @Test
    void shouldCountWhatDoesNotTravel() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                final GlobalLongArray sum = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).combining(Combining.ADD));
                final GlobalLongArray least = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(SIZE).combining(Combining.MIN));
                final GlobalLongArray once = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).once(0));
                final long[] last = new long[10];
                Arrays.fill(last, SIZE - 1);
                sum.addEachNb(ctx, last, 0, 10, 3);
                least.minEachNb(ctx, last, 0, 10, -5);
                least.minEachNb(ctx, last, 0, 4, -4);
                ctx.await();
                final long[] before = new long[10];
                once.compareAndSetEachNb(ctx, last, 0, 1, 0, 6, before, 0);
                ctx.await();
                once.compareAndSetEachNb(ctx, last, 0, 10, 0, 7, before, 0);
                ctx.await();
                assertEquals(60, Arrays.stream(before).sum());
                assertEquals(30, sum.get(ctx, SIZE - 1));
                assertEquals(-5, least.get(ctx, SIZE - 1));
            });
            assertEquals(0, counter(cluster, "combining.combined"));
            assertEquals(1, counter(cluster, "combining.sums"), "additions to sums are not counted");
            assertEquals(13, counter(cluster, "combining.dropped"));
            assertEquals(10, counter(cluster, "combining.answered"));
        }
    }

    @Test
    void shouldIssueNothingWhereAnIndexIsWrong() {
        try (GmtCluster cluster = start(2, Plan.COMBINED, 1 << 20)) {
            cluster.run(ctx -> {
                for (final Combining combining : new Combining[] {Combining.ADD, Combining.MIN, Combining.MAX}) {
                    final GlobalDoubleArray a = GlobalDoubleArray.allocate(ctx,
                        ArraySpec.of(SIZE).combining(combining));
                    for (final long[] wrong : new long[][] {{0, SIZE}, {SIZE - 1, -1}, {0, Long.MIN_VALUE}}) {
                        assertThrows(IndexOutOfBoundsException.class, () -> issue(a, ctx, wrong, 0, 2, 1));
                    }
                    assertThrows(IndexOutOfBoundsException.class, () -> issue(a, ctx, new long[2], 1, 2, 1));
                    ctx.await();
                    assertEquals(0.0, a.sum(ctx));
                    a.free(ctx);
                    assertEquals("GMT-230", assertThrows(GmtException.class,
                        () -> issue(a, ctx, new long[1], 0, 1, 1)).getMessage().substring(0, 7));
                }
            });
        }
    }
}
