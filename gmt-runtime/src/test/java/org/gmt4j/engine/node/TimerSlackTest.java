package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The slack of a thread of our own: the test's thread keeps what it has. */
@Timeout(60)
final class TimerSlackTest {
    @Test
    void shouldTakeTheSlackWhereTheSystemDoes() throws Exception {
        final Path self = Path.of("/proc/thread-self");
        assumeTrue(Files.exists(self), "no Linux");
        final AtomicReference<String> slack = new AtomicReference<>("untouched");
        final Thread thread = new Thread(() -> {
            if (TimerSlack.remove()) {
                slack.set(read(self));
            }
        });
        thread.start();
        thread.join();
        assumeTrue(!slack.get().equals("untouched"), "not permitted here");
        assertEquals("1", slack.get());
        assertFalse(read(self).isEmpty());
    }

    private static String read(final Path self) {
        try {
            return Files.readString(Path.of("/proc").resolve(Files.readSymbolicLink(self).getFileName())
                .resolve("timerslack_ns")).trim();
        } catch (final java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
