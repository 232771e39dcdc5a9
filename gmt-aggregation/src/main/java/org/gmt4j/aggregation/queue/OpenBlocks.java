package org.gmt4j.aggregation.queue;

/** The open blocks of one lane, in no order; each knows its place here. Owned by the lane's thread. Per block. */
final class OpenBlocks {
    private final RequestBlock[] blocks;
    private int count;

    /** @param most at a time: one for each node */
    OpenBlocks(final int most) {
        blocks = new RequestBlock[most];
    }

    int count() {
        return count;
    }

    RequestBlock at(final int i) {
        return blocks[i];
    }

    void add(final RequestBlock block) {
        block.openIndex = count;
        blocks[count++] = block;
    }

    /** The last one takes its place. */
    void remove(final RequestBlock block) {
        final RequestBlock last = blocks[--count];
        blocks[block.openIndex] = last;
        last.openIndex = block.openIndex;
        blocks[count] = null;
        block.openIndex = -1;
    }
}
