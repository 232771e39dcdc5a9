package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Fiber;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
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
        Fiber.yield();
        trace.add(second);
        Fiber.yield();
        trace.add("end");
        return trace;
    }

    private static List<Object> waitingMethod(final List<Object> trace) throws SuspendExecution {
        return twice(trace, "a", "b");
    }

    private static final class WaitingFiber extends Fiber<List<Object>> {
        private static final long serialVersionUID = 1L;
        private final transient Waiting body;

        WaitingFiber(final Waiting body) {
            this.body = body;
        }

        @Override
        protected List<Object> run() throws SuspendExecution, InterruptedException {
            return body.run(new ArrayList<>());
        }
    }

    private static List<Object> runInFiber(final Waiting body) throws ExecutionException, InterruptedException {
        final FunctionRegistry registry = FunctionRegistry.builder(Waiting.class, Function.class)
            .register(SuspendingBodyTest.class).build();
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final int id = registry.encode(body, out);
        final ValueReader in = new ValueReader().wrap(out.toByteArray(), 0, out.length());
        final Waiting copy = registry.decodeBody(id, Waiting.class, in, TestBodies.NODE_9);
        return new WaitingFiber(copy).start().get();
    }

    @Test
    void shouldSuspendInLambda() throws Exception {
        final long number = System.nanoTime();
        final String text = "text" + number;
        assertEquals(List.of(text, 1, number, number + 1, 2), runInFiber(trace -> {
            trace.add(text);
            for (int i = 1; i <= 2; i++) {
                Fiber.yield();
                trace.add(i);
                if (i == 1) {
                    Fiber.yield();
                    trace.add(number);
                    trace.add(number + 1);
                }
            }
            return trace;
        }));
    }

    @Test
    void shouldSuspendInMethodReference() throws Exception {
        assertEquals(List.of("a", "b", "end"), runInFiber(SuspendingBodyTest::waitingMethod));
    }

    @Test
    void shouldSuspendInRecord() throws Exception {
        assertEquals(List.of("n", 5L, "end"), runInFiber(new WaitingRecord("n", 5)));
    }

    @Test
    void shouldSuspendInLambdaCapturedByLambda() throws Exception {
        final String text = "t" + System.nanoTime();
        final Waiting inner = trace -> twice(trace, text, 2L);
        assertEquals(List.of("x", "y", "end", text, 2L, "end"),
            runInFiber(trace -> inner.run(twice(trace, "x", "y"))));
    }

    @Test
    void shouldStillKnowNamesAndLinesAfterInstrumentation() {
        final long number = System.nanoTime();
        final Thread thread = Thread.currentThread();
        final Waiting body = trace -> {
            Fiber.yield();
            trace.add(thread.getName() + number);
            Fiber.yield();
            return trace;
        };
        final int line = StackWalker.getInstance().walk(frames -> frames.findFirst().orElseThrow().getLineNumber()) - 5;
        final CaptureException refused = assertThrows(CaptureException.class, () -> runInFiber(body));
        assertTrue(refused.getMessage().startsWith("GMT-201 captured variable 'thread' (java.lang.Thread) of the"
            + " lambda at"
            + " org.gmt4j.engine.function.SuspendingBodyTest.shouldStillKnowNamesAndLinesAfterInstrumentation"
            + "(SuspendingBodyTest.java:" + line + ")"), refused.getMessage());
    }
}
