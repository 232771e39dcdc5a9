package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations on many elements in a row against a serial model, at and beyond every length that the code knows: 4 (the
 * shortest run that {@code BlockPacker} packs; the padding of lists of odd length), 8 and 16 and 32 (what logs begin
 * with), 255 and 256 (a byte), some 500 and 1,000 (what a block and its reply hold of commands of 8, 16 and 24 bytes
 * and of list entries), several blocks, several buffers. Lists of compare-and-set have compares that fail before,
 * between and behind those that succeed, and the same element again; all values of a width come, the least and the
 * greatest too, as expected, new and present value; the values before are compared, those beside them too, and elements
 * that nobody named.
 */
@Timeout(240)
class ListLimitsTest {
    private static final int SIZE = 3001;
    private static final int[] LENGTHS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 34,
        63, 64, 65, 127, 128, 129, 130, 253, 254, 255, 256, 257,
        258, 259, 505, 506, 507, 511, 512, 513, 900, 1003, 1004, 1005, 1006, 1007, 1012, 1013, 1020,
        1023, 1024, 1025, 1026, 1500, 2048, 2049, 4096, 7001};

    /**
     * What is done to each element of a list, and how: as one list, or by single commands, which the packer makes lists
     * of.
     */
    private enum Verb {
        LIST_COMPARE_AND_SET, LIST_ADD, LIST_MIN, COMPARE_AND_SET, FETCH_ADD, FETCH_MAX, FETCH_XOR, FETCH_SWAP,
            ADD, MIN, MAX, AND, OR, XOR, SWAP, PUT;

        boolean brings() {
            return this == LIST_COMPARE_AND_SET || this == COMPARE_AND_SET || name().startsWith("FETCH");
        }
    }

    /** How the indices of a list follow each other. */
    private enum Order { SORTED, RANDOM, ONE_ELEMENT, DESCENDING }

    @ParameterizedTest
    @EnumSource(Verb.class)
    void shouldDoWhatAModelDoesAtEveryLength(final Verb verb) {
        try (GmtCluster cluster = TestClusters.builder(2, TestClusters.Plan.COMBINED, ListLimitsTest.class).start()) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> compare(ctx, verb, LENGTHS))));
        }
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ListLimitsTest.class)
            .set(TestClusters.aggregation(512, 1024, 1024, 2, 2, 3, 2)).start()) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> compare(ctx, verb,
                new int[] {3, 4, 5, 30, 31, 32, 112, 113, 255, 256, 300, 1000}))));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoSoOnAllShapes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ListLimitsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final Verb verb : Verb.values()) {
                    failures.addAll(compare(ctx, verb, new int[] {5, 255, 256, 1025, 2100}));
                }
                return failures;
            })));
        }
    }

    private static List<String> compare(final TaskContext ctx, final Verb verb, final int[] lengths)
        throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final ArraySpec remote = ArraySpec.of(SIZE).allocated(Allocation.REMOTE);
        for (final ArraySpec spec : List.of(remote, ArraySpec.of(SIZE), remote.cyclic(1000),
            ArraySpec.of(SIZE).cyclic(7))) {
            final List<IntegerArray> arrays = List.of(GlobalByteArray.allocate(ctx, spec),
                GlobalShortArray.allocate(ctx, spec),
                GlobalIntArray.allocate(ctx, spec), GlobalLongArray.allocate(ctx, spec));
            for (final IntegerArray array : arrays) {
                failures.add(new ListLimitsTest.Check(array, verb).run(ctx, lengths));
                array.free(ctx);
            }
        }
        return failures;
    }

    /** One verb on one array, with its model. */
    private static final class Check {
        private final IntegerArray array;
        private final Verb verb;
        private final int unused;
        private final SplittableRandom random;
        private final long[] values;
        private final long[] model = new long[SIZE];

        Check(final IntegerArray array, final Verb verb) {
            this.array = array;
            this.verb = verb;
            unused = 64 - array.elementLength() * 8;
            random = new SplittableRandom(array.elementLength() * 31L + verb.ordinal());
            final long least = Long.MIN_VALUE >> unused;
            values = new long[] {0, 1, -1, least, -(least + 1), least + 1,
                0x5AA5_C33C_0FF0_9669L << unused >> unused, 77};
        }

        private long value() {
            return values[random.nextInt(values.length)];
        }

        String run(final TaskContext ctx, final int[] lengths) throws SuspendExecution {
            final TypedArray typed = TypedArray.of(array);
            for (int i = 0; i < SIZE; i++) {
                model[i] = value();
                typed.putNb(ctx, null, i, model[i]);
            }
            ctx.await();
            for (final int length : lengths) {
                final Order order = Order.values()[random.nextInt(8) < 3 ? 0 : random.nextInt(4)];
                final String found = once(ctx, order, length);
                if (!found.isEmpty()) {
                    return array + ", " + verb + " of " + length + " " + order + ": " + found;
                }
            }
            final Object all = typed.buffer(SIZE);
            typed.getMany(ctx, 0, all, 0, SIZE);
            for (int i = 0; i < SIZE; i++) {
                final long is = typed.at(all, i);
                if (is != model[i]) {
                    return array + ", " + verb + ": " + is + " instead of " + model[i] + " at " + i + " in the end";
                }
            }
            return "";
        }

        private String once(final TaskContext ctx, final Order order, final int length) throws SuspendExecution {
            final long[] indices = indices(order, length);
            // Something of another kind before it, so that the list begins anywhere in a block.
            for (int k = random.nextInt(4); k > 0; k--) {
                final int at = random.nextInt(SIZE);
                array.xorNb(ctx, at, k);
                model[at] ^= k;
            }
            final long expected = value();
            final long operand = value();
            final long[] before = new long[length + 4];
            final OperationHandle handle = random.nextBoolean() ? ctx.newOperation() : null;
            if (handle != null) {
                // operations of a task and of its handle are of one order, but the model is simpler so
                ctx.await();
            }
            issue(ctx, handle, indices, expected, operand, before);
            final long[] given = indices.clone();
            Arrays.fill(indices, -1);
            if (handle == null) {
                ctx.await();
            } else {
                ctx.await(handle);
            }
            return follow(given, expected, operand, before);
        }

        private long[] indices(final Order order, final int length) {
            final long[] indices = new long[length];
            final int only = random.nextInt(SIZE);
            for (int i = 0; i < length; i++) {
                indices[i] = order == Order.ONE_ELEMENT ? only : random.nextInt(SIZE);
            }
            if (order == Order.SORTED || order == Order.DESCENDING) {
                Arrays.sort(indices);
            }
            for (int i = 0; order == Order.DESCENDING && i < length / 2; i++) {
                final long swapped = indices[i];
                indices[i] = indices[length - 1 - i];
                indices[length - 1 - i] = swapped;
            }
            return indices;
        }

        private void issue(final TaskContext ctx, final OperationHandle handle, final long[] indices,
                           final long expected, final long operand, final long[] before) {
            final int count = indices.length;
            if (verb == Verb.LIST_COMPARE_AND_SET) {
                if (handle == null) {
                    array.compareAndSetEachNb(ctx, indices, 0, count, expected, operand, before, 2);
                } else {
                    array.compareAndSetEachNb(handle, indices, 0, count, expected, operand, before, 2);
                }
            } else if (verb == Verb.LIST_ADD) {
                if (handle == null) {
                    array.addEachNb(ctx, indices, 0, count, operand);
                } else {
                    array.addEachNb(handle, indices, 0, count, operand);
                }
            } else if (verb == Verb.LIST_MIN) {
                if (handle == null) {
                    array.minEachNb(ctx, indices, 0, count, operand);
                } else {
                    array.minEachNb(handle, indices, 0, count, operand);
                }
            } else {
                for (int i = 0; i < count; i++) {
                    if (handle == null) {
                        single(ctx, indices[i], expected, operand, before, 2 + i);
                    } else {
                        single(handle, indices[i], expected, operand, before, 2 + i);
                    }
                }
            }
        }

        private void single(final TaskContext ctx, final long index, final long expected, final long operand,
                            final long[] before, final int at) {
            switch (verb) {
                case COMPARE_AND_SET -> array.compareAndSetNb(ctx, index, expected, operand, before, at);
                case FETCH_ADD -> array.fetchAddNb(ctx, index, operand, before, at);
                case FETCH_MAX -> array.fetchMaxNb(ctx, index, operand, before, at);
                case FETCH_XOR -> array.fetchXorNb(ctx, index, operand, before, at);
                case FETCH_SWAP -> array.fetchSwapNb(ctx, index, operand, before, at);
                case ADD -> array.addNb(ctx, index, operand);
                case MIN -> array.minNb(ctx, index, operand);
                case MAX -> array.maxNb(ctx, index, operand);
                case AND -> array.andNb(ctx, index, operand);
                case OR -> array.orNb(ctx, index, operand);
                case XOR -> array.xorNb(ctx, index, operand);
                case SWAP -> array.swapNb(ctx, index, operand);
                default -> TypedArray.of(array).putNb(ctx, null, index, operand);
            }
        }

        private void single(final OperationHandle handle, final long index, final long expected, final long operand,
                            final long[] before, final int at) {
            switch (verb) {
                case COMPARE_AND_SET -> array.compareAndSetNb(handle, index, expected, operand, before, at);
                case FETCH_ADD -> array.fetchAddNb(handle, index, operand, before, at);
                case FETCH_MAX -> array.fetchMaxNb(handle, index, operand, before, at);
                case FETCH_XOR -> array.fetchXorNb(handle, index, operand, before, at);
                case FETCH_SWAP -> array.fetchSwapNb(handle, index, operand, before, at);
                case ADD -> array.addNb(handle, index, operand);
                case MIN -> array.minNb(handle, index, operand);
                case MAX -> array.maxNb(handle, index, operand);
                case AND -> array.andNb(handle, index, operand);
                case OR -> array.orNb(handle, index, operand);
                case XOR -> array.xorNb(handle, index, operand);
                case SWAP -> array.swapNb(handle, index, operand);
                default -> TypedArray.of(array).putNb(null, handle, index, operand);
            }
        }

        /** The model does the same; says what differs. */
        private String follow(final long[] indices, final long expected, final long operand, final long[] before) {
            for (int i = 0; i < indices.length; i++) {
                final int index = (int) indices[i];
                final long was = model[index];
                model[index] = after(was, expected, operand) << unused >> unused;
                if (verb.brings() && before[2 + i] != was) {
                    return "before " + before[2 + i] + " instead of " + was + " for entry " + i + ", element "
                        + index + ", expected " + expected + ", operand " + operand;
                }
            }
            for (final int beside : new int[] {0, 1, before.length - 2, before.length - 1}) {
                if (before[beside] != 0) {
                    return "something was written beside the values before";
                }
            }
            return "";
        }

        private long after(final long was, final long expected, final long operand) {
            return switch (verb) {
                case LIST_COMPARE_AND_SET, COMPARE_AND_SET -> was == expected ? operand : was;
                case LIST_ADD, ADD, FETCH_ADD -> was + operand;
                case LIST_MIN, MIN -> Math.min(was, operand);
                case MAX, FETCH_MAX -> Math.max(was, operand);
                case AND -> was & operand;
                case OR -> was | operand;
                case XOR, FETCH_XOR -> was ^ operand;
                default -> operand;
            };
        }
    }

    /** Visits of one argument in a row travel as a list, too; runs of every length, another argument between them. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldVisitEachOnceWhateverIsPacked(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ListLimitsTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final ArraySpec spec = ArraySpec.of(SIZE).allocated(Allocation.REMOTE);
                final GlobalLongArray sums = GlobalLongArray.allocate(ctx, spec);
                final Visitor visitor = Visitor.open(ctx, sums, (index, argument, c) -> sums.addNb(c, index, argument));
                final SplittableRandom random = new SplittableRandom(5);
                final long[] model = new long[SIZE];
                for (final int length : LENGTHS) {
                    final long argument = random.nextLong();
                    for (int i = 0; i < length; i++) {
                        final int index = random.nextInt(SIZE);
                        visitor.send(ctx, index, argument);
                        model[index] += argument;
                    }
                    if (random.nextBoolean()) {
                        ctx.await();
                    }
                }
                ctx.await();
                ctx.awaitVisits();
                final long[] all = new long[SIZE];
                sums.get(ctx, 0, all, 0, SIZE);
                visitor.close(ctx);
                return List.of(java.util.Arrays.equals(model, all) ? "" : "element " + Arrays.mismatch(model, all));
            })));
        }
    }
}
