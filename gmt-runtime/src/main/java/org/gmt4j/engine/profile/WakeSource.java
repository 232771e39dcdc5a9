package org.gmt4j.engine.profile;

/** A worker, as its lane's profile sees it: who has been made ready. Its thread. Per reply that was timed. */
public interface WakeSource {
    /** Fibers that can run. */
    int readyCount();

    /** The fiber made ready last became so by a reply that was timed. */
    void newestWasWoken(long nowNs);
}
