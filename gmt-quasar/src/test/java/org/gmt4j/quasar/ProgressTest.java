package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.StrandThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.fibers.Undisturbed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the step, which the build has applied to this class, has put points: how often they are passed is counted. */
@Timeout(240)
class ProgressTest {
    @FunctionalInterface
    private interface Body {
        void run() throws SuspendExecution;
    }

    /** Counts the points that it passes. */
    private static final class Counting extends Coroutine {
        private final Body body;
        private int passed;

        Counting(final Body body) {
            super(1);
            this.body = body;
        }

        @Override
        public void giveWay() {
            passed++;
        }

        @Override
        protected void run() throws SuspendExecution {
            body.run();
        }
    }

    private static volatile int sink;

    @AfterEach
    void wantNothing() {
        Progress.want(false);
    }

    /** Points passed in a body that is resumed until it ends. */
    private static int passed(final Body body) throws Exception {
        final CompletableFuture<Integer> passed = new CompletableFuture<>();
        final Thread thread = new StrandThread(() -> {
            try {
                final Counting coroutine = new Counting(body);
                boolean hasEnded = coroutine.resume();      // links what it passes
                coroutine.passed = 0;
                hasEnded |= hasEnded || coroutine.resume();
                passed.complete(coroutine.passed);
            } catch (final Throwable cause) {
                passed.completeExceptionally(cause);
            }
        }, "strand");
        thread.start();
        return passed.get(60, TimeUnit.SECONDS);
    }

    /** Awake, and wanted: run twice, counted the second time. */
    private static int count(final Runnable code) throws Exception {
        flat(64);
        code.run();
        assertTrue(Progress.awaken(ProgressTest.class.getName()));
        Progress.want(true);
        try {
            return passed(() -> {
                Coroutine.suspend();
                code.run();
            });
        } finally {
            Progress.want(false);
        }
    }

    @Test
    void shouldReachAPointInOneOf64Iterations() throws Exception {
        assertEquals(0, count(() -> sink++));
        assertEquals(0, count(() -> flat(62)));             // begins 63 times: once more, to end
        assertEquals(1, count(() -> flat(63)));
        assertEquals(10, count(() -> flat(640)));
        assertEquals(10, count(() -> doWhile(640)));
        assertEquals(0, count(() -> doWhile(63)));
        assertEquals((41 + 40 * 51) / 64, count(() -> nested(40, 50)));
        assertEquals(7, count(() -> switching(7 * 64)));
        assertEquals(8, count(() -> new Looping(8 * 64)));
        assertEquals(3, count(() -> wide(3 * 64, 1, 2)));
        assertEquals(10, count(() -> {
            left = 640;
            fromItsStart();
        }));
    }

    @Test
    void shouldReachAPointInOneOf8IterationsThatCallSomething() throws Exception {
        assertEquals(0, count(() -> catching(6)));
        assertEquals(1, count(() -> catching(7)));
        assertEquals(10, count(() -> catching(80)));
        assertEquals(2, count(() -> inArguments(16)));
    }

    private static void flat(final int n) {
        for (int i = 0; i < n; i++) {
            sink += i;
        }
    }

    private static int left;

    /** Its first instruction begins the loop. */
    private static void fromItsStart() {
        do {
            left--;
        } while (left > 0);
    }

    /** Variables of two words each before the count; one of them in some frames only. */
    private static void wide(final int n, final long a, final double b) {
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0) {
                final double product = a * b;
                sink += (int) product;
            } else {
                final long sum = a + i;
                sink += (int) sum;
            }
        }
    }

    /** Frames with objects that have not been constructed yet. */
    private static void inArguments(final int n) {
        for (int i = 0; i < n; i++) {
            sink += new StringBuilder(i > 2 ? "more" : "less").length();
        }
    }

    private static void doWhile(final int n) {
        int i = 0;
        do {
            sink += i;
        } while (++i < n);
    }

    private static void nested(final int n, final int m) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++) {
                sink += k;
            }
        }
    }

    private static void switching(final int n) {
        int i = 0;
        while (i < n) {
            switch (i++ & 3) {
                case 0:
                    continue;
                case 1:
                    sink++;
                    break;
                case 2:
                    sink--;
                    continue;
                default:
                    sink = 0;
            }
        }
    }

    private static void catching(final int n) {
        for (int i = 0; i < n; i++) {
            try {
                sink += Integer.parseInt(i < 3 ? "1" : "one");
            } catch (final NumberFormatException e) {
                sink--;
            } finally {
                sink++;
            }
        }
    }

    /** In a class of its own, whose points are awakened by its name. */
    private static final class Looping {
        static {
            Progress.awaken(Looping.class.getName());
        }

        Looping(final int n) {
            for (int i = 0; i < n; i++) {
                sink += i;
            }
            Progress.awaken(Looping.class.getName());
        }
    }

    @Test
    void shouldPassAPointWhereAMethodCallsItself() throws Exception {
        assertEquals(15, count(() -> sink += fibonacci(5)));
    }

    private static int fibonacci(final int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    @Test
    void shouldHaveNoPointWhereAMonitorIsHeldOrTheMethodIsMarked() throws Exception {
        assertEquals(0, count(() -> locked(500)));
        assertEquals(0, count(() -> inBlock(500)));
        assertEquals(0, count(() -> undisturbed(500)));
        final String[] except = ProgressTest.class.getAnnotation(GivesWay.class).except();
        java.util.Arrays.sort(except);
        assertArrayEquals(new String[] {"inBlock (I)V", "locked (I)V", "undisturbed (I)V"}, except);
    }

    private static synchronized void locked(final int n) {
        for (int i = 0; i < n; i++) {
            sink += i;
        }
    }

    private static void inBlock(final int n) {
        synchronized (ProgressTest.class) {
            for (int i = 0; i < n; i++) {
                sink += i;
            }
        }
    }

    @Undisturbed
    private static void undisturbed(final int n) {
        for (int i = 0; i < n; i++) {
            sink += i;
        }
    }

    /** What is entered again goes to where it waited, and by no point. */
    @Test
    void shouldPassNoPointOnTheWayBackToAWait() throws Exception {
        flat(64);
        Progress.awaken(ProgressTest.class.getName());
        Progress.want(true);
        assertEquals(0, passed(() -> {
            for (int i = 0; i < 16; i++) {                  // waits in the tenth: seven begins are left
                if (i == 9) {
                    Coroutine.suspend();
                }
            }
        }));
        assertEquals(1, passed(() -> {
            for (int i = 0; i < 17; i++) {
                if (i == 9) {
                    Coroutine.suspend();
                }
            }
        }));
    }

    @Test
    void shouldTellNobodyWhileNothingIsWantedOrNoCoroutineRuns() throws Exception {
        flat(64);
        assertTrue(Progress.awaken(ProgressTest.class.getName()));
        assertEquals(0, passed(() -> {
            Coroutine.suspend();
            flat(300);
        }));
        Progress.want(true);
        flat(300);
        assertFalse(Progress.awaken("no.such.Class"));
    }

    /** Asleep: nothing is told, whatever is wanted. In a class that nobody else awakens. */
    private static final class Asleep {
        static void loop() {
            for (int i = 0; i < 5 * 64; i++) {
                sink += i;
            }
        }
    }

    @Test
    void shouldTellNobodyWhileTheClassIsAsleep() throws Exception {
        Progress.want(true);
        final Body twice = () -> {
            Coroutine.suspend();
            Asleep.loop();
        };
        assertEquals(0, passed(twice));
        assertTrue(Progress.awaken(Asleep.class.getName()));
        assertEquals(5, passed(twice));
    }
}
