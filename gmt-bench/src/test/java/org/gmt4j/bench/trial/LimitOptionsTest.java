package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class LimitOptionsTest {
    @Test
    void shouldGiveMoreTimeWhereManyNodesShareACore() {
        assertEquals(180, LimitOptions.usual(2, 2));
        assertEquals(120, LimitOptions.usual(3, 2));
        assertEquals(120, LimitOptions.usual(8, 2));
        assertEquals(240, LimitOptions.usual(16, 2));
        assertEquals(480, LimitOptions.usual(32, 2));
        assertEquals(180, LimitOptions.usual(32, 32));
    }

    /** Whoever ends a job for its time must give it the time in which it ends itself. */
    @Test
    void shouldBePatientBeyondTheLimit() {
        assertEquals(Duration.ofSeconds(180 + 60), new LimitOptions().patience(2, 2));
        assertEquals(Duration.ofSeconds(480 + 4 * 60), new LimitOptions().patience(32, 2));
        final LimitOptions given = new LimitOptions();
        new CommandLine(CommandSpec.forAnnotatedObject(given)).parseArgs("--within", "0.5");
        assertEquals(Duration.ofSeconds(1 + 60), given.patience(2, 2));
        new CommandLine(CommandSpec.forAnnotatedObject(given)).parseArgs("--within", "0");
        assertTrue(given.patience(2, 2).toDays() > 1, "no limit");
    }
}
