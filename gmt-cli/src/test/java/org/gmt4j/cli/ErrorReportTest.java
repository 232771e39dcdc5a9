package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of programs, whose methods are the program's. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ErrorReportTest {
    /** Whose words cannot be had. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        Mute(final Throwable cause) {
            super(cause);
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    private static RuntimeException circle(final String first, final String second) {
        final RuntimeException one = new RuntimeException(first);
        final RuntimeException two = new RuntimeException(second, one);
        one.initCause(two);
        return one;
    }

    @Test
    void shouldGoRoundACircleOfCausesOnce() {
        assertEquals(Optional.empty(), ErrorReport.coded(circle("a", "b")));
        assertEquals(Optional.of("GMT-130 b"), ErrorReport.coded(circle("a", "GMT-130 b")));
        assertEquals("GMT-130 the run failed: RuntimeException: a. Run again with --debug to see where.",
            ErrorReport.message(circle("a", "b"), false));
    }

    @Test
    void shouldSayTheClassWhereAFailureHasNoWords() {
        final String message = ErrorReport.message(new Mute(null), true);
        assertTrue(message.startsWith("GMT-130 the run failed: " + Mute.class.getName() + " (its message cannot be"),
            message);
        assertEquals("GMT-130 beneath", ErrorReport.message(new Mute(new RuntimeException("GMT-130 beneath")), true));
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(ExitCode.RUN_FAILED, ErrorReport.print(new Mute(null), new PrintStream(err, true), true));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith(message), err::toString);
    }
}
