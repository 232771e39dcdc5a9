package org.gmt4j.engine.waiting;

/**
 * How the threads of a node wait.
 *
 * @see "PASCoL, a power-aware one-sided communication library over ARMCI: polling, interrupts, frequency scaling,
 *     thresholds by size"
 */
public enum WaitMode {
    /** Spin: shortest latency, a core for each thread, always. */
    POLL,
    /** Give the core away at once. */
    BLOCK,
    /** Spin while an answer is near, then park for longer and longer. */
    ADAPTIVE
}
