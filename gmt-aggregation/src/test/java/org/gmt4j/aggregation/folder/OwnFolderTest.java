package org.gmt4j.aggregation.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnFolderTest {
    @TempDir
    private Path place;
    private Path treasure;

    @BeforeEach
    void hide() throws IOException {
        treasure = Files.createDirectory(place.resolve("treasure"));
        Files.writeString(treasure.resolve("gold"), "mine");
    }

    @Test
    void shouldMakeFoldersThatOthersCannotEnter() throws IOException {
        final Path made = OwnFolder.make(place.resolve("not/there/yet"), "gmt-");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        assertTrue(made.getFileName().toString().startsWith("gmt-"));
        assertTrue(OwnFolder.isOwn(made));
    }

    @Test
    void shouldRemoveAWholeTree() throws IOException {
        final Path folder = OwnFolder.make(place, "gmt-");
        Files.createDirectories(folder.resolve("a/b/c"));
        Files.writeString(folder.resolve("a/b/c/file"), "");
        Files.writeString(folder.resolve("file"), "");
        assertTrue(OwnFolder.remove(folder));
        assertFalse(Files.exists(folder));
        assertTrue(OwnFolder.remove(folder), "what is not there is gone");
    }

    @Test
    void shouldNotTouchWhatALinkPointsTo() throws IOException {
        final Path link = Files.createSymbolicLink(place.resolve("gmt-link"), treasure);
        assertFalse(OwnFolder.isOwn(link));
        assertFalse(OwnFolder.remove(link), "a link is not removed at all");
        assertTrue(Files.exists(treasure.resolve("gold")));
    }

    @Test
    void shouldRemoveLinksInsideButNotWhatTheyPointTo() throws IOException {
        final Path folder = OwnFolder.make(place, "gmt-");
        Files.createSymbolicLink(folder.resolve("folder"), treasure);
        Files.createSymbolicLink(folder.resolve("file"), treasure.resolve("gold"));
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("deeper")).resolve("up"), place);
        Files.createSymbolicLink(folder.resolve("nowhere"), place.resolve("nothing"));
        assertTrue(OwnFolder.remove(folder));
        assertEquals("mine", Files.readString(treasure.resolve("gold")));
    }

    @Test
    void shouldNotTouchPlainFiles() throws IOException {
        assertFalse(OwnFolder.isOwn(treasure.resolve("gold")));
        assertFalse(OwnFolder.remove(treasure.resolve("gold")));
        assertTrue(Files.exists(treasure.resolve("gold")));
    }

    @Test
    void shouldKnowSecretsFromWhatOthersMayRead() throws IOException {
        final Path gold = treasure.resolve("gold");
        Files.setPosixFilePermissions(gold, PosixFilePermissions.fromString("rw-r--r--"));
        assertFalse(OwnFolder.isOwnSecret(gold));
        Files.setPosixFilePermissions(gold, PosixFilePermissions.fromString("rw-------"));
        assertTrue(OwnFolder.isOwnSecret(gold));
        assertFalse(OwnFolder.isOwnSecret(Files.createSymbolicLink(place.resolve("link"), gold)));
        assertFalse(OwnFolder.isOwnSecret(treasure));
        assertFalse(OwnFolder.isOwnSecret(place.resolve("nothing")));
    }

    @Test
    void shouldLeaveFoldersOfOthersAlone() throws Exception {
        OtherUser.assumeCanBecome();
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path theirs = place.resolve("gmt-theirs");
        OtherUser.run("mkdir", theirs.toString());
        OtherUser.run("ln", "-s", treasure.toString(), theirs.resolve("link").toString());
        assertFalse(OwnFolder.isOwn(theirs));
        assertFalse(OwnFolder.remove(theirs));
        assertTrue(Files.isSymbolicLink(theirs.resolve("link")), "even root removes only what is its own");
    }

    @Test
    void shouldKeepOthersOut() throws Exception {
        OtherUser.assumeCanBecome();
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path mine = OwnFolder.make(place, "gmt-");
        OtherUser.run("ls", place.toString());
        for (final String[] command : new String[][] {{"ls", mine.toString()},
            {"touch", mine.resolve("file").toString()}}) {
            final AssertionError refused = assertThrows(AssertionError.class, () -> OtherUser.run(command));
            assertTrue(refused.getMessage().contains("Permission denied"), refused.getMessage());
        }
    }
}
