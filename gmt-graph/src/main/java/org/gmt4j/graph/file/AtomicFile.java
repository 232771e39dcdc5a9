package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import org.gmt4j.graph.GraphException;

/** Writes a file beside its final place and renames it when it is whole, so that no reader ever sees half a graph. */
final class AtomicFile {
    /** Writes the content. */
    interface Content {
        void writeTo(FileChannel channel) throws IOException;
    }

    private AtomicFile() {
    }

    /** Returns the length of the file. */
    static long write(final Path file, final Content content) {
        final Path absolute = file.toAbsolutePath();
        Path temporary = null;
        try {
            if (Files.isDirectory(absolute)) {
                throw new IOException("it is a folder");
            }
            // Not a temporary file of the platform's, which nobody else may read: rights as the umask says.
            temporary = absolute.resolveSibling("." + absolute.getFileName() + "."
                + Long.toHexString(new SecureRandom().nextLong()) + ".tmp");
            final long length;
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE)) {
                content.writeTo(channel);
                length = channel.size();
            }
            Files.move(temporary, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            temporary = null;
            return length;
        } catch (final IOException e) {
            throw GraphException.notWritable(file, e);
        } finally {
            delete(temporary);
        }
    }

    private static void delete(final Path temporary) {
        try {
            if (temporary != null) {
                Files.deleteIfExists(temporary);
            }
        } catch (final IOException e) {
            // the error that brought us here is the one to report; the hidden file may stay
        }
    }
}
