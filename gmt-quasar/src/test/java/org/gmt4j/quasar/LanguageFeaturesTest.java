package org.gmt4j.quasar;

import static org.gmt4j.quasar.RemoteNode.REMOTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.fibers.Suspendable;
import org.gmt4j.fibers.TrustedStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What of the Java language may stand around a wait: each feature is suspended in at least twice. Also run by
 * {@link FeatureRun}.
 */
@Timeout(240)
class LanguageFeaturesTest {
    private static long sumOfTwo(final TestWorker w, final int i) throws SuspendExecution {
        final long first = REMOTE.get(w, i);
        return first + REMOTE.get(w, i + 1);
    }

    private static Object referenced(final TestWorker w) throws SuspendExecution {
        final long a = REMOTE.get(w, 3);
        final long b = REMOTE.get(w, 4);
        return a + b;
    }

    @Suspendable
    private static long annotated(final TestWorker w, final long i) {
        try {
            final long a = REMOTE.get(w, i);
            return a + REMOTE.get(w, i);
        } catch (final SuspendExecution e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSuspendInPlainMethod() throws Exception {
        assertEquals(210L, TestWorker.run(w -> sumOfTwo(w, 10)));
    }

    @Test
    void shouldSuspendInLoopOfLambda() throws Exception {
        assertEquals(450L, TestWorker.run(w -> {
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += REMOTE.get(w, i);
            }
            return sum;
        }));
    }

    @Test
    void shouldSuspendInAnnotatedMethod() throws Exception {
        assertEquals(40L, TestWorker.run(w -> annotated(w, 2)));
    }

    @Test
    void shouldSuspendInMethodReference() throws Exception {
        assertEquals(70L, TestWorker.run(LanguageFeaturesTest::referenced));
    }

    private interface Body<T> {
        void run(T element, TestWorker w) throws SuspendExecution;

        default void runTwice(final T element, final TestWorker w) throws SuspendExecution {
            run(element, w);
            run(element, w);
        }
    }

    private static <T> void forEach(final List<T> elements, final TestWorker w, final Body<T> body)
        throws SuspendExecution {
        for (final T element : elements) {
            body.run(element, w);
        }
    }

    @Test
    void shouldSuspendInGenericCapturingLambda() throws Exception {
        assertEquals(60L, TestWorker.run(w -> {
            final long[] sum = new long[1];
            forEach(List.of(1, 2, 3), w, (i, x) -> {
                final long value = REMOTE.get(x, i);
                sum[0] += value;
            });
            return sum[0];
        }));
    }

    @Test
    @TrustedStores("one task, and the stack below a wait is what is tested")
    void shouldSuspendInDefaultMethodOfInterface() throws Exception {
        assertEquals(100L, TestWorker.run(w -> {
            final long[] sum = new long[1];
            final Body<Integer> body = (i, x) -> sum[0] += REMOTE.get(x, i);
            body.runTwice(5, w);
            return sum[0];
        }));
    }

    private static final class Outer {
        private final long base = 3;

        class Inner<T extends Number> {
            long sum(final TestWorker w, final T t) throws SuspendExecution {
                return REMOTE.get(w, base) + new Object() {
                    long both() throws SuspendExecution {
                        return REMOTE.get(w, t.longValue()) + REMOTE.get(w, 2);
                    }
                }.both();
            }
        }
    }

    @Test
    void shouldSuspendInInnerGenericAndAnonymousClasses() throws Exception {
        assertEquals(60L, TestWorker.run(w -> new Outer().new Inner<Integer>().sum(w, 1)));
    }

    private abstract static class Base<T> {
        abstract long value(TestWorker w, T t) throws SuspendExecution;
    }

    private static final class Derived extends Base<String> {
        @Override
        long value(final TestWorker w, final String s) throws SuspendExecution {
            return REMOTE.get(w, s.length()) + REMOTE.get(w, 1);
        }
    }

    @Test
    void shouldSuspendBelowBridgeMethod() throws Exception {
        final Base<String> base = new Derived();
        assertEquals(40L, TestWorker.run(w -> base.value(w, "abc")));
    }

    private record Point(int x, int y) {
        long distance(final TestWorker w) throws SuspendExecution {
            final long a = REMOTE.get(w, x);
            final long b = REMOTE.get(w, y);
            return a + b;
        }
    }

    @Test
    void shouldSuspendInRecord() throws Exception {
        assertEquals("110 Point[x=5, y=6]", TestWorker.run(w -> {
            final Point point = new Point(5, 6);
            final long distance = point.distance(w);
            return distance + " " + point;
        }));
    }

    private sealed interface Shape permits Circle, Square {
        long area(TestWorker w) throws SuspendExecution;
    }

    private record Circle(int radius) implements Shape {
        @Override
        public long area(final TestWorker w) throws SuspendExecution {
            return REMOTE.get(w, radius) * 3;
        }
    }

    private record Square(int side) implements Shape {
        @Override
        public long area(final TestWorker w) throws SuspendExecution {
            return REMOTE.get(w, side) * REMOTE.get(w, side);
        }
    }

    @Test
    void shouldSuspendInSealedInterfaceOfRecords() throws Exception {
        assertEquals(430L, TestWorker.run(w -> {
            long sum = 0;
            for (final Shape shape : List.of(new Circle(1), new Square(2))) {
                sum += shape.area(w);
            }
            return sum;
        }));
    }

    @Test
    void shouldSuspendInPatternAndSwitchExpression() throws Exception {
        assertEquals("int 30 other", TestWorker.run(w -> {
            final Object object = 3;
            final String text;
            if (object instanceof Integer i && REMOTE.get(w, i) == 30) {
                text = "int " + REMOTE.get(w, i);
            } else {
                text = "no";
            }
            return text + switch ((int) REMOTE.get(w, 2)) {
                case 20 -> {
                    final long z = REMOTE.get(w, 1);
                    yield z == 10 ? " other" : "?";
                }
                default -> "bad";
            };
        }));
    }

    private static String text(final TestWorker worker, final int index) throws SuspendExecution {
        return "" + REMOTE.get(worker, index);
    }

    /** The compiler keeps what is on the operand stack in variables, which it uses for numbers the second time. */
    @Test
    void shouldSuspendInTryInSwitchInExpression() throws Exception {
        assertEquals("p1z10 20", TestWorker.run(w -> {
            final int one = (int) REMOTE.get(w, 1) / 10;
            return ("p" + one).concat(switch (one) {
                case 0 -> {
                    try {
                        yield text(w, 0);
                    } catch (final IllegalStateException e) {
                        yield e.getMessage() + REMOTE.get(w, 1);
                    } finally {
                        text(w, 2);
                    }
                }
                default -> "z";
            } + REMOTE.get(w, 1)) + " " + (one * switch (one) {
                case 1 -> {
                    try {
                        yield (int) REMOTE.get(w, 2);
                    } finally {
                        REMOTE.get(w, 1);
                    }
                }
                default -> (int) REMOTE.get(w, 0);
            });
        }));
    }

    /** The unfinished object is put into a variable, too. */
    @Test
    void shouldSuspendInSwitchWithTryInArgumentOfConstructor() throws Exception {
        assertEquals("n10 20 m3", TestWorker.run(w -> new StringBuilder("n" + switch ((int) REMOTE.get(w, 1)) {
            case 10 -> {
                try {
                    yield 10;
                } finally {
                    text(w, 2);
                }
            }
            default -> 0;
        }).append(new StringBuilder(" " + REMOTE.get(w, 2)).append(new StringBuilder(" m" + switch (w.hashCode() & 0) {
            case 0 -> {
                try {
                    yield 3;
                } catch (final IllegalStateException e) {
                    yield (int) REMOTE.get(w, 1);
                }
            }
            default -> (int) REMOTE.get(w, 0);
        }))).toString()));
    }

    private enum Colour { RED, GREEN }

    @Test
    void shouldSuspendInSwitchOverEnumAndString() throws Exception {
        assertEquals(5L, TestWorker.run(w -> {
            final Colour colour = REMOTE.get(w, 1) == 10 ? Colour.GREEN : Colour.RED;
            final String key = switch (colour) {
                case RED -> "r";
                case GREEN -> "g";
            };
            return switch (key) {
                case "g" -> {
                    REMOTE.get(w, 1);
                    yield 5L;
                }
                default -> 6L;
            };
        }));
    }

    @Test
    void shouldSuspendInTryCatchAndFinally() throws Exception {
        assertEquals("afcx", TestWorker.run(w -> {
            final StringBuilder trace = new StringBuilder();
            try {
                try {
                    trace.append('a');
                    REMOTE.get(w, 1);
                    throw new IOException("x");
                } finally {
                    REMOTE.get(w, 2);
                    trace.append('f');
                }
            } catch (final Exception e) {
                REMOTE.get(w, 2);
                trace.append('c').append(e.getMessage());
            }
            return trace.toString();
        }));
    }

    private record Resource(StringBuilder trace) implements AutoCloseable {
        @Override
        public void close() {
            trace.append('x');
        }
    }

    @Test
    void shouldSuspendInTryWithResources() throws Exception {
        assertEquals("10x20x", TestWorker.run(w -> {
            final StringBuilder trace = new StringBuilder();
            for (int i = 1; i < 3; i++) {
                try (Resource resource = new Resource(trace)) {
                    final long value = REMOTE.get(w, i);
                    resource.trace().append(value);
                }
            }
            return trace.toString();
        }));
    }

    private record WaitingResource(TestWorker w, long[] closed) implements AutoCloseable {
        @Override
        @TrustedStores("one task")
        public void close() throws SuspendExecution {
            closed[0] += REMOTE.get(w, 1) + REMOTE.get(w, 2);
        }
    }

    @Test
    void shouldSuspendInCloseOfResource() throws Exception {
        assertEquals(60L, TestWorker.run(w -> {
            final long[] closed = new long[1];
            for (int i = 0; i < 2; i++) {
                try (AutoCloseable resource = new WaitingResource(w, closed)) {
                    REMOTE.get(w, 1);
                }
            }
            return closed[0];
        }));
    }

    @Test
    void shouldSuspendInStringConcatenation() throws Exception {
        assertEquals("a10b20c", TestWorker.run(w -> "a" + REMOTE.get(w, 1) + "b" + REMOTE.get(w, 2) + "c"));
    }

    @Test
    void shouldNotBeCaughtByCatchOfThrowable() throws Exception {
        assertEquals(30L, TestWorker.run(w -> {
            try {
                final long a = REMOTE.get(w, 1);
                return a + REMOTE.get(w, 2);
            } catch (final Throwable e) {
                return "caught " + e;
            }
        }));
    }

    @Test
    void shouldRestoreLocalsOfAllPrimitiveTypes() throws Exception {
        assertEquals("1 2 3 c 4.0 5.0 true 10", TestWorker.run(w -> {
            final byte b = (byte) Thread.currentThread().getName().length();
            final short s = (short) (b - 4);
            final int i = b - 3;
            final char c = (char) ('c' + b - 6);
            final float f = b - 2;
            final double d = b - 1;
            final boolean t = b > 0;
            final long r = REMOTE.get(w, 1);
            REMOTE.get(w, 2);
            return (b - 5) + " " + s + " " + i + " " + c + " " + f + " " + d + " " + t + " " + r;
        }));
    }

    @Test
    void shouldRestoreArraysAndBoxes() throws Exception {
        assertEquals(33L, TestWorker.run(w -> {
            final long[] a = {1, 2};
            Long box = 0L;
            final int[][] matrix = new int[2][2];
            matrix[1][(int) REMOTE.get(w, 0)] = 2;
            a[0] += REMOTE.get(w, 1);
            a[1] += REMOTE.get(w, 2) - 10;
            box += a[0] + REMOTE.get(w, 1);
            return box + a[1] - matrix[1][0] + 2;
        }));
    }

    private record Pair(long a, long b) {
    }

    @Test
    void shouldSuspendBetweenNewAndConstructor() throws Exception {
        assertEquals(new Pair(10, 20), TestWorker.run(w -> new Pair(REMOTE.get(w, 1), REMOTE.get(w, 2))));
    }

    @Test
    void shouldSuspendNextToStreams() throws Exception {
        assertEquals(22L, TestWorker.run(w -> {
            final long before = REMOTE.get(w, 1);
            final long sum = Stream.of(1L, 2L, 3L).mapToLong(x -> x).sum() + IntStream.of(1, 2, 3).sum();
            return sum + before + REMOTE.get(w, 0);
        }));
    }

    /** Only possible past the compiler, with {@code @Suspendable}: frames of the JDK cannot be restored. */
    @Test
    void shouldFailToSuspendInsideStream() {
        assertThrows(ExecutionException.class,
            () -> TestWorker.run(w -> Stream.of(1L, 2L).mapToLong(x -> annotated(w, x)).sum()));
    }

    @Test
    void shouldSeeExceptionThrownAfterWait() {
        final Throwable failure = assertThrows(ExecutionException.class, () -> TestWorker.run(w -> {
            sumOfTwo(w, 1);
            throw new IOException("after");
        }));
        assertEquals("after", failure.getCause().getMessage());
    }
}
