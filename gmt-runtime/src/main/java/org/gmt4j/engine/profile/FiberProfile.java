package org.gmt4j.engine.profile;

/**
 * The measurements of one fiber while it runs a chunk or waits. Belongs to the {@link TaskProfile} of its worker, and
 * to its thread.
 */
public final class FiberProfile {
    long chunkTickNs;
    long chunkNs;
    /** Null when the running chunk is not sampled. */
    ProfileEvents.Chunk chunk;
    /** 0 when it does not wait. */
    int waitKind;
    long waitTickNs;
    long waitNs;
    /** Null when its wait is not sampled. */
    ProfileEvents.Wait wait;
    /** Time at which a timed reply made it ready; 0 for none. */
    long readyNs;
}
