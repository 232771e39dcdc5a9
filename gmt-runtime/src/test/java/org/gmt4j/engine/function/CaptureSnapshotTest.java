package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gmt4j.CaptureException;
import org.gmt4j.engine.function.TestBodies.Body;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.LongFunction;
import org.junit.jupiter.api.Test;

class CaptureSnapshotTest {
    private static final FunctionRegistry REGISTRY = TestBodies.registryOf(CaptureSnapshotTest.class);

    @Test
    void shouldNoticeChangeOfWhatABodyHasCaptured() {
        final long[] values = {1};
        assertNoticed((Body) context -> context.sum += values[0], values);
    }

    /** Bodies of the runtime call functions of the program that are no bodies by themselves. */
    @Test
    void shouldNoticeChangeOfWhatAFunctionHasCaptured() {
        final long[] values = {1};
        final LongFunction function = x -> x + values[0];
        assertEquals(3, function.apply(2));
        assertNoticed(function, values);
    }

    @Test
    void shouldTellThatAnObjectIsNotRegistered() {
        final String message = assertThrows(CaptureException.class, () -> REGISTRY.snapshot(new Context()))
            .getMessage();
        assertTrue(message.startsWith("GMT-201 "), message);
    }

    private static void assertNoticed(final Object body, final long[] values) {
        final CaptureSnapshot before = REGISTRY.snapshot(body);
        before.requireUnchanged(body, 1);
        values[0]++;
        final String message = assertThrows(CaptureException.class, () -> before.requireUnchanged(body, 1))
            .getMessage();
        assertTrue(message.startsWith("GMT-702 captured variable 'values' (long[1]) of the lambda at "), message);
    }
}
