package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is saved of a frame whose call has suspended, and what is restored. Also run by {@link FeatureRun}. */
@Timeout(60)
class SavedFramesTest {
    private static long after(final long value) throws SuspendExecution {
        Coroutine.suspend();
        return value;
    }

    /** Runs a task, which is resumed whenever it waits. */
    private static Object run(final TestWorker.Task task) throws Exception {
        assertEquals(resumed(task, true), resumed(task, false));
        return resumed(task, false);
    }

    /** @param isAsked whether the frames are entered and left once more at each wait */
    private static Object resumed(final TestWorker.Task task, final boolean isAsked) throws Exception {
        return TestWorker.run(worker -> {
            final Inner inner = new Inner(worker, task);
            while (!inner.resume()) {
                if (isAsked) {
                    assertEquals("after", inner.frames().get(0).getMethodName());
                }
            }
            if (inner.failure != null) {
                throw inner.failure;
            }
            return inner.result;
        });
    }

    private static final class Inner extends Coroutine {
        private final TestWorker worker;
        private final TestWorker.Task task;
        private Object result;
        private Exception failure;

        Inner(final TestWorker worker, final TestWorker.Task task) {
            super(0);
            this.worker = worker;
            this.task = task;
        }

        @Override
        protected void run() throws SuspendExecution {
            try {
                result = task.run(worker);
            } catch (final Exception e) {
                failure = e;
            }
        }
    }

    private record Pair(Object first, Object second) {
    }

    @Test
    void shouldMakeObjectsBehindTheirArguments() throws Exception {
        final boolean[] choice = {true, false};
        assertEquals(new Pair(new Pair(1L, new Pair(2L, 3L)), new Pair(4L, "5")), run(w -> new Pair(
            new Pair(after(1), new Pair(after(2), after(3))),
            choice[0] ? new Pair(choice[1] ? 0 : after(4), String.valueOf(after(5))) : null)));
    }

    @Test
    void shouldMakeObjectsThatThrow() throws Exception {
        assertEquals("7", run(w -> {
            try {
                throw new IllegalStateException(String.valueOf(after(7)), choose(after(1) == 1));
            } catch (final IllegalStateException e) {
                return e.getMessage();
            }
        }));
    }

    @Test
    void shouldIndexArraysThatMayBeNull() throws Exception {
        assertEquals("3 b2 null", run(w -> {
            final boolean isThere = after(1) == 1;
            final String[] names = isThere ? new String[] {"a", "b"} : null;
            final long[] numbers = isThere ? new long[] {1, 2} : null;
            final long[][] rows = !isThere ? new long[][] {numbers} : null;
            String none = null;
            if (rows != null) {
                none = String.valueOf(rows[0][(int) after(0)]);
            }
            return (after(2) + numbers[0]) + " " + names[(int) after(1)] + numbers[1] + " " + none;
        }));
        assertEquals(NullPointerException.class, assertThrows(ExecutionException.class, () -> run(w -> {
            final String[] names = null;
            return names[(int) after(0)] + after(1);
        })).getCause().getClass());
    }

    @Test
    void shouldKeepWhatIsOneArrayOrAnother() throws Exception {
        assertEquals("[1, 2] [[3]] text [4] [5.0]", run(w -> {
            final boolean isFirst = after(1) == 1;
            final Object numbers = isFirst ? new long[] {1, 2} : new int[] {7};
            final Object[] rows = isFirst ? new long[][] {{3}} : new String[] {"7"};
            final Object any = isFirst ? "text" : new double[] {7};
            final Object[][] deep = isFirst ? new Long[][] {{4L}} : new Object[][][] {{{7}}};
            final Number[] boxes = isFirst ? new Double[] {5.0} : new Long[] {7L};
            after(2);
            return Arrays.toString((long[]) numbers) + " " + Arrays.deepToString(rows) + " " + any + " "
                + Arrays.toString(deep[(int) after(0)]) + " [" + boxes[(int) after(0)].doubleValue() + "]";
        }));
    }

    private static Throwable choose(final boolean isWanted) {
        return isWanted ? new IllegalArgumentException() : null;
    }

    @Test
    void shouldKeepWhatOnlyAHandlerReads() throws Exception {
        assertEquals("before 1 2 thrown", run(w -> {
            String seen = "before";
            final long first = after(1);
            try {
                seen = seen + " " + first;
                fail(after(2));
                seen = "not here";
            } catch (final ArithmeticException e) {
                return seen + " " + e.getMessage() + " thrown";
            }
            return seen;
        }));
    }

    private static void fail(final long value) throws SuspendExecution {
        after(value);
        throw new ArithmeticException(String.valueOf(value));
    }

    @Test
    void shouldKeepVariablesOverLoopsThatWaitInsideOfEachOther() throws Exception {
        assertEquals(10 * (0L + 1 + 2 + 3 + 4) + 5 * 45, run(w -> {
            long sum = 0;
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 10; j++) {
                    final long a = after(i);
                    final double b = j;
                    sum += a + (long) Math.max(b, after(j));
                }
            }
            return sum;
        }));
    }

    private abstract static class Base {
        protected long value(final long x) throws SuspendExecution {
            return SavedFramesTest.after(x);
        }
    }

    private static final class Derived extends Base {
        @Override
        protected long value(final long x) throws SuspendExecution {
            return super.value(x) + super.value(1);
        }
    }

    @Test
    void shouldCallSuperAgain() throws Exception {
        assertEquals(11L, run(w -> new Derived().value(10)));
    }

    @Test
    void shouldRestoreNullsAndWhatMayBeNull() throws Exception {
        assertEquals("null null [1]", run(w -> {
            final String nothing = null;
            final byte[][] rows = after(1) == 0 ? new byte[1][1] : null;
            final List<Long> list = new ArrayList<>();
            list.add(after(1));
            return nothing + " " + rows + " " + list;
        }));
    }

    private interface Unboxing<T> {
        long apply(T value, long number) throws SuspendExecution;
    }

    @Test
    void shouldKeepArgumentsThatAdaptersUnbox() throws Exception {
        final Unboxing<Long> sum = SavedFramesTest::sum;
        assertEquals(42L, run(w -> sum.apply(40L, 2)));
    }

    private static long sum(final long a, final long b) throws SuspendExecution {
        final long first = after(a);
        return first + after(b);
    }

    private static long deep(final int depth, final long a, final double b, final String c) throws SuspendExecution {
        if (depth == 0) {
            return after(1) + after(1);
        }
        final long below = deep(depth - 1, a + 1, b + 1, c);
        return below + a + (long) b + c.length();
    }

    @Test
    void shouldGrow() throws Exception {
        long expected = 2;
        for (int i = 0; i < 500; i++) {
            expected += i + i + 3;
        }
        assertEquals(expected, run(w -> deep(500, 0, 0, "abc")));
    }

    /** Not instrumented, since nothing says that it waits: calls something else when it is entered again. */
    private static final class Fickle {
        private int calls;

        void call(final Hiding<RuntimeException> first, final Hiding<RuntimeException> second) {
            (calls++ == 0 ? first : second).run();
        }
    }

    @FunctionalInterface
    private interface Hiding<E extends Exception> {
        void run() throws E;
    }

    @SuppressWarnings("unchecked")
    private static Hiding<RuntimeException> hidden(final Hiding<SuspendExecution> body) {
        return (Hiding<RuntimeException>) (Hiding<?>) body;
    }

    /** Its frame has the same shape as that of the other. */
    private static long later(final long value) throws SuspendExecution {
        Coroutine.suspend();
        return value;
    }

    @Test
    void shouldNoticeThatOtherMethodsAreEnteredAgain() {
        final Fickle fickle = new Fickle();
        final Hiding<RuntimeException> first = hidden(() -> after(1));
        final Hiding<RuntimeException> second = hidden(() -> later(1));
        final String message = assertThrows(ExecutionException.class, () -> resumed(w -> {
            fickle.call(first, second);
            return 0;
        }, false)).getMessage();
        assertTrue(message.contains("was not instrumented"), message);
    }

    @Test
    void shouldNoticeCallersThatGoOnToAnotherMethod() {
        final Hiding<RuntimeException> first = hidden(() -> after(1));
        final LongSupplier goesOn = () -> {
            first.run();
            return plain();
        };
        final String message = assertThrows(ExecutionException.class, () -> run(w -> goesOn.getAsLong())).getMessage();
        assertTrue(message.contains("was not instrumented"), message);
    }

    @Test
    void shouldNoticeCallersThatCallTwice() {
        final Hiding<RuntimeException> wait = hidden(() -> after(1));
        final LongSupplier goesOn = () -> {
            wait.run();
            wait.run();
            return 1;
        };
        final String message = assertThrows(ExecutionException.class,
            () -> resumed(w -> goesOn.getAsLong(), false)).getMessage();
        assertTrue(message.contains("was not instrumented"), message);
    }

    /** Does not wait here, but may. */
    private static long plain() {
        final Hiding<RuntimeException> other = hidden(() -> {
            if (System.nanoTime() == 0) {
                after(1);
            }
        });
        other.run();
        return 1;
    }
}
