package org.gmt4j.engine.task;

import org.gmt4j.Placement;

/**
 * The code of a part of a balanced loop, in the form in which it travels, kept with the part so that its chunks can be
 * sent on. Immutable; any thread. Per part.
 *
 * @param kind      as in the SPAWN record
 * @param captures  captured values of the body; not changed later
 * @param placement placement whose positions the part's range counts, or null when it counts iterations
 * @param owner     node of those positions
 * @param owner     the node whose positions those are
 */
record LoopCode(int kind, int function, byte[] captures, Placement placement, int owner) {
}
