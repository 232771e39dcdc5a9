package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.StrandThread;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.fibers.TrustedStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A suspended coroutine leaves its frames by returning: nothing behind a call that suspends may run before it is
 * resumed, whatever the method returns and whatever stands around the call. Also run by {@link FeatureRun}.
 */
@Timeout(60)
class SuspendByReturnTest {
    @FunctionalInterface
    private interface Body {
        void run() throws SuspendExecution;
    }

    @FunctionalInterface
    private interface LongBody {
        long run(long x) throws SuspendExecution;
    }

    @FunctionalInterface
    private interface Function<A, R> {
        R apply(A argument) throws SuspendExecution;
    }

    /** Hides what its body declares, so that its callers are not instrumented. */
    @FunctionalInterface
    private interface Hiding<E extends Exception> {
        void run() throws E;
    }

    private static final class BodyCoroutine extends Coroutine {
        private final Body body;

        BodyCoroutine(final Body body) {
            super(4);
            this.body = body;
        }

        @Override
        protected void run() throws SuspendExecution {
            body.run();
        }
    }

    /** Runs to the end, resuming as often as it takes. */
    private static int resumptions(final Body body) throws Exception {
        final int[] count = new int[1];
        onStrandThread(() -> {
            final Coroutine coroutine = new BodyCoroutine(body);
            while (!coroutine.resume()) {
                count[0]++;
            }
        });
        return count[0];
    }

    private static boolean bool(final boolean x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static byte int8(final byte x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static char char16(final char x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static short int16(final short x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static int int32(final int x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static long int64(final long x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static float float32(final float x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static double float64(final double x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static String text(final String x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static int[] array(final int... x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    @Test
    void shouldReturnEveryTypeAfterTheWait() throws Exception {
        final StringBuilder seen = new StringBuilder();
        assertEquals(10, resumptions(() -> {
            seen.append(bool(true)).append(int8((byte) -1)).append(char16('c')).append(int16((short) -2))
                .append(int32(-3)).append(int64(-4L)).append(float32(0.5f)).append(float64(0.25)).append(text("t"))
                .append(Arrays.toString(array(6, 7)));
        }));
        assertEquals("true-1c-2-3-40.50.25t[6, 7]", seen.toString());
    }

    @Test
    void shouldKeepWhatWasOnTheOperandStack() throws Exception {
        final long[] sum = new long[1];
        assertEquals(3, resumptions(() -> sum[0] = 1000 + int32(200) * (3 + int64(10)) - (long) float64(7)));
        assertEquals(1000 + 200 * 13 - 7, sum[0]);
    }

    private static Long boxed(final long x) throws SuspendExecution {
        Coroutine.suspend();
        return x + 1;
    }

    @Test
    void shouldPassAdaptersThatUnbox() throws Exception {
        final long[] result = new long[3];
        assertEquals(3, resumptions(() -> {
            final LongBody unboxing = SuspendByReturnTest::boxed;
            final Function<Long, Object> boxing = SuspendByReturnTest::boxed;
            final Function<Long, Long> both = SuspendByReturnTest::int64;
            result[0] = unboxing.run(1);
            result[1] = (Long) boxing.apply(2L);
            result[2] = both.apply(4L);
        }));
        assertEquals("[2, 3, 4]", Arrays.toString(result));
    }

    @FunctionalInterface
    private interface Test64 {
        boolean run(long x) throws SuspendExecution;
    }

    @FunctionalInterface
    private interface Letter {
        char run(Held<Character> held) throws SuspendExecution;
    }

    private record Held<T>(T value) {
        T get(final long x) throws SuspendExecution {
            Coroutine.suspend();
            return value;
        }

        T only() throws SuspendExecution {
            Coroutine.suspend();
            return value;
        }

        private T own(final long x) throws SuspendExecution {
            Coroutine.suspend();
            return value;
        }
    }

    private static <T> T same(final T x) throws SuspendExecution {
        Coroutine.suspend();
        return x;
    }

    private static <R> Function<Long, R> twice(final Function<Long, R> function) {
        return x -> {
            function.apply(x);
            return function.apply(x);
        };
    }

    /** The class of the box is not known where the method leaves. */
    @Test
    void shouldPassAdaptersThatUnboxWhatGenericMethodsReturn() throws Exception {
        final StringBuilder results = new StringBuilder();
        assertEquals(8, resumptions(() -> {
            final Held<Long> held = new Held<>(7L);
            final LongBody bound = held::get;
            final LongBody own = held::own;
            final LongBody wider = new Held<>(5)::get;
            final LongBody withoutReceiver = SuspendByReturnTest::same;
            final Test64 test = new Held<>(true)::get;
            final Letter letter = Held::only;
            final LongBody through = twice(SuspendByReturnTest::<Long>same)::apply;
            results.append(bound.run(1)).append(own.run(1)).append(wider.run(1)).append(withoutReceiver.run(3))
                .append(test.run(1)).append(letter.run(new Held<>('x'))).append(through.run(4));
        }));
        assertEquals("7753truex4", results.toString());
    }

    private static int forward(final StringBuilder trace) throws SuspendExecution {
        final int x = int32(5);
        trace.append('f');
        return x;
    }

    @Test
    void shouldNotRunOnInMethodsThatForward() throws Exception {
        final StringBuilder trace = new StringBuilder();
        final int[] result = new int[1];
        assertEquals(1, resumptions(() -> result[0] = forward(trace)));
        assertEquals("f", trace.toString());
        assertEquals(5, result[0]);
    }

    @Test
    void shouldEnterFinallyAndCatchOnlyAfterTheWait() throws Exception {
        final StringBuilder trace = new StringBuilder();
        assertEquals(3, resumptions(() -> {
            try {
                try {
                    Coroutine.suspend();
                    trace.append('1');
                    int32(1);
                    throw new IllegalStateException();
                } catch (final IllegalStateException e) {
                    trace.append('c');
                    Coroutine.suspend();
                } finally {
                    trace.append('f');
                }
            } catch (final Throwable e) {
                trace.append('x');
            }
        }));
        assertEquals("1cf", trace.toString());
    }

    private interface Shape<T> {
        T area() throws SuspendExecution;
    }

    private static final class Square implements Shape<Integer> {
        @Override
        public Integer area() throws SuspendExecution {
            Coroutine.suspend();
            return 9;
        }
    }

    @Test
    void shouldPassBridges() throws Exception {
        final int[] result = new int[1];
        assertEquals(1, resumptions(() -> {
            final Shape<Integer> shape = new Square();
            result[0] = shape.area();
        }));
        assertEquals(9, result[0]);
    }

    private static long depth(final int frames) throws SuspendExecution {
        if (frames == 0) {
            Coroutine.suspend();
            return 0;
        }
        return 1 + depth(frames - 1);
    }

    @Test
    @TrustedStores("one task, and the stack below a wait is what is tested")
    void shouldSuspendAgainAndAgainInLoops() throws Exception {
        final long[] sum = new long[1];
        assertEquals(50_000, resumptions(() -> {
            for (int i = 0; i < 50_000; i++) {
                sum[0] += depth(i & 7);
            }
        }));
        assertEquals(50_000 / 8 * 28, sum[0]);
    }

    /** Waits twice, but was not instrumented: it cannot leave at the first. */
    private static void goOn(final Hiding<RuntimeException> wait) {
        wait.run();
        wait.run();
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldNoticeCallersThatGoOn() throws Exception {
        final Hiding<SuspendExecution> wait = Coroutine::suspend;
        final Supplier<Hiding<RuntimeException>> hidden = () -> (Hiding<RuntimeException>) (Hiding<?>) wait;
        onStrandThread(() -> {
            final Coroutine coroutine = new BodyCoroutine(() -> goOn(hidden.get()));
            final String message = assertThrows(IllegalStateException.class, coroutine::resume).getMessage();
            assertTrue(message.contains("not instrumented"), message);
            assertTrue(coroutine.hasEnded());
            assertFalse(new BodyCoroutine(Coroutine::suspend).resume(), "others are not disturbed");
        });
    }

    /** Counts the calls of {@link #checkFrames}. */
    private static final class CheckedCoroutine extends Coroutine {
        private final Body body;
        private int checks;

        CheckedCoroutine(final Body body) {
            super(4);
            this.body = body;
        }

        @Override
        protected void checkFrames(final List<StackWalker.StackFrame> stack) {
            checks++;
        }

        @Override
        protected void run() throws SuspendExecution {
            body.run();
        }
    }

    private static int checks(final Body body) {
        final CheckedCoroutine coroutine = new CheckedCoroutine(body);
        while (!coroutine.resume()) {
            assertFalse(coroutine.hasEnded());
        }
        return coroutine.checks;
    }

    private static void leftOrRight(final int turns, final int depth) throws SuspendExecution {
        Coroutine.suspend();
        if (depth > 0) {
            if ((turns & 1) == 0) {
                leftOrRight(turns >> 1, depth - 1);
            } else {
                leftOrRight(turns >> 1, depth - 1);
            }
        }
    }

    @Test
    void shouldCheckEachLinkOfFramesOnce() throws Exception {
        onStrandThread(() -> {
            final Body twice = () -> {
                for (int i = 0; i < 10; i++) {
                    int32(1);
                }
                int64(1);
            };
            assertEquals(2, checks(twice));
            assertEquals(0, checks(twice), "known to the thread");
            final int[] shapes = new int[1];
            final int checks = checks(() -> {
                for (shapes[0] = 0; shapes[0] < 1 << 12; shapes[0]++) {
                    leftOrRight(shapes[0], 12);
                }
            });
            assertTrue(checks <= 7, checks + " checks of 3 waits in 3 frames");
        });
    }

    /** Calls its body by a method that was not instrumented, where a wait is expected. */
    private static Body hidden(final Body body) {
        return (Body) Proxy.newProxyInstance(Body.class.getClassLoader(), new Class<?>[]{Body.class},
            (proxy, method, arguments) -> {
                body.run();
                return null;
            });
    }

    private static void runs(final Body body) throws SuspendExecution {
        body.run();
    }

    @Test
    void shouldCheckFramesWhereAMethodIsLeftOut() throws Exception {
        onStrandThread(() -> {
            final Body wait = () -> int32(1);
            final Body hidden = hidden(() -> int64(1));
            assertEquals(1, checks(() -> {
                for (int i = 0; i < 3; i++) {
                    runs(wait);
                }
            }));
            final int[] seen = new int[2];
            final Body both = () -> {
                runs(wait);
                seen[0] = 1;
                runs(hidden);
                seen[1] = 1;
            };
            final CheckedCoroutine coroutine = new CheckedCoroutine(both);
            while (seen[0] == 0) {
                assertFalse(coroutine.resume());
            }
            final int before = coroutine.checks;
            coroutine.resume();
            assertEquals(before + 1, coroutine.checks);
        });
    }

    private static void onStrandThread(final Runnable body) throws Exception {
        CompletableFuture.runAsync(body, command -> {
            final Thread thread = new StrandThread(command, "test");
            thread.setDaemon(true);
            thread.start();
        }).get(60, TimeUnit.SECONDS);
    }
}
