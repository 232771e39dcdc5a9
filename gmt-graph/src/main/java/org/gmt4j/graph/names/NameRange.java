package org.gmt4j.graph.names;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.graph.memory.TextOrder;
import org.gmt4j.graph.memory.TextTable;

/**
 * The names between two bounds, while names become vertices: those that all threads of all nodes have sent here, each
 * once. Any thread of the node adds; afterwards one sorts, then any reads.
 *
 * <p>Memory: a {@link TextTable}; 4 bytes of heap for each name that has arrived, and 20 for each once.
 */
final class NameRange implements AutoCloseable {
    private final TextTable names = new TextTable();
    /** By block: the number of each of its names. */
    private final List<int[]> blocks = new ArrayList<>();
    private int[] order;
    private int[] ranks;

    /** Takes a block of names, and returns its id. */
    synchronized int take(final byte[] block) {
        final int[] numbers = new int[TextBlock.forEach(block, (index, bytes, offset, length) -> { })];
        TextBlock.forEach(block, (index, bytes, offset, length) ->
            numbers[index] = names.number(bytes, offset, length));
        blocks.add(numbers);
        return blocks.size() - 1;
    }

    /** Sorts the names, and returns how many there are. */
    synchronized int sort() {
        order = TextOrder.of(names.texts());
        ranks = new int[order.length];
        for (int rank = 0; rank < order.length; rank++) {
            ranks[order[rank]] = rank;
        }
        return order.length;
    }

    /** Adds the name of a rank to a block. */
    void copy(final int rank, final TextBlock block) {
        block.add(names.texts(), order[rank]);
    }

    /** The ranks of the names of a block. */
    synchronized int[] ranks(final int block) {
        final int[] found = blocks.get(block).clone();
        for (int i = 0; i < found.length; i++) {
            found[i] = ranks[found[i]];
        }
        return found;
    }

    @Override
    public void close() {
        names.close();
    }
}
