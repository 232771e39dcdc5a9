package org.gmt4j.runtime.task;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.aggregation.wire.CommandWord;

/** The visitors of one node by id; the ids are given out by node 0. Lookup: any lane, per run of commands. */
public final class VisitorTable {
    private volatile VisitBody[] bodies = new VisitBody[16];
    private volatile Visitor[] visitors = new Visitor[16];
    private final AtomicInteger nextId = new AtomicInteger();

    /** The body, or null. */
    public VisitBody body(final int id) {
        final VisitBody[] table = bodies;
        return id < table.length ? table[id] : null;
    }

    /** This node's instance of a visitor, or null. */
    public Visitor visitor(final int id) {
        final Visitor[] table = visitors;
        return id < table.length ? table[id] : null;
    }

    synchronized void install(final int id, final VisitBody body, final Visitor visitor) {
        VisitBody[] bodyTable = bodies;
        Visitor[] visitorTable = visitors;
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

    synchronized void remove(final int id) {
        if (id < bodies.length) {
            bodies[id] = null;
            visitors[id] = null;
        }
    }

    /** Node 0 only: the next id; ids are not reused, so that a late visit to a closed visitor is noticed. */
    int takeId() {
        final int id = nextId.getAndIncrement();
        if (id > CommandWord.MAX_ID) {
            throw new IllegalStateException("GMT-217 more than " + CommandWord.MAX_ID + " visitors were opened in one job");
        }
        return id;
    }
}
