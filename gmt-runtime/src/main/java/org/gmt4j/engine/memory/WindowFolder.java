package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Where the window files of one job are made, and how long they may be there. Any thread; set-up.
 *
 * <p>The transport keeps its logs in the same file system, and those are sparse: were it full, the next touch of a log
 * would end the process. So a part takes at most half of what is free, divided by the nodes that may ask at the same
 * time.
 *
 * @param path        of a directory in memory that only the job's nodes on this host use
 * @param nodesOnHost that may make files there
 * @param free        bytes that are free there, asked anew for each file
 */
public record WindowFolder(Path path, int nodesOnHost, FreeBytes free) {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** How much is free in a file system. */
    @FunctionalInterface
    public interface FreeBytes {
        long get() throws IOException;
    }

    /**
     * The folder of a path.
     *
     * @throws IOException when it is not there, or not in memory: writing back to a disk would cost more than messages
     */
    static WindowFolder of(final Path path, final int nodesOnHost) throws IOException {
        final FileStore store = Files.getFileStore(path);
        if (!IN_MEMORY.contains(store.type())) {
            throw new IOException(path + " is on a file system of type " + store.type()
                + ", expected one of " + IN_MEMORY);
        }
        return new WindowFolder(path, nodesOnHost, store::getUsableSpace);
    }

    /** Longest part that one node may make now. */
    public long longestPart() throws IOException {
        return Math.min(WindowFile.LONGEST, free.get() / (2L * Math.max(1, nodesOnHost)));
    }

    /** The file of a node's part of an allocation. */
    Path file(final int memoryId, final int nodeId) {
        return path.resolve("gmt-window-" + memoryId + "-" + nodeId);
    }

    /**
     * Makes the file of a part.
     *
     * @throws IOException when there is no room, or too little would be left
     */
    public WindowFile create(final int memoryId, final int nodeId, final long lengthInBytes, final long nonce)
        throws IOException {
        final long longest = longestPart();
        if (lengthInBytes > longest) {
            throw new IOException("a part of " + lengthInBytes + " B is too long: " + path + " has room for parts of "
                + longest + " B");
        }
        return WindowFile.create(file(memoryId, nodeId), lengthInBytes, nonce);
    }

    /** Maps a part that another node has made. */
    public WindowFile open(final int memoryId, final int nodeId, final long lengthInBytes, final long nonce)
        throws IOException {
        return WindowFile.open(file(memoryId, nodeId), lengthInBytes, nonce);
    }
}
