package org.gmt4j.engine.memory;

import java.io.IOException;

/** Where the nodes of a host make windows, and find those of each other. Any thread; set-up. */
public interface WindowHost {
    /** Returns the greatest length in bytes that one node may create now. */
    long longestPart() throws IOException;

    /** Returns the greatest length in bytes that a window can have at all. */
    long longest();

    /**
     * Creates zeroed memory.
     *
     * @param nonce identification for peers, not 0
     * @throws IOException when there is no room, or too little would remain
     */
    Window create(int memoryId, int nodeId, long lengthInBytes, long nonce) throws IOException;

    /**
     * Opens what another node has created.
     *
     * @throws IOException when it is not there, or is not the expected memory
     */
    Window open(int memoryId, int nodeId, long lengthInBytes, long nonce) throws IOException;
}
