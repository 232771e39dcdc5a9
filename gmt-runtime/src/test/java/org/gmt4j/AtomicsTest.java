package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every atomic operation against a model, and its atomicity from many tasks at once. */
@Timeout(240)
class AtomicsTest {
    private static final long[] EDGES = {0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768,
        -32769, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE, 0x5555_5555_5555_5555L};
    private static final String[] OPERATORS = {"add", "swap", "min", "max", "and", "or", "xor", "cas"};
    /** Operators that use the low bits of an operand, whatever the others are. */
    private static final Set<String> LOW_BITS = Set.of("add", "and", "or", "xor");

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldApplyOperatorsAsTheModelDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtomicsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(AtomicsTest::operators)));
        }
    }

    private static List<String> operators(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final Allocation allocation : new Allocation[] {Allocation.LOCAL, Allocation.REMOTE,
            Allocation.PARTITION}) {
            final ArraySpec spec = ArraySpec.of(EDGES.length).allocated(allocation);
            final IntegerArray[] arrays = {GlobalByteArray.allocate(ctx, spec), GlobalShortArray.allocate(ctx, spec),
                GlobalIntArray.allocate(ctx, spec), GlobalLongArray.allocate(ctx, spec.cyclic(3))};
            for (final IntegerArray array : arrays) {
                for (final String operator : OPERATORS) {
                    for (int form = 0; form < 5; form++) {
                        final String failure = check(ctx, array, operator, form);
                        failures.add(failure);
                    }
                }
            }
        }
        return failures;
    }

    private static long narrow(final long v, final int length) {
        return v << 64 - length * 8 >> 64 - length * 8;
    }

    private static long expected(final String operator, final long before, final long operand, final long expected,
                                 final int length) {
        switch (operator) {
            case "add":
                return narrow(before + operand, length);
            case "swap":
                return narrow(operand, length);
            case "min":
                return Math.min(before, narrow(operand, length));
            case "max":
                return Math.max(before, narrow(operand, length));
            case "and":
                return narrow(before & operand, length);
            case "or":
                return narrow(before | operand, length);
            case "xor":
                return narrow(before ^ operand, length);
            default:
                return before == narrow(expected, length) ? narrow(operand, length) : before;
        }
    }

    /**
     * form 0: blocking, 1: without result, 2: non-blocking with result, 3: under a handle with result, 4: under a
     * handle without.
     */
    private static String check(final TaskContext ctx, final IntegerArray array, final String operator, final int form)
        throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(operator.hashCode() * 31L + form);
        final TypedArray typed = TypedArray.of(array);
        final int length = array.elementLength();
        for (int i = 0; i < EDGES.length; i++) {
            final long any = random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
            final long operand = LOW_BITS.contains(operator) ? any : narrow(any, length);
            final long initial = narrow(EDGES[i], length);
            final long matching = narrow(random.nextBoolean() ? EDGES[i] : EDGES[i] + 1, length);
            typed.put(ctx, i, initial);
            final long[] before = {12345, initial, 54321};
            if (form == 0) {
                before[1] = blocking(ctx, array, operator, i, operand, matching);
            } else {
                final OperationHandle handle = form >= 3 ? ctx.newOperation() : null;
                nonBlocking(ctx, handle, array, operator, form, i, operand, matching, before);
                if (form >= 3) {
                    ctx.await(handle);
                } else {
                    ctx.await();
                }
            }
            final long after = typed.get(ctx, i);
            if (before[1] != initial || after != expected(operator, initial, operand, matching, length)
                || before[0] != 12345 || before[2] != 54321) {
                return operator + " form " + form + " operand " + operand + " matching " + matching + " at "
                    + i + " of " + array + ": before " + before[1] + " expected " + initial + ", after "
                    + after + " expected " + expected(operator, initial, operand, matching, length);
            }
        }
        return "";
    }

    private static long blocking(final TaskContext ctx, final IntegerArray array, final String operator,
                                 final int i, final long operand, final long matching) throws SuspendExecution {
        switch (operator) {
            case "add":
                return array.add(ctx, i, operand);
            case "swap":
                return array.swap(ctx, i, operand);
            case "min":
                return array.min(ctx, i, operand);
            case "max":
                return array.max(ctx, i, operand);
            case "and":
                return array.and(ctx, i, operand);
            case "or":
                return array.or(ctx, i, operand);
            case "xor":
                return array.xor(ctx, i, operand);
            default:
                return array.compareAndSet(ctx, i, matching, operand);
        }
    }

    private static void nonBlocking(final TaskContext ctx, final OperationHandle handle, final IntegerArray array,
                                    final String operator, final int form, final int i, final long operand,
                                    final long matching, final long[] before) {
        switch (operator + form) {
            case "add1":
                array.addNb(ctx, i, operand);
                break;
            case "add2":
                array.fetchAddNb(ctx, i, operand, before, 1);
                break;
            case "add3":
                array.fetchAddNb(handle, i, operand, before, 1);
                break;
            case "add4":
                array.addNb(handle, i, operand);
                break;
            case "swap1":
                array.swapNb(ctx, i, operand);
                break;
            case "swap2":
                array.fetchSwapNb(ctx, i, operand, before, 1);
                break;
            case "swap3":
                array.fetchSwapNb(handle, i, operand, before, 1);
                break;
            case "swap4":
                array.swapNb(handle, i, operand);
                break;
            case "min1":
                array.minNb(ctx, i, operand);
                break;
            case "min2":
                array.fetchMinNb(ctx, i, operand, before, 1);
                break;
            case "min3":
                array.fetchMinNb(handle, i, operand, before, 1);
                break;
            case "min4":
                array.minNb(handle, i, operand);
                break;
            case "max1":
                array.maxNb(ctx, i, operand);
                break;
            case "max2":
                array.fetchMaxNb(ctx, i, operand, before, 1);
                break;
            case "max3":
                array.fetchMaxNb(handle, i, operand, before, 1);
                break;
            case "max4":
                array.maxNb(handle, i, operand);
                break;
            case "and1":
                array.andNb(ctx, i, operand);
                break;
            case "and2":
                array.fetchAndNb(ctx, i, operand, before, 1);
                break;
            case "and3":
                array.fetchAndNb(handle, i, operand, before, 1);
                break;
            case "and4":
                array.andNb(handle, i, operand);
                break;
            case "or1":
                array.orNb(ctx, i, operand);
                break;
            case "or2":
                array.fetchOrNb(ctx, i, operand, before, 1);
                break;
            case "or3":
                array.fetchOrNb(handle, i, operand, before, 1);
                break;
            case "or4":
                array.orNb(handle, i, operand);
                break;
            case "xor1":
                array.xorNb(ctx, i, operand);
                break;
            case "xor2":
                array.fetchXorNb(ctx, i, operand, before, 1);
                break;
            case "xor3":
                array.fetchXorNb(handle, i, operand, before, 1);
                break;
            case "xor4":
                array.xorNb(handle, i, operand);
                break;
            case "cas3":
            case "cas4":
                array.compareAndSetNb(handle, i, matching, operand, before, 1);
                break;
            default:
                array.compareAndSetNb(ctx, i, matching, operand, before, 1);
                break;
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldDrawEachTicketOnce(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtomicsTest.class)) {
            final long wrong = cluster.call(ctx -> {
                final int tickets = 6000;
                final GlobalIntArray counter = GlobalIntArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.PARTITION_RANDOM));
                final GlobalByteArray drawn = GlobalByteArray.allocate(ctx, tickets);
                ctx.parFor(tickets, 7, (lo, hi, c) -> {
                    final long[] more = new long[(int) (hi - lo)];
                    for (long i = lo; i < hi; i++) {
                        if (i % 3 == 0) {
                            final long ticket = counter.add(c, 0, 1);
                            drawn.addNb(c, ticket, 1);
                            more[(int) (i - lo)] = -1;
                        } else {
                            counter.fetchAddNb(c, 0, 1, more, (int) (i - lo));
                        }
                    }
                    c.await();
                    for (final long ticket : more) {
                        if (ticket >= 0) {
                            drawn.addNb(c, ticket, 1);
                        }
                    }
                });
                final byte[] all = new byte[tickets];
                drawn.get(ctx, 0, all, 0, tickets);
                long errors = 0;
                for (final byte count : all) {
                    errors += count == 1 ? 0 : 1;
                }
                return errors;
            });
            assertEquals(0, wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldConserveTokensAndSums(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtomicsTest.class)) {
            final List<String> failures = cluster.call(ctx -> {
                final List<String> found = new ArrayList<>();
                final int n = 4000;
                // Tokens 0 .. n are swapped through one element: each comes out once, one stays.
                final GlobalShortArray slot = GlobalShortArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.REMOTE));
                final GlobalLongArray seen = GlobalLongArray.allocate(ctx, n + 1);
                ctx.parFor(n, 13, (i, c) -> {
                    final long token = slot.swap(c, 0, i + 1);
                    seen.addNb(c, token, 1);
                });
                final short last = slot.get(ctx, 0);
                seen.addNb(ctx, last, 1);
                ctx.await();
                final long[] counts = new long[n + 1];
                seen.get(ctx, 0, counts, 0, n + 1);
                for (int i = 0; i <= n; i++) {
                    if (counts[i] != 1) {
                        found.add("token " + i + " seen " + counts[i] + " times");
                    }
                }
                // A counter made of compare-and-set, one byte wide: wraps around.
                final GlobalByteArray wheel = GlobalByteArray.allocate(ctx, 3);
                ctx.parFor(600, 10, (i, c) -> {
                    for (;;) {
                        final byte before = wheel.get(c, i % 3);
                        final long found1 = wheel.compareAndSet(c, i % 3, before, (byte) (before + 1));
                        if (found1 == before) {
                            break;
                        }
                    }
                });
                for (int i = 0; i < 3; i++) {
                    final byte v = wheel.get(ctx, i);
                    if (v != (byte) 200) {
                        found.add("wheel " + i + " at " + v);
                    }
                }
                final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, 2);
                final GlobalFloatArray floats = GlobalFloatArray.allocate(ctx, 2);
                final GlobalLongArray masks = GlobalLongArray.allocate(ctx, 4);
                ctx.parFor(n, 9, (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        doubles.addNb(c, i & 1, 0.25);
                        floats.addNb(c, i & 1, 0.5f);
                        masks.orNb(c, 0, 1L << (i & 63));
                        masks.xorNb(c, 1, i);
                        masks.maxNb(c, 2, i);
                        masks.minNb(c, 3, -i);
                    }
                });
                final double[] before = {-1, -1};
                final float[] beforeFloat = {-1, -1, -1};
                final OperationHandle handle = ctx.newOperation();
                doubles.fetchAddNb(ctx, 1, 2.0, before, 0);
                doubles.fetchAddNb(handle, 1, -2.0, before, 1);
                floats.fetchAddNb(ctx, 0, 2.0f, beforeFloat, 1);
                floats.fetchAddNb(handle, 0, -2.0f, beforeFloat, 2);
                ctx.await(handle);
                ctx.await();
                if (before[0] != n / 8.0 || before[1] != n / 8.0 + 2 || beforeFloat[1] != n / 4.0f
                    || beforeFloat[2] != n / 4.0f + 2 || beforeFloat[0] != -1) {
                    found.add("fetched " + java.util.Arrays.toString(before) + java.util.Arrays.toString(beforeFloat));
                }
                final double d = doubles.add(ctx, 0, 1.0);
                final float f = floats.add(ctx, 1, 1.0f);
                final double d2 = doubles.get(ctx, 0);
                final float f2 = floats.get(ctx, 1);
                if (d != n / 8.0 || d2 != d + 1 || f != n / 4.0f || f2 != f + 1) {
                    found.add("floating sums " + d + " " + d2 + " " + f + " " + f2);
                }
                final long[] m = new long[4];
                masks.get(ctx, 0, m, 0, 4);
                long xor = 0;
                for (int i = 0; i < n; i++) {
                    xor ^= i;
                }
                if (m[0] != -1 || m[1] != xor || m[2] != n - 1 || m[3] != -(n - 1)) {
                    found.add("masks " + java.util.Arrays.toString(m));
                }
                return found;
            });
            assertEquals("", TestClusters.join(failures));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldFinishOperationsUnderHandlesBeforeTheirLoopEnds(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtomicsTest.class)) {
            for (int round = 0; round < 20; round++) {
                final long sum = cluster.call(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx,
                        ArraySpec.of(10).allocated(Allocation.REMOTE));
                    ctx.executeOnAll(c -> {
                        for (int i = 0; i < 50; i++) {
                            a.addNb(c.newOperation(), i % 10, 1);
                        }
                    });
                    final long[] all = new long[10];
                    a.get(ctx, 0, all, 0, 10);
                    long total = 0;
                    for (final long v : all) {
                        total += v;
                    }
                    a.free(ctx);
                    return total;
                });
                assertEquals(50L * nodes, sum,
                    "operations whose handle nobody awaited must still be over when the tasks are");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldTestAndReuseHandles(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, AtomicsTest.class)) {
            assertTrue(cluster.<Boolean>call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                final OperationHandle one = ctx.newOperation();
                final OperationHandle two = ctx.newOperation();
                final boolean empty = one.test();
                ctx.await(one);
                boolean right = empty;
                for (int round = 0; round < 5; round++) {
                    a.addNb(one, 99, 1);
                    a.addNb(two, 50, 1);
                    a.addNb(ctx, 0, 1);
                    ctx.await(two);
                    final boolean twoDone = two.test();
                    ctx.await(one);
                    right &= twoDone && one.test();
                    ctx.await();
                }
                final long v = a.get(ctx, 99);
                return right && v == 5;
            }));
        }
    }
}
