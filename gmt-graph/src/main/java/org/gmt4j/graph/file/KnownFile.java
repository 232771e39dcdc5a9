package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.gmt4j.graph.GraphException;

/**
 * A file as it was when somebody looked at it first: it is opened again as long as it is that one. Edges of one file
 * and names of another would make a graph that nobody has. Immutable, any thread.
 *
 * @param path     of the file
 * @param key      of the system for the file, whatever its name; null where there are none
 * @param modified when it was written to
 * @param length   in bytes
 */
record KnownFile(Path path, Object key, FileTime modified, long length) {
    static KnownFile of(final Path path) throws IOException {
        final BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        return new KnownFile(path, found.fileKey(), found.lastModifiedTime(), found.size());
    }

    /**
     * Opens the file to read it.
     *
     * @throws GraphException GMT-303 where another one has taken its place, or somebody has written to it
     */
    FileChannel open() throws IOException {
        final FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        boolean isSame = false;
        try {
            isSame = equals(of(path));
        } finally {
            if (!isSame) {
                channel.close();
            }
        }
        if (!isSame) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE, path + " has been replaced, or written to,"
                + " since it was opened first: leave the file alone, and run again");
        }
        return channel;
    }
}
