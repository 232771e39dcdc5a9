package org.gmt4j.armci;

import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The remote side of a transfer: its place in a node's part of an allocation, and the whole pattern to move. Belongs to
 * one task, which reuses it for one transfer after the other.
 */
final class RemoteSide {
    final StridedWalk walk = new StridedWalk();
    ArmciMemory memory;
    int node;
    /** Start of the pattern, in bytes. */
    long offset;

    RemoteSide range(final ArmciMemory part, final int owner, final long at, final long bytes) {
        of(part, owner, at);
        walk.reset(bytes, 0);
        return this;
    }

    /** Describes a pattern; the caller sets the walk. */
    void of(final ArmciMemory part, final int owner, final long at) {
        memory = part;
        node = owner;
        offset = at;
    }

    /** Returns the first word of commands whose offsets are bytes, for any unit of the memory. */
    long word(final int type) {
        return CommandWord.base(type, memory.id()) | offset;
    }
}
