package org.gmt4j.aggregation.queue;

/**
 * Writes the same command for each element of a list: the first takes its own length, others four bytes, see
 * {@link org.gmt4j.aggregation.wire.CommandType#REPEAT}. A part of {@link Aggregator}, owned by its thread. Per list, and four bytes per
 * command.
 *
 * <p>Each method issues commands for the elements {@code indices[from]} and so on, as many of {@code count} as the open block for the node
 * takes, and returns how many, at least 1. {@code word0} is the first word without an offset; {@code start} is what an index is more
 * than its offset at the node. Offsets fit 32 bits.
 */
public final class CommandLists {
    private final Aggregator lane;

    CommandLists(final Aggregator lane) {
        this.lane = lane;
    }

    /** Commands of 16 bytes that bring nothing back. */
    public int update(final int node, final long word0, final long operand, final Completion owner, final long[] indices, final int from,
                      final int count, final long start) {
        final RequestBlock block = lane.blockWithRoom(node, 16);
        block.write(word0 | indices[from] - start, operand);
        final int issued = 1 + block.repeat(indices, from + 1, count - 1, start);
        block.logUnvalued(owner, issued);
        lane.ended(block);
        return issued;
    }

    /** Commands of 16 bytes that bring back values, for {@code place} of {@code target} and the elements behind it. */
    public int fetch(final int node, final long word0, final long operand, final Completion owner, final Object target, final long place,
                     final long[] indices, final int from, final int count, final long start) {
        final RequestBlock block = lane.blockWithRoom(node, 16);
        block.write(word0 | indices[from] - start, operand);
        return series(block, owner, target, place, indices, from, count, start);
    }

    /** The same with commands of 24 bytes. */
    public int fetch(final int node, final long word0, final long operand1, final long operand2, final Completion owner, final Object target,
                     final long place, final long[] indices, final int from, final int count, final long start) {
        final RequestBlock block = lane.blockWithRoom(node, 24);
        block.write(word0 | indices[from] - start, operand1, operand2);
        return series(block, owner, target, place, indices, from, count, start);
    }

    private int series(final RequestBlock block, final Completion owner, final Object target, final long place, final long[] indices,
                       final int from, final int count, final long start) {
        final int issued = 1 + block.repeat(indices, from + 1, count - 1, start);
        block.logSeries(owner, target, place, issued);
        lane.ended(block);
        return issued;
    }
}
