package org.gmt4j.engine.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class JobDirectoryTest {
    @TempDir
    private Path parent;

    /** Makes folders as launchers do, keeps each for a moment, and says how many of them somebody removed. */
    static final class Maker {
        private Maker() {
        }

        public static void main(final String[] arguments) throws Exception {
            int lost = 0;
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                try (JobDirectory made = JobDirectory.create(Path.of(arguments[0]))) {
                    Files.writeString(made.path().resolve("file"), "x");
                    lost += Files.exists(made.path().resolve("file")) && Files.exists(made.path().resolve("lock")) ? 0
                        : 1;
                } catch (final java.io.IOException e) {
                    System.out.println(e);
                    lost++;
                }
            }
            System.out.println("lost " + lost);
        }
    }

    @Test
    @Timeout(120)
    void shouldNotBeRemovedByOthersThatStartAtTheSameTime() throws Exception {
        final List<Process> makers = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                makers.add(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                    "-cp", System.getProperty("java.class.path"), Maker.class.getName(), parent.toString(), "250")
                    .redirectErrorStream(true).start());
            }
            for (final Process maker : makers) {
                final String said = new String(maker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(said.strip().endsWith("lost 0"), said);
            }
        } finally {
            for (final Process maker : makers) {
                maker.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }
        assertEquals(0, parent.toFile().list().length, "nothing is left");
    }

    @Test
    void shouldRemoveWhatADeadLauncherLeft() throws Exception {
        final Path left = Files.createDirectory(parent.resolve(JobDirectory.PREFIX + "1-1"));
        Files.writeString(left.resolve("lock"), "");
        Files.createSymbolicLink(left.resolve("link"), Files.createDirectory(parent.resolve("documents")));
        Files.writeString(parent.resolve("documents/thesis"), "");
        try (JobDirectory made = JobDirectory.create(parent)) {
            assertFalse(Files.exists(left));
            assertTrue(Files.exists(parent.resolve("documents/thesis")));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made.path())));
        }
    }

    @Test
    void shouldNotTakeAPlantedLinkForWhatADeadLauncherLeft() throws Exception {
        final Path documents = Files.createDirectory(parent.resolve("documents"));
        Files.writeString(documents.resolve("lock"), "");
        Files.writeString(documents.resolve("thesis"), "");
        Files.createSymbolicLink(parent.resolve(JobDirectory.PREFIX + "1-1"), documents);
        JobDirectory.create(parent).close();
        assertTrue(Files.exists(documents.resolve("thesis")));
        assertFalse(JobDirectory.remove(parent.resolve(JobDirectory.PREFIX + "1-1")));
        assertTrue(Files.exists(documents.resolve("thesis")));
    }

    @Test
    void shouldHoldTwoFoldersInOneProcess() throws Exception {
        try (JobDirectory first = JobDirectory.create(parent)) {
            try (JobDirectory second = JobDirectory.create(parent)) {
                assertTrue(Files.exists(first.path()) && Files.exists(second.path()));
            }
            final Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-cp",
                System.getProperty("java.class.path"), Maker.class.getName(), parent.toString(), "1")
                .redirectErrorStream(true).start();
            assertTrue(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("lost 0"));
            assertTrue(Files.exists(first.path()), "its lock has outlived the making of the second");
        }
    }

    @Test
    void shouldRemoveWhatWasNeverLocked() throws Exception {
        final Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        final Path fresh = Files.createDirectory(parent.resolve("gmt-new-" + dead.pid() + "-1"));
        final Path old = Files.createDirectory(parent.resolve("gmt-new-" + dead.pid() + "-2"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3_600)));
        JobDirectory.create(parent).close();
        assertTrue(Files.exists(fresh), "perhaps of another container");
        assertFalse(Files.exists(old));
    }
}
