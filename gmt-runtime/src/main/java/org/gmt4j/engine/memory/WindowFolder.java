package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The folder of one job's window files, and the limit of their length. Any thread; set-up.
 *
 * <p>The transport keeps its logs in the same file system, as sparse files: if it were full, the next access to a log
 * would end the process. So a part takes at most half of the free space, divided by the nodes that may ask at the same
 * time.
 *
 * @param path        directory in memory that only the job's nodes on this host use
 * @param nodesOnHost number of nodes that may create files there
 * @param free        free bytes there, read anew for each file
 */
public record WindowFolder(Path path, int nodesOnHost, FreeBytes free) implements WindowHost {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** Reads the free bytes of a file system. */
    @FunctionalInterface
    public interface FreeBytes {
        long get() throws IOException;
    }

    /**
     * Returns the folder of a path.
     *
     * @throws IOException when it does not exist, or is not in memory: writing to a disk would cost more than messages
     */
    static WindowFolder of(final Path path, final int nodesOnHost) throws IOException {
        final FileStore store = Files.getFileStore(path);
        if (!IN_MEMORY.contains(store.type())) {
            throw new IOException(path + " is on a file system of type " + store.type()
                + ", expected one of " + IN_MEMORY);
        }
        return new WindowFolder(path, nodesOnHost, store::getUsableSpace);
    }

    @Override
    public long longestPart() throws IOException {
        return Math.min(WindowFile.LONGEST, free.get() / (2L * Math.max(1, nodesOnHost)));
    }

    @Override
    public long longest() {
        return WindowFile.LONGEST;
    }

    /** Returns the file of a node's part of an allocation. */
    Path file(final int memoryId, final int nodeId) {
        return path.resolve("gmt-window-" + memoryId + "-" + nodeId);
    }

    @Override
    public WindowFile create(final int memoryId, final int nodeId, final long lengthInBytes, final long nonce)
        throws IOException {
        final long longest = longestPart();
        if (lengthInBytes > longest) {
            throw new IOException("a part of " + lengthInBytes + " B is too long: " + path + " has room for parts of "
                + longest + " B");
        }
        return WindowFile.create(file(memoryId, nodeId), lengthInBytes, nonce);
    }

    @Override
    public WindowFile open(final int memoryId, final int nodeId, final long lengthInBytes, final long nonce)
        throws IOException {
        return WindowFile.open(file(memoryId, nodeId), lengthInBytes, nonce);
    }
}
