package org.gmt4j.engine.signal;

/** A task as a join, a round or a signal sees it that the task waits for. */
public interface Sleeper {
    /** Any thread that has taken this task out of what it waited for. */
    void wake();
}
