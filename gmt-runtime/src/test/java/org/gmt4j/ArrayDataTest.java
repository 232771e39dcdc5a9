package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data into arrays and out of them, and what is computed of all elements, against plain Java: all types, distributions
 * and shapes.
 */
@Timeout(240)
class ArrayDataTest {
    private static final ElementType[] INTEGERS = {ElementType.BYTE, ElementType.SHORT, ElementType.INT,
        ElementType.LONG};

    /** Empty ones, fewer elements than nodes, and such that begin and end anywhere. */
    /** So many elements are put one by one. */
    private static final int FEW = 1000;
    private static final Map<List<Integer>, Longs> LONGS = new ConcurrentHashMap<>();
    private static final Map<Integer, Doubles> DOUBLES = new ConcurrentHashMap<>();

    private static List<ArraySpec> specs() {
        final List<ArraySpec> specs = new ArrayList<>();
        for (final long size : new long[] {0, 1, 2, 5, 1000, 40_001}) {
            specs.addAll(List.of(ArraySpec.of(size), ArraySpec.of(size).cyclic(3),
                ArraySpec.of(size).allocated(Allocation.PARTITION_RANDOM),
                ArraySpec.of(size).allocated(Allocation.REPLICATE), ArraySpec.of(size).allocated(Allocation.REMOTE)));
        }
        return specs;
    }

    private static void check(final List<String> failures, final String what, final Object expected,
                              final Object found) {
        if (!expected.equals(found)) {
            failures.add(what + ": " + found + " instead of " + expected);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldComputeOfIntegersWhatJavaDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ArraySpec spec : specs()) {
                    for (final ElementType type : INTEGERS) {
                        integers(ctx, (IntegerArray) ArrayCatalog.allocate(ctx, spec.typed(type, type.length())),
                            failures);
                    }
                }
                return failures;
            })));
        }
    }

    private static void integers(final TaskContext ctx, final IntegerArray array, final List<String> failures)
        throws SuspendExecution {
        final int n = (int) array.size();
        final int unused = 64 - array.elementLength() * 8;
        final Longs model = LONGS.computeIfAbsent(List.of(n, unused), key -> Longs.of(n, unused));
        put(ctx, array, model.values);
        check(failures, array + " sum", model.sum, array.sum(ctx));
        check(failures, array + " min", model.min, array.min(ctx));
        check(failures, array + " max", model.max, array.max(ctx));
        check(failures, array + " count", model.count, array.count(ctx, v -> v % 3 == 0));
        check(failures, array + " place of min", indexOf(model.values, n == 0 ? 0 : model.min), array.indexOfMin(ctx));
        check(failures, array + " place of max", indexOf(model.values, n == 0 ? 0 : model.max), array.indexOfMax(ctx));
        final long third = n / 3;
        array.fill(ctx, third, n - third, -7);
        check(failures, array + " sum after a part was filled", model.outerSum + -7 * (n - 2 * third), array.sum(ctx));
        array.fill(ctx, 3);
        check(failures, array + " filled", (long) n, array.count(ctx, v -> v == 3));
        if (array.spec().allocation() == Allocation.REPLICATE) {
            for (final long copy : ctx.callOnAll(node -> array.sum(node))) {
                check(failures, array + " each copy filled", 3L * n, copy);
            }
        }
        array.free(ctx);
    }

    /** Few elements one by one, many at once. */
    private static void put(final TaskContext ctx, final IntegerArray array, final long[] values)
        throws SuspendExecution {
        final int n = values.length;
        final TypedArray typed = TypedArray.of(array);
        final Object buffer = typed.buffer(n);
        for (int i = 0; i < n; i++) {
            if (n <= FEW) {
                typed.putNb(ctx, null, i, values[i]);
            } else {
                typed.set(buffer, i, values[i]);
            }
        }
        if (n > FEW) {
            typed.putMany(ctx, 0, buffer, 0, n);
        }
        ctx.await();
    }

    /** What Java computes of the same elements, for all arrays of a size and width. */
    private record Longs(long[] values, long sum, long min, long max, long count, long outerSum) {
        static Longs of(final int n, final int unused) {
            final SplittableRandom random = new SplittableRandom(n);
            final long[] values = new long[n];
            Arrays.setAll(values, i -> random.nextLong() >> unused);
            return new Longs(values, Arrays.stream(values).sum(), Arrays.stream(values).min().orElse(Long.MAX_VALUE),
                Arrays.stream(values).max().orElse(Long.MIN_VALUE),
                Arrays.stream(values).filter(v -> v % 3 == 0).count(),
                Arrays.stream(values, 0, n / 3).sum() + Arrays.stream(values, n - n / 3, n).sum());
        }
    }

    /** The same for doubles; the sum takes a second. */
    private record Doubles(double[] values, double sum) {
        static Doubles of(final int n) {
            final SplittableRandom random = new SplittableRandom(n);
            final double[] values = new double[n];
            BigDecimal sum = BigDecimal.ZERO;
            for (int i = 0; i < n; i++) {
                values[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(120) - 60);
                sum = sum.add(new BigDecimal(values[i]));
            }
            return new Doubles(values, sum.doubleValue());
        }
    }

    private static long indexOf(final long[] values, final long value) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == value) {
                return i;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSumUpDoublesExactlyWhereverTheyAre(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ArraySpec spec : specs()) {
                    doubles(ctx, GlobalDoubleArray.allocate(ctx, spec), failures);
                    floats(ctx, GlobalFloatArray.allocate(ctx, spec), failures);
                }
                return failures;
            })));
        }
    }

    private static void doubles(final TaskContext ctx, final GlobalDoubleArray array, final List<String> failures)
        throws SuspendExecution {
        final int n = (int) array.size();
        final Doubles doubles = DOUBLES.computeIfAbsent(n, Doubles::of);
        final double[] model = doubles.values;
        array.put(ctx, 0, model, 0, n);
        check(failures, array + " sum", doubles.sum, array.sum(ctx));
        check(failures, array + " min", Arrays.stream(model).min().orElse(Double.POSITIVE_INFINITY), array.min(ctx));
        check(failures, array + " max", Arrays.stream(model).max().orElse(Double.NEGATIVE_INFINITY), array.max(ctx));
        check(failures, array + " count", Arrays.stream(model).filter(v -> v > 0.01).count(),
            array.count(ctx, v -> v > 0.01));
        if (n >= 5) {
            array.put(ctx, n - 2, Double.NaN);
            check(failures, array + " sum with NaN", Double.NaN, array.sum(ctx));
            check(failures, array + " min with NaN", Double.NaN, array.min(ctx));
            check(failures, array + " place of max with NaN", n - 2L, array.indexOfMax(ctx));
            array.fill(ctx, 0);
            array.put(ctx, 3, -0.0);
            check(failures, array + " place of -0.0", 3L, array.indexOfMin(ctx));
            check(failures, array + " min of zeros", -0.0, array.min(ctx));
            array.put(ctx, 1, Double.NEGATIVE_INFINITY);
            check(failures, array + " sum with infinity", Double.NEGATIVE_INFINITY, array.sum(ctx));
        }
        array.free(ctx);
    }

    private static void floats(final TaskContext ctx, final GlobalFloatArray array, final List<String> failures)
        throws SuspendExecution {
        final int n = (int) array.size();
        final SplittableRandom random = new SplittableRandom(n);
        final float[] model = new float[n];
        double sum = 0;
        float least = Float.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            model[i] = (random.nextInt(2001) - 1000) / 8f;
            sum += model[i];
            least = Math.min(least, model[i]);
        }
        array.put(ctx, 0, model, 0, n);
        check(failures, array + " sum", sum, array.sum(ctx));
        check(failures, array + " min", (double) least, array.min(ctx));
        array.fill(ctx, 0.1);
        check(failures, array + " filled", (long) n, array.count(ctx, v -> v == 0.1f));
        array.free(ctx);
    }

    /** Denormals, the largest, cancellation, ties: against exact arithmetic of Java. */
    @Test
    void shouldRoundSumsOnce() {
        final double[][] sums = {{}, {0.0, -0.0}, {1e308, 1e308}, {1e308, 1e308, -1e308},
            {Double.MIN_VALUE, Double.MIN_VALUE}, {1, 0x1p-53}, {1, 0x1p-53, 0x1p-1074},
            {1 + 0x1p-52, 0x1p-53}, {-1, -0x1p-53, -0x1p-106}, {Double.MAX_VALUE, 0x1p969}, {Double.MAX_VALUE, 0x1p970},
            {-Double.MAX_VALUE, 0x1p-1074, Double.MAX_VALUE},
            {Double.MIN_NORMAL, -Double.MIN_VALUE}, {0.1, 0.2, 0.3, -0.6}};
        for (final double[] sum : sums) {
            final ExactSum exact = new ExactSum();
            BigDecimal expected = BigDecimal.ZERO;
            for (final double value : sum) {
                exact.add(value);
                expected = expected.add(new BigDecimal(value));
            }
            assertEquals(expected.doubleValue(), ExactSum.value(exact.digits()), Arrays.toString(sum));
        }
        final SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 300; round++) {
            long[] all = new ExactSum().digits();
            BigDecimal expected = BigDecimal.ZERO;
            for (int part = random.nextInt(4); part >= 0; part--) {
                final ExactSum exact = new ExactSum();
                for (int i = random.nextInt(20); i > 0; i--) {
                    double value = Double.longBitsToDouble(random.nextLong());
                    value = Double.isFinite(value) ? value / 64 : random.nextDouble();
                    exact.add(value);
                    expected = expected.add(new BigDecimal(value));
                }
                all = ExactSum.combine(all, exact.digits());
            }
            assertEquals(expected.doubleValue(), ExactSum.value(all), "round " + round);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMakeArraysOfValuesAndValuesOfArrays(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            cluster.run(ctx -> {
                final long[] longs = new SplittableRandom(1).longs(10_007).toArray();
                assertArrayEquals(longs, GlobalLongArray.of(ctx, longs).toArray(ctx));
                assertArrayEquals(new long[0], GlobalLongArray.of(ctx).toArray(ctx));
                assertArrayEquals(new int[] {5, -6}, GlobalIntArray.of(ctx, 5, -6).toArray(ctx));
                assertArrayEquals(new short[] {5}, GlobalShortArray.of(ctx, (short) 5).toArray(ctx));
                assertArrayEquals(new byte[] {1, 2, 3, 4}, GlobalByteArray.of(ctx, new byte[] {1, 2, 3, 4})
                    .toArray(ctx));
                assertArrayEquals(new float[] {1.5f, Float.NaN}, GlobalFloatArray.of(ctx, 1.5f, Float.NaN)
                    .toArray(ctx));
                assertArrayEquals(new double[] {-0.0, 1e-300}, GlobalDoubleArray.of(ctx, -0.0, 1e-300).toArray(ctx));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldTakeBuffersOfEveryKindAndLength(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ElementType type : ElementType.values()) {
                    for (final ArraySpec spec : List.of(ArraySpec.of(50_003), ArraySpec.of(50_003).cyclic(100))) {
                        final int length = type == ElementType.RECORD ? 24 : type.length();
                        final GlobalArray array = ArrayCatalog.allocate(ctx, spec.typed(type, length));
                        for (final int count : new int[] {0, 1, 511, 8192, 8193, 49_999}) {
                            buffers(ctx, array, count, failures);
                        }
                        array.free(ctx);
                    }
                }
                return failures;
            })));
        }
    }

    /** The same bytes in, over all kinds of buffers, and out again. */
    private static void buffers(final TaskContext ctx, final GlobalArray array, final int count,
                                final List<String> failures) throws SuspendExecution {
        final int length = array.elementLength();
        final byte[] bytes = new byte[count * length];
        new SplittableRandom(count).nextBytes(bytes);
        for (int order = 0; order < 2; order++) {
            for (int kind = 0; kind < 4; kind++) {
                final ByteBuffer source = ByteBuffer.allocateDirect(bytes.length + 6)
                    .order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
                source.position(3).limit(3 + bytes.length);
                source.duplicate().put(bytes);
                final ByteBuffer target = kind == 0 ? ByteBuffer.allocate(bytes.length).order(source.order())
                    : ByteBuffer.allocateDirect(bytes.length).order(source.order());
                final Buffer in = kind == 2 ? view(array, source.slice().order(source.order()))
                    : kind == 3 ? source.asReadOnlyBuffer().order(source.order())
                    : source;
                final Buffer out = kind == 2 ? view(array, target) : target;
                array.put(ctx, 3, in);
                array.get(ctx, 3, out);
                final byte[] back = new byte[bytes.length];
                target.clear().get(back);
                check(failures, array + " " + count + " " + source + " kind " + kind, true, Arrays.equals(bytes, back));
                check(failures, array + " the rest of the buffers", 0, in.remaining() + out.remaining());
            }
        }
        if (array instanceof GlobalLongArray longs && count > 0) {
            check(failures, "little-endian longs", ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0),
                longs.get(ctx, 3));
            longs.put(ctx, 0, LongBuffer.wrap(new long[] {7, 8, 9}, 1, 2));
            check(failures, "a part of a heap buffer", "8 9", longs.get(ctx, 0) + " " + longs.get(ctx, 1));
        }
    }

    private static Buffer view(final GlobalArray array, final ByteBuffer bytes) {
        return switch (array.spec().type()) {
            case SHORT -> bytes.asShortBuffer();
            case INT -> bytes.asIntBuffer();
            case LONG -> bytes.asLongBuffer();
            case FLOAT -> bytes.asFloatBuffer();
            case DOUBLE -> bytes.asDoubleBuffer();
            default -> bytes;
        };
    }

    @Test
    void shouldRefuseBuffersThatDoNotFit() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, ArrayDataTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                for (final Buffer wrong : new Buffer[] {IntBuffer.allocate(4), DoubleBuffer.allocate(1),
                    FloatBuffer.allocate(1), ShortBuffer.allocate(1),
                    java.nio.CharBuffer.allocate(4), ByteBuffer.allocate(12)}) {
                    final String told = assertThrows(GmtException.class, () -> a.get(ctx, 0, wrong)).getMessage();
                    assertTrue(told.startsWith("GMT-684 "), told);
                }
                assertThrows(IndexOutOfBoundsException.class, () -> a.get(ctx, 0, LongBuffer.allocate(11)));
                assertThrows(IndexOutOfBoundsException.class, () -> a.put(ctx, 8, LongBuffer.allocate(3)));
                assertThrows(java.nio.ReadOnlyBufferException.class,
                    () -> a.get(ctx, 0, LongBuffer.allocate(1).asReadOnlyBuffer()));
                assertThrows(IndexOutOfBoundsException.class, () -> a.fill(ctx, 3, 11, 0));
                assertThrows(IndexOutOfBoundsException.class, () -> a.fill(ctx, 3, 2, 0));
                assertThrows(NullPointerException.class, () -> a.count(ctx, null));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoAtomicOperationsOfFloatingPoint(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ArraySpec spec : List.of(ArraySpec.of(20).allocated(Allocation.REMOTE),
                    ArraySpec.of(20).cyclic(1), ArraySpec.of(20))) {
                    floating(ctx, GlobalDoubleArray.allocate(ctx, spec), failures);
                    floating(ctx, GlobalFloatArray.allocate(ctx, spec), failures);
                }
                return failures;
            })));
        }
    }

    private static final double[] VALUES = {0.0, -0.0, 1, -1, 0.5, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 3e38, -1e-40};

    private static void floating(final TaskContext ctx, final FloatingArray array, final List<String> failures)
        throws SuspendExecution {
        final boolean isFloat = array.elementLength() == 4;
        final double[] model = new double[20];
        final double[] before = new double[1];
        final float[] beforeFloat = new float[1];
        final SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 600; round++) {
            final int i = random.nextInt(20);
            final double operand = isFloat ? (float) VALUES[random.nextInt(VALUES.length)]
                : VALUES[random.nextInt(VALUES.length)];
            final double expected = random.nextBoolean() ? model[i] : 0.0;
            final int verb = random.nextInt(8);
            final OperationHandle handle = ctx.newOperation();
            double was = model[i];
            switch (verb) {
                case 0 -> was = array.min(ctx, i, operand);
                case 1 -> was = array.max(ctx, i, operand);
                case 2 -> was = array.compareAndSet(ctx, i, expected, operand);
                case 3 -> was = array.swap(ctx, i, operand);
                case 4 -> {
                    if (round % 2 == 0) {
                        array.minNb(ctx, i, operand);
                        ctx.await();
                    } else {
                        array.minNb(handle, i, operand);
                        ctx.await(handle);
                    }
                }
                case 5 -> {
                    if (round % 2 == 0) {
                        array.maxNb(ctx, i, operand);
                        ctx.await();
                    } else {
                        array.maxNb(handle, i, operand);
                        ctx.await(handle);
                    }
                }
                default -> {
                    fetch(ctx, handle, array, verb, round, i, expected, operand, before, beforeFloat);
                    was = isFloat ? beforeFloat[0] : before[0];
                }
            }
            check(failures, array + " verb " + verb + " round " + round + " before", model[i], was);
            final int kind = verb == 7 ? 2 : verb == 6 ? round % 4 < 2 ? 0 : 1 : verb == 4 ? 0 : verb == 5 ? 1 : verb;
            model[i] = kind == 0 ? Math.min(model[i], operand) : kind == 1 ? Math.max(model[i], operand)
                : kind == 3 || Double.doubleToRawLongBits(model[i]) == Double.doubleToRawLongBits(expected) ? operand
                : model[i];
        }
        for (int i = 0; i < 20; i++) {
            check(failures, array + " element " + i, model[i], isFloat ? (double) ((GlobalFloatArray) array).get(ctx, i)
                : ((GlobalDoubleArray) array).get(ctx, i));
        }
        array.free(ctx);
    }

    private static void fetch(final TaskContext ctx, final OperationHandle handle, final FloatingArray array,
                              final int verb, final int round, final int i, final double expected, final double operand,
                              final double[] before, final float[] beforeFloat) throws SuspendExecution {
        final boolean isHandle = round % 2 == 1;
        if (array instanceof GlobalFloatArray floats) {
            final float value = (float) operand;
            if (verb == 7) {
                if (isHandle) {
                    floats.compareAndSetNb(handle, i, (float) expected, value, beforeFloat, 0);
                } else {
                    floats.compareAndSetNb(ctx, i, (float) expected, value, beforeFloat, 0);
                }
            } else if (round % 4 < 2) {
                if (isHandle) {
                    floats.fetchMinNb(handle, i, value, beforeFloat, 0);
                } else {
                    floats.fetchMinNb(ctx, i, value, beforeFloat, 0);
                }
            } else if (isHandle) {
                floats.fetchMaxNb(handle, i, value, beforeFloat, 0);
            } else {
                floats.fetchMaxNb(ctx, i, value, beforeFloat, 0);
            }
        } else {
            final GlobalDoubleArray doubles = (GlobalDoubleArray) array;
            if (verb == 7) {
                if (isHandle) {
                    doubles.compareAndSetNb(handle, i, expected, operand, before, 0);
                } else {
                    doubles.compareAndSetNb(ctx, i, expected, operand, before, 0);
                }
            } else if (round % 4 < 2) {
                if (isHandle) {
                    doubles.fetchMinNb(handle, i, operand, before, 0);
                } else {
                    doubles.fetchMinNb(ctx, i, operand, before, 0);
                }
            } else if (isHandle) {
                doubles.fetchMaxNb(handle, i, operand, before, 0);
            } else {
                doubles.fetchMaxNb(ctx, i, operand, before, 0);
            }
        }
        ctx.await();
        ctx.await(handle);
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepTheLeastOfManyTasks(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            cluster.run(ctx -> {
                final GlobalDoubleArray a = GlobalDoubleArray.of(ctx, 1e9, -1e9, 0);
                ctx.parFor(5_000, 16, (i, c) -> {
                    a.minNb(c, 0, i * 0.5 - 700);
                    a.maxNb(c, 1, i * 0.5 - 700);
                    a.addNb(c, 2, 0.25);
                });
                assertArrayEquals(new double[] {-700, 4999 * 0.5 - 700, 1250}, a.toArray(ctx));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineWhatNodesHave(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayDataTest.class)) {
            cluster.run(ctx -> {
                final NodeLocal<StringBuilder> texts = NodeLocal.create(ctx,
                    node -> new StringBuilder("x".repeat(node.nodeId() + 1)));
                assertEquals(nodes * (nodes + 1L) / 2, texts.sum(ctx, text -> text.length()));
                assertEquals(nodes, texts.reduce(ctx, (a, b) -> Math.max(a, b), text -> text.length()));
                assertEquals(nodes * (nodes + 1) / 4.0, texts.sumDouble(ctx, text -> text.length() / 2.0));
                assertEquals(0.5, texts.reduceDouble(ctx, (a, b) -> Math.min(a, b), text -> text.length() / 2.0));
            });
        }
    }
}
