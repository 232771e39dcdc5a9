package org.gmt4j.runtime.array;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The {@link NodeLocal} objects of one node by id; the ids are given out by node 0. Any thread; set-up. */
public final class NodeLocalTable {
    private final Map<Long, NodeLocal<?>> locals = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong();

    /** This node's instance, or null. */
    public NodeLocal<?> find(final long id) {
        return locals.get(id);
    }

    long takeId() {
        return nextId.getAndIncrement();
    }

    void install(final NodeLocal<?> local) {
        locals.put(local.boundId(), local);
    }

    NodeLocal<?> remove(final long id) {
        return locals.remove(id);
    }

    /** Objects that have not been freed. */
    public int count() {
        return locals.size();
    }
}
