package org.gmt4j.engine.objects;

import org.gmt4j.GmtException;
import org.gmt4j.NodeBound;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;

/**
 * The visitors of one kind on one node, by id. Node 0 assigns the ids. Lookup: any lane, per run of commands.
 *
 * @param <B> type of the bodies
 */
public final class VisitorTable<B> {
    private volatile Object[] bodies = new Object[16];
    private volatile NodeBound[] visitors = new NodeBound[16];
    private final IdSupply ids = new IdSupply();

    /** Returns the body, or null. */
    @SuppressWarnings("unchecked")   // install adds no other type
    public B body(final int id) {
        final Object[] table = bodies;
        return id < table.length ? (B) table[id] : null;
    }

    /** Returns this node's instance of a visitor by its number, or null. */
    public NodeBound visitor(final long number) {
        final NodeBound[] table = visitors;
        final int id = IdSupply.id(number);
        final NodeBound found = id < table.length ? table[id] : null;     // read once: it may be removed meanwhile
        return found != null && found.boundId() == number ? found : null;
    }

    /** Installs a visitor on this node. */
    public synchronized void install(final B body, final NodeBound visitor) {
        final int id = IdSupply.id(visitor.boundId());
        Object[] bodyTable = bodies;
        NodeBound[] visitorTable = visitors;
        if (id >= bodyTable.length) {
            final int length = Math.max(id + 1, bodyTable.length * 2);
            bodyTable = java.util.Arrays.copyOf(bodyTable, length);
            visitorTable = java.util.Arrays.copyOf(visitorTable, length);
        }
        bodyTable[id] = body;
        visitorTable[id] = visitor;
        bodies = bodyTable;
        visitors = visitorTable;
    }

    /** Removes a visitor from this node and returns the instance, or null. */
    public synchronized NodeBound remove(final long number) {
        final NodeBound visitor = visitor(number);
        if (visitor != null) {
            bodies[IdSupply.id(number)] = null;
            visitors[IdSupply.id(number)] = null;
        }
        return visitor;
    }

    /** Refuses a visit at this node by a visitor that has been closed. Those at other nodes are refused there. */
    public static GmtException closed(final long number) {
        return new GmtException("GMT-235", "visitor " + number + " has been closed; close it behind its last visit");
    }

    /** Returns the number of the next visitor. Node 0 only. */
    public long take() {
        final long number = ids.take();
        if (number == IdSupply.NONE) {
            throw new IllegalStateException("GMT-217 " + CommandWord.MAX_ID
                + " visitors are open; close those that are not needed any more");
        }
        return number;
    }

    /** Takes back the number of a visitor that has been removed from all nodes. Node 0 only. */
    public void giveBack(final long number) {
        ids.giveBack(number, 1);
    }
}
