package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LambdaWriterTest {
    private static Visit lambda(final long factor, final String text, final byte small) {
        return (index, argument) -> index * factor + text.length() + small;
    }

    @Test
    void shouldWriteTheSameWithoutTrustInFields() {
        final FunctionRegistry registry = TestBodies.registryOf(LambdaWriterTest.class);
        final Visit body = lambda(5, "text", (byte) 3);
        final ValueWriter expected = new ValueWriter(TestBodies.LIMIT);
        registry.encode(body, expected);

        final LambdaSite site = (LambdaSite) registry.writerFor(body).entry();
        final Object otherValues = lambda(6, "other", (byte) 4);
        final LambdaWriter careful = LambdaWriter.of(site, body, LambdaWriter.serialize(otherValues));
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        careful.write(body, out, new ValueCodec(registry.types()), 0);
        assertArrayEquals(expected.toByteArray(), out.toByteArray());
    }

    @Test
    @Timeout(value = 240, unit = TimeUnit.SECONDS)
    void shouldServeManyThreadsFromTheFirstUse() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 50; round++) {
                final FunctionRegistry sender = TestBodies.registryOf(LambdaWriterTest.class);
                final FunctionRegistry receiver = TestBodies.registryOf(LambdaWriterTest.class);
                final Callable<Long> use = () -> send(sender, receiver);
                for (final Future<Long> result : threads.invokeAll(List.of(use, use, use, use))) {
                    assertEquals(57, result.get());
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long send(final FunctionRegistry sender, final FunctionRegistry receiver) {
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final int id = sender.encode(lambda(5, "text", (byte) 3), out);
        final ValueReader in = new ValueReader().wrap(out.toByteArray(), 0, out.length());
        return receiver.decodeBody(id, Visit.class, in, TestBodies.NODE_9).visit(10, 0);
    }

    @Test
    void shouldGiveDenseIds() {
        final FunctionRegistry registry = TestBodies.registryOf(LambdaTravelTest.class, BodyClassTravelTest.class);
        final List<String> names = new ArrayList<>();
        for (int id = 0; id < registry.size(); id++) {
            assertEquals(id, registry.entry(id).id());
            names.add(registry.nameOf(id));
        }
        assertEquals("the enum constant org.gmt4j.engine.function.BodyClassTravelTest$Direction",
            names.stream().filter(name -> name.contains("Direction")).findFirst().orElseThrow());
    }
}
