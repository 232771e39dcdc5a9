package org.gmt4j.engine.signal;

/** A task as seen by the join, round or signal for which it waits. */
public interface Sleeper {
    /** Wakes the task. Called by the thread that has taken it out of its wait. */
    void wake();
}
