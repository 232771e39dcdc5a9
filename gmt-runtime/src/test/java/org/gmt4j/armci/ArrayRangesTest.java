package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalRecordArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranges of arrays by every way that one-sided transfers know: the same values, in the same order between operations of
 * other kinds.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArrayRangesTest {
    private static final int LONGS = 60_011;
    private static final int RECORD = 24;
    private static final int RECORDS = 12_007;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldGoThroughWindows(final Plan plan) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(plan,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), ArrayRangesTest.class)) {
            assertEquals("", nodes.cluster.call(ArrayRangesTest::program));
            assertTrue(nodes.count("window.puts") > 20, () -> "puts " + nodes.count("window.puts"));
            assertTrue(nodes.count("window.gets") > 20, () -> "gets " + nodes.count("window.gets"));
            assertEquals(0, nodes.count("window.memory.bytes"), "after the last free");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 5000, Long.MAX_VALUE})
    void shouldGoByMessages(final long eager) {
        for (final Plan plan : Plan.values()) {
            try (GmtCluster cluster = TestClusters.builder(3, plan, ArrayRangesTest.class)
                .set(ProtocolConfig.upTo(eager)).start()) {
                assertEquals("", cluster.call(ArrayRangesTest::program), plan + " " + eager);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 100_000})
    void shouldMixWindowsAndCommands(final int from) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(Plan.COMBINED,
            Collections.nCopies(2, WindowedCluster.plan(folder, 2, from)),
            ArrayRangesTest.class)) {
            assertEquals("", nodes.cluster.call(ArrayRangesTest::program));
        }
    }

    /** Long parts stay in private memory, and so does what is not worth a file. */
    @Test
    void shouldShareArraysUpToTheLimit() throws Exception {
        final WindowPlan plan = new WindowPlan(WindowedCluster.plan(folder, 2, 0).host(), 0, 100_000, 0);
        try (WindowedCluster nodes = WindowedCluster.start(Plan.COMBINED, Collections.nCopies(2, plan),
            ArrayRangesTest.class)) {
            for (final int bytes : new int[] {2 * 65_528, 2 * 100_008}) {
                assertEquals("", nodes.cluster.call(ctx -> putAll(ctx, bytes / 8)));
                assertEquals(0, nodes.count("window.puts"), bytes + " B");
            }
            assertEquals("", nodes.cluster.call(ctx -> putAll(ctx, 2 * 100_000 / 8)));
            assertEquals(1, nodes.count("window.puts"));
            assertEquals("", nodes.cluster.call(ctx -> putAll(ctx, ArraySpec.of(2 * 100_008 / 8).readMostly())));
            assertEquals(2, nodes.count("window.puts"), "of a long array that is read mostly");
        }
    }

    /** Each description that follows from an unmapped one is unmapped, too. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNotMapArraysThatAreUnmapped(final Plan plan) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.start(plan,
            Collections.nCopies(3, WindowedCluster.plan(folder, 3, 0)), ArrayRangesTest.class)) {
            for (final Allocation allocation : Allocation.values()) {
                assertEquals("", nodes.cluster.call(ctx ->
                    longs(ctx, ArraySpec.of(LONGS).unmapped().allocated(allocation), allocation.ordinal())));
            }
            assertEquals("", nodes.cluster.call(ctx -> longs(ctx, ArraySpec.of(LONGS).unmapped().cyclic(977), 77)));
            assertEquals("", nodes.cluster.call(ctx -> putAll(ctx, ArraySpec.of(LONGS).unmapped().unzeroed()
                .named("own"))));
            assertEquals(0, nodes.count("window.puts") + nodes.count("window.gets"));
            assertEquals("", nodes.cluster.call(ctx -> putAll(ctx, LONGS)));
            assertTrue(nodes.count("window.puts") > 0, "of an array that is mapped");
        }
    }

    private static String putAll(final TaskContext ctx, final int count) throws SuspendExecution {
        return putAll(ctx, ArraySpec.of(count));
    }

    private static String putAll(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        final int count = (int) spec.size();
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
        final long[] source = new SplittableRandom(count).longs(count).toArray();
        array.put(ctx, 0, source, 0, count);
        final boolean isRight = Arrays.equals(source, array.toArray(ctx));
        array.free(ctx);
        return isRight ? "" : "wrong";
    }

    private static String program(final TaskContext ctx) throws SuspendExecution {
        for (final Allocation allocation : Allocation.values()) {
            final ArraySpec spec = ArraySpec.of(LONGS).allocated(allocation);
            final String wrong = longs(ctx, spec, allocation.ordinal());
            if (!wrong.isEmpty()) {
                return spec + ": " + wrong;
            }
        }
        final String cyclic = longs(ctx, ArraySpec.of(LONGS).cyclic(977), 77);
        return cyclic.isEmpty() ? records(ctx) : "cyclic: " + cyclic;
    }

    private static String longs(final TaskContext ctx, final ArraySpec spec, final long seed) throws SuspendExecution {
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
        final long[] model = new long[LONGS];
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 60; round++) {
            final int count = random.nextInt(1 << random.nextInt(1, 16)) % LONGS;
            final int at = random.nextInt(LONGS - count);
            final long[] source = random.longs(count).toArray();
            final long[] before = new long[count];
            final long[] expected = Arrays.copyOfRange(model, at, at + count);
            final long[] after = new long[count];
            final OperationHandle handle = ctx.newOperation();
            if (random.nextBoolean()) {
                array.getNb(ctx, at, before, 0, count);
            } else {
                array.get(ctx, at, before, 0, count);
            }
            if (random.nextBoolean()) {
                array.putNb(handle, at, source, 0, count);
            } else {
                array.put(ctx, at, source, 0, count);
            }
            System.arraycopy(source, 0, model, at, count);
            Arrays.fill(source, -1);        // it may be used again
            if (spec.allocation() != Allocation.REPLICATE) {
                for (int i = at; i < at + count; i += 1 + count / 50) {
                    array.addNb(ctx, i, 3);
                    model[i] += 3;
                }
            }
            array.getNb(ctx, at, after, 0, count);
            ctx.await();
            ctx.await(handle);
            if (!Arrays.equals(expected, before)) {
                return "round " + round + ": " + count + " elements at " + at + " before a put";
            }
            if (!Arrays.equals(after, 0, count, model, at, at + count)) {
                return "round " + round + ": " + count + " elements at " + at + " behind a put";
            }
        }
        final boolean isRight = Arrays.equals(model, array.toArray(ctx));
        array.free(ctx);
        return isRight ? "" : "the whole array";
    }

    /** Elements of a length that is no power of two, so that pieces have to be cut between them. */
    private static String records(final TaskContext ctx) throws SuspendExecution {
        final GlobalRecordArray array = GlobalRecordArray.allocate(ctx, ArraySpec.of(RECORDS), RECORD);
        final byte[] model = new byte[RECORDS * RECORD];
        final SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 40; round++) {
            final int count = random.nextInt(RECORDS);
            final int at = random.nextInt(RECORDS - count);
            final byte[] source = new byte[count * RECORD];
            random.nextBytes(source);
            System.arraycopy(source, 0, model, at * RECORD, source.length);
            if (random.nextBoolean()) {
                array.putNb(ctx, at, source, 0, count);
            } else {
                array.put(ctx, at, source, 0, count);
            }
            final byte[] back = new byte[count * RECORD];
            array.get(ctx, at, back, 0, count);
            if (!Arrays.equals(source, back)) {
                return "round " + round + ": " + count + " records at " + at;
            }
        }
        final byte[] all = new byte[model.length];
        array.get(ctx, 0, all, 0, RECORDS);
        array.free(ctx);
        return Arrays.equals(model, all) ? "" : "all records";
    }
}
