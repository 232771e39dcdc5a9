package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.StrandThread;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gmt4j.CaptureException;
import org.gmt4j.engine.function.TestBodies.Function;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bodies that wait keep their place and their captured values after they travelled: instrumentation and linking agree.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class SuspendingBodyTest {
    interface Waiting extends Serializable {
        List<Object> run(List<Object> trace) throws SuspendExecution;
    }

    record WaitingRecord(String name, long number) implements Waiting {
        @Override
        public List<Object> run(final List<Object> trace) throws SuspendExecution {
            return twice(trace, name, number);
        }
    }

    private static List<Object> twice(final List<Object> trace, final Object first, final Object second)
            throws SuspendExecution {
        trace.add(first);
        Coroutine.suspend();
        trace.add(second);
        Coroutine.suspend();
        trace.add("end");
        return trace;
    }

    private static List<Object> waitingMethod(final List<Object> trace) throws SuspendExecution {
        return twice(trace, "a", "b");
    }

    private static final class WaitingCoroutine extends Coroutine {
        private final Waiting body;
        private List<Object> result;

        WaitingCoroutine(final Waiting body) {
            super(8);
            this.body = body;
        }

        @Override
        protected void run() throws SuspendExecution {
            result = body.run(new ArrayList<>());
        }
    }

    private static List<Object> resultOf(final Waiting body) throws ExecutionException, InterruptedException {
        final FunctionRegistry registry = FunctionRegistry.builder(Waiting.class, Function.class)
            .register(SuspendingBodyTest.class).build();
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final int id = registry.encode(body, out);
        final ValueReader in = new ValueReader().wrap(out.toByteArray(), 0, out.length());
        final Waiting copy = registry.decodeBody(id, Waiting.class, in, TestBodies.NODE_9);
        return CompletableFuture.supplyAsync(() -> {
            final WaitingCoroutine coroutine = new WaitingCoroutine(copy);
            while (!coroutine.resume()) {
                Thread.onSpinWait();
            }
            return coroutine.result;
        }, command -> new StrandThread(command, "test").start()).get();
    }

    @Test
    void shouldSuspendInLambda() throws Exception {
        final long number = System.nanoTime();
        final String text = "text" + number;
        assertEquals(List.of(text, 1, number, number + 1, 2), resultOf(trace -> {
            trace.add(text);
            for (int i = 1; i <= 2; i++) {
                Coroutine.suspend();
                trace.add(i);
                if (i == 1) {
                    Coroutine.suspend();
                    trace.add(number);
                    trace.add(number + 1);
                }
            }
            return trace;
        }));
    }

    @Test
    void shouldSuspendInMethodReference() throws Exception {
        assertEquals(List.of("a", "b", "end"), resultOf(SuspendingBodyTest::waitingMethod));
    }

    @Test
    void shouldSuspendInRecord() throws Exception {
        assertEquals(List.of("n", 5L, "end"), resultOf(new WaitingRecord("n", 5)));
    }

    @Test
    void shouldSuspendInLambdaCapturedByLambda() throws Exception {
        final String text = "t" + System.nanoTime();
        final Waiting inner = trace -> twice(trace, text, 2L);
        assertEquals(List.of("x", "y", "end", text, 2L, "end"),
            resultOf(trace -> inner.run(twice(trace, "x", "y"))));
    }

    @Test
    void shouldStillKnowNamesAndLinesAfterInstrumentation() {
        final long number = System.nanoTime();
        final Thread thread = Thread.currentThread();
        final Waiting body = trace -> {
            Coroutine.suspend();
            trace.add(thread.getName() + number);
            Coroutine.suspend();
            return trace;
        };
        final int line = StackWalker.getInstance().walk(frames -> frames.findFirst().orElseThrow().getLineNumber()) - 5;
        final CaptureException refused = assertThrows(CaptureException.class, () -> resultOf(body));
        assertTrue(refused.getMessage().startsWith("GMT-201 captured variable 'thread' (java.lang.Thread) of the"
            + " lambda at"
            + " org.gmt4j.engine.function.SuspendingBodyTest.shouldStillKnowNamesAndLinesAfterInstrumentation"
            + "(SuspendingBodyTest.java:" + line + ")"), refused.getMessage());
    }
}
