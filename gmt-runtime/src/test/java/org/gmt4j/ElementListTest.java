package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of elements against a model, their refusals, and their atomicity from many tasks at once. */
@Timeout(240)
class ElementListTest {
    private static final int SIZE = 301;
    private static final int ROUNDS = 40;

    private static List<IntegerArray> arrays(final TaskContext ctx) throws SuspendExecution {
        final List<IntegerArray> arrays = new ArrayList<>();
        for (final Allocation allocation : new Allocation[] {Allocation.LOCAL, Allocation.REMOTE,
            Allocation.PARTITION}) {
            final ArraySpec spec = ArraySpec.of(SIZE).allocated(allocation);
            arrays.addAll(List.of(GlobalByteArray.allocate(ctx, spec), GlobalShortArray.allocate(ctx, spec),
                GlobalIntArray.allocate(ctx, spec), GlobalLongArray.allocate(ctx, spec),
                GlobalIntArray.allocate(ctx, spec.cyclic(7)), GlobalLongArray.allocate(ctx, spec.cyclic(1))));
        }
        return arrays;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoWhatSingleOperationsDo(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ElementListTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ElementListTest::compareWithModel)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64})
    void shouldDoSoInTheSmallestBlocks(final int blockCommands) {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, ElementListTest.class)
            .set(TestClusters.aggregation(256, blockCommands, 1024, 2, 2, 3, 2)).start()) {
            assertEquals("", TestClusters.join(cluster.call(ElementListTest::compareWithModel)));
        }
    }

    private static List<String> compareWithModel(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (final IntegerArray array : arrays(ctx)) {
            failures.add(compareWithModel(ctx, array));
            array.free(ctx);
        }
        return failures;
    }

    private static long[] indices(final SplittableRandom random) {
        final long[] indices = new long[random.nextInt(random.nextInt(8) == 0 ? 900 : 20)];
        Arrays.setAll(indices, i -> random.nextInt(SIZE));
        if (random.nextInt(3) > 0) {
            Arrays.sort(indices);
        }
        return indices;
    }

    private static String compareWithModel(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(array.elementLength());
        final int unused = 64 - array.elementLength() * 8;
        final long[] model = new long[SIZE];
        for (int round = 0; round < ROUNDS; round++) {
            final long[] indices = indices(random);
            final int from = indices.length == 0 ? 0 : random.nextInt(indices.length);
            final int count = indices.length - from;
            final long operand = (long) random.nextInt(-3, 300) << unused >> unused;
            final long expected = random.nextInt(3);
            final long[] before = new long[count + 2];
            final OperationHandle handle = random.nextBoolean() ? ctx.newOperation() : null;
            final int verb = random.nextInt(3);
            issue(ctx, handle, array, verb, indices, from, count, expected, operand, before);
            final long[] given = indices.clone();
            Arrays.fill(indices, -1);              // it may be reused at once
            if (handle == null) {
                ctx.await();
            } else {
                ctx.await(handle);
            }
            for (int i = 0; i < count; i++) {
                final int index = (int) given[from + i];
                final long was = model[index];
                model[index] = verb == 0 ? was == expected ? operand : was
                    : verb == 1 ? was + operand << unused >> unused : Math.min(was, operand);
                if (verb == 0 && before[1 + i] != was) {
                    return array + " round " + round + ": before " + before[1 + i] + " instead of " + was
                        + " at " + index;
                }
            }
            if (before[0] != 0 || before[count + 1] != 0) {
                return array + " round " + round + ": written beside the values before";
            }
        }
        final TypedArray typed = TypedArray.of(array);
        for (int i = 0; i < SIZE; i++) {
            if (typed.get(ctx, i) != model[i]) {
                return array + ": " + typed.get(ctx, i) + " instead of " + model[i] + " at " + i;
            }
        }
        return "";
    }

    private static void issue(final TaskContext ctx, final OperationHandle handle, final IntegerArray array,
                              final int verb, final long[] indices, final int from, final int count,
                              final long expected, final long operand, final long[] before) {
        if (verb == 0 && handle == null) {
            array.compareAndSetEachNb(ctx, indices, from, count, expected, operand, before, 1);
        } else if (verb == 0) {
            array.compareAndSetEachNb(handle, indices, from, count, expected, operand, before, 1);
        } else if (verb == 1 && handle == null) {
            array.addEachNb(ctx, indices, from, count, operand);
        } else if (verb == 1) {
            array.addEachNb(handle, indices, from, count, operand);
        } else if (handle == null) {
            array.minEachNb(ctx, indices, from, count, operand);
        } else {
            array.minEachNb(handle, indices, from, count, operand);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldBeAtomicFromManyTasks(final int nodes, final TestClusters.Plan plan) {
        final int tasks = 200;
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ElementListTest.class)) {
            final String result = cluster.call(ctx -> {
                final GlobalIntArray counts = GlobalIntArray.allocate(ctx, 50);
                final GlobalIntArray winners = GlobalIntArray.allocate(ctx, 50);
                final GlobalLongArray won = GlobalLongArray.allocate(ctx, 1);
                ctx.parFor(tasks, 1, SpawnPolicy.PARTITION, (i, high, c) -> {
                    final long[] indices = new long[100];
                    Arrays.setAll(indices, k -> (k + i) % 50);
                    final long[] before = new long[100];
                    counts.addEachNb(c, indices, 0, 100, 1);
                    winners.compareAndSetEachNb(c, indices, 0, 100, 0, i + 1, before, 0);
                    c.await();
                    won.addNb(c, 0, Arrays.stream(before).filter(b -> b == 0).count());
                });
                final StringBuilder wrong = new StringBuilder();
                for (int i = 0; i < 50; i++) {
                    if (counts.get(ctx, i) != tasks * 2 || winners.get(ctx, i) == 0) {
                        wrong.append(i).append(": ").append(counts.get(ctx, i)).append(' ');
                    }
                }
                return wrong + " won " + won.get(ctx, 0);
            });
            assertEquals(" won 50", result);
        }
    }

    @Test
    void shouldRefuseBeforeAnythingIsIssued() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, ElementListTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ElementListTest::refusals)));
        }
    }

    private static List<String> refusals(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalIntArray array = GlobalIntArray.allocate(ctx, SIZE);
        final GlobalIntArray copies = GlobalIntArray.allocate(ctx, ArraySpec.of(SIZE).allocated(Allocation.REPLICATE));
        final long[] bad = {0, 1, SIZE, 2};
        final long[] good = {0, 1, SIZE - 1, 2};
        final long[] before = new long[4];
        failures.add(refused("an index beyond", IndexOutOfBoundsException.class,
            () -> array.addEachNb(ctx, bad, 0, 4, 1)));
        failures.add(refused("a negative index", IndexOutOfBoundsException.class,
            () -> array.minEachNb(ctx, new long[] {3, -1}, 0, 2, -5)));
        failures.add(refused("a range of the list", IndexOutOfBoundsException.class,
            () -> array.addEachNb(ctx, good, 1, 4, 1)));
        failures.add(refused("a range of the values", IndexOutOfBoundsException.class,
            () -> array.compareAndSetEachNb(ctx, good, 0, 4, 0, 1, before, 1)));
        failures.add(refused("copies", UnsupportedOperationException.class,
            () -> copies.addEachNb(ctx, good, 0, 4, 1)));
        array.addEachNb(ctx, bad, 2, 0, 1);
        ctx.await();
        for (int i = 0; i < SIZE; i++) {
            if (array.get(ctx, i) != 0) {
                failures.add("element " + i + " has changed");
            }
        }
        array.free(ctx);
        failures.add(refused("a freed array", RuntimeException.class, () -> array.addEachNb(ctx, good, 0, 4, 1)));
        return failures;
    }

    private static String refused(final String what, final Class<? extends RuntimeException> how, final Runnable call) {
        try {
            call.run();
        } catch (final RuntimeException e) {
            return how.isInstance(e) ? "" : what + " was refused by " + e;
        }
        return what + " was not refused";
    }
}
