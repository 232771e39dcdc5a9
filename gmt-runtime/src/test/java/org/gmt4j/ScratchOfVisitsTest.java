package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scratches of visits and local bodies that other nodes send: no chunk ends there, and nobody awaits their tasks. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScratchOfVisitsTest {
    private static final int SIZE = 211;
    private static final int ROW = 50;
    /** More bodies than arrays may rest, and than scratches may be open. */
    private static final int MANY = 150;
    private static final int MOST_ROUNDS = 1000;

    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final AtomicInteger ENDED = new AtomicInteger();
    private static final AtomicInteger WRONG = new AtomicInteger();
    private static final AtomicReference<TaskHandle> HANDLE = new AtomicReference<>();
    private static final Queue<WeakReference<OperationHandle>> HANDLES = new ConcurrentLinkedQueue<>();
    private static final Set<long[]> USED = Collections.synchronizedSet(
        Collections.newSetFromMap(new IdentityHashMap<>()));

    @BeforeEach
    void forget() {
        STARTED.set(0);
        ENDED.set(0);
        WRONG.set(0);
        HANDLE.set(null);
        HANDLES.clear();
        USED.clear();
    }

    static Stream<Arguments> several() {
        return Stream.of(Arguments.of(2, Plan.COMBINED), Arguments.of(3, Plan.COMBINED),
            Arguments.of(2, Plan.SHARED_2), Arguments.of(2, Plan.DEDICATED_2_2));
    }

    // --- tasks that outlive the body ---

    /** Tasks of LOCAL loops have the very array of the body, also where nothing awaits them. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldLeaveArraysToTasksOfTrees(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                for (int round = 0; round < 20; round++) {
                    for (int node = 0; node < ctx.nodeCount(); node++) {
                        ctx.executeLocalNb(node, c -> share(c, c.newHandle()));
                        ctx.executeLocalNb(node, ScratchOfVisitsTest::overwrite);
                    }
                    ctx.awaitTasks();
                }
                awaitEnds(ctx);
            });
            assertEquals(20 * nodes * ROW, ENDED.get());
            assertEquals(0, WRONG.get());
        }
    }

    /** A handle may be used by a later body of the helper. */
    @Test
    void shouldLeaveArraysToTasksOfAnEarlierTree() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                ctx.executeLocal(1, c -> HANDLE.set(c.newHandle()));
                for (int round = 0; round < 20; round++) {
                    ctx.executeLocalNb(1, c -> share(c, HANDLE.get()));
                    ctx.executeLocalNb(1, ScratchOfVisitsTest::overwrite);
                    ctx.awaitTasks();
                }
                awaitEnds(ctx);
            });
            assertEquals(0, WRONG.get());
        }
    }

    private static void share(final TaskContext c, final TaskHandle tree) {
        final long[] row = c.scratch().longs(ROW);
        Arrays.fill(row, 7);
        STARTED.addAndGet(ROW);
        c.parFor(tree, ROW, 1, SpawnPolicy.LOCAL, (i, d) -> {
            if (row[(int) i] != 7) {
                WRONG.incrementAndGet();
            }
            ENDED.incrementAndGet();
        });
    }

    private static void overwrite(final TaskContext c) {
        try (Scratch scratch = c.scratch()) {
            for (int k = 0; k < 3; k++) {
                Arrays.fill(scratch.longs(ROW), -1);
            }
        }
    }

    private static void awaitEnds(final TaskContext ctx) throws SuspendExecution {
        while (ENDED.get() < STARTED.get()) {
            ctx.yield();
        }
    }

    // --- ends of visits ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCloseAtTheEndOfEachVisit(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                final Visitor plain = Visitor.open(ctx, a, (index, argument, c) -> c.scratch().longs(5));
                final WideVisitor wide = WideVisitor.open(ctx, a, (index, x, y, c) -> c.scratch().ints(4));
                final BulkVisitor bulk = BulkVisitor.open(ctx, (address, length, c) -> c.scratch().doubles(2));
                final long run = UnsafeApi.allocateMemory(8);
                UnsafeApi.putLong(run, 1);
                try (Scratch mine = ctx.scratch()) {
                    for (int i = 0; i < MANY * nodes; i++) {
                        plain.send(ctx, (long) i * 64 % SIZE, 3);
                    }
                    ctx.await();
                    for (int i = 0; i < MANY * nodes; i++) {
                        wide.send(ctx, (long) i * 64 % SIZE, i, 1);
                    }
                    ctx.await();
                    for (int i = 0; i < MANY * nodes; i++) {
                        bulk.send(ctx, i % nodes, run, 8);
                    }
                    ctx.await();
                    mine.longs(1);
                }
                UnsafeApi.freeMemory(run);
            });
        }
    }

    /** Those of later jobs, too, have all their scratches. */
    @ParameterizedTest
    @MethodSource("several")
    void shouldCloseWhenVisitsFail(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                final Visitor failing = Visitor.open(ctx, a, (index, argument, c) -> {
                    c.scratch().longs(5);
                    throw new IllegalStateException("on purpose");
                });
                int here = 0;
                for (int i = 0; i < MANY * nodes; i++) {
                    try {
                        failing.send(ctx, (long) i * 64 % SIZE, i);
                    } catch (final IllegalStateException cause) {
                        assertEquals("on purpose", cause.getMessage());
                        here++;
                    }
                }
                assertTrue(here > 0 && here < MANY * nodes, here + " failed here");
                try {
                    ctx.await();
                } catch (final ParForException cause) {
                    assertTrue(cause.getMessage().contains("on purpose"), cause.getMessage());
                }
            });
            cluster.run(ctx -> {
                for (int i = 0; i < MANY; i++) {
                    ctx.executeLocal(i % nodes, c -> {
                        for (int k = 0; k < 64; k++) {
                            c.scratch();
                        }
                    });
                }
            });
        }
    }

    // --- arrays that are used again ---

    @ParameterizedTest
    @MethodSource("several")
    void shouldUseArraysAgainAfterTasksOfBodies(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                for (int i = 0; i < MANY; i++) {
                    ctx.executeLocal(1, ScratchOfVisitsTest::startTasks);
                }
                awaitEnds(ctx);
                useMany(ctx);
            });
            requireFewArrays();
        }
    }

    private static void startTasks(final TaskContext c) {
        STARTED.addAndGet(2);
        c.executeNb(1, d -> ENDED.incrementAndGet());
        c.execute(c.newHandle(), 1, d -> ENDED.incrementAndGet());
    }

    @ParameterizedTest
    @MethodSource("several")
    void shouldUseArraysAgainAfterHandlesOfBodies(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                for (int i = 0; i < MANY; i++) {
                    ctx.executeLocal(1, c -> addWithHandles(c, a));
                }
                useMany(ctx);
                assertEquals(3 * MANY, a.get(ctx, 0));
            });
            requireFewArrays();
        }
    }

    private static void addWithHandles(final TaskContext c, final GlobalLongArray a) {
        for (int k = 0; k < 3; k++) {
            a.addNb(c.newOperation(), 0, 1);
        }
    }

    /** A handle that was complete among many others may be used again in its body. */
    @ParameterizedTest
    @MethodSource("several")
    void shouldKeepArraysOfHandlesInUseAgain(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                ctx.executeLocal(1, c -> {
                    final OperationHandle first = c.newOperation();
                    for (int k = 0; k < 20; k++) {
                        c.newOperation();
                    }
                    final long[] row;
                    try (Scratch scratch = c.scratch()) {
                        row = scratch.longs(20);
                        a.getNb(first, 0, row, 3);
                    }
                    assertNotSame(row, c.scratch().longs(20));
                });
            });
        }
    }

    /** Handles of bodies that have ended are not kept for as long as the helper lives. */
    @Test
    void shouldForgetHandlesOfEndedBodies() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ScratchOfVisitsTest.class)) {
            cluster.run(ctx -> {
                for (int i = 0; i < MANY; i++) {
                    ctx.executeLocal(1, c -> HANDLES.add(new WeakReference<>(c.newOperation())));
                }
                long known = MANY;
                while (known > MANY / 5) {
                    System.gc();
                    known = HANDLES.stream().filter(handle -> handle.get() != null).count();
                }
            });
        }
    }

    /** Arrays rest while operations of earlier bodies are under way: so there are rounds, until few arrays are used. */
    private static void useMany(final TaskContext ctx) throws SuspendExecution {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            USED.clear();
            for (int i = 0; i < MANY; i++) {
                ctx.executeLocal(1, c -> {
                    try (Scratch scratch = c.scratch()) {
                        USED.add(scratch.longs(20));
                    }
                });
            }
            if (USED.size() <= MANY / 5) {
                return;
            }
        }
    }

    private static void requireFewArrays() {
        assertTrue(USED.size() <= MANY / 5, USED.size() + " arrays for " + MANY + " bodies");
    }
}
