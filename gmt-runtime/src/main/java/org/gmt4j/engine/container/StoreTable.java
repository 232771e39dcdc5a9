package org.gmt4j.engine.container;

import java.util.Arrays;
import org.gmt4j.engine.ids.IdSupply;

/**
 * The stores of one node by the id of their container, which is the same on all nodes. Node 0 assigns the ids. Lookup:
 * any lane, per run of commands.
 */
public final class StoreTable implements AutoCloseable {
    private volatile EntryStore[] stores = new EntryStore[16];
    private LaneVisits[] visits = new LaneVisits[0];
    private KeyBuffer[] keys = new KeyBuffer[0];
    private final IdSupply ids = new IdSupply();

    /** Sets the number of lanes, before the node starts. */
    public void laneCount(final int lanes) {
        visits = new LaneVisits[lanes];
        Arrays.setAll(visits, lane -> new LaneVisits());
        keys = new KeyBuffer[lanes];
        Arrays.setAll(keys, lane -> new KeyBuffer());
    }

    /** Returns the strings of a lane. */
    public KeyBuffer keys(final int lane) {
        return keys[lane];
    }

    /** Returns the visits of a lane. */
    public LaneVisits visits(final int lane) {
        return visits[lane];
    }

    /** Returns the store of a container, or null. */
    public EntryStore get(final int id) {
        final EntryStore[] table = stores;
        return id < table.length ? table[id] : null;
    }

    /** Ids of containers on all nodes. Node 0 only. */
    public IdSupply ids() {
        return ids;
    }

    public synchronized void install(final int id, final EntryStore store) {
        final EntryStore[] table = Arrays.copyOf(stores, Math.max(stores.length, Integer.highestOneBit(id + 1) << 1));
        table[id] = store;
        stores = table;
    }

    /** Removes a store and frees its memory. Returns false when there is none. */
    public synchronized boolean free(final int id) {
        final EntryStore store = get(id);
        if (store == null) {
            return false;
        }
        final EntryStore[] table = stores.clone();
        table[id] = null;
        stores = table;
        store.free();
        return true;
    }

    /** Frees all memory. The node's threads have ended. */
    @Override
    public synchronized void close() {
        for (int id = 0; id < stores.length; id++) {
            free(id);
        }
        for (final KeyBuffer buffer : keys) {
            buffer.free();
        }
        keys = new KeyBuffer[0];
    }
}
