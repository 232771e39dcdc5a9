package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.Visitor;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions of bodies come out with their own class, stack and node, wherever they were thrown. */
@Timeout(120)
class OwnExceptionsTest {
    /** Does not fit a notice. */
    private static final String LONG = "long ".repeat(1000);

    /** With a constructor that nobody else can call, and fields of its own. */
    static final class Detailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int amount;

        Detailed(final int amount, final Throwable cause) {
            super("amount", cause);
            this.amount = amount;
        }
    }

    /** Cannot be serialised. */
    static final class Attached extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Attached(final String message) {
            super(message);
        }

        private void writeObject(final ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("not into " + out);
        }
    }

    /** Cannot be serialised, for what it holds. */
    static final class Holding extends RuntimeException {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("unused")
        private final Object thread = Thread.currentThread();

        Holding(final String message) {
            super(message);
        }
    }

    /** Its constructor for a message would make another one. */
    static final class Counted extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int count;

        Counted(final String message) {
            this(message, 0);
        }

        Counted(final String message, final int count) {
            super(message);
            this.count = count;
        }
    }

    /** Adds to its message, and cannot be serialised. */
    static final class Prefixing extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Prefixing(final String message) {
            super("prefix " + message);
        }

        private void writeObject(final ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("not into " + out);
        }
    }

    /** Cannot be serialised, and has no constructor for a message. */
    static final class Unmakeable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("unused")
        private final Object thread = Thread.currentThread();

        Unmakeable(final int a, final int b) {
            super("made of " + a + " and " + b);
        }
    }

    /** Nobody can print it. */
    static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message yet");
        }
    }

    /** The same, and its words are null. */
    static final class Wordless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return null;
        }
    }

    /** Refuses to be serialised by an error. */
    static final class Unwritable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unwritable(final String message) {
            super(message);
        }

        private void writeObject(final ObjectOutputStream out) {
            throw new AssertionError("not written to " + out);
        }
    }

    /** The same when it is read. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unreadable(final String message) {
            super(message);
        }

        private void readObject(final ObjectInputStream in) {
            throw new AssertionError("not read from " + in);
        }
    }

    private static void fail(final int how) {
        switch (how) {
            case 20:
                throw new Counted(LONG, 7);
            case 21:
                throw new IllegalStateException("around", new IOException(LONG));
            case 22:
                throw new Counted(LONG.repeat(40), 7);
            case 23:
                throw new Prefixing("message");
            case 24:
                throw new IllegalStateException("around", new Holding("held"));
            case 10:
                throw new Speechless();
            case 11:
                throw new Wordless();
            case 12:
                throw new Unwritable("unwritable");
            case 13:
                throw new Unreadable("unreadable");
            case 0:
                throw new Detailed(7, new IllegalStateException("deeper", new ArithmeticException("deepest")));
            case 1:
                throw new Attached("attached");
            case 2:
                throw new Unmakeable(3, 4);
            case 3:
                throw new StackOverflowError("an error");
            case 4:
                throw new AssertionError("asserted");
            case 5:
                throw new java.util.NoSuchElementException();
            default:
                throw new IllegalArgumentException("x".repeat(20_000));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepClassAndStackOfWhatABodyThrows(final int nodes, final TestClusters.Plan plan) {
        final List<Class<? extends Throwable>> expected = List.of(Detailed.class, Attached.class, RemoteFailure.class,
            StackOverflowError.class, AssertionError.class, java.util.NoSuchElementException.class,
            IllegalArgumentException.class);
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            for (int how = 0; how < expected.size(); how++) {
                final int kind = how;
                for (int where = 0; where < nodes; where++) {
                    final int node = where;
                    final ParForException e = assertThrows(ParForException.class,
                        () -> cluster.run(ctx -> ctx.execute(node, c -> fail(kind))));
                    final Throwable cause = e.getCause();
                    // The node that a task of the own node fails on hands the exception itself on.
                    if (kind != 2 || node != 0) {
                        assertEquals(expected.get(kind), cause.getClass());
                    }
                    assertTrue(e.getMessage().contains("on node " + node), e.getMessage());
                    assertEquals("fail", cause.getStackTrace()[0].getMethodName());
                    assertEquals(OwnExceptionsTest.class.getName(), cause.getStackTrace()[0].getClassName());
                    assertEquals("OwnExceptionsTest.java", cause.getStackTrace()[0].getFileName());
                    assertTrue(cause.getStackTrace()[0].getLineNumber() > 0);
                    assertTrue(e.getStackTrace()[0].getClassName().startsWith(OwnExceptionsTest.class.getName()),
                        e.getStackTrace()[0].toString());
                    if (kind == 0) {
                        assertEquals(7, ((Detailed) cause).amount);
                        assertEquals("deepest", assertInstanceOf(ArithmeticException.class, cause.getCause().getCause())
                            .getMessage());
                        assertEquals("fail", cause.getCause().getStackTrace()[0].getMethodName());
                    }
                    if (kind == 2) {
                        assertTrue(cause.getMessage().contains("made of 3 and 4"), cause.getMessage());
                    }
                }
            }
        }
    }

    /** Whole, or of no other content than it had: wherever it was thrown. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotChangeWhatExceptionsSay(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            for (int where = 0; where < nodes; where++) {
                final int node = where;
                for (int kind = 20; kind <= 24; kind++) {
                    final int how = kind;
                    final List<TaskBody> ways = List.of(ctx -> ctx.execute(node, c -> fail(how)),
                        ctx -> ctx.executeLocal(node, c -> fail(how)), ctx -> visit(ctx, node, how, false));
                    for (final TaskBody way : ways) {
                        final ParForException e = assertThrows(ParForException.class, () -> cluster.run(way));
                        assertSaysTheSame(how, e.getCause(), node > 0);
                        assertEquals("fail", e.getCause().getStackTrace()[0].getMethodName());
                    }
                }
            }
        }
    }

    private static void assertSaysTheSame(final int how, final Throwable found, final boolean isOfOther) {
        switch (how) {
            case 20:
                assertEquals(7, assertInstanceOf(Counted.class, found).count);
                assertEquals(LONG, found.getMessage());
                break;
            case 21:
                assertEquals(LONG, assertInstanceOf(IOException.class,
                    assertInstanceOf(IllegalStateException.class, found).getCause()).getMessage());
                break;
            case 22:
                if (isOfOther) {
                    assertInstanceOf(RemoteFailure.class, found);
                    assertTrue(found.getMessage().endsWith(" [cut]"), "not cut");
                } else {
                    assertEquals(7, assertInstanceOf(Counted.class, found).count);
                }
                break;
            case 23:
                assertEquals(isOfOther ? RemoteFailure.class : Prefixing.class, found.getClass());
                assertTrue(found.getMessage().endsWith("prefix message"), found.getMessage());
                break;
            default:
                assertEquals("around", assertInstanceOf(IllegalStateException.class, found).getMessage());
                assertEquals(isOfOther ? RemoteFailure.class : Holding.class, found.getCause().getClass());
                assertTrue(found.getCause().getMessage().endsWith("held"), found.getCause().getMessage());
        }
    }

    /** Their pieces mix on the way. */
    @Test
    void shouldKeepLongFailuresOfOneNodeApart() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.SHARED_3, OwnExceptionsTest.class)) {
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                for (int i = 0; i < 300; i++) {
                    ctx.executeNb(1, c -> fail(20));
                }
                ctx.awaitTasks();
            }));
            assertSaysTheSame(20, e.getCause(), true);
        }
    }

    /** Methods of the program's exceptions are its code: what they throw ends no node. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldOutliveExceptionsWhoseOwnMethodsFail(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            for (int kind = 10; kind <= 13; kind++) {
                for (int where = 0; where < nodes; where++) {
                    assertOutlived(cluster, where, kind);
                }
            }
            final long sum = cluster.call(ctx -> ctx.sum(100, 1, (i, c) -> i));
            assertEquals(4950, sum);
        }
    }

    private static void assertOutlived(final GmtCluster cluster, final int node, final int how) {
        final List<TaskBody> ways = List.of(ctx -> ctx.execute(node, c -> fail(how)),
            ctx -> ctx.executeLocal(node, c -> fail(how)), ctx -> visit(ctx, node, how, false));
        for (final TaskBody way : ways) {
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(way));
            assertTrue(e.getMessage().contains(List.of("Speechless", "Wordless", "Unwritable", "Unreadable")
                .get(how - 10) + " on node " + node + ": "), e.getMessage());
            assertTrue(e.getCause().toString() != null || how == 11);
            assertEquals("fail", e.getCause().getStackTrace()[0].getMethodName());
        }
    }

    @Test
    void shouldKeepTheStacksOfExceptionsThatCauseEachOther() {
        final RuntimeException one = new IllegalStateException("one");
        final RuntimeException two = new IllegalArgumentException("two", one);
        one.initCause(two);
        final Throwable thrown = FailureCodec.decode(FailureCodec.encode(FailureCodec.of(1, one), 1 << 16)).thrown();
        assertEquals(one.getStackTrace()[0].toString(), thrown.getStackTrace()[0].toString());
        assertEquals(two.getStackTrace()[0].toString(), thrown.getCause().getStackTrace()[0].toString());
        assertSame(thrown, thrown.getCause().getCause());
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldBeCaughtInBodiesByTheirCause(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            assertEquals("7 on node " + (nodes - 1), cluster.<String>call(ctx -> {
                try {
                    ctx.execute(ctx.nodeCount() - 1, c -> fail(0));
                    return "nothing";
                } catch (final ParForException e) {
                    return ((Detailed) e.getCause()).amount + " on node " + e.first().nodeId();
                }
            }));
        }
    }

    /** The reply to a visit says that it has failed, by a number. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepClassAndStackOfWhatAVisitThrows(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            for (int kind = 0; kind < 2; kind++) {
                final int how = kind;
                for (int where = 0; where < nodes; where++) {
                    final int node = where;
                    for (final boolean isAwaited : new boolean[] {false, true}) {
                        final ParForException e = assertThrows(ParForException.class,
                            () -> cluster.run(ctx -> visit(ctx, node, how, isAwaited)));
                        assertEquals(how == 0 ? Detailed.class : Attached.class, e.getCause().getClass(),
                            e.getMessage());
                        assertTrue(e.getMessage().contains("on node " + node), e.getMessage());
                        assertEquals("fail", e.getCause().getStackTrace()[0].getMethodName());
                    }
                }
            }
        }
    }

    private static void visit(final TaskContext ctx, final int node, final int how, final boolean isAwaited)
        throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
        final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
            if (argument >= 0) {
                fail((int) argument);
            }
        });
        for (int i = 0; i < 100; i++) {
            visitor.send(ctx, node, i == 50 ? how : -1);
        }
        if (isAwaited) {
            ctx.await();
        }
    }

    /** Of a visit at any node, waited for with or without a deadline; the task goes on. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldLetABodyCatchWhatAVisitHasThrown(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, OwnExceptionsTest.class)) {
            for (int node = 1; node < nodes; node++) {
                final int where = node;
                final long got = cluster.call(ctx -> caught(ctx, where));
                assertEquals(107, got);
            }
        }
    }

    private static long caught(final TaskContext ctx, final int node) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ctx.nodeCount());
        final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> fail((int) argument));
        long sum = 0;
        try {
            visitor.send(ctx, node, 0);
            ctx.await();
        } catch (final ParForException e) {
            sum += ((Detailed) e.getCause()).amount;
        }
        try {
            visitor.send(ctx, node, 1);
            ctx.await(10_000_000_000L);
        } catch (final ParForException e) {
            sum += e.getCause() instanceof Attached ? 100 : 0;
        }
        a.add(ctx, node, sum);
        return a.get(ctx, node);
    }

    @Test
    void shouldSurviveForgedBytes() {
        final byte[] good = FailureCodec.encode(FailureCodec.of(3, new Detailed(1, null)), 4000);
        assertEquals(Detailed.class, FailureCodec.decode(good).thrown().getClass());
        for (int length = 0; length < good.length; length++) {
            assertTrue(FailureCodec.decode(java.util.Arrays.copyOf(good, length)).thrown() != null);
        }
        for (int i = 0; i < good.length; i++) {
            final byte[] bad = good.clone();
            bad[i] ^= 0x55;
            assertTrue(FailureCodec.decode(bad).thrown() != null);
        }
        for (final int limit : new int[] {64, 100, 300, 1000}) {
            final byte[] cut = FailureCodec.encode(FailureCodec.of(3, new Detailed(1, null)), limit);
            assertTrue(cut.length <= limit, cut.length + " of " + limit);
        }
    }

    @Test
    void shouldMakeNoOtherObjectsThanExceptions() {
        final RuntimeException holder = new Holder(new java.util.concurrent.atomic.AtomicLong(5));
        final RemoteFailure failure = FailureCodec.decode(FailureCodec.encode(FailureCodec.of(1, holder), 4000));
        assertSame(failure, failure.thrown());
    }

    /** Serialisable, but holds what an exception does not usually hold. */
    static final class Holder extends RuntimeException {
        private static final long serialVersionUID = 1L;
        @SuppressWarnings("unused")
        private final java.io.Serializable held;

        Holder(final java.io.Serializable held) {
            this.held = held;
        }
    }
}
