package org.gmt4j.graph.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.graph.memory.Room;
import org.gmt4j.graph.memory.TextList;
import org.gmt4j.graph.memory.TextOrder;
import org.gmt4j.graph.memory.TextTable;

/**
 * The names between two bounds, while names become vertices: those that all threads of all nodes have sent here, each
 * once. Any thread of the node adds; afterwards one sorts, then any reads.
 *
 * <p>Memory: a {@link TextTable}; 4 bytes of heap for each name that has arrived, and 20 for each once.
 */
final class NameRange implements AutoCloseable {
    private final TextTable names;
    private final NameBatch batch;
    /** By block: the number of each of its names. */
    private final List<int[]> blocks = new ArrayList<>();
    private int[] order;
    private int[] ranks;

    NameRange(final Room room) {
        names = new TextTable(room);
        batch = new NameBatch(names);
    }

    /** Takes a block of names, and returns its id. */
    synchronized int take(final byte[] block) {
        final int[] numbers = batch.numbers(block);
        blocks.add(Arrays.copyOf(numbers, batch.count()));
        return blocks.size() - 1;
    }

    /** Sorts the names, and returns how many there are. Any thread. */
    int sort() {
        final int[] sorted = TextOrder.of(texts());
        final int[] places = new int[sorted.length];
        for (int rank = 0; rank < sorted.length; rank++) {
            places[sorted[rank]] = rank;
        }
        setOrder(sorted, places);
        return sorted.length;
    }

    private synchronized TextList texts() {
        return names.texts();
    }

    private synchronized void setOrder(final int[] sorted, final int[] places) {
        order = sorted;
        ranks = places;
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
