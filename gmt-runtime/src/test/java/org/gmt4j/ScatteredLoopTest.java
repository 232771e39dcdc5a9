package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops that follow block-cyclic arrays: one message to a node, each element once, at its owner, whatever range and
 * chunk.
 */
@Timeout(90)
class ScatteredLoopTest {
    private static final int MILLION = 1_000_000;
    private static final int SOME = 100_003;

    static Stream<Arguments> nodes() {
        return Stream.of(Arguments.of(1, TestClusters.Plan.COMBINED), Arguments.of(2, TestClusters.Plan.COMBINED),
            Arguments.of(3, TestClusters.Plan.COMBINED), Arguments.of(5, TestClusters.Plan.COMBINED),
            Arguments.of(7, TestClusters.Plan.COMBINED), Arguments.of(2, TestClusters.Plan.DEDICATED_2_2));
    }


    /** Each plan once with a million blocks; the other numbers of nodes with fewer. */
    static Stream<Arguments> nodesAndBlocks() {
        return nodes().map(Arguments::get).map(shape -> Arguments.of(shape[0], shape[1],
            shape[0].equals(3) || shape[1] != TestClusters.Plan.COMBINED ? MILLION : SOME));
    }

    @ParameterizedTest
    @MethodSource("nodesAndBlocks")
    void shouldSendOneMessageToANodeForManyBlocks(final int nodes, final TestClusters.Plan plan,
                                                  final int blocks) {
        // No more than one task outstanding at a node: a second message would be refused.
        final TaskConfig d = TaskConfig.DEFAULT;
        final TaskConfig one = new TaskConfig(d.fibers(), d.fiberStack(), d.sliceChunks(), d.sliceFibers(), 1, 1);
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ScatteredLoopTest.class).set(one).start()) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> manyBlocks(ctx, blocks))));
        }
    }

    private static List<String> manyBlocks(final TaskContext ctx, final int size) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalByteArray a = GlobalByteArray.allocate(ctx, ArraySpec.of(size).cyclic(1));
        ForEach.element(ctx, a, 10_000, (i, c) -> a.setLocal(i, (byte) (a.getLocal(i) + 1)));
        ForEach.range(ctx, a, 3, size - 5, 4096, (lo, hi, c) -> {
            for (long i = lo; i < hi; i++) {
                a.setLocal(i, (byte) (a.getLocal(i) + 1));
            }
        });
        final TaskHandle handle = ctx.newHandle();
        ForEach.elementNb(ctx, handle, a, 50_000, (i, c) -> a.setLocal(i, (byte) (a.getLocal(i) + 1)));
        ctx.await(handle);
        final byte[] all = new byte[size];
        a.get(ctx, 0, all, 0, size);
        for (int i = 0; i < size; i++) {
            final int expected = i >= 3 && i < size - 5 ? 3 : 2;
            if (all[i] != expected) {
                failures.add("element " + i + " ran " + all[i] + " times, expected " + expected);
                break;
            }
        }
        // Copies as well: from as many blocks and to as many blocks.
        final GlobalByteArray b = GlobalByteArray.allocate(ctx, size);
        final GlobalByteArray c = GlobalByteArray.allocate(ctx, ArraySpec.of(size).cyclic(1)
            .allocated(Allocation.PARTITION_HERE));
        final byte[] values = new byte[size];
        for (int i = 0; i < size; i++) {
            values[i] = (byte) (i * 31 >> 3);
        }
        a.put(ctx, 0, values, 0, size);
        a.copyTo(ctx, 1, b, 0, size - 1);
        b.copyTo(ctx, 0, c, 1, size - 1);
        c.get(ctx, 0, all, 0, size);
        for (int i = 1; i < size; i++) {
            if (all[i] != values[i]) {
                failures.add("copied element " + i + " is " + all[i] + ", expected " + values[i]);
                break;
            }
        }
        a.free(ctx);
        b.free(ctx);
        c.free(ctx);
        return failures;
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void shouldMeetEachElementOnceAtItsOwner(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScatteredLoopTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ScatteredLoopTest::ranges)));
        }
    }

    private static List<String> ranges(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final int size = 103;
        final Allocation[] places = {Allocation.PARTITION, Allocation.PARTITION_HERE, Allocation.PARTITION_RANDOM,
            Allocation.REMOTE,
            Allocation.LOCAL};
        final int[][] ranges = {{0, 103}, {0, 0}, {103, 103}, {50, 50}, {7, 8}, {3, 100}, {5, 10}, {9, 41}, {102, 103}};
        int serial = 0;
        for (final Allocation place : places) {
            for (final int block : new int[] {0, 1, 5, 60, 1000}) {
                final ArraySpec spec = ArraySpec.of(size).allocated(place);
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, block == 0 ? spec : spec.cyclic(block));
                for (final int[] range : ranges) {
                    final String failure = range(ctx, a, range[0], range[1], 1 + serial * 7 % 29, serial % 6);
                    failures.add(failure);
                    serial++;
                }
                a.free(ctx);
            }
        }
        return failures;
    }

    private static String range(final TaskContext ctx, final GlobalLongArray a, final int low, final int high,
                                final int chunk, final int form)
        throws SuspendExecution {
        final int size = (int) a.size();
        final GlobalLongArray counts = GlobalLongArray.allocate(ctx, size + 1);
        final TaskHandle handle = ctx.newHandle();
        switch (form) {
            case 0:
                ForEach.element(ctx, a, low, high, chunk, (i, c) -> count(c, a, counts, i, i + 1, size));
                break;
            case 1:
                ForEach.elementNb(ctx, a, low, high, chunk, (i, c) -> count(c, a, counts, i, i + 1, size));
                break;
            case 2:
                ForEach.elementNb(ctx, handle, a, low, high, chunk, (i, c) -> count(c, a, counts, i, i + 1, size));
                break;
            case 3:
                ForEach.range(ctx, a, low, high, chunk,
                    (lo, hi, c) -> count(c, a, counts, lo, hi, hi - lo > chunk ? -1 : size));
                break;
            case 4:
                ForEach.rangeNb(ctx, a, low, high, chunk,
                    (lo, hi, c) -> count(c, a, counts, lo, hi, hi - lo > chunk ? -1 : size));
                break;
            default:
                ForEach.rangeNb(ctx, handle, a, low, high, chunk,
                    (lo, hi, c) -> count(c, a, counts, lo, hi, hi - lo > chunk ? -1 : size));
                break;
        }
        ctx.awaitTasks();
        ctx.await(handle);
        final long[] all = new long[size + 1];
        counts.get(ctx, 0, all, 0, size + 1);
        counts.free(ctx);
        for (int i = 0; i < size; i++) {
            if (all[i] != (i >= low && i < high ? 1 : 0)) {
                return a + " [" + low + ", " + high + ") form " + form + " chunk " + chunk + ": element "
                    + i + " ran " + all[i] + " times";
            }
        }
        return all[size] == 0 ? "" : a + " [" + low + ", " + high + ") form " + form + " chunk " + chunk
            + ": " + all[size] + " elsewhere";
    }

    /** Counts in elements low to high, exclusive; in the last element of {@code counts} what is not as it should be. */
    private static void count(final TaskContext c, final GlobalLongArray a, final GlobalLongArray counts,
                              final long low, final long high, final long size) {
        for (long i = low; i < high; i++) {
            counts.addNb(c, i, 1);
            if (size < 0 || a.owner(i) != c.nodeId()) {
                counts.addNb(c, a.size(), 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("nodes")
    void shouldReportFailuresAndRefuseBadRanges(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScatteredLoopTest.class)) {
            final List<String> failures = cluster.call(ctx -> {
                final List<String> found = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(100).cyclic(3));
                final long[][] ranges = {{-1, 3}, {5, 4}, {0, 101}, {101, 101}, {Long.MIN_VALUE, Long.MAX_VALUE}};
                for (final long[] range : ranges) {
                    try {
                        ForEach.elementNb(ctx, a, range[0], range[1], 1, (i, c) -> { });
                        found.add(range[0] + " to " + range[1] + " was not refused");
                    } catch (final IndexOutOfBoundsException e) {
                        found.add(e.getMessage().contains("100") ? "" : e.getMessage());
                    }
                }
                try {
                    ctx.parFor(98, 1, SpawnPolicy.ownerOf(a, 3), (i, c) -> { });
                    found.add("a loop beyond the end was not refused");
                } catch (final IndexOutOfBoundsException e) {
                    found.add(e.getMessage().contains("from element 3") ? "" : e.getMessage());
                }
                try {
                    ForEach.element(ctx, a, -1, (i, c) -> { });
                    found.add("chunk 0 was not refused");
                } catch (final IllegalArgumentException e) {
                    found.add("");
                }
                ForEach.elementNb(ctx, a, 1, (i, c) -> {
                    if (i % 10 == 7) {
                        throw new IllegalStateException("element " + i);
                    }
                });
                try {
                    ctx.awaitTasks();
                    found.add("a failing body was not reported");
                } catch (final org.gmt4j.ParForException e) {
                    found.add(e.failureCount() == 10 && e.getMessage().contains("7") ? "" : e.getMessage());
                }
                a.free(ctx);
                try {
                    ForEach.element(ctx, a, 1, (i, c) -> { });
                    found.add("a loop over a freed array was not refused");
                } catch (final org.gmt4j.GmtException e) {
                    found.add(e.getMessage().contains("freed") ? "" : e.getMessage());
                }
                return found;
            });
            assertEquals("", TestClusters.join(failures));
        }
    }

    /** Bodies wait inside of runs: the place in the chunk must survive. */
    @ParameterizedTest
    @MethodSource("nodes")
    void shouldLetBodiesWait(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScatteredLoopTest.class)) {
            assertTrue(cluster.<Boolean>call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(1000).cyclic(7));
                final GlobalLongArray b = GlobalLongArray.allocate(ctx, 1000);
                ForEach.range(ctx, a, 100, (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        b.put(c, i, b.get(c, i) + i);
                        a.setLocal(i, b.get(c, i));
                    }
                });
                ForEach.element(ctx, a, 33, (i, c) -> {
                    final long before = b.add(c, i, 1);
                    a.setLocal(i, a.getLocal(i) + before);
                });
                boolean isRight = true;
                for (int i = 0; i < 1000; i++) {
                    final long value = a.get(ctx, i);
                    isRight &= value == 2L * i;
                }
                return isRight;
            }));
        }
    }
}
