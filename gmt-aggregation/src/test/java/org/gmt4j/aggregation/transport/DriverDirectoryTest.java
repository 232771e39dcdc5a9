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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gmt4j.aggregation.folder.OtherUser;
import org.gmt4j.aggregation.folder.OwnFolder;
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
    void shouldNotFollowAPlantedLink() throws Exception {
        final Path documents = Files.createDirectory(parent.resolve("documents"));
        Files.writeString(documents.resolve("thesis"), "years of work");
        assertTrue(documents.toFile().setLastModified(System.currentTimeMillis() - LONG_AGO_MS));
        Files.createSymbolicLink(parent.resolve(DriverDirectory.PREFIX + deadPid() + "-1"), documents);
        DriverDirectory.removeStale(parent.toFile());
        assertEquals("years of work", Files.readString(documents.resolve("thesis")));
    }

    @Test
    void shouldNotFollowALinkInsideOfWhatIsRemoved() throws Exception {
        final Path documents = Files.createDirectory(parent.resolve("documents"));
        Files.writeString(documents.resolve("thesis"), "years of work");
        final File dead = make(deadPid() + "-1", 0);
        Files.createSymbolicLink(dead.toPath().resolve("publications"), documents);
        assertTrue(dead.setLastModified(System.currentTimeMillis() - LONG_AGO_MS));
        DriverDirectory.removeStale(parent.toFile());
        assertFalse(dead.exists());
        assertEquals("years of work", Files.readString(documents.resolve("thesis")));
    }

    @Test
    void shouldLeaveDirectoriesOfOtherUsersAlone() throws Exception {
        OtherUser.assumeCanBecome();
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
        final File theirs = new File(parent.toFile(), DriverDirectory.PREFIX + deadPid() + "-1");
        OtherUser.run("mkdir", theirs.toString());
        OtherUser.run("touch", "-d", "yesterday", theirs.toString());
        DriverDirectory.removeStale(parent.toFile());
        assertTrue(theirs.exists());
    }

    @Test
    void shouldKeepWhatADriverIsWorkingIn() throws Exception {
        final String dead = deadPid() + "-1";
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(AeronConfig.ipc(parent.toString()), 1)) {
            final Path directory = Path.of(driver.directory()).getParent();
            assertTrue(directory.toFile().setLastModified(System.currentTimeMillis() - LONG_AGO_MS));
            final Path inAnotherContainer = Files.move(directory, parent.resolve(DriverDirectory.PREFIX + dead));
            DriverDirectory.removeStale(parent.toFile());
            assertTrue(Files.exists(inAnotherContainer));
            Files.move(inAnotherContainer, directory);
        }
        assertEquals(0, parent.toFile().list().length);
    }

    @Test
    void shouldNeverLetOthersIntoADriversDirectory() throws Exception {
        try (MediaDriverLauncher driver = MediaDriverLauncher.launch(AeronConfig.ipc(parent.toString()), 1)) {
            final Path directory = Path.of(driver.directory()).getParent();
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
            assertTrue(OwnFolder.isOwn(directory));
        }
    }

    @Test
    void shouldNameEachDriverAnew() {
        assertNotEquals(DriverDirectory.make(parent.toFile()), DriverDirectory.make(parent.toFile()));
    }

    @Test
    void shouldTakeTheFirstPlaceThatHasRoom() {
        final File small = new Place("/small", 64);
        final File large = new Place("/large", 1000);
        assertEquals(small, DriverDirectory.firstWithRoom(List.of(small, large), 64));
        assertEquals(large, DriverDirectory.firstWithRoom(List.of(small, large), 65));
        assertEquals(small, DriverDirectory.firstWithRoom(List.of(small, large), 1001),
            "whose error names the best place");
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
