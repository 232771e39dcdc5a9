package org.gmt4j.engine.profile;

/**
 * What is noted of one fiber while it runs a chunk or waits. Belongs to the {@link TaskProfile} of its worker, and to
 * its thread.
 */
public final class FiberProfile {
    long chunkTickNs;
    long chunkNs;
    /** Null: the chunk that runs is not sampled. */
    ProfileEvents.Chunk chunk;
    /** 0: it does not wait. */
    int waitKind;
    long waitTickNs;
    long waitNs;
    /** Null: its wait is not sampled. */
    ProfileEvents.Wait wait;
    /** When a reply that was timed made it ready; 0: none has. */
    long readyNs;
}
