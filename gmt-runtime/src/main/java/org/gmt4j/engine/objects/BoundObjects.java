package org.gmt4j.engine.objects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.gmt4j.GmtException;

/**
 * This node's instances of the objects that travel as kind and id ({@link org.gmt4j.NodeBound}), in one table per kind.
 * A table registers itself when the node first creates such an object. Any thread; per decoded body.
 */
public final class BoundObjects {
    private record Table(String name, LongFunction<?> find, LongFunction<?> gone) {
    }

    private final int nodeId;
    private final Map<Integer, Table> tables = new ConcurrentHashMap<>();

    public BoundObjects(final int nodeId) {
        this.nodeId = nodeId;
    }

    /**
     * Registers the table of a kind.
     *
     * @param name users' name of such an object
     * @param find returns the instance of an id, or null
     */
    public void register(final int kind, final String name, final LongFunction<?> find) {
        register(kind, name, find, id -> null);
    }

    /**
     * The same.
     *
     * @param gone returns what bodies get in place of an object that there has been, or null
     */
    public void register(final int kind, final String name, final LongFunction<?> find, final LongFunction<?> gone) {
        tables.put(kind, new Table(name, find, gone));
    }

    /** @throws GmtException GMT-235 when this node has no such object */
    public Object find(final int kind, final long id) {
        final Table table = tables.get(kind);
        Object found = table == null ? null : table.find.apply(id);
        if (found == null && table != null) {
            found = table.gone.apply(id);
        }
        if (found == null) {
            throw new GmtException("GMT-235", (table == null ? "object" : table.name) + " #" + id
                + " does not exist on node " + nodeId + "; it may have been freed, or belong to another cluster");
        }
        return found;
    }

    /** Returns this node's instance, or null. */
    public Object findOrNull(final int kind, final long id) {
        final Table table = tables.get(kind);
        return table == null ? null : table.find.apply(id);
    }
}
