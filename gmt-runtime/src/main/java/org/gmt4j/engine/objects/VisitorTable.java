package org.gmt4j.engine.objects;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * The visitors of one kind on one node, by id. Node 0 assigns the ids. Lookup: any lane, per run of commands.
 *
 * @param <B> type of the bodies
 */
public final class VisitorTable<B> {
    private volatile Object[] bodies = new Object[16];
    private volatile Object[] visitors = new Object[16];
    private final AtomicInteger nextId = new AtomicInteger();

    /** Returns the body, or null. */
    @SuppressWarnings("unchecked")   // install adds no other type
    public B body(final int id) {
        final Object[] table = bodies;
        return id < table.length ? (B) table[id] : null;
    }

    /** Returns this node's instance of a visitor, or null. */
    public Object visitor(final long id) {
        final Object[] table = visitors;
        return id >= 0 && id < table.length ? table[(int) id] : null;
    }

    /** Installs a visitor on this node. */
    public synchronized void install(final int id, final B body, final Object visitor) {
        Object[] bodyTable = bodies;
        Object[] visitorTable = visitors;
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

    /** Removes a visitor from this node. */
    public synchronized void remove(final int id) {
        if (id < bodies.length) {
            bodies[id] = null;
            visitors[id] = null;
        }
    }

    /** Refuses a visit at this node by a visitor that has been closed. Those at other nodes are refused there. */
    public static GmtException closed(final long id) {
        return new GmtException("GMT-235", "visitor " + id + " has been closed; close it behind its last visit");
    }

    /** Returns the next id. Node 0 only. Ids are not reused, so that a late visit to a closed visitor is detected. */
    public int takeId() {
        final int id = nextId.getAndIncrement();
        if (id > CommandWord.MAX_ID) {
            throw new IllegalStateException("GMT-217 more than " + CommandWord.MAX_ID
                + " visitors were opened in one job; open them once and keep them");
        }
        return id;
    }
}
