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
    private static final int MOST_LINKS = 40;       // as Linux

    private WholeFile() {
    }

    /** @return is there something that takes a text, or a folder that takes a new file? Nothing is written. */
    public static boolean isPossible(final Path file) {
        final Path path = file.toAbsolutePath();
        if (Files.exists(path)) {
            return !Files.isDirectory(path) && Files.isWritable(path);
        }
        final Path folder = endOfLinks(path).getParent();
        return folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    }

    /** A link may lead to a file that is still to be made, and its folder counts. */
    private static Path endOfLinks(final Path path) {
        Path end = path;
        try {
            for (int i = 0; i < MOST_LINKS && Files.isSymbolicLink(end); i++) {
                end = end.resolveSibling(Files.readSymbolicLink(end));
            }
        } catch (final IOException e) {
            return path;            // writing says why
        }
        return end;
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
        // not the whole name, which may be as long as names can be
        final Path draft = target.resolveSibling("." + Integer.toHexString(target.getFileName().hashCode()) + "."
            + ProcessHandle.current().pid() + ".new");
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
