package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays from the pool of a thread: what they hold, when others get them, and what is refused. */
@Timeout(240)
class ScratchTest {
    private static final int SIZE = 211;

    private static final AtomicReference<Scratch> LEFT = new AtomicReference<>();

    private static void run(final TaskBody body) {
        run(1, body);
    }

    private static void run(final int nodes, final TaskBody body) {
        try (GmtCluster cluster = TestClusters.start(nodes, Plan.COMBINED, ScratchTest.class)) {
            cluster.run(body);
        }
    }

    private static void assertRefused(final org.junit.jupiter.api.function.Executable misuse) {
        final String message = assertThrows(IllegalStateException.class, misuse).getMessage();
        assertTrue(message.startsWith("GMT-690 "), message);
    }

    // --- arrays ---

    @Test
    void shouldGiveZerosOfAnyLength() {
        run(ctx -> {
            for (int round = 0; round < 3; round++) {
                for (final int count : new int[] {0, 1, 15, 16, 17, 1000, 65_536, 65_537, 100_003}) {
                    try (Scratch scratch = ctx.scratch()) {
                        final long[] longs = scratch.longs(count);
                        final int[] ints = scratch.ints(count);
                        final double[] doubles = scratch.doubles(count);
                        assertTrue(longs.length >= count && ints.length >= count && doubles.length >= count);
                        assertEquals(0, LongStream.of(longs).filter(value -> value != 0).count());
                        assertEquals(0, IntStream.of(ints).filter(value -> value != 0).count());
                        assertEquals(0, Arrays.stream(doubles).filter(value -> value != 0).count());
                        Arrays.fill(longs, -1);
                        Arrays.fill(ints, -1);
                        Arrays.fill(doubles, -1);
                    }
                }
            }
        });
    }

    @Test
    void shouldGiveEachCallAnotherArrayAndUseThemAgain() {
        run(ctx -> {
            final long[] first;
            try (Scratch outer = ctx.scratch(); Scratch inner = ctx.scratch()) {
                first = outer.longs(20);
                final long[] second = inner.longs(20);
                final long[] third = inner.longs(20);
                assertNotSame(first, second);
                assertNotSame(second, third);
                assertNotSame(first, third);
            }
            try (Scratch later = ctx.scratch()) {
                assertSame(first, later.longs(32));
            }
        });
    }

    @Test
    void shouldRefuseNegativeLengths() {
        run(ctx -> {
            try (Scratch scratch = ctx.scratch()) {
                assertThrows(NegativeArraySizeException.class, () -> scratch.longs(-1));
                assertThrows(NegativeArraySizeException.class, () -> scratch.ints(Integer.MIN_VALUE));
                assertThrows(NegativeArraySizeException.class, () -> scratch.doubles(-7));
            }
        });
    }

    // --- misuse ---

    @Test
    void shouldRefuseASecondCloseAndAUseAfterIt() {
        run(ctx -> {
            for (int round = 0; round < 20; round++) {
                final Scratch scratch = ctx.scratch();
                scratch.longs(3);
                scratch.close();
                for (int others = 0; others < 7; others++) {
                    ctx.scratch().close();
                }
                assertRefused(scratch::close);
                assertRefused(() -> scratch.longs(1));
                assertRefused(() -> scratch.ints(1));
                assertRefused(() -> scratch.doubles(1));
            }
        });
    }

    @Test
    void shouldRefuseACloseOutOfOrderAndChangeNothing() {
        run(ctx -> {
            final Scratch outer = ctx.scratch();
            final Scratch inner = ctx.scratch();
            final long[] held = outer.longs(4);
            assertRefused(outer::close);
            assertNotSame(held, inner.longs(4));
            inner.close();
            outer.close();
        });
    }

    @Test
    void shouldRefuseMoreThanSixtyFour() {
        run(ctx -> {
            for (int round = 0; round < 3; round++) {
                ctx.parFor(3, 1, (i, c) -> {
                    for (int k = 0; k < 64; k++) {
                        c.scratch();
                    }
                    assertRefused(c::scratch);
                });
            }
        });
    }

    // --- ends of bodies ---

    @Test
    void shouldCloseAtTheEndOfEachIterationAndBody() {
        run(ctx -> {
            final Scratch mine = ctx.scratch();
            ctx.executeLocal(0, ScratchTest::leave);
            assertRefused(() -> LEFT.get().longs(1));
            mine.longs(1);
            ctx.parFor(1000, 10, (i, c) -> {
                for (int k = 0; k < 60; k++) {
                    c.scratch().longs(100);
                }
            });
            mine.close();
        });
    }

    private static void leave(final TaskContext c) {
        LEFT.set(c.scratch());
        LEFT.get().longs(1);
    }

    // --- operations that are under way at the close ---

    /** Answers that come after the close go to arrays that nobody else has. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldKeepArraysFromOthersWhileAnswersAreUnderWay(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ScratchTest::closeEarly)));
        }
    }

    private static List<String> closeEarly(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
        a.fill(ctx, 7);
        final long wrong = ctx.sum(600, 5, (low, high, c) -> {
            long found = 0;
            for (long i = low; i < high; i++) {
                found += round(a, i, c);
            }
            return found;
        });
        final List<String> failures = new ArrayList<>();
        failures.add(wrong == 0 ? "" : wrong + " values of others");
        a.free(ctx);
        return failures;
    }

    private static long round(final GlobalLongArray a, final long i, final TaskContext c) throws SuspendExecution {
        try (Scratch early = c.scratch()) {
            final long[] forgotten = early.longs(16);
            final OperationHandle handle = i % 3 == 0 ? c.newOperation() : null;
            for (int k = 0; k < 16; k++) {
                a.getNb(handle == null ? c : handle, (i * 31 + k * 17) % SIZE, forgotten, k);
            }
        }
        long wrong = 0;
        try (Scratch scratch = c.scratch()) {
            final long[] mine = scratch.longs(16);
            if (i % 2 == 0) {
                a.get(c, i % SIZE);
            } else {
                c.yield();
            }
            for (int k = 0; k < 16; k++) {
                wrong += mine[k];
            }
        }
        return wrong;
    }

    // --- memory ---

    /** After the first rounds nothing is allocated. One node: the loopback between nodes allocates. */
    @Test
    void shouldAllocateNothing() {
        run(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
            final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            final long id = Thread.currentThread().getId();
            long least = Long.MAX_VALUE;
            for (int trial = 0; trial < 10; trial++) {
                final long before = threads.getThreadAllocatedBytes(id);
                rows(ctx, a, 5000);
                least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
            }
            assertTrue(least < 5000, least + " bytes for 5,000 rows");
            a.free(ctx);
        });
    }

    /** Nor are there more arrays than two where the updates of a row are under way when the next one begins. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldUseTheSameArraysAgain(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ScratchTest.class)) {
            final int used = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, SIZE);
                final Set<long[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
                for (int row = 0; row < 500; row++) {
                    try (Scratch scratch = ctx.scratch()) {
                        final long[] values = scratch.longs(20);
                        arrays.add(values);
                        a.get(ctx, SIZE - 20, values, 0, 20);
                        a.addNb(ctx, SIZE - 1, values[0] + 1);
                    }
                }
                ctx.await();
                a.free(ctx);
                return arrays.size();
            });
            assertTrue(used <= 2, used + " arrays");
        }
    }

    /** Nor are arrays left to the collector because of trees that have ended, in a chunk that goes on. */
    @Test
    void shouldUseArraysAgainAfterTrees() {
        run(2, ctx -> {
            for (int round = 0; round < 3; round++) {
                final TaskHandle tree = ctx.newHandle();
                ctx.parFor(tree, 10, 1, SpawnPolicy.LOCAL, (i, c) -> c.yield());
                final PendingResult<Integer> pending = ctx.callNb(1, TaskContext::nodeId);
                ctx.await(tree);
                assertEquals(1, ctx.await(pending));
            }
            final Set<long[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int row = 0; row < 100; row++) {
                try (Scratch scratch = ctx.scratch()) {
                    arrays.add(scratch.longs(20));
                }
            }
            assertEquals(1, arrays.size());
        });
    }

    private static void rows(final TaskContext ctx, final GlobalLongArray a, final int count) throws SuspendExecution {
        for (int row = 0; row < count; row++) {
            try (Scratch scratch = ctx.scratch()) {
                final int length = 1 + row % 90;
                final long[] values = scratch.longs(length);
                a.get(ctx, SIZE - length, values, 0, length);
                try (Scratch inner = ctx.scratch()) {
                    inner.ints(5)[4] = 3;
                    inner.doubles(40)[3] = 2;
                }
                a.addNb(ctx, SIZE - 1, values[0] + 1);       // under way at the close
            }
        }
        ctx.await();
    }
}
