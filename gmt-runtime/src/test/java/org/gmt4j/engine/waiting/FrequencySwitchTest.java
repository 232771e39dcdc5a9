package org.gmt4j.engine.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lowering the frequency during waits, switched within one job, by files that stand for the kernel's. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FrequencySwitchTest {
    private static final String HIGH = "2330000";
    private static final String LOW = "1900000";

    @TempDir
    Path folder;

    private String bound() throws IOException {
        return Files.readString(folder.resolve("policy0").resolve("scaling_max_freq")).strip();
    }

    private static void waitLong(final ThreadWait wait) {
        wait.reset(0);
        wait.idle(0, Expecting.NOTHING);
        wait.idle(TimeUnit.MILLISECONDS.toNanos(2), Expecting.NOTHING);
    }

    @Test
    void shouldLowerOnlyWhileItIsOnAndGiveBack() throws IOException {
        final Path policy = Files.createDirectories(folder.resolve("policy0"));
        Files.writeString(policy.resolve("scaling_max_freq"), HIGH + "\n");
        Files.writeString(policy.resolve("scaling_min_freq"), LOW + "\n");
        Files.writeString(policy.resolve("affected_cpus"), "0\n");
        Files.writeString(policy.resolve("scaling_governor"), "performance\n");
        try (NodeWaiting waiting = new NodeWaiting(WaitConfig.DEFAULT, 1, 1)) {
            final ThreadWait wait = waiting.newWait(() -> true, true);
            waitLong(wait);
            assertEquals(HIGH, bound());
            assertEquals("", waiting.openFrequency(CpuFrequency.open(folder, () -> 0)));
            waitLong(wait);
            assertEquals(HIGH, bound(), "open is not on");
            waiting.frequency(true);
            waitLong(wait);
            assertEquals(LOW, bound());
            waiting.frequency(false);
            wait.reset(0);
            assertEquals(HIGH, bound(), "a wait that had lowered it gives it back");
            waitLong(wait);
            assertEquals(HIGH, bound());
            waiting.frequency(true);
            waitLong(wait);
            assertEquals(LOW, bound());
        }
        assertEquals(HIGH, bound(), "the node's end gives it back");
    }

    @Test
    void shouldSayWhyItCannot() {
        try (NodeWaiting shared = new NodeWaiting(WaitConfig.DEFAULT, 3, 2);
             NodeWaiting own = new NodeWaiting(WaitConfig.DEFAULT, 1, 2)) {
            assertNotEquals("", shared.openFrequency());
            shared.frequency(true);
            assertNotEquals("", own.openFrequency(CpuFrequency.open(folder.resolve("none"), () -> 0)));
            own.frequency(true);
            waitLong(own.newWait(() -> true, true));
        }
    }
}
