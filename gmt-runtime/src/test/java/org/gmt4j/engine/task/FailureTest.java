package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.PrintWriter;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskBody;
import org.gmt4j.TestClusters;
import org.gmt4j.Transferable;
import org.gmt4j.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What becomes of exceptions in bodies: one at the caller, with the remote stack and the count of the others. */
@Timeout(240)
class FailureTest {
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldThrowOneExceptionWithStackAndCount(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.parFor(100, 10, (i, c) -> {
                    if (i % 20 == 19) {
                        complain(i);
                    }
                })));
            // Seen through the first task, which ended with the loop's exception.
            assertTrue(e.getMessage().contains("ArithmeticException"), e.getMessage());
            assertTrue(e.first().remoteMessage().contains("iteration "), e.getMessage());
            assertTrue(e.first().remoteStack().contains("complain"), e.first().remoteStack());
            assertTrue(e.first().nodeId() >= 0 && e.first().nodeId() < nodes);
            final String counts = cluster.call(ctx -> {
                try {
                    ctx.parFor(100, 10, (i, c) -> {
                        if (i % 20 == 19) {
                            complain(i);
                        }
                    });
                    return "nothing thrown";
                } catch (final ParForException f) {
                    return f.failureCount() + " " + f.getMessage().contains("4 more");
                }
            });
            assertEquals("5 true", counts);
            // The node lives on.
            assertEquals(5L, cluster.<Long>call(ctx -> 5L));
        }
    }

    private static final AtomicInteger DESCRIBED = new AtomicInteger();

    /** Counts how often its stack is written. */
    private static final class BadInput extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public void printStackTrace(final PrintWriter to) {
            DESCRIBED.incrementAndGet();
            super.printStackTrace(to);
        }
    }

    @Test
    void shouldHearSoonOfALoopThatAlwaysFails() {
        try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.COMBINED, FailureTest.class)) {
            DESCRIBED.set(0);
            assertEquals(3000L, cluster.<Long>call(ctx -> {
                try {
                    ctx.parFor(3000, 1, (i, c) -> {
                        throw new BadInput();
                    });
                    return 0L;
                } catch (final ParForException e) {
                    return e.failureCount();
                }
            }));
            assertEquals(1, DESCRIBED.get());
            final long chunks = cluster.<Long>call(ctx -> {
                try {
                    ctx.parFor(300_000, (i, c) -> {
                        throw new BadInput();
                    });
                    return 0L;
                } catch (final ParForException e) {
                    return e.failureCount();
                }
            });
            assertTrue(chunks > 0 && chunks < 30_000, chunks + " chunks");
            assertEquals(2, DESCRIBED.get());
        }
    }

    private static final class Unready {
        private static final int VALUE = Integer.parseInt("none");
    }

    /** An initialiser's exception has no message: its cause has. */
    @Test
    void shouldSayWhyAClassHasNoInitialiser() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(FailureTest.class).start()) {
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.parFor(1, 1, (i, c) -> complain(Unready.VALUE))));
            assertTrue(e.getMessage().contains("java.lang.ExceptionInInitializerError on node 0: caused by "
                + "java.lang.NumberFormatException: For input string: \"none\""), e.getMessage());
        }
    }

    private static void complain(final long i) {
        throw new ArithmeticException("iteration " + i);
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCarryFailuresOutOfEverything(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int last = ctx.nodeCount() - 1;
                final GlobalLongArray count = GlobalLongArray.allocate(ctx, 10);
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> complain(1)), "iteration 1"));
                failures.add(LoopTest.refusal(() -> ctx.call(last, c -> {
                    complain(2);
                    return 1;
                }), "iteration 2"));
                failures.add(LoopTest.refusal(() -> ctx.executeLocal(last, c -> complain(3)), "iteration 3"));
                failures.add(LoopTest.refusal(() -> ctx.callLocal(last, c -> {
                    complain(4);
                    return 1;
                }), "iteration 4"));
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> complain(5)), "iteration 5"));
                ctx.executeNb(last, c -> complain(6));
                failures.add(LoopTest.refusal(() -> ctx.awaitTasks(), "iteration 6"));
                ctx.awaitTasks();
                ctx.parForNb(10, 1, SpawnPolicy.PARTITION, (i, c) -> complain(7));
                failures.add(LoopTest.refusal(() -> ctx.awaitTasks(), "9 more"));
                // Nested: the innermost cause comes out, and everything else has run to its end.
                failures.add(LoopTest.refusal(() -> ctx.parFor(4, 1,
                    (i, c) -> c.parFor(4, 1, SpawnPolicy.REMOTE, (j, d) -> d.parFor(2, 1, (k, e) -> {
                    count.addNb(e, 0, 1);
                    if (i == 2 && j == 1 && k == 1) {
                        complain(8);
                    }
                }))), "iteration 8"));
                final long ran = count.get(ctx, 0);
                failures.add(ran == 32 ? "" : "nested ran " + ran);
                // Left running by a body that fails: still over when the loop is.
                failures.add(LoopTest.refusal(() -> ctx.parFor(6, 1, (i, c) -> {
                    c.parForNb(5, 1, SpawnPolicy.REMOTE, (j, d) -> count.addNb(d, 1, 1));
                    count.addNb(c, 2, 1);
                    complain(9);
                }), "iteration 9"));
                final long left = count.get(ctx, 1);
                final long own = count.get(ctx, 2);
                failures.add(left == 30 && own == 6 ? "" : "left running " + left + " " + own);
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> {
                    throw new IllegalStateException("long " + "x".repeat(20_000));
                }), "long xxx"));
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> {
                    throw new IllegalStateException((String) null);
                }), "IllegalStateException"));
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> {
                    throw new IllegalStateException("nul \u0000 and \ud83d\ude00 inside");
                }), "nul"));
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> {
                    throw new StackOverflowError("deep");
                }), "deep"));
                failures.add(LoopTest.refusal(() -> ctx.execute(last, c -> {
                    throw new AssertionError("assertion");
                }), "assertion"));
                return failures;
            })));
        }
    }

    /** The caller has it, with its thousand frames: they are not printed besides. */
    @Test
    void shouldNotLogAStackOverflow() {
        final Logger logger = (Logger) LoggerFactory.getLogger("org.gmt4j.engine.task.Worker");
        final ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        try (GmtCluster cluster = GmtCluster.local(2, FailureTest.class)) {
            final ParForException e = assertThrows(ParForException.class,
                () -> cluster.run(ctx -> ctx.executeOnAll(c -> descend(c.nodeId()))));
            assertTrue(e.getMessage().contains("StackOverflowError"), e.getMessage());
            assertTrue(e.first().remoteStack().contains("descend"), e.first().remoteStack());
        } finally {
            logger.detachAppender(said);
        }
        assertEquals(List.of(), said.list);
    }

    private static long descend(final long depth) {
        return depth == Long.MAX_VALUE ? 0 : 1 + descend(depth + 1);
    }

    /** Refuses to be made on its way, by an error. */
    private record Picky(int value) implements Transferable {
        private static volatile boolean refuses;

        private Picky {
            if (refuses) {
                throw new AssertionError("not here");
            }
        }
    }

    /** Code of the program makes the captured values again: what it throws ends the task, not the node. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldOutliveErrorsOfCapturedValues(final int nodes, final TestClusters.Plan plan) {
        Picky.refuses = false;
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            final Picky picky = new Picky(1);
            final long[] many = new long[10_000];
            final List<TaskBody> ways = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                final int node = i;
                ways.add(ctx -> ctx.execute(node, c -> complain(picky.value())));
                ways.add(ctx -> ctx.executeLocal(node, c -> complain(picky.value())));
                ways.add(ctx -> ctx.execute(node, c -> complain(picky.value() + many.length)));
            }
            ways.add(ctx -> ctx.parFor(100, 1, (i, c) -> complain(picky.value())));
            ways.add(ctx -> ctx.executeOnAll(c -> {
                c.barrier();
                complain(picky.value());
            }));
            for (final TaskBody way : ways) {
                Picky.refuses = true;
                final ParForException e = assertThrows(ParForException.class, () -> cluster.run(way));
                Picky.refuses = false;
                assertInstanceOf(AssertionError.class, e.getCause());
                assertTrue(e.getMessage().contains("not here"), e.getMessage());
                final long sum = cluster.call(ctx -> ctx.sum(100, 1, (i, c) -> i));
                assertEquals(4950, sum);
            }
        }
    }

    private static List<Long> unreadable() {
        return Collections.unmodifiableList(new AbstractList<Long>() {
            @Override
            public Long get(final int index) {
                throw new AssertionError("not readable");
            }

            @Override
            public int size() {
                return 1;
            }
        });
    }

    /** The same of results. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldOutliveErrorsOfResults(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            final List<TaskBody> ways = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                final int node = i;
                ways.add(ctx -> ctx.call(node, c -> unreadable()));
                ways.add(ctx -> ctx.callLocal(node, c -> unreadable()));
            }
            ways.add(ctx -> ctx.callOnAll(c -> unreadable()));
            for (final TaskBody way : ways) {
                final ParForException e = assertThrows(ParForException.class, () -> cluster.run(way));
                assertInstanceOf(AssertionError.class, e.getCause());
                assertTrue(e.getMessage().contains("not readable"), e.getMessage());
                final long sum = cluster.call(ctx -> ctx.sum(100, 1, (i, c) -> i));
                assertEquals(4950, sum);
            }
        }
    }

    /** Something that does not travel. */
    private static final class Stranger {
        @Override
        public String toString() {
            return "stranger";
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    @SuppressWarnings({"ReturnValueIgnored", "EqualsIncompatibleType"})     // bodies that never run
    void shouldRefuseWhatDoesNotTravel(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final Stranger stranger = new Stranger();
                final Thread threadOfMine = Thread.currentThread();
                final byte[] tooLong = new byte[LongValues.LIMIT];
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> stranger.toString()), "stranger"));
                failures.add(LoopTest.refusal(() -> ctx.parFor(10, 1, (i, c) -> threadOfMine.getName()),
                    "threadOfMine"));
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> tooLong.clone()), "GMT-203"));
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> c.newHandle().equals(ctx)), "ctx"));
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(new UnregisteredBody()), "GMT-202"));
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    final int target = node;
                    failures.add(LoopTest.refusal(() -> ctx.call(target, c -> new Stranger()), "result"));
                    failures.add(LoopTest.refusal(() -> ctx.callLocal(target, c -> new Stranger()), "result"));
                    failures.add(LoopTest.refusal(() -> ctx.call(target, c -> new byte[LongValues.LIMIT]), "GMT-203"));
                }
                failures.add(LoopTest.refusal(() -> ctx.callOnAll(c -> new Stranger()), "result"));
                final long fine = ctx.call(ctx.nodeCount() - 1, c -> 11L);
                failures.add(fine == 11 ? "" : "got " + fine);
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldReportVisitsThatFail(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FailureTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    if (argument == 13) {
                        throw new IllegalArgumentException("thirteen");
                    }
                    if (argument == 14) {
                        throw new NoClassDefFoundError("fourteen");
                    }
                    a.setLocal(index, a.getLocal(index) + argument);
                });
                for (int i = 0; i < 10; i++) {
                    visitor.send(ctx, i, 1);
                }
                ctx.await();
                failures.add(LoopTest.refusal(() -> {
                    visitor.send(ctx, 9, 13);
                    visitor.send(ctx, 9, 1);
                    ctx.await();
                }, "thirteen"));
                if (ctx.nodeCount() > 1) {
                    failures.add(LoopTest.refusal(() -> {
                        visitor.send(ctx, 9, 14);
                        ctx.await();
                    }, "fourteen"));
                }
                visitor.close(ctx);
                if (ctx.nodeCount() > 1) {
                    failures.add(LoopTest.refusal(() -> {
                        visitor.sendTo(ctx, 1, 9, 1);
                        ctx.await();
                    }, "visitor"));
                }
                failures.add(LoopTest.refusal(() -> ctx.executeOnAll(c -> visitor.send(c, 0, 1)), "does not exist"));
                return failures;
            })));
        }
    }
}
