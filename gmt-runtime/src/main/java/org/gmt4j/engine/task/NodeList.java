package org.gmt4j.engine.task;

/** The nodes named in a message: the first few, then the number of others. */
final class NodeList {
    private static final int LIMIT = 8;
    private final StringBuilder text = new StringBuilder();
    private int count;

    void add(final int node) {
        add("node " + node);
    }

    /** Adds {@code tasks} tasks at a node; nothing for 0. */
    void add(final int tasks, final int node) {
        if (tasks > 0) {
            add(tasks + " at node " + node);
        }
    }

    private void add(final String entry) {
        if (++count <= LIMIT) {
            text.append(count > 1 ? ", " : "").append(entry);
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    @Override
    public String toString() {
        return count <= LIMIT ? text.toString() : text + " and " + (count - LIMIT) + " more";
    }
}
