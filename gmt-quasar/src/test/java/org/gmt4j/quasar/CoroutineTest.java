package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.StrandThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Also run by {@link FeatureRun}. */
@Timeout(240)
class CoroutineTest {
    @FunctionalInterface
    private interface Body {
        void run() throws SuspendExecution;
    }

    private static final class BodyCoroutine extends Coroutine {
        private final Body body;

        BodyCoroutine(final Body body) {
            super(1);
            this.body = body;
        }

        @Override
        protected void run() throws SuspendExecution {
            body.run();
        }
    }

    @Test
    void shouldStopAtEachSuspend() throws Exception {
        onStrandThread(() -> {
            final int[] step = new int[1];
            final Coroutine coroutine = new BodyCoroutine(() -> {
                for (int i = 1; i <= 3; i++) {
                    step[0] = i;
                    Coroutine.suspend();
                }
            });
            for (int i = 1; i <= 3; i++) {
                assertFalse(coroutine.resume());
                assertEquals(i, step[0]);
            }
            assertFalse(coroutine.hasEnded());
            assertTrue(coroutine.resume());
            assertTrue(coroutine.hasEnded());
        });
    }

    @Test
    void shouldGrowItsStack() throws Exception {
        onStrandThread(() -> {
            final long[] sum = new long[1];
            final Coroutine coroutine = new BodyCoroutine(() -> sum[0] = deep(200, 1));
            assertFalse(coroutine.resume());
            assertFalse(coroutine.resume());
            assertTrue(coroutine.resume());
            assertEquals(200 * 201 / 2 + 1, sum[0]);
        });
    }

    @Test
    void shouldShowWhereItWaitsAndGoOnAfterwards() throws Exception {
        onStrandThread(() -> {
            final StringBuilder trace = new StringBuilder();
            final Coroutine coroutine = new BodyCoroutine(() -> {
                for (int i = 0; i < 3; i++) {
                    trace.append(deep(3, i));
                    try {
                        Coroutine.suspend();
                    } finally {
                        trace.append('f');
                    }
                }
            });
            assertTrue(coroutine.frames().isEmpty());
            int asked = 0;
            while (!coroutine.resume()) {
                for (int again = 0; again < 3; again++) {
                    final var frames = coroutine.frames();
                    assertEquals("run", frames.get(frames.size() - 1).getMethodName());
                    asked += frames.stream().anyMatch(frame -> frame.getMethodName().equals("deep")) ? 1 : 0;
                }
                assertNull(Coroutine.current());
            }
            assertEquals("6f7f8f", trace.toString());
            assertEquals(3 * 2 * 3, asked);
            assertTrue(coroutine.frames().isEmpty());
        });
    }

    @Test
    void shouldShowLinesOfOthersFromInside() throws Exception {
        onStrandThread(() -> {
            final Coroutine waiting = new BodyCoroutine(() -> deep(2, 1));
            assertFalse(waiting.resume());
            final Coroutine asking = new BodyCoroutine(() -> {
                Coroutine.suspend();
                final var frames = waiting.frames();
                assertEquals("deep", frames.get(0).getMethodName());
                assertTrue(frames.get(0).getLineNumber() > 0);
                assertEquals(3, frames.stream().filter(frame -> frame.getMethodName().equals("deep")).count());
                Coroutine.suspend();
            });
            assertFalse(asking.resume());
            assertFalse(asking.resume());
            assertTrue(asking.resume());
            assertFalse(waiting.resume());
            assertTrue(waiting.resume());
        });
    }

    private static long deep(final int depth, final long start) throws SuspendExecution {
        if (depth == 0) {
            Coroutine.suspend();
            Coroutine.suspend();
            return start;
        }
        return depth + deep(depth - 1, start);
    }

    @Test
    void shouldResumeOthersFromInside() throws Exception {
        onStrandThread(() -> {
            final StringBuilder trace = new StringBuilder();
            final Coroutine inner = new BodyCoroutine(() -> {
                trace.append('a');
                Coroutine.suspend();
                trace.append('b');
            });
            final Coroutine outer = new BodyCoroutine(() -> {
                inner.resume();
                trace.append('1');
                Coroutine.suspend();
                inner.resume();
                trace.append('2');
            });
            assertFalse(outer.resume());
            assertNull(Coroutine.current());
            assertTrue(outer.resume());
            assertEquals("a1b2", trace.toString());
        });
    }

    @Test
    void shouldKnowCurrentCoroutine() throws Exception {
        onStrandThread(() -> {
            final Coroutine[] seen = new Coroutine[2];
            final Coroutine coroutine = new BodyCoroutine(() -> {
                seen[0] = Coroutine.current();
                Coroutine.suspend();
                seen[1] = Coroutine.current();
            });
            coroutine.resume();
            coroutine.resume();
            assertSame(coroutine, seen[0]);
            assertSame(coroutine, seen[1]);
        });
    }

    @Test
    void shouldThrowWhatItsBodyThrowsAndEnd() throws Exception {
        onStrandThread(() -> {
            final Coroutine coroutine = new BodyCoroutine(() -> {
                Coroutine.suspend();
                throw new IllegalArgumentException("body");
            });
            assertFalse(coroutine.resume());
            assertEquals("body", assertThrows(IllegalArgumentException.class, coroutine::resume).getMessage());
            assertTrue(coroutine.hasEnded());
            assertThrows(IllegalStateException.class, coroutine::resume);
            assertNull(Coroutine.current());
        });
    }

    @Test
    void shouldMoveBetweenThreads() throws Exception {
        final Thread[] threads = new Thread[2];
        final Coroutine[] coroutine = new Coroutine[1];
        onStrandThread(() -> {
            coroutine[0] = new BodyCoroutine(() -> {
                threads[0] = Thread.currentThread();
                Coroutine.suspend();
                threads[1] = Thread.currentThread();
            });
            coroutine[0].resume();
        });
        onStrandThread(() -> assertTrue(coroutine[0].resume()));
        assertFalse(threads[0] == threads[1]);
    }

    @Test
    void shouldRefuseOtherThreads() {
        final Coroutine coroutine = new BodyCoroutine(() -> { });
        assertThrows(IllegalStateException.class, coroutine::resume);
        assertThrows(IllegalStateException.class, Coroutine::suspend);
    }

    private static void onStrandThread(final Runnable body) throws Exception {
        final Executor executor = command -> {
            final Thread thread = new StrandThread(command, "test");
            thread.setDaemon(true);
            thread.start();
        };
        CompletableFuture.runAsync(body, executor).get(60, TimeUnit.SECONDS);
    }
}
