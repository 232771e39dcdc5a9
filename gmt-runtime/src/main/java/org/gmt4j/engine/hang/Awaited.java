package org.gmt4j.engine.hang;

/** What the layers above wait for by a signal: described only when somebody asks. Any thread. */
public interface Awaited {
    WaitKind kind();

    /** For example "mutex 1 of node 0 (set #3)". Must not wait, nor touch memory that may have been freed. */
    String describe();

    /**
     * Name of what can be kept back by another task, the same on all nodes; empty where nobody can tell who brings it.
     */
    default String resource() {
        return "";
    }

    /** When the wait began, where it is made of several short ones; 0: as the task was suspended. */
    default long beganNs() {
        return 0;
    }
}
