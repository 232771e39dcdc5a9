package org.gmt4j.engine.objects;

import java.util.Arrays;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;

/**
 * The remote services of one node by id. Node 0 gives out the ids, and numbers that are never used again, by which
 * handles travel. Lookup: any lane, per command.
 */
public final class ServiceTable {
    /** Lower ids are the runtime's own, the same on all nodes. */
    private static final int FIRST_FREE_ID = 16;
    private volatile Entry[] services = new Entry[2 * FIRST_FREE_ID];
    private final IdSupply ids = new IdSupply();

    private record Entry(long number, RemoteService service) {
    }

    public ServiceTable() {
        ids.take(FIRST_FREE_ID);
    }

    private Entry entry(final int id) {
        final Entry[] table = services;
        return id < table.length ? table[id] : null;
    }

    /** Returns the service that commands name by this id, or null. */
    public RemoteService get(final int id) {
        final Entry entry = entry(id);
        return entry == null ? null : entry.service;
    }

    /** Returns the service with this number, or null: not another one that has its id now. */
    public RemoteService find(final long number) {
        final Entry entry = entry(IdSupply.id(number));
        return entry == null || entry.number != number ? null : entry.service;
    }

    public synchronized void install(final long number, final RemoteService service) {
        final int id = IdSupply.id(number);
        final Entry[] table = Arrays.copyOf(services,
            id < services.length ? services.length : Math.max(id + 1, 2 * services.length));
        table[id] = new Entry(number, service);
        services = table;
    }

    /** Removes a service and returns it, or null. */
    public synchronized RemoteService remove(final long number) {
        final RemoteService service = find(number);
        if (service != null) {
            final Entry[] table = services.clone();
            table[IdSupply.id(number)] = null;
            services = table;
        }
        return service;
    }

    /** Node 0 only. */
    public IdSupply ids() {
        return ids;
    }

    /** Returns the number of the next service. Node 0 only. */
    public long take() {
        final long number = ids.take();
        if (number == IdSupply.NONE) {
            throw new GmtException("GMT-289", "a cluster has at most " + (CommandWord.MAX_ID + 1 - FIRST_FREE_ID)
                + " sets of mutexes at a time; destroy those that are no longer used");
        }
        return number;
    }
}
