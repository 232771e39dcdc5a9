package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transfers longer than a block, a buffer and a megabyte, between all policies and array to array. */
@Timeout(240)
class BulkTransferTest {
    private static final int[] LENGTHS = {1, 509, 510, 511, 512, 513, 4001, 20_011};
    private static final Allocation[] PLACES = {Allocation.LOCAL, Allocation.PARTITION, Allocation.PARTITION_HERE,
        Allocation.PARTITION_RANDOM, Allocation.REMOTE, Allocation.REPLICATE};

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMoveMoreThanOneMegabyte(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkTransferTest.class)) {
            final long wrong = cluster.call(ctx -> {
                final int size = 300_007;
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, ArraySpec.of(size).cyclic(1001));
                final GlobalByteArray bytes = GlobalByteArray.allocate(ctx,
                    ArraySpec.of(1_500_001).allocated(Allocation.REMOTE));
                final long[] source = new long[size];
                for (int i = 0; i < size; i++) {
                    source[i] = i * 0x9E3779B97F4A7C15L;
                }
                longs.put(ctx, 3, source, 3, size - 5);
                final byte[] some = new byte[1_400_003];
                for (int i = 0; i < some.length; i++) {
                    some[i] = (byte) (i * 31 >> 3);
                }
                bytes.put(ctx, 77, some, 1, some.length - 2);
                final long[] back = new long[size];
                longs.get(ctx, 0, back, 0, size);
                long errors = 0;
                for (int i = 0; i < size; i++) {
                    errors += back[i] == (i >= 3 && i < size - 2 ? source[i] : 0) ? 0 : 1;
                }
                final byte[] more = new byte[1_500_001];
                bytes.get(ctx, 0, more, 0, more.length);
                for (int i = 0; i < more.length; i++) {
                    errors += more[i] == (i >= 77 && i < 77 + some.length - 2 ? some[i - 76] : 0) ? 0 : 1;
                }
                return errors;
            });
            assertEquals(0, wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCopyBetweenDistributions(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkTransferTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(BulkTransferTest::copies)));
        }
    }

    private static List<String> copies(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        int serial = 0;
        for (final Allocation from : PLACES) {
            for (final Allocation to : PLACES) {
                final int length = LENGTHS[serial % LENGTHS.length];
                final String failure = copy(ctx, from, to, length, serial);
                failures.add(failure);
                serial++;
            }
        }
        return failures;
    }

    private static String copy(final TaskContext ctx, final Allocation from, final Allocation to, final int length,
                               final int serial)
        throws SuspendExecution {
        ArraySpec sourceSpec = ArraySpec.of(length + 5).allocated(from);
        sourceSpec = serial % 3 == 1 && from != Allocation.REPLICATE ? sourceSpec.cyclic(97) : sourceSpec;
        ArraySpec targetSpec = ArraySpec.of(length + 9).allocated(to);
        targetSpec = serial % 2 == 1 && to != Allocation.REPLICATE ? targetSpec.cyclic(41) : targetSpec;
        final GlobalIntArray source = GlobalIntArray.allocate(ctx, sourceSpec);
        final GlobalIntArray target = GlobalIntArray.allocate(ctx, targetSpec);
        final int[] values = new int[length + 5];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7919 + 1;
        }
        source.put(ctx, 0, values, 0, values.length);
        if (serial % 3 == 0) {
            source.copyTo(ctx, 2, target, 6, length);
        } else if (serial % 3 == 1) {
            source.copyToNb(ctx, 2, target, 6, length);
            ctx.awaitTasks();
        } else {
            final TaskHandle handle = ctx.newHandle();
            source.copyToNb(ctx, handle, 2, target, 6, length / 2);
            source.copyToNb(ctx, handle, 2 + length / 2, target, 6 + length / 2, length - length / 2);
            ctx.await(handle);
        }
        source.copyTo(ctx, 0, target, 0, 0);
        // Each node has to see the whole of a replicated target.
        if (to == Allocation.REPLICATE) {
            final int last = 6 + length - 1;
            final int expected = values[last - 4];
            final List<Boolean> same = ctx.callOnAll(c -> target.getLocal(last) == expected);
            if (same.contains(false)) {
                return from + " to " + to + " length " + length + ": copies " + same;
            }
        }
        final int[] back = new int[length + 9];
        target.get(ctx, 0, back, 0, back.length);
        String failure = "";
        for (int i = 0; i < back.length; i++) {
            final int expected = i >= 6 && i < 6 + length ? values[i - 4] : 0;
            if (back[i] != expected) {
                failure = from + " to " + to + " length " + length + ": element " + i + " is " + back[i]
                    + ", expected " + expected;
                break;
            }
        }
        source.free(ctx);
        target.free(ctx);
        return failure;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCopyWithinAnArrayAndRecords(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkTransferTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(BulkTransferTest::within)));
        }
    }

    private static List<String> within(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalRecordArray a = GlobalRecordArray.allocate(ctx, ArraySpec.of(1000).cyclic(7), 13);
        final GlobalRecordArray other = GlobalRecordArray.allocate(ctx, 1000, 12);
        final byte[] bytes = new byte[13_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 17 >> 2);
        }
        a.put(ctx, 0, bytes, 0, 1000);
        a.copyTo(ctx, 0, a, 500, 500);
        a.copyTo(ctx, 3, a, 3, 900);      // to itself
        a.copyToNb(ctx, 400, a, 399, 1);  // neighbours do not overlap
        ctx.awaitTasks();
        final byte[] back = new byte[13_000];
        a.get(ctx, 0, back, 0, 1000);
        for (int i = 0; i < back.length; i++) {
            final int from = i >= 6500 ? i - 6500 : i / 13 == 399 ? i + 13 : i;
            if (back[i] != bytes[from]) {
                failures.add("byte " + i + " of the records is " + back[i] + ", expected " + bytes[from]);
                break;
            }
        }
        final GlobalLongArray longs = GlobalLongArray.allocate(ctx, 1000);
        final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, 1000);
        final TaskHandle handle = ctx.newHandle();
        failures.add(refused("GMT-238", () -> longs.copyTo(ctx, 0, doubles, 0, 10)));
        failures.add(refused("GMT-238", () -> longs.copyToNb(ctx, 0, doubles, 0, 10)));
        failures.add(refused("GMT-238", () -> longs.copyToNb(ctx, handle, 0, doubles, 0, 10)));
        failures.add(refused("GMT-238", () -> a.copyTo(ctx, 0, other, 0, 1)));
        failures.add(refused("GMT-244", () -> a.copyTo(ctx, 0, a, 499, 500)));
        failures.add(refused("GMT-244", () -> a.copyToNb(ctx, 10, a, 9, 2)));
        failures.add(refused("GMT-244", () -> a.copyToNb(ctx, handle, 0, a, 1, 999)));
        failures.add(refused("range of 1001", () -> a.copyToNb(ctx, 0, a, 0, 1001)));
        failures.add(refused("range of -1", () -> a.copyToNb(ctx, handle, 0, a, 0, -1)));
        ctx.await(handle);
        a.free(ctx);
        other.free(ctx);
        doubles.free(ctx);
        failures.add(refused("GMT-230", () -> longs.copyToNb(ctx, 0, doubles, 0, 10)));
        failures.add(refused("GMT-230", () -> a.copyToNb(ctx, 0, a, 0, 0)));
        longs.free(ctx);
        return failures;
    }

    private interface Attempt {
        void run() throws SuspendExecution;
    }

    private static String refused(final String part, final Attempt attempt) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final IllegalArgumentException | IndexOutOfBoundsException | org.gmt4j.GmtException e) {
            return String.valueOf(e.getMessage()).contains(part) ? "" : e + " does not say " + part;
        }
        return part + ": was not refused";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCopyInLargePieces(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkTransferTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int size = 200_000;
                final GlobalIntArray source = GlobalIntArray.allocate(ctx,
                    ArraySpec.of(size).allocated(Allocation.LOCAL));
                final GlobalIntArray target = GlobalIntArray.allocate(ctx,
                    ArraySpec.of(size).allocated(Allocation.REMOTE));
                for (int i = 0; i < size; i++) {
                    source.setLocal(i, i);
                }
                final long before = commands(ctx);
                source.copyTo(ctx, 0, target, 0, size);
                final long sent = commands(ctx) - before;
                final int[] back = new int[size];
                target.get(ctx, 0, back, 0, size);
                for (int i = 0; i < size; i++) {
                    if (back[i] != i) {
                        return "element " + i + " is " + back[i];
                    }
                }
                // 800 KB in blocks of 4 KB are 200 commands; the ends of chunks and parts cost some more.
                return sent <= 300 ? "" : sent + " commands";
            }));
        }
    }

    private static long commands(final TaskContext ctx) {
        return EngineTask.of(ctx).aggregator().counters().commands();
    }
}
