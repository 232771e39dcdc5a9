package org.gmt4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DistributionLoggingTest {

    /** The lines are those of a pattern, which takes longer to set up. */
    @Test
    void shouldWriteLinesOfPattern() {
        final PrintStream before = System.err;
        final ByteArrayOutputStream written = new ByteArrayOutputStream();
        final ListAppender<ILoggingEvent> events = new ListAppender<>();
        final LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            final DistributionLogging logging = new DistributionLogging();
            logging.setContext(context);
            logging.configure(context);
            final Logger log = context.getLogger("some.name");
            events.setContext(context);
            events.start();
            log.addAppender(events);
            log.info("not shown at the usual level");
            log.warn("buffer {} of {}", 3, 7);
            log.error("it fails", new IllegalStateException("outer", new RuntimeException("inner")));
        } finally {
            System.setErr(before);
        }
        final PatternLayout pattern = new PatternLayout();
        pattern.setContext(context);
        pattern.setPattern("%-5level %msg%n%ex{3}");
        pattern.start();
        final StringBuilder expected = new StringBuilder();
        events.list.forEach(event -> expected.append(pattern.doLayout(event)));
        assertEquals(expected.toString(), written.toString(StandardCharsets.UTF_8));
        assertTrue(expected.toString().startsWith("WARN  buffer 3 of 7" + System.lineSeparator() + "ERROR it fails"),
            expected.toString());
        assertTrue(expected.toString().contains("Caused by: "), expected.toString());
    }
}
