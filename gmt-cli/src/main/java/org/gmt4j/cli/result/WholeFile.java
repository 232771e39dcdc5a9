package org.gmt4j.cli.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a result so that whoever reads the file finds the old one or the new one, never half of one: beside its place
 * first, and renamed when it is whole. Stateless; set-up.
 */
public final class WholeFile {
    private WholeFile() {
    }

    /**
     * Writes a text as UTF-8. Pipes, devices and links are written in place, since nobody wants them replaced; so are
     * files of a folder that takes no new ones.
     */
    public static void write(final Path file, final CharSequence text) throws IOException {
        final Path target = file.toAbsolutePath();
        final boolean isFile = Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS);
        if (isFile ? !Files.isWritable(target.getParent()) : Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(target, text);
            return;
        }
        final Path draft = target.resolveSibling("." + target.getFileName() + "." + ProcessHandle.current().pid()
            + ".new");
        try {
            Files.writeString(draft, text);
            if (isFile && Files.getFileStore(target).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(target));
            }
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
