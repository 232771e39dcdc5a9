package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldLeaveNothingBesideTheFile() throws IOException {
        final Path file = folder.resolve("result.json");
        WholeFile.write(file, "one\n");
        WholeFile.write(file, "two\n");
        assertEquals("two\n", Files.readString(file));
        assertEquals(List.of("result.json"), names());
    }

    /** Who has the old file open, here by its second name, keeps all of it. */
    @Test
    void shouldReplaceAFileRatherThanOverwriteIt() throws IOException {
        final Path file = Files.writeString(folder.resolve("result.json"), "the old result, whole\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        final Path reader = Files.createLink(folder.resolve("reader"), file);
        WholeFile.write(file, "new\n");
        assertEquals("the old result, whole\n", Files.readString(reader));
        assertEquals("new\n", Files.readString(file));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void shouldWriteDevicesAndLinksInPlace() throws IOException {
        WholeFile.write(Path.of("/dev/null"), "nothing\n");
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
        final Path file = Files.writeString(folder.resolve("far"), "old\n");
        final Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        WholeFile.write(link, "new\n");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("new\n", Files.readString(file));
    }

    /** The draft has a name of its own, which must not be too long where that of the file just fits. */
    @Test
    void shouldWriteUnderTheLongestName() throws IOException {
        final String name = "n".repeat(255);
        WholeFile.write(folder.resolve(name), "whole\n");
        assertEquals(List.of(name), names());
    }

    @Test
    void shouldTellWhereAFileIsPossible() throws IOException {
        assertTrue(WholeFile.isPossible(folder.resolve("new")));
        assertTrue(WholeFile.isPossible(Path.of("/dev/null")));
        assertTrue(WholeFile.isPossible(Files.createSymbolicLink(folder.resolve("link"), Path.of("far"))));
        assertFalse(WholeFile.isPossible(Files.createSymbolicLink(folder.resolve("astray"), Path.of("no/where"))));
        assertFalse(WholeFile.isPossible(folder));
        assertFalse(WholeFile.isPossible(folder.resolve("no/where")));
    }

    @Test
    void shouldKeepTheOldFileWhereTheNewOneCannotBeWritten() throws IOException {
        assertThrows(IOException.class, () -> WholeFile.write(folder.resolve("no/where"), "new\n"));
        assertEquals(List.of(), names());
    }
}
