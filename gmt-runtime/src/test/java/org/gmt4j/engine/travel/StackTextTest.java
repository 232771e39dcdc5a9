package org.gmt4j.engine.travel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackTextTest {
    /** Kotlin's names in backticks may have blanks and brackets. */
    @Test
    void shouldReadFramesWhoseNamesHaveBlanks() {
        final StackTraceElement[] stack = {
            new StackTraceElement("demo.SumTest", "should add up$lambda$0", "SumTest.kt", 12),
            new StackTraceElement("demo.SumTest$adds all$1", "run", "SumTest.kt", 11),
            new StackTraceElement("demo.SumTest", "adds (all of them)", "SumTest.kt", 10),
            new StackTraceElement("Main", "<init>", "Main.java", 7),
            new StackTraceElement("app", "lib", "1.0", "demo.Library", "call", "Library.java", 3),
            new StackTraceElement("demo.Native", "read", null, -2),
            new StackTraceElement("demo.Unknown", "read", null, -1)};
        final List<StackTraceElement[]> parsed = StackText.parse(textOf(stack));
        assertEquals(1, parsed.size());
        assertArrayEquals(placesOf(stack), placesOf(parsed.get(0)));
    }

    @Test
    void shouldReadStackOfCauseThatSharesFrames() {
        final IllegalStateException outer = new IllegalStateException("outer", new RuntimeException("inner"));
        final List<StackTraceElement[]> parsed = StackText.parse(textOf(outer));
        assertEquals(2, parsed.size());
        assertArrayEquals(placesOf(outer), placesOf(parsed.get(0)));
        assertArrayEquals(placesOf(outer.getCause()), placesOf(parsed.get(1)));
    }

    private static String[] placesOf(final Throwable thrown) {
        return placesOf(thrown.getStackTrace());
    }

    private static String[] placesOf(final StackTraceElement[] stack) {
        return java.util.Arrays.stream(stack).map(StackTextTest::placeOf).toArray(String[]::new);
    }

    private static String placeOf(final StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + " "
            + (frame.isNativeMethod() ? "native" : frame.getFileName() + " " + frame.getLineNumber());
    }

    private static String textOf(final StackTraceElement[] stack) {
        final RuntimeException thrown = new RuntimeException("wrong (with brackets).");
        thrown.setStackTrace(stack);
        return textOf(thrown);
    }

    private static String textOf(final Throwable thrown) {
        final StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
