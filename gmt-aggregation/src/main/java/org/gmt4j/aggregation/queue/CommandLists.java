package org.gmt4j.aggregation.queue;

/**
 * Writes the same command for each element of a list: the first takes its own length, others four bytes, see
 * {@link org.gmt4j.aggregation.wire.CommandType#REPEAT}. A part of {@link Aggregator}, owned by its thread. Per list,
 * and four bytes per command; nothing is allocated.
 *
 * <p>{@link #of} names the elements. The call that follows at once issues commands for as many of them, from the first
 * on, as the open block for the node takes, and returns how many, at least 1. {@code word0} is the first word without
 * an offset.
 */
public final class CommandLists {
    private final Aggregator lane;
    private long[] indices;
    private int from;
    private int count;
    private long start;

    CommandLists(final Aggregator lane) {
        this.lane = lane;
    }

    /**
     * Names the elements that the next commands are for: {@code length} of a list, from {@code list[first]} on.
     *
     * @param base the offset of an element at its node is its index less this, and fits 32 bits
     */
    public CommandLists of(final long[] list, final int first, final int length, final long base) {
        indices = list;
        from = first;
        count = length;
        start = base;
        return this;
    }

    /** Issues commands of 16 bytes that bring nothing back. */
    public int update(final int node, final long word0, final long operand, final Completion owner) {
        final RequestBlock block = blockWithRoom(node, 16);
        block.write(word0 | indices[from] - start, operand);
        final int issued = repeat(block);
        block.logUnvalued(owner, issued);
        lane.ended(block);
        return issued;
    }

    /**
     * Issues commands of 16 bytes that bring back values, for {@code place} of {@code target} and the elements behind
     * it.
     */
    public int fetch(final int node, final long word0, final long operand, final Completion owner, final Object target,
                     final long place) {
        final RequestBlock block = blockWithRoom(node, 16);
        block.write(word0 | indices[from] - start, operand);
        return series(block, owner, target, place);
    }

    /** The same with commands of 24 bytes. */
    public int fetch(final int node, final long word0, final long operand1, final long operand2,
                     final Completion owner, final Object target, final long place) {
        final RequestBlock block = blockWithRoom(node, 24);
        block.write(word0 | indices[from] - start, operand1, operand2);
        return series(block, owner, target, place);
    }

    private RequestBlock blockWithRoom(final int node, final int length) {
        final long[] list = indices;
        final int first = from;
        final int left = count;
        final long base = start;
        final RequestBlock block = lane.blockWithRoom(node, length);
        of(list, first, left, base);                 // visits may have issued lists while there was no room
        return block;
    }

    private int series(final RequestBlock block, final Completion owner, final Object target, final long place) {
        final int issued = repeat(block);
        block.logSeries(owner, target, place, issued);
        lane.ended(block);
        return issued;
    }

    /** The command just written once more for each of the elements behind the first. Lets go of the list. */
    private int repeat(final RequestBlock block) {
        final long[] list = indices;
        indices = null;
        return 1 + block.repeat(list, from + 1, count - 1, start);
    }
}
