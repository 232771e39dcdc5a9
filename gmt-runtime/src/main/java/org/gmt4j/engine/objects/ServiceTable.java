package org.gmt4j.engine.objects;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * The remote services of one node by id. Node 0 assigns the ids, which are not reused. Lookup: any lane, per command.
 */
public final class ServiceTable {
    /** Lower ids are the runtime's own, the same on all nodes. */
    private static final int FIRST_FREE_ID = 16;
    private volatile RemoteService[] services = new RemoteService[32];
    private final AtomicInteger nextId = new AtomicInteger(FIRST_FREE_ID);

    /** Returns the service, or null. */
    public RemoteService get(final int id) {
        final RemoteService[] table = services;
        return id < table.length ? table[id] : null;
    }

    public synchronized void install(final int id, final RemoteService service) {
        final RemoteService[] table = java.util.Arrays.copyOf(services, Math.max(id + 1, services.length));
        table[id] = service;
        services = table;
    }

    /** Removes a service and returns it, or null. */
    public synchronized RemoteService remove(final int id) {
        final RemoteService service = get(id);
        if (service != null) {
            final RemoteService[] table = services.clone();
            table[id] = null;
            services = table;
        }
        return service;
    }

    /** Returns the next id. Node 0 only. */
    public int takeId() {
        final int id = nextId.getAndIncrement();
        if (id > CommandWord.MAX_ID) {
            throw new GmtException("GMT-289",
                "more than " + CommandWord.MAX_ID + " sets of mutexes were created by one cluster; create them once "
                    + "and keep them");
        }
        return id;
    }
}
