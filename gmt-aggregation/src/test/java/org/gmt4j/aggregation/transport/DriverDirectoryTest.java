package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DriverDirectoryTest {
    private static final long LONG_AGO_MS = 3_600_000;

    @TempDir
    private Path parent;

    @Test
    void shouldRemoveWhatDeadProcessesLeft() throws Exception {
        final File dead = make(deadPid() + "-1", LONG_AGO_MS);
        Files.writeString(dead.toPath().resolve("cnc.dat"), "");
        assertTrue(dead.setLastModified(System.currentTimeMillis() - LONG_AGO_MS));
        DriverDirectory.removeStale(parent.toFile());
        assertFalse(dead.exists());
    }

    @Test
    void shouldKeepWhatMayBeAlive() throws Exception {
        final File own = make(ProcessHandle.current().pid() + "-1", LONG_AGO_MS);
        final File fresh = make(deadPid() + "-2", 0);
        final File named = make("mine-1", LONG_AGO_MS);
        DriverDirectory.removeStale(parent.toFile());
        assertTrue(own.exists() && fresh.exists() && named.exists());
    }

    @Test
    void shouldNameEachDriverAnew() {
        assertNotEquals(DriverDirectory.unique(parent.toFile()), DriverDirectory.unique(parent.toFile()));
    }

    @Test
    void shouldTakeTheFirstPlaceThatHasRoom() {
        final File small = new Place("/small", 64);
        final File large = new Place("/large", 1000);
        assertEquals(small, DriverDirectory.firstWithRoom(List.of(small, large), 64));
        assertEquals(large, DriverDirectory.firstWithRoom(List.of(small, large), 65));
        assertEquals(small, DriverDirectory.firstWithRoom(List.of(small, large), 1001), "whose error names the best place");
    }

    @Test
    void shouldObeyWishes() {
        assertEquals(parent.toFile(), DriverDirectory.parent(parent.toString(), Long.MAX_VALUE));
    }

    /** A directory with so much room. */
    private static final class Place extends File {
        private static final long serialVersionUID = 1L;
        private final long usableBytes;

        Place(final String path, final long usableBytes) {
            super(path);
            this.usableBytes = usableBytes;
        }

        @Override
        public long getUsableSpace() {
            return usableBytes;
        }
    }

    @Test
    void shouldExplainWantOfSpace() {
        final TransportException e = assertThrows(TransportException.class,
                () -> DriverDirectory.requireSpace(parent.toFile(), 1L << 60));
        assertEquals(TransportException.Code.NO_SPACE, e.code());
        assertTrue(e.getMessage().startsWith("GMT-501 the media driver needs 1099511627776 MB in " + parent),
                e.getMessage());
    }

    @Test
    void shouldAskForSpaceBeforeAnythingIsMade() {
        final AeronConfig settings = AeronConfig.ipc(parent.toString()).withTermLength(1 << 30);
        assertThrows(TransportException.class, () -> MediaDriverLauncher.launch(settings, 1000));
        assertEquals(0, parent.toFile().list().length);
    }

    private File make(final String name, final long ageMs) throws IOException {
        final File directory = Files.createDirectory(parent.resolve(DriverDirectory.PREFIX + name)).toFile();
        assertTrue(directory.setLastModified(System.currentTimeMillis() - ageMs));
        return directory;
    }

    private static long deadPid() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }
}
