package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProgressTest {
    private static final long MS = 1_000_000;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong();
    private final Progress progress = new Progress(new PrintStream(bytes, true), true, now::get);

    private String shown() {
        final String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void shouldSayNothingWhereNobodyReads() {
        final Progress piped = new Progress(new PrintStream(bytes, true), false, now::get);
        now.set(60_000 * MS);
        piped.update("build", 1, 2, "");
        try (Progress.Watch watch = piped.watch(() -> "build", () -> 1, () -> 2)) {
            assertTrue(Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("gmt-progress")));
        }
        piped.clear();
        assertEquals("", shown());
    }

    @Test
    void shouldBeSilentInTheFirstSecond() {
        progress.update("build", 1, 2, "");
        now.set(999 * MS);
        progress.update("build", 1, 2, "");
        progress.clear();
        assertEquals("", shown());
        now.set(1000 * MS);
        progress.update("build", 1, 2, "");
        assertTrue(shown().contains("build [########--------] 1/2"));
    }

    @Test
    void shouldEstimateTheRestOfAStepFromWhatItHasTaken() {
        progress.update("reading", 0, 1000, "");
        now.set(5_000 * MS);
        progress.update("reading", 250, 1000, "fast");
        assertEquals("\r\u001b[Kreading [####------------] 250/1,000 fast, 5 s, about 15 s left", shown());
        now.set(5_050 * MS);
        progress.update("sorting", 40, 80, "");
        assertEquals("\r\u001b[Ksorting [########--------] 40/80", shown(),
            "another step: nothing is known of its speed");
        now.set(7_050 * MS);
        progress.update("sorting", 60, 80, "");
        assertEquals("\r\u001b[Ksorting [############----] 60/80, 2 s, about 2.0 s left", shown(),
            "20 of 80 in 2 s, not 60");
        progress.update("sorting", 80, 80, "");
        assertEquals("\r\u001b[Ksorting [################] 80/80, 2 s", shown());
        progress.update("counting", 12_345, 0, "");
        assertEquals("\r\u001b[Kcounting 12,345", shown());
        progress.update("counting", 12_346, 0, "");
        assertEquals("", shown(), "too soon, though nobody knows the total");
    }

    @Test
    void shouldNotWriteMoreThanAnEyeSees() {
        now.set(2_000 * MS);
        progress.update("build", 1, 9, "");
        shown();
        now.addAndGet(49 * MS);
        progress.update("build", 2, 9, "");
        assertEquals("", shown());
        now.addAndGet(MS);
        progress.update("build", 3, 9, "");
        assertTrue(shown().contains("3/9"));
        progress.clear();
        assertEquals("\r\u001b[K", shown());
        progress.clear();
        assertEquals("", shown());
    }

    @Test
    void shouldLookAtWorkUntilClosedAndLeaveNoThread() throws InterruptedException {
        now.set(2_000 * MS);
        final AtomicLong looks = new AtomicLong();
        try (Progress.Watch watch = progress.watch(() -> "build", looks::incrementAndGet, () -> 1_000_000)) {
            while (looks.get() < 2) {
                Thread.onSpinWait();
            }
        }
        assertTrue(shown().contains("build [----------------] 1/1,000,000"));
        assertFalse(Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("gmt-progress")));
    }
}
