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
    /** In bytes, of the pattern's begin. */
    long offset;

    RemoteSide range(final Region part, final int owner, final long at, final long bytes) {
        of(part, owner, at);
        walk.reset(bytes, 0);
        return this;
    }

    /** A pattern, which the walk is told by the caller. */
    void of(final Region part, final int owner, final long at) {
        region = part;
        node = owner;
        offset = at;
    }

    /** First word of its commands whose offsets are bytes, whatever the memory counts. */
    long word(final int type) {
        return CommandWord.base(type, region.id()) | offset;
    }
}
