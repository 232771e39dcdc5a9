package org.gmt4j.bench.kernel;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.graph.memory.LocalView;

/** Request blocks as a real aggregator of node 1 fills them for node 0, kept in one piece of memory. */
final class PreparedBlocks implements AutoCloseable {
    private static final int BLOCK_CAPACITY = 4096;

    private final List<Integer> lengths = new ArrayList<>();
    private final LocalView memory;
    /** Words. */
    private long used;

    PreparedBlocks(final CommandMix mix, final int segment, final int log2, final int commands) {
        memory = LocalView.allocate((32L * commands + 2L * BLOCK_CAPACITY) / Long.BYTES, true);
        try (InstantReplies replies = new InstantReplies(1, 2)) {
            replies.before(this::keep);
            final Pending owner = new Pending();
            final long[] target = new long[1];
            for (int k = 0; k < commands; k++) {
                issue(replies.aggregator(), mix, segment, RandomIndex.index(7, k, Long.SIZE - log2), k, owner, target);
            }
            replies.aggregator().flushAll(FlushReason.FORCED);
        }
    }

    private static void issue(final Aggregator aggregator, final CommandMix mix, final int segment,
                              final long offset, final int k, final Pending owner, final long[] target) {
        final boolean isAdd = mix == CommandMix.ADD || mix == CommandMix.MIXED && RandomIndex.word(8, k) < 0;
        if (isAdd) {
            aggregator.update(0, CommandWord.base(CommandType.UPDATE + CommandType.ADD, segment) | offset, 1, owner);
        } else {
            aggregator.fetch(0, CommandWord.base(CommandType.GET, segment) | offset, owner, target,
                RequestBlock.toLong(0));
        }
    }

    private void keep(final RequestBlock block) {
        final LocalView words = LocalView.words(block.address(), block.length() / Long.BYTES);
        words.copyTo(memory, used);
        lengths.add(block.length());
        used += words.count();
    }

    /** Address of the first block; the others follow. */
    long address() {
        return memory.address(0);
    }

    int[] lengths() {
        return lengths.stream().mapToInt(length -> length).toArray();
    }

    @Override
    public void close() {
        memory.close();
    }
}
