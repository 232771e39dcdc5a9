package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * The side of a transfer that is in a node's part of a region: its place and the pattern of what moves, all of it.
 * Belongs to one task, which describes one transfer after the other with it.
 */
public final class RemoteSide {
    final StridedWalk walk = new StridedWalk();
    Region region;
    int node;
    /** Start of the pattern, in bytes. */
    long offset;

    RemoteSide range(final Region part, final int owner, final long at, final long bytes) {
        of(part, owner, at);
        walk.reset(bytes, 0);
        return this;
    }

    /** Describes a pattern; the caller sets the walk. */
    void of(final Region part, final int owner, final long at) {
        region = part;
        node = owner;
        offset = at;
    }

    /** Returns the first word of commands whose offsets are bytes, for any unit of the memory. */
    long word(final int type) {
        return CommandWord.base(type, region.id()) | offset;
    }
}
