package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * One buffer of reply blocks for one next hop. States: FREE (pool) - FILLING (helper) - SEALED (server) - FREE.
 * Handed over whole; never touched by two threads at a time.
 */
public final class NetworkBuffer {
    private final long address;
    private final int capacity;
    final BufferPool pool;
    private int position;
    private int node;

    NetworkBuffer(final int capacity, final BufferPool pool) {
        this.capacity = capacity;
        this.pool = pool;
        address = UnsafeApi.allocateMemory(capacity);
    }

    void reset(final int forNode) {
        node = forNode;
        position = BufferHeader.LENGTH;
    }

    boolean hasRoom(final int length) {
        return position + length <= capacity;
    }

    long claim(final int length) {
        final long at = address + position;
        position += length;
        return at;
    }

    void unclaim(final int length) {
        position -= length;
    }

    public long address() {
        return address;
    }

    /** Bytes in use, header included. */
    public int length() {
        return position;
    }

    public int node() {
        return node;
    }

    /** Server: the transport has taken the bytes. */
    public void release() {
        pool.giveBack(this);
    }

    void free() {
        UnsafeApi.freeMemory(address);
    }
}
