package org.gmt4j.maven;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassFolderTest {
    @TempDir
    private Path folder;

    private void instrument(final Path place) throws Exception {
        new ClassFolder(place.toFile(), List.of()).instrument(new SystemStreamLog());
    }

    /** A folder in the place of a class file: not even root can read that as one. */
    @Test
    void shouldNameTheFolderWhoseClassFilesCannotBeRead() throws Exception {
        Files.createDirectory(folder.resolve("Broken.class"));
        final MojoExecutionException e = assertThrows(MojoExecutionException.class, () -> instrument(folder));
        assertTrue(e.getMessage().startsWith("GMT-802 class files in " + folder + " cannot be read or written: "),
            e.getMessage());
        assertTrue(e.getMessage().endsWith("Repair the files, or run 'mvn clean', and build again."), e.getMessage());
        assertInstanceOf(IOException.class, e.getCause());
    }

    @Test
    void shouldNameAFileThatIsNoClass() throws Exception {
        final Path file = Files.createFile(folder.resolve("Empty.class"));
        final MojoExecutionException e = assertThrows(MojoExecutionException.class, () -> instrument(folder));
        assertTrue(e.getMessage().startsWith("GMT-802 ") && e.getMessage().contains(file + " cannot be read as a "),
            e.getMessage());
    }

    @Test
    void shouldLeaveOutModulesWithoutClasses() throws Exception {
        instrument(folder);
        instrument(folder.resolve("none"));
    }
}
