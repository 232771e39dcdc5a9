package org.gmt4j.engine.hang;

/**
 * The state of one worker's thread at the time of a request.
 *
 * @param index     index of the worker
 * @param runnable  number of fibers that could run, and of loops that could begin
 * @param waiting   number of waiting fibers
 * @param doing     description: takes turns, or the place where it runs or is blocked
 * @param hasTurned whether it has answered itself; otherwise lines of its tasks are missing
 */
public record WorkerState(int index, int runnable, int waiting, String doing, boolean hasTurned) {
}
