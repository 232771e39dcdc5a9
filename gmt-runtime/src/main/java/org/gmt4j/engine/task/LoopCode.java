package org.gmt4j.engine.task;

import org.gmt4j.Placement;

/**
 * What a part of a balanced loop runs, in the form that travels: kept with the part, so that chunks of it can be sent
 * on. Immutable; any thread. Per part.
 *
 * @param kind      as in the SPAWN record
 * @param function  id of the body
 * @param captures  its captured values; not changed any more
 * @param placement what the part's range is positions of, or null: then it is iterations
 * @param owner     the node whose positions those are
 */
record LoopCode(int kind, int function, byte[] captures, Placement placement, int owner) {
}
