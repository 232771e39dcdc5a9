package org.gmt4j.engine.container;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory that the shards of a store begin with, in one piece, for which the operating system has large pages. It is
 * given back when the last shard has grown out of it. Any thread; per growth.
 */
final class Slab {
    private final StoreMemory memory;
    private final long address;
    private final long bytesEach;
    private final int users;
    private final AtomicInteger left;

    private Slab(final StoreMemory memory, final long address, final long bytesEach, final int users) {
        this.memory = memory;
        this.address = address;
        this.bytesEach = bytesEach;
        this.users = users;
        left = new AtomicInteger(users);
    }

    /** Returns zeroed memory for so many users, or null when there is no room for it. */
    static Slab take(final StoreMemory memory, final long bytesEach, final int users) {
        final long address = bytesEach > Long.MAX_VALUE / users ? 0 : memory.take(bytesEach * users);
        return address == 0 ? null : new Slab(memory, address, bytesEach, users);
    }

    /** Returns the part of a user. */
    long part(final int user) {
        return address + user * bytesEach;
    }

    /** A user does not need its part any more. */
    void leave() {
        if (left.decrementAndGet() == 0) {
            memory.giveBack(address, bytesEach * users);
        }
    }
}
