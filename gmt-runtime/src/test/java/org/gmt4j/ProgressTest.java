package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.fibers.Undisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A task that computes does not close its node: it computes until a get of another node was served, which the node
 * itself serves. And where it is in the middle of something, nobody comes between.
 */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressTest {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    /** Long enough for the watch to ask many times. */
    private static final long SPELL_NS = TimeUnit.MILLISECONDS.toNanos(60);

    /** Tasks of both nodes meet here: they are in one JVM. */
    private static volatile boolean hasBegun;
    private static volatile boolean isServed;
    private static volatile boolean isClosed;
    private static volatile boolean isToStop;
    private static volatile boolean isTold;
    private static volatile long sink;
    private static long endNs;
    private static int visiting;
    private static final AtomicInteger VISITS = new AtomicInteger();
    private static final AtomicInteger NESTED = new AtomicInteger();
    private static final AtomicInteger INTRUDED = new AtomicInteger();

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) org.slf4j.LoggerFactory.getLogger("org.gmt4j.engine.node.NodeWatch");
    private final AppenderBase<ILoggingEvent> listener = new AppenderBase<>() {
        @Override
        protected void append(final ILoggingEvent event) {
            said.add(event.getFormattedMessage());
            isTold = true;
        }
    };

    @BeforeEach
    void begin() {
        logger.setAdditive(false);
        logger.addAppender(listener);
        listener.start();
        hasBegun = false;
        isServed = false;
        isClosed = false;
        isToStop = false;
        isTold = false;
        endNs = System.nanoTime() + LIMIT_NS;
        visiting = 0;
        VISITS.set(0);
        NESTED.set(0);
        INTRUDED.set(0);
    }

    @AfterEach
    void end() {
        logger.detachAppender(listener);
        logger.setAdditive(true);
    }

    // --- what gives way ---

    /** How a body of node 1 computes until the get was served. */
    enum Shape {
        FLAT {
            @Override
            void compute(final TaskContext ctx) {
                long x = 1;
                while (!isServed) {
                    x = x * 31 + 7;
                    checkTime(x);
                }
            }
        },
        /** Jumps back by a condition, with no call but that for the time. */
        DO_WHILE {
            @Override
            void compute(final TaskContext ctx) {
                long x = 1;
                do {
                    x ^= x << 13 ^ x >>> 7;
                    checkTime(x);
                } while (!isServed);
            }
        },
        /** Inner loops of some microseconds each. */
        NESTED_LOOPS {
            @Override
            void compute(final TaskContext ctx) {
                final long[] values = new long[5000];
                for (int round = 0; !isServed; round++) {
                    for (int i = 0; i < values.length; i++) {
                        for (int k = 0; k < 4; k++) {
                            values[i] += round ^ k;
                        }
                    }
                    checkTime(values[7]);
                }
            }
        },
        /** The loop is in a class that knows nothing of us. */
        OTHER_CLASS {
            @Override
            void compute(final TaskContext ctx) {
                sink += Kernel.spin();
            }
        },
        RECURSION {
            @Override
            void compute(final TaskContext ctx) {
                sink += descend(80);
            }
        },
        CATCHING {
            @Override
            void compute(final TaskContext ctx) {
                while (!isServed) {
                    try {
                        checkTime(Long.parseLong(isServed ? "1" : "one"));
                    } catch (final NumberFormatException expected) {
                        checkTime(expected.getMessage().length());
                    }
                }
            }
        },
        SWITCHING {
            @Override
            void compute(final TaskContext ctx) {
                int state = 0;
                while (!isServed) {
                    switch (state) {
                        case 0:
                            state = 1;
                            continue;
                        case 1:
                            state = 2;
                            break;
                        default:
                            state = 0;
                            continue;
                    }
                    checkTime(state);
                }
            }
        },
        /** Iterations without a loop of their own: between them the runtime itself gives way. */
        ITERATIONS {
            @Override
            void compute(final TaskContext ctx) throws SuspendExecution {
                ctx.parFor(1L << 40, 1L << 40, SpawnPolicy.LOCAL, (i, c) -> {
                    checkTime(i);
                    if (isServed) {
                        throw new IllegalStateException("served");
                    }
                });
            }
        },
        REDUCTION {
            @Override
            void compute(final TaskContext ctx) throws SuspendExecution {
                final long sum = ctx.loop(2, 2).with(SpawnPolicy.LOCAL).sum((long i, TaskContext c) -> {
                    long x = i;
                    while (!isServed) {
                        x = x * 31 + 7;
                        checkTime(x);
                    }
                    return x;
                });
                sink = sum;
            }
        };

        abstract void compute(TaskContext ctx) throws SuspendExecution;
    }

    /** Names nothing of the runtime. */
    private static final class Kernel {
        static long spin() {
            long x = 1;
            for (long i = 0; !isServed; i++) {
                x = x * i + 3;
                checkTime(x);
            }
            return x;
        }
    }

    private static long descend(final int depth) {
        checkTime(depth);
        return isServed || depth < 2 ? depth : descend(depth - 1) + descend(depth - 2);
    }

    /** The task has begun to compute, and goes on unless that takes too long. */
    private static void checkTime(final long value) {
        sink = value;
        hasBegun = true;
        if (System.nanoTime() - endNs > 0) {
            throw new IllegalStateException("nobody was served");
        }
    }

    /** A task of node 1 computes, and node 0 gets an element of it. */
    private static long getAmid(final TaskContext ctx, final Shape shape) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2);
        a.put(ctx, 1, 42);
        final int number = shape.ordinal();
        ctx.executeNb(1, c -> Shape.values()[number].compute(c));
        while (!hasBegun) {
            ctx.yield();
        }
        final long found = a.get(ctx, 1);
        isServed = true;
        ctx.awaitTasks();
        return found;
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldServeAGetInEveryPlan(final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(2, plan, ProgressTest.class)) {
            assertEquals(42, (long) cluster.call(ctx -> getAmid(ctx, Shape.FLAT)));
        }
        assertEquals(List.of(), said);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldServeAGetWhateverTheLoop(final Shape shape) {
        final int number = shape.ordinal();
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ProgressTest.class, Shape.class)) {
            try {
                assertEquals(42, (long) cluster.call(ctx -> getAmid(ctx, Shape.values()[number])));
            } catch (final ParForException e) {
                assertTrue(shape == Shape.ITERATIONS && e.getMessage().contains("served"), e::toString);
            }
            assertTrue(isServed);
            final long given = NodeCluster.of(cluster).nodes().get(1).counters().get("progress.given");
            assertTrue(given > 0, "given way " + given + " times");
        }
        assertEquals(List.of(), said);
    }

    @Test
    void shouldServeNobodyWhereItIsSwitchedOff() {
        try (GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, ProgressTest.class)
            .set("gmt.watch.blocked", "0ms").set("gmt.watch.quit", "off").set("gmt.progress", "off").start()) {
            cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2);
                ctx.executeNb(1, c -> {
                    hasBegun = true;
                    spell();
                    INTRUDED.addAndGet(isServed ? 1 : 0);
                });
                while (!hasBegun) {
                    ctx.yield();
                }
                a.get(ctx, 1);
                isServed = true;
                ctx.awaitTasks();
                return 0;
            });
            assertEquals(0, INTRUDED.get());
            assertEquals(0L, NodeCluster.of(cluster).nodes().get(1).counters().get("progress.given"));
        }
    }

    @Test
    void shouldFailAndGoOnAfterAnExceptionBehindSuchAPoint() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ProgressTest.class)) {
            final ParForException failed = assertThrows(ParForException.class, () -> cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2);
                ctx.executeNb(1, c -> {
                    Shape.FLAT.compute(c);
                    throw new IllegalStateException("after the get");
                });
                while (!hasBegun) {
                    ctx.yield();
                }
                a.get(ctx, 1);
                isServed = true;
                ctx.awaitTasks();
                return 0;
            }));
            assertTrue(failed.getMessage().contains("after the get"), failed::toString);
            isServed = false;
            hasBegun = false;
            assertEquals(42, (long) cluster.call(ctx -> getAmid(ctx, Shape.NESTED_LOOPS)));
        }
    }

    // --- what does not ---

    /** Computes for a while, in loops that give way. */
    private static void spell() {
        final long untilNs = System.nanoTime() + SPELL_NS;
        long x = 1;
        while (System.nanoTime() - untilNs < 0) {
            x = x * 31 + 7;
        }
        sink = x;
    }

    /** Nobody is visited meanwhile. */
    private static void closedSpell() {
        isClosed = true;
        spell();
        isClosed = false;
    }

    @Undisturbed
    private static void undisturbed() {
        closedSpell();
    }

    @Undisturbed
    private static void undisturbedUntilTold() {
        while (!isTold) {
            checkTime(1);
        }
    }

    private static synchronized void locked() {
        closedSpell();
    }

    private static void inBlock() {
        synchronized (ProgressTest.class) {
            closedSpell();
        }
    }

    private static final class Table {
        static long value;

        static {
            closedSpell();
            value = sink;
        }
    }

    /** Where a body of node 1 is, while visits come in. */
    enum Middle {
        UNDISTURBED {
            @Override
            void compute(final TaskContext ctx) {
                undisturbed();
            }
        },
        SYNCHRONIZED_METHOD {
            @Override
            void compute(final TaskContext ctx) {
                locked();
            }
        },
        SYNCHRONIZED_BLOCK {
            @Override
            void compute(final TaskContext ctx) {
                inBlock();
            }
        },
        /** A visit would see the class half made, as it runs on the same thread. */
        STATIC_INITIALISER {
            @Override
            void compute(final TaskContext ctx) {
                sink = Table.value;
            }
        },
        /** A comparator that a library calls. */
        LIBRARY {
            @Override
            void compute(final TaskContext ctx) {
                final Integer[] values = {3, 1, 2};
                isClosed = true;
                Arrays.sort(values, (a, b) -> {
                    spell();
                    return Integer.compare(a, b);
                });
                isClosed = false;
            }
        },
        /** A stream's operation. */
        STREAM {
            @Override
            void compute(final TaskContext ctx) {
                IntStream.range(0, 2).forEach(i -> closedSpell());
            }
        },
        /** An operator that combines the values of chunks inside the runtime. */
        OPERATOR {
            @Override
            void compute(final TaskContext ctx) throws SuspendExecution {
                final long sum = ctx.loop(4, 1).with(SpawnPolicy.LOCAL).reduce(0, (a, b) -> {
                    closedSpell();
                    return a + b;
                }, (long low, long high, TaskContext c) -> low);
                sink = sum;
            }
        },
        /** A local body at the own node, which the task runs itself. */
        LOCAL_BODY {
            @Override
            void compute(final TaskContext ctx) throws SuspendExecution {
                ctx.executeLocal(ctx.nodeId(), c -> closedSpell());
            }
        };

        abstract void compute(TaskContext ctx) throws SuspendExecution;
    }

    /** A body of node 1 computes in the middle of something, then outside of it, while node 0 sends visits. */
    private static int visitAmid(final TaskContext ctx, final Middle middle) throws SuspendExecution {
        final int number = middle.ordinal();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2);
        final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
            VISITS.incrementAndGet();
            INTRUDED.addAndGet(isClosed ? 1 : 0);
        });
        ctx.executeNb(1, c -> {
            hasBegun = true;
            Middle.values()[number].compute(c);
            final int before = VISITS.get();
            while (VISITS.get() == before) {
                checkTime(before);
            }
            isToStop = true;
        });
        while (!isToStop) {
            visitor.send(ctx, 1, 0);
            ctx.await();
        }
        ctx.awaitTasks();
        return INTRUDED.get();
    }

    @ParameterizedTest
    @EnumSource(Middle.class)
    void shouldServeNobodyInTheMiddleOf(final Middle middle) {
        final int number = middle.ordinal();
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ProgressTest.class, Middle.class)) {
            assertEquals(0, (int) cluster.call(ctx -> visitAmid(ctx, Middle.values()[number])));
            assertTrue(NodeCluster.of(cluster).nodes().get(1).counters().get("progress.given") > 0);
        }
    }

    /** Visits that compute pass points, too: they run in the helper's turn, and nothing runs inside of them. */
    @Test
    void shouldNotVisitInTheMiddleOfAVisit() {
        try (GmtCluster cluster = TestClusters.start(4, Plan.COMBINED, ProgressTest.class)) {
            cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 4);
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    NESTED.addAndGet(visiting);
                    visiting++;
                    spell();
                    visiting--;
                    VISITS.incrementAndGet();
                });
                ctx.executeNb(1, c -> {
                    hasBegun = true;
                    while (VISITS.get() < 6) {
                        checkTime(1);
                    }
                });
                while (!hasBegun) {
                    ctx.yield();
                }
                for (final int node : new int[] {0, 2, 3}) {
                    ctx.executeNb(node, c -> {
                        for (int i = 0; i < 2; i++) {
                            visitor.send(c, 1, 0);
                            c.await();
                        }
                    });
                }
                ctx.awaitTasks();
                return 0;
            });
        }
        assertEquals(6, VISITS.get());
        assertEquals(0, NESTED.get());
    }

    // --- what is told ---

    @Test
    void shouldTellOfABodyThatDoesNotGiveWay() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, ProgressTest.class)) {
            cluster.call(ctx -> {
                ctx.execute(1, c -> undisturbedUntilTold());
                ctx.execute(1, c -> undisturbedUntilTold());      // this one ends at once
                return 0;
            });
            assertEquals(1, said.size(), said.toString());
            final String text = said.get(0);
            assertTrue(text.startsWith("GMT-762 ") && text.contains(" of node 1 "), text);
            assertTrue(text.contains("\n    at org.gmt4j.ProgressTest.undisturbedUntilTold("), text);
            assertEquals(1L, NodeCluster.of(cluster).nodes().get(1).counters().get("progress.closed"));
            assertEquals(0L, NodeCluster.of(cluster).nodes().get(0).counters().get("progress.closed"));
        }
    }

    @Test
    void shouldSayNothingOfATaskThatGivesWay() {
        try (GmtCluster cluster = TestClusters.start(1, Plan.COMBINED, ProgressTest.class)) {
            cluster.call(ctx -> {
                for (int i = 0; i < 5; i++) {
                    spell();
                }
                return 0;
            });
            assertEquals(0L, NodeCluster.of(cluster).nodes().get(0).counters().get("progress.closed"));
        }
        assertEquals(List.of(), said);
        assertFalse(isClosed);
    }
}
