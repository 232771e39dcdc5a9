package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that elements of a narrow type cannot have: refused by all forms, where their low bits would be wrong. */
@Timeout(240)
class NarrowValuesTest {
    private static final int SIZE = 8;

    private interface Attempt {
        void run() throws SuspendExecution;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseValuesThatElementsCannotHave(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, NarrowValuesTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final IntegerArray array : narrow(ctx)) {
                    final long most = (1L << 8 * array.elementLength() - 1) - 1;
                    array.fill(ctx, 7);
                    for (final long value : new long[] {most + 1, -most - 2, Long.MAX_VALUE, Long.MIN_VALUE}) {
                        for (final long index : new long[] {0, SIZE - 1}) {           // of two nodes
                            refuse(ctx, array, index, value, failures);
                        }
                    }
                    final long changed = array.count(ctx, v -> v != 7);
                    failures.add(changed == 0 ? "" : changed + " elements of " + array + " have changed");
                }
                return failures;
            })));
        }
    }

    private static List<IntegerArray> narrow(final TaskContext ctx) throws SuspendExecution {
        return List.of(GlobalByteArray.allocate(ctx, SIZE), GlobalShortArray.allocate(ctx, SIZE),
            GlobalIntArray.allocate(ctx, SIZE), GlobalIntArray.allocate(ctx, ArraySpec.of(SIZE).cyclic(3)));
    }

    private static void refuse(final TaskContext ctx, final IntegerArray a, final long i, final long value,
                               final List<String> failures) throws SuspendExecution {
        final long[] before = new long[1];
        final long[] list = {i};
        final OperationHandle handle = ctx.newOperation();
        final List<Attempt> attempts = new ArrayList<>(Arrays.asList(
            () -> a.swap(ctx, i, value), () -> a.swapNb(ctx, i, value), () -> a.fetchSwapNb(ctx, i, value, before, 0),
            () -> a.min(ctx, i, value), () -> a.minNb(ctx, i, value), () -> a.fetchMinNb(handle, i, value, before, 0),
            () -> a.max(ctx, i, value), () -> a.maxNb(handle, i, value), () -> a.fetchMaxNb(ctx, i, value, before, 0),
            () -> a.minEachNb(ctx, list, 0, 1, value), () -> a.maxEachNb(ctx, list, 0, 1, value),
            () -> a.compareAndSet(ctx, i, value, 1), () -> a.compareAndSet(ctx, i, 7, value),
            () -> a.compareAndSetNb(ctx, i, value, 1, before, 0),
            () -> a.compareAndSetNb(handle, i, 7, value, before, 0),
            () -> a.compareAndSetEachNb(ctx, list, 0, 1, value, 1, before, 0),
            () -> a.compareAndSetEachNb(ctx, list, 0, 1, 7, value, before, 0),
            () -> a.fill(ctx, value), () -> a.fill(ctx, 0, SIZE, value)));
        if (a.isLocal(i)) {
            attempts.add(() -> a.compareAndSetLocal(i, value, 1));
            attempts.add(() -> a.compareAndSetLocal(i, 7, value));
        }
        for (int form = 0; form < attempts.size(); form++) {
            failures.add(refusal(attempts.get(form), "form " + form + " of " + a + " took " + value, a, value));
        }
        ctx.await();
        ctx.await(handle);
    }

    private static String refusal(final Attempt attempt, final String ifNone, final IntegerArray array,
                                  final long value) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final IllegalArgumentException e) {
            final String message = e.getMessage();
            return message.startsWith("GMT-258 ") && message.contains(" " + value) && message.contains("" + array)
                ? "" : message;
        }
        return ifNone;
    }

    @Test
    void shouldTakeAllValuesThatElementsCanHave() {
        try (GmtCluster cluster = GmtCluster.local(2, NarrowValuesTest.class)) {
            cluster.run(ctx -> {
                final GlobalByteArray bytes = GlobalByteArray.allocate(ctx, SIZE);
                bytes.fill(ctx, Byte.MIN_VALUE);
                assertEquals(Byte.MIN_VALUE, bytes.max(ctx, SIZE - 1, Byte.MAX_VALUE));
                assertEquals(Byte.MAX_VALUE, bytes.compareAndSet(ctx, SIZE - 1, Byte.MAX_VALUE, Byte.MIN_VALUE));
                assertEquals(Byte.MIN_VALUE, bytes.add(ctx, SIZE - 1, 0x3FF), "sums use the low bits");
                assertEquals(Byte.MAX_VALUE, bytes.and(ctx, SIZE - 1, 0xFF0F), "as bitwise operations do");
                assertEquals(0x0F, bytes.get(ctx, SIZE - 1));
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, SIZE);
                longs.fill(ctx, Long.MAX_VALUE);
                assertEquals(Long.MAX_VALUE, longs.min(ctx, SIZE - 1, Long.MIN_VALUE));
            });
        }
    }
}
