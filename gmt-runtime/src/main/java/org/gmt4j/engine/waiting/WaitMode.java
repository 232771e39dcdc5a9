package org.gmt4j.engine.waiting;

/**
 * Modes of waiting of a node's threads.
 *
 * @see "PASCoL, a power-aware one-sided communication library over ARMCI: polling, interrupts, frequency scaling,
 *      thresholds by size"
 */
public enum WaitMode {
    /** Spins: shortest latency, but always a core for each thread. */
    POLL,
    /** Parks at once. */
    BLOCK,
    /** Spins while an answer is near, then parks for increasing times. */
    ADAPTIVE
}
