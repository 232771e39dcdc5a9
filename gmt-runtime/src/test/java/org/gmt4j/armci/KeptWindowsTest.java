package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory of freed arrays, and of freed one-sided memory, that the next of the same lengths gets. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptWindowsTest {
    private static final int ELEMENTS = 60_000;
    private static final long BYTES = 8L * ELEMENTS;

    @TempDir
    private Path folder;

    private WindowedCluster start(final int nodes, final Plan plan) throws Exception {
        return WindowedCluster.start(plan, Collections.nCopies(nodes, WindowedCluster.plan(folder, nodes, 0)),
            KeptWindowsTest.class);
    }

    /** Behind the end of the nodes. */
    private void assertNothingLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
        assertEquals(List.of(), Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains(folder.toString())).toList());
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldBeginWithZerosAndBeShared(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(3, plan)) {
            for (int i = 1; i <= 4; i++) {
                final long value = i;
                final long before = nodes.count("window.gets") + nodes.count("window.puts");
                assertEquals("", nodes.cluster.call(ctx -> fillNew(ctx, value)));
                assertEquals(BYTES, nodes.count("window.kept.bytes"));
                assertEquals(0, nodes.count("window.memory.bytes"));
                assertTrue(nodes.count("window.gets") + nodes.count("window.puts") > before, "no window was used");
            }
        }
        assertNothingLeft();
    }

    /** Returns what was wrong with a new array, and fills it from a node that is not the owner. */
    private static String fillNew(final TaskContext ctx, final long value) throws SuspendExecution {
        final GlobalLongArray array = GlobalLongArray.allocate(ctx, ELEMENTS);
        final String found = ctx.call(1, node -> {
            final long[] old = new long[ELEMENTS];
            array.get(node, 0, old, 0, ELEMENTS);
            for (final long element : old) {
                if (element != 0) {
                    return "a new array has " + element;
                }
            }
            final long[] all = new long[ELEMENTS];
            java.util.Arrays.fill(all, value);
            array.put(node, 0, all, 0, ELEMENTS);
            return "";
        });
        final String seen = array.get(ctx, ELEMENTS - 1) == value && array.get(ctx, ELEMENTS / 2) == value ? ""
            : "lost puts";
        array.free(ctx);
        return found + seen;
    }

    @Test
    void shouldGoFromArraysToOneSidedMemoryAndBack() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            assertEquals(0.0, nodes.cluster.<Double>call(ctx -> {
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, ELEMENTS);
                longs.put(ctx, ELEMENTS - 1, -1);
                longs.free(ctx);
                final ArmciMemory memory = Armci.of(ctx).allocate(BYTES / 2);
                final long sum = Armci.of(ctx).getLong(memory, 1, BYTES / 2 - 8);
                Armci.of(ctx).putLong(memory, 1, BYTES / 2 - 8, 77);
                Armci.of(ctx).free(memory);
                final GlobalDoubleArray doubles = GlobalDoubleArray.allocate(ctx, ELEMENTS);
                final double last = doubles.get(ctx, ELEMENTS - 1);
                doubles.free(ctx);
                return sum + last;
            }));
            assertEquals(BYTES, nodes.count("window.kept.bytes"), "all three had the same");
        }
        assertNothingLeft();
    }

    /** What one node has lost is taken from nobody: others have mapped what is gone. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldDiscardWhatIsNotKeptEverywhere(final int forgetful) throws Exception {
        try (WindowedCluster nodes = start(3, Plan.COMBINED)) {
            assertEquals("", nodes.cluster.call(ctx -> fillNew(ctx, 5)));
            assertTrue(nodes.cluster.<Boolean>call(ctx -> ctx.call(forgetful, node -> loseKept(node))));
            assertEquals("", nodes.cluster.call(ctx -> fillNew(ctx, 6)));
            assertEquals("", nodes.cluster.call(ctx -> fillNew(ctx, 7)));
        }
        assertNothingLeft();
    }

    private static boolean loseKept(final TaskContext node) {
        final RegionTable regions = EngineTask.of(node).runtime().service(RegionTable.class);
        final long[] lengths = {BYTES / 3, BYTES / 3, BYTES / 3};
        final long kept = regions.findKept(lengths);
        final boolean isLost = kept != RegionTable.NOTHING_KEPT && regions.recall(1 << 20, kept);
        regions.discard(1 << 20);
        return isLost && regions.findKept(lengths) == RegionTable.NOTHING_KEPT;
    }

    @Test
    void shouldKeepABoundedNumberOfBytes() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            nodes.cluster.run(ctx -> {
                final GlobalLongArray[] arrays = new GlobalLongArray[12];
                for (int i = 0; i < arrays.length; i++) {
                    arrays[i] = GlobalLongArray.allocate(ctx, (i + 3) * (long) ELEMENTS);
                }
                for (final GlobalLongArray array : arrays) {
                    array.free(ctx);
                }
            });
            final long kept = nodes.count("window.kept.bytes");
            assertTrue(kept > 0 && kept <= 2L * WindowedCluster.MOST_KEPT, () -> kept + " B");
        }
        assertNothingLeft();
    }

    @Test
    void shouldFailAfterTheFree() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            final String failure = assertThrows(GmtException.class, () -> nodes.cluster.run(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory old = armci.allocate(BYTES);
                armci.free(old);
                final ArmciMemory next = armci.allocate(BYTES);
                try {
                    armci.putLong(old, 1, 0, 3);
                } finally {
                    armci.free(next);
                }
            })).getMessage();
            assertTrue(failure.contains("GMT-270"), failure);
        }
        assertNothingLeft();
    }

    /** Tasks of all nodes allocate, fill, check and free arrays of the same lengths at the same time. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldGiveEachArrayToOneOwner(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(3, plan)) {
            assertEquals(0, nodes.cluster.<Long>call(ctx -> ctx.reduce(60, 1, 0, Long::sum,
                (i, task) -> useOne(task, i))));
        }
        assertNothingLeft();
    }

    /** All tasks use the same places of their arrays: memory that two of them have shows. */
    private static long useOne(final TaskContext task, final long number) throws SuspendExecution {
        final GlobalLongArray array = GlobalLongArray.allocate(task, ELEMENTS);
        long faults = 0;
        for (long at = 0; at < ELEMENTS; at += 19_999) {
            faults += array.get(task, at) == 0 ? 0 : 1;
            array.put(task, at, number + 1);
        }
        task.yield();
        for (long at = 0; at < ELEMENTS; at += 19_999) {
            faults += array.get(task, at) == number + 1 ? 0 : 1;
        }
        array.free(task);
        return faults;
    }
}
