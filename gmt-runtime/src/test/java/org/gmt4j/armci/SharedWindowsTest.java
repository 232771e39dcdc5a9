package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.NodeFailedException;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.WindowFolder;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Memory that nodes map together: the same results as by commands, in the same order, and private memory where that
 * fails.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedWindowsTest {
    private static final int BYTES = 160_000;

    @TempDir
    private Path folder;

    private WindowedCluster start(final int nodes, final Plan plan) throws Exception {
        return start(plan, Collections.nCopies(nodes, WindowedCluster.plan(folder, nodes, 0)));
    }

    private static WindowedCluster start(final Plan plan, final List<WindowPlan> windows) throws Exception {
        return WindowedCluster.start(plan, windows, SharedWindowsTest.class, ArmciTransferTest.class);
    }

    /** Behind the end of the nodes. */
    private void assertNothingLeft() throws IOException {
        assertNoFiles();
        assertEquals(List.of(), Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains(folder.toString())).toList());
    }

    private void assertNoFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    // --- results ---

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldTransferAsTheModelDoes(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(3, plan)) {
            assertEquals("", nodes.cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 42).run(ctx, 200)));
            assertTrue(nodes.count("window.puts") > 20, () -> "puts " + nodes.count("window.puts"));
            assertTrue(nodes.count("window.gets") > 20, () -> "gets " + nodes.count("window.gets"));
            assertEquals(0, nodes.count("window.memory.bytes"), "after the last free");
        }
        assertNothingLeft();
    }

    @Test
    void shouldLeaveShortTransfersToCommands() throws Exception {
        try (WindowedCluster nodes = start(Plan.COMBINED,
            Collections.nCopies(2, WindowedCluster.plan(folder, 2, 1000)))) {
            assertEquals("", nodes.cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 4).run(ctx, 60)));
            final long before = nodes.count("window.bytes");
            nodes.cluster.call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(BYTES);
                armci.put(LocalBuffer.of(new byte[999]), 0, memory, 1, 0, 999);
                armci.putLong(memory, 1, 0, 5);
                armci.put(LocalBuffer.of(new byte[1000]), 0, memory, 1, 0, 1000);
                return armci.getLong(memory, 1, 0);
            });
            assertEquals(1000, nodes.count("window.bytes") - before);
        }
    }

    // --- order ---

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNotOvertakeWhatIsOnItsWay(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(2, plan)) {
            assertEquals("", nodes.cluster.call(SharedWindowsTest::mixed));
        }
    }

    /** Copies beside what other tasks have on their way, and messages behind what the own task has. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldOvertakeOtherTasksAndNotTheOwn(final Plan plan) throws Exception {
        try (WindowedCluster nodes = WindowedCluster.startStallable(plan, folder, SharedWindowsTest.class)) {
            assertEquals("", nodes.cluster.call(SharedWindowsTest::beside));
        }
    }

    private static String beside(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(BYTES);
        final FaultyTransport transport = EngineTask.of(ctx).runtime().service(FaultyTransport.class);
        transport.stall(1);
        armci.addLongNb(memory, 1, 8, 7);                               // cannot leave
        String text = EngineTask.of(ctx).isQuiet() ? "the task has forgotten its add; " : "";
        text += ctx.call(0, c -> {
            final long[] ones = new long[BYTES / 8];
            Arrays.fill(ones, 1);
            final Armci mine = Armci.of(c);
            mine.putNb(LocalBuffer.of(ones), 0, memory, 1, 0, BYTES);
            return EngineTask.of(c).isQuiet() && mine.getLong(memory, 1, 16) == 1 ? ""
                : "a put beside the other task's add was no copy; ";
        });
        final OperationHandle handle = ctx.newOperation();
        final long[] threes = new long[250];
        Arrays.fill(threes, 3);
        armci.putNb(handle, LocalBuffer.of(threes), 0, memory, 1, 0, 2000);
        text += handle.test() ? "a put has overtaken the add of its task; " : "";
        transport.release(1);
        ctx.await(handle);
        ctx.await();
        final long found = armci.getLong(memory, 1, 8);
        armci.free(memory);
        return text + (found == 3 ? "" : "found " + found);
    }

    /**
     * Accumulates on their way, a put over them, accumulates behind, gets in between; all of one place, nothing awaited
     * before the end.
     */
    private static String mixed(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(BYTES);
        final int count = BYTES / 8;
        final long[] source = new long[count];
        final long[] before = new long[count];
        final long[] after = new long[count];
        for (int round = 1; round <= 20; round++) {
            final long base = round * 1000L;
            for (int i = 0; i < count; i += 97) {
                armci.addLongNb(memory, 1, i * 8L, 1_000_000);
            }
            Arrays.fill(source, base);
            armci.putNb(LocalBuffer.of(source), 0, memory, 1, 0, BYTES);
            Arrays.fill(source, -1);
            armci.getNb(memory, 1, 0, LocalBuffer.of(before), 0, BYTES);
            for (int i = 0; i < count; i += 89) {
                armci.addLongNb(memory, 1, i * 8L, 5);
            }
            armci.getNb(memory, 1, 0, LocalBuffer.of(after), 0, BYTES);
            final OperationHandle handle = ctx.newOperation();
            armci.putNb(handle, LocalBuffer.of(new long[] {round}), 0, memory, 1, 0, 8);
            ctx.await();
            ctx.await(handle);
            for (int i = 0; i < count; i++) {
                if (before[i] != base || after[i] != base + (i % 89 == 0 ? 5 : 0)) {
                    return "round " + round + " element " + i + ": " + before[i] + ", then " + after[i];
                }
            }
            if (armci.getLong(memory, 1, 0) != round) {
                return "round " + round + ": the last put was overtaken, found " + armci.getLong(memory, 1, 0);
            }
        }
        armci.free(memory);
        return "";
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldBeThereBeforeANotification(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(2, plan)) {
            final ArmciMemory memory = nodes.cluster.armci().allocate(BYTES);
            final List<String> found = nodes.cluster.call(ctx -> ctx.callOnAll(c -> pingPong(c, memory)));
            assertEquals(List.of("", ""), found);
            assertTrue(nodes.count("window.puts") > 0, () -> "puts " + nodes.count("window.puts"));
            nodes.cluster.armci().free(memory);
        }
    }

    /** Each node writes to the other and looks at what the other has written to it. */
    private static String pingPong(final TaskContext c, final ArmciMemory memory) throws SuspendExecution {
        final Armci armci = Armci.of(c);
        final int other = 1 - c.nodeId();
        final long[] values = new long[BYTES / 8];
        final LocalBuffer side = LocalBuffer.of(values);
        for (int round = 1; round <= 100; round++) {
            Arrays.fill(values, round);
            armci.put(side, 0, memory, other, 0, BYTES);
            Notify.notify(c, other);
            Notify.await(c, other, 1);
            armci.get(memory, c.nodeId(), 0, side, 0, BYTES);
            for (final long value : values) {
                if (value != round) {
                    return "node " + c.nodeId() + " round " + round + " found " + value;
                }
            }
            Notify.notify(c, other);
            Notify.await(c, other, 1);
        }
        return "";
    }

    /** The value comes by another task of the same thread, which must get its turn. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLetOthersRunWhileAProgramAsksAgainAndAgain(final Plan plan) throws Exception {
        try (WindowedCluster nodes = start(2, plan)) {
            assertEquals(3L, nodes.cluster.<Long>call(ctx -> {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(BYTES);
                ctx.executeNb(0, c -> {
                    for (int i = 0; i < 10; i++) {
                        c.yield();
                    }
                    Armci.of(c).putLong(memory, 1, 0, 3);
                });
                while (armci.getLong(memory, 1, 0) != 3) {
                    continue;
                }
                final long[] value = new long[1];
                final OperationHandle handle = ctx.newOperation();
                ctx.executeNb(0, c -> Armci.of(c).putLong(memory, 1, 16, 5));
                while (value[0] != 5) {
                    armci.getNb(handle, memory, 1, 16, LocalBuffer.of(value), 0, 8);
                    ctx.await(handle);
                }
                ctx.awaitTasks();
                return armci.getLong(memory, 1, 0);
            }));
        }
    }

    // --- memory that cannot be shared ---

    @Test
    void shouldTakePrivateMemoryWithoutRoom() throws Exception {
        final WindowPlan tiny = new WindowPlan(new WindowFolder(folder, 2, () -> BYTES), 0, BYTES, 0);
        try (WindowedCluster nodes = start(Plan.COMBINED, List.of(tiny, tiny))) {
            assertEquals("", nodes.cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 1).run(ctx, 40)));
            assertEquals(0, nodes.count("window.puts") + nodes.count("window.gets"));
        }
        assertNothingLeft();
    }

    @Test
    void shouldReachANodeThatSharesNothing() throws Exception {
        try (WindowedCluster nodes = start(Plan.COMBINED,
            List.of(WindowedCluster.plan(folder, 2, 0), WindowPlan.OFF))) {
            assertEquals("", nodes.cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 2).run(ctx, 40)));
            assertEquals(0, nodes.count("window.puts") + nodes.count("window.gets"));
        }
        assertNothingLeft();
    }

    /** As nodes whose directories have the same name and are not the same. */
    @Test
    void shouldDoWithoutWindowsThatCannotBeOpened() throws Exception {
        final Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        try (WindowedCluster nodes = start(Plan.COMBINED,
            List.of(WindowedCluster.plan(folder, 2, 0), WindowedCluster.plan(elsewhere, 2, 0)))) {
            assertEquals("", nodes.cluster.call(ctx -> new ArmciTransferTest.Model(ctx, BYTES, 3).run(ctx, 40)));
            assertEquals(0, nodes.count("window.puts") + nodes.count("window.gets"));
        }
        Files.delete(elsewhere);
        assertNothingLeft();
    }

    @Test
    void shouldShareLongPartsOnly() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            final ArmciMemory small = nodes.cluster.armci().allocate(ArmciMemory.SHORTEST_MAPPED - 8);
            assertEquals(0, nodes.count("window.memory.bytes"));
            final ArmciMemory uneven = nodes.cluster.call(ctx -> Armci.of(ctx).allocate(new long[] {8, BYTES}));
            assertEquals(BYTES, nodes.count("window.memory.bytes"));
            assertEquals(7L, nodes.cluster.<Long>call(ctx -> {
                final Armci armci = Armci.of(ctx);
                armci.putLong(small, 1, 0, 3);
                armci.putLong(uneven, 1, 8, 4);
                return armci.getLong(small, 1, 0) + armci.getLong(uneven, 1, 8);
            }));
            assertEquals(1, nodes.count("window.puts"));
            nodes.cluster.armci().free(small);
            nodes.cluster.armci().free(uneven);
        }
        assertNothingLeft();
    }

    // --- parts of others in place ---

    @Test
    void shouldShowPartsOfOtherProcesses() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            assertEquals("", nodes.cluster.call(SharedWindowsTest::inPlace));
        }
        assertNothingLeft();
    }

    private static String inPlace(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(new int[] {1}, new long[] {BYTES});
        armci.putLong(memory, 1, 80, 11);
        String text = UnsafeApi.getLong(memory.address(1) + 80) == 11 ? "" : "a put is not seen; ";
        UnsafeApi.putLong(memory.address(1) + BYTES - 8, 12);
        text += ctx.call(1, c -> UnsafeApi.getLong(memory.address() + BYTES - 8)) == 12 ? "" : "a store is not seen; ";
        final LocalBuffer part = memory.local(1);
        text += part.lengthInBytes() == BYTES && part.getLong(80) == 11 ? "" : "another buffer; ";
        armci.put(part, 80, memory, 1, 160, 8);
        text += armci.getLong(memory, 1, 160) == 11 ? "" : "not sent from the part; ";
        text += refused(() -> part.getLong(BYTES - 7), "GMT-272") + refused(() -> memory.address(0), "GMT-271")
            + refused(() -> memory.address(2), "GMT-272");
        armci.free(memory);
        return text + refused(() -> memory.address(1), "GMT-270") + refused(() -> part.getLong(0), "GMT-270");
    }

    /** Who reads a part in place goes on reading it until the run has ended. */
    @Test
    void shouldShowPartsOfNodesThatHaveFailed() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            final ArmciMemory memory = nodes.cluster.armci().allocate(BYTES);
            final long before = memory.address(1);
            memory.region.lost(1);
            assertEquals(0, memory.region.window(1), "a transfer would not report the failure");
            assertTrue(before != 0 && before == memory.address(1), () -> before + ", then " + memory.address(1));
        }
    }

    private static String refused(final Runnable access, final String code) {
        try {
            access.run();
            return code + " is missing; ";
        } catch (final RuntimeException e) {
            return e.getMessage().startsWith(code) ? "" : e + "; ";
        }
    }

    @Test
    void shouldShowNoPrivateParts() throws Exception {
        try (WindowedCluster nodes = start(Plan.COMBINED,
            List.of(WindowedCluster.plan(folder, 2, 0), WindowPlan.OFF))) {
            assertEquals("", nodes.cluster.call(ctx -> {
                final ArmciMemory memory = Armci.of(ctx).allocate(BYTES);
                final long own = memory.address(0) - memory.address();
                final String text = own + memory.address(1) == 0 ? "" : "addresses " + memory.address(1);
                return text + refused(() -> memory.local(1), "GMT-269");
            }));
        }
    }

    // --- ends ---

    @Test
    void shouldHaveNoNamesBesideItsMemory() throws Exception {
        try (WindowedCluster nodes = start(3, Plan.COMBINED)) {
            final ArmciMemory memory = nodes.cluster.armci().allocate(BYTES);
            assertEquals(3 * BYTES, nodes.count("window.memory.bytes"));
            assertNoFiles();
            nodes.cluster.call(ctx -> Armci.of(ctx).getLong(memory, 2, 0));
            nodes.cluster.armci().free(memory);
            final GmtException e = assertThrows(GmtException.class, () -> nodes.cluster.armci().free(memory));
            assertTrue(e.getMessage().contains("GMT-270"), e::toString);
            assertEquals(0, NodeCluster.of(nodes.cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum());
        }
    }

    @Test
    void shouldGiveBackWhatAProgramHasNotFreed() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            nodes.cluster.armci().allocate(BYTES);
            nodes.cluster.armci().allocate(BYTES);
        }
        assertNothingLeft();
    }

    @Test
    void shouldStopUsingTheWindowOfALostNode() throws Exception {
        try (WindowedCluster nodes = start(2, Plan.COMBINED)) {
            final ArmciMemory memory = nodes.cluster.armci().allocate(BYTES);
            final CompletableFuture<Long> waiting = NodeCluster.of(nodes.cluster).nodes().get(0).submit(c -> {
                Armci.of(c).putLong(memory, 1, 0, 1);
                Notify.await(c, 1, 1);      // never
                return 0L;
            });
            assertThrows(TimeoutException.class, () -> waiting.get(50, TimeUnit.MILLISECONDS));
            nodes.bootstraps.get(1).reportFailure("lost its power");
            final ExecutionException e = assertThrows(ExecutionException.class,
                () -> waiting.get(60, TimeUnit.SECONDS));
            assertEquals(1, ((NodeFailedException) e.getCause()).nodeId());
            assertEquals(0, memory.region.window(1));
        }
        assertNothingLeft();
    }
}
