package org.gmt4j.engine.hang;

/** Describes a wait of the layers above for a signal, on request only. Any thread. */
public interface Awaited {
    WaitKind kind();

    /**
     * Returns a text such as "mutex 1 of node 0 (set #3)". Must not wait, nor access memory that may have been freed.
     */
    String describe();

    /**
     * Returns the name of the awaited resource that another task may hold, the same on all nodes; empty when its holder
     * is unknown.
     */
    default String resource() {
        return "";
    }

    /**
     * Returns the beginning of a wait that consists of several short ones; 0 for the time when the task was suspended.
     */
    default long beganNs() {
        return 0;
    }
}
