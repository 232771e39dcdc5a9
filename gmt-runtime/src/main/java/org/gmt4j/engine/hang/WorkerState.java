package org.gmt4j.engine.hang;

/**
 * What the thread of one worker did when it was asked.
 *
 * @param index     of the worker
 * @param runnable  fibers that could run, and loops that could begin
 * @param waiting   fibers that waited
 * @param doing     in words: takes turns, or where it runs or is blocked
 * @param hasTurned it has answered itself: otherwise lines of its tasks are missing
 */
public record WorkerState(int index, int runnable, int waiting, String doing, boolean hasTurned) {
}
