package org.gmt4j.armci;

import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The side of a transfer that is in a node's part of an allocation: its place and the pattern of what moves, all of it.
 * Belongs to one task, which describes one transfer after the other with it.
 */
final class RemoteSide {
    final StridedWalk walk = new StridedWalk();
    ArmciMemory memory;
    int node;
    /** In bytes, of the pattern's begin. */
    long offset;

    RemoteSide range(final ArmciMemory part, final int owner, final long at, final long bytes) {
        of(part, owner, at);
        walk.reset(bytes, 0);
        return this;
    }

    /** A pattern, which the walk is told by the caller. */
    void of(final ArmciMemory part, final int owner, final long at) {
        memory = part;
        node = owner;
        offset = at;
    }

    /** First word of its commands whose offsets are bytes, whatever the memory counts. */
    long word(final int type) {
        return CommandWord.base(type, memory.id()) | offset;
    }
}
