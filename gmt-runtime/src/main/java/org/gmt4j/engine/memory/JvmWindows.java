package org.gmt4j.engine.memory;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.agrona.UnsafeApi;

/**
 * Windows of nodes that share a JVM: memory of the process, counted instead of mapped. Nothing has a name outside of
 * it. Any thread; set-up.
 */
public final class JvmWindows implements WindowHost {
    /** Bytes of a cache line: elements of two windows never share one. */
    private static final int LINE = 64;

    private record Key(int memoryId, int nodeId) {
    }

    /** What peers may open; guarded by this. */
    private final Map<Key, Memory> offered = new HashMap<>();

    @Override
    public long longestPart() {
        return longest();
    }

    @Override
    public long longest() {
        return Long.MAX_VALUE - LINE;
    }

    /** @throws OutOfMemoryError when the operating system has too little memory */
    @Override
    public Window create(final int memoryId, final int nodeId, final long lengthInBytes, final long nonce)
        throws IOException {
        if (lengthInBytes <= 0) {
            throw new IOException("a window of " + lengthInBytes + " B for memory #" + memoryId + " of node " + nodeId);
        }
        // nodes set theirs to zero side by side
        final Memory memory = new Memory(new Key(memoryId, nodeId), lengthInBytes, nonce);
        synchronized (this) {
            if (offered.putIfAbsent(memory.key, memory) == null) {
                return new View(memory, true);
            }
        }
        UnsafeApi.freeMemory(memory.allocated);
        throw new IOException("memory #" + memoryId + " of node " + nodeId + " has a window");
    }

    @Override
    public synchronized Window open(final int memoryId, final int nodeId, final long lengthInBytes,
                                    final long nonce) throws IOException {
        final Memory memory = offered.get(new Key(memoryId, nodeId));
        if (memory == null || memory.nonce != nonce || memory.lengthInBytes != lengthInBytes) {
            throw new IOException("memory #" + memoryId + " of node " + nodeId + " is not the one that was meant: "
                + (memory == null ? "nothing is offered" : memory.lengthInBytes + " B, expected " + lengthInBytes));
        }
        return new View(memory, false);
    }

    private synchronized void unlink(final Memory memory) {
        offered.remove(memory.key, memory);
    }

    private synchronized void close(final Memory memory) {
        if (--memory.views == 0) {
            UnsafeApi.freeMemory(memory.allocated);
        }
    }

    /** Bytes that all views share. */
    private static final class Memory {
        private final Key key;
        private final long lengthInBytes;
        private final long nonce;
        private final long allocated;
        private final long address;
        private int views;               // guarded by the windows

        private Memory(final Key key, final long lengthInBytes, final long nonce) {
            this.key = key;
            this.lengthInBytes = lengthInBytes;
            this.nonce = nonce;
            allocated = UnsafeApi.allocateMemory(lengthInBytes + LINE);
            address = allocated + LINE - 1 & -LINE;
            UnsafeApi.setMemory(address, lengthInBytes, (byte) 0);
        }
    }

    /** One node's window. */
    private final class View implements Window {
        private final Memory memory;
        private final boolean isOwner;
        private boolean isClosed;        // guarded by the windows

        /** Under the monitor of the windows. */
        private View(final Memory memory, final boolean isOwner) {
            this.memory = memory;
            this.isOwner = isOwner;
            memory.views++;
        }

        @Override
        public long nonce() {
            return memory.nonce;
        }

        @Override
        public long address() {
            return memory.address;
        }

        @Override
        public long lengthInBytes() {
            return memory.lengthInBytes;
        }

        @Override
        public void unlink() {
            if (isOwner) {
                JvmWindows.this.unlink(memory);
            }
        }

        @Override
        public void close() {
            synchronized (JvmWindows.this) {
                if (!isClosed) {
                    isClosed = true;
                    unlink();
                    JvmWindows.this.close(memory);
                }
            }
        }

        @Override
        public String toString() {
            return "window of " + memory.lengthInBytes + " B in this JVM";
        }
    }
}
