package org.gmt4j.engine.onesided;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.Segment;

/**
 * A region as cells of 4 or 8 bytes, for read-modify-write: segments of their own over the region's bytes, so that
 * commands on them are executed in the loops that arrays have. A cell is (node, position). Any task of the node; per
 * command, no allocation. What executes at once here must have been checked; what is issued completes at its owner.
 */
public final class Cells {
    private static final int LONG_SHIFT = 3;
    private static final long[] NONE = {};

    private final Region region;
    private final int nodeId;
    /** Id of the segments of cells, the same on all nodes. */
    private final int id;
    private final int widthShift;
    /** This node's cells, null when it owns no part. */
    private final Segment segment;
    /** Operations on this node's cells are executed at once; otherwise one thread executes them, gathered with all. */
    private final boolean isShared;
    /** Cells by node; of no nodes once the region has been freed. */
    private long[] counts;

    Cells(final Region region, final int nodeId, final int id, final int widthShift, final Segment segment) {
        this.region = region;
        this.nodeId = nodeId;
        this.id = id;
        this.widthShift = widthShift;
        this.segment = segment;
        isShared = segment != null && !segment.isExclusive();
        counts = new long[region.nodeCount()];
        Arrays.setAll(counts, this::count);
    }

    /** Returns the number of cells of a node's part; 0 when it owns none. */
    public long count(final int node) {
        return region.lengthInBytes(node) >>> widthShift;
    }

    /** Refuses everything but a whole cell of the part of a node. */
    public void check(final int node, final long position) {
        final long[] all = counts;
        if (node < 0 || node >= all.length || Long.compareUnsigned(position, all[node]) >= 0) {
            refuse(node, position);
        }
    }

    /** Refuses a value that no cell can have, where its low bits would make a wrong result. */
    public void checkValue(final String operation, final long value) {
        final int unused = Long.SIZE - (Byte.SIZE << widthShift);
        if (value << unused >> unused != value) {
            throw new IllegalArgumentException("GMT-258 " + operation + value + ", which no cell of ints of " + region
                + " can have: expected " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE + ", or cells of longs");
        }
    }

    /** The region has been freed. Plain, as in arrays: a task that still uses it has not waited for the others. */
    void forget() {
        counts = NONE;
    }

    private void refuse(final int node, final long position) {
        region.check(node, 0, 0);
        throw new IndexOutOfBoundsException("GMT-272 cell " + position + " lies outside of " + region + " at node "
            + node + ", which owns " + count(node) + " cells of " + (1 << widthShift) + " B");
    }

    /** Returns the first word of a command of a type on a cell. */
    long word(final int type, final long position) {
        return CommandWord.base(type, id) | position;
    }

    // --- this node, at once ---

    /** True for this node's part. */
    public boolean isHere(final int node) {
        return node == nodeId;
    }

    /**
     * The same for forms that do not wait: where one thread executes them, they are gathered with the others. The
     * constant is asked first: of random nodes no processor foresees whether they are this one.
     */
    public boolean isImmediate(final int node) {
        return isShared && node == nodeId;
    }

    /** Applies an operator; returns the value before. */
    public long updateHere(final int operator, final long position, final long operand) {
        return segment.fetchAndUpdate(operator, position, operand);
    }

    /** Replaces the value where it equals {@code expected}; returns the value before. */
    public long compareAndSetHere(final long position, final long expected, final long replacement) {
        return segment.compareAndSet(position, expected, replacement);
    }

    // --- as commands ---

    /** Issues an operator. @param to as {@link RequestBlock} has it: where the value before goes */
    public void fetch(final Aggregator aggregator, final Completion owner, final int operator, final int node,
                      final long position, final long operand, final Object target, final long to) {
        aggregator.fetch(node, word(CommandType.FETCH + operator, position), operand, owner, target, to);
    }

    /** Issues a compare-and-set; cells of 4 bytes need one word for both values. */
    public void fetchComparing(final Aggregator aggregator, final Completion owner, final int node,
                               final long position, final long expected, final long replacement,
                               final Object target, final long to) {
        if (widthShift < LONG_SHIFT) {
            aggregator.fetch(node, word(CommandType.COMPARE_AND_SET_NARROW, position),
                expected << Integer.SIZE | replacement & 0xFFFF_FFFFL, owner, target, RequestBlock.narrow(to));
        } else {
            aggregator.fetch(node, word(CommandType.COMPARE_AND_SET, position), expected, replacement, owner, target,
                to);
        }
    }

    @Override
    public String toString() {
        return region + " as cells of " + (1 << widthShift) + " B";
    }
}
