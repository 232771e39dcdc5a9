package org.gmt4j.engine.objects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.gmt4j.GmtException;

/**
 * This node's instances of the objects that travel as kind and id ({@link org.gmt4j.NodeBound}), each kind by the table
 * that holds it. Tables register themselves when the node first makes such an object. Any thread; per decoded body.
 */
public final class BoundObjects {
    private record Table(String name, LongFunction<?> find) {
    }

    private final int nodeId;
    private final Map<Integer, Table> tables = new ConcurrentHashMap<>();

    public BoundObjects(final int nodeId) {
        this.nodeId = nodeId;
    }

    /**
     * Registers the table of a kind.
     *
     * @param name what a user calls such an object
     * @param find gives the instance of an id, or null
     */
    public void register(final int kind, final String name, final LongFunction<?> find) {
        tables.put(kind, new Table(name, find));
    }

    /** @throws GmtException GMT-235 when this node has no such object */
    public Object find(final int kind, final long id) {
        final Table table = tables.get(kind);
        final Object found = table == null ? null : table.find.apply(id);
        if (found == null) {
            throw new GmtException("GMT-235", (table == null ? "object" : table.name) + " #" + id
                + " does not exist on node " + nodeId + "; it may have been freed");
        }
        return found;
    }
}
