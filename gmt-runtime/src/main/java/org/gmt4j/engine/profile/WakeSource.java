package org.gmt4j.engine.profile;

/** A worker and its ready fibers, as seen by its lane's profile. Its thread. Per timed reply. */
public interface WakeSource {
    /** Returns the number of fibers that can run. */
    int readyCount();

    /** Notes that a timed reply has made the newest ready fiber ready. */
    void newestWasWoken(long nowNs);
}
