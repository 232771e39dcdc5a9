package org.gmt4j.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgramFailureTest {
    /** @return an exception whose cause has it as its cause, both from a line of somebody's program */
    private static RuntimeException circle(final String first) {
        final RuntimeException one = new RuntimeException(first);
        final RuntimeException two = new RuntimeException("second", one);
        one.initCause(two);
        one.setStackTrace(new StackTraceElement[] {new StackTraceElement("user.Sums", "main", "Sums.java", 3)});
        two.setStackTrace(new StackTraceElement[] {new StackTraceElement("user.Sums", "add", "Sums.java", 9)});
        return one;
    }

    private static String printed(final Throwable failure, final boolean debug) {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        ProgramFailure.print(failure, "user.Sums", debug, new PrintStream(err, true));
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowEachCauseOfACircleOnce() {
        assertEquals("GMT-790 the program user.Sums failed: java.lang.RuntimeException: first\n"
            + "\tat user.Sums.main(Sums.java:3)\nCaused by: java.lang.RuntimeException: second\n"
            + "\tat user.Sums.add(Sums.java:9)\n", printed(circle("first"), false));
        assertEquals("GMT-130 first\n\tat user.Sums.main(Sums.java:3)\n\tat user.Sums.add(Sums.java:9)\n",
            printed(circle("GMT-130 first"), false));
        assertTrue(printed(circle("GMT-130 first"), true).contains("CIRCULAR REFERENCE"));
    }
}
