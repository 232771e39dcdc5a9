package org.gmt4j.bench.randomaccess;

import java.util.Arrays;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;

/**
 * Updates of one task, gathered by owner into lists of fixed length; a full list is sent as one vector. The lists
 * together hold half of what the task may look ahead, so that there always is a full one before that is used up. Owned
 * by its task; allocates nothing after its construction.
 */
final class UpdateLists {
    private final Armci armci;
    private final ArmciMemory table;
    private final TableShape shape;
    private final long[] starts;
    private final int length;
    private final long[] words;             // list after list
    private final LocalBuffer source;
    private final long[][] offsets;         // by node: bytes in its part, what the vectors read
    private final IoVector[][] vectors;     // by node: one, as the verb takes it
    private final int[] counts;             // by node
    private long word;
    private long left;
    private int kept;
    private int onTheirWay;

    UpdateLists(final Armci armci, final ArmciMemory table, final TableShape shape, final long first,
                final long count) {
        this.armci = armci;
        this.table = table;
        this.shape = shape;
        starts = shape.starts();
        length = length(shape.nodes());
        words = new long[shape.nodes() * length];
        source = LocalBuffer.of(words);
        offsets = new long[shape.nodes()][length];
        vectors = new IoVector[shape.nodes()][];
        Arrays.setAll(vectors, node -> new IoVector[] {new IoVector(places(node), offsets[node], Long.BYTES)});
        counts = new int[shape.nodes()];
        word = UpdateStream.at(first);
        left = count;
    }

    /** Updates of a full list. */
    static int length(final int nodes) {
        return Math.max(1, UpdateBodies.LOOK_AHEAD / 2 / nodes);
    }

    /** Byte offsets of the words of a node's list. */
    private long[] places(final int node) {
        final long[] places = new long[length];
        Arrays.setAll(places, i -> ((long) node * length + i) * Long.BYTES);
        return places;
    }

    boolean hasMore() {
        return left > 0;
    }

    /** Updates that are kept or on their way. */
    int lookedAhead() {
        return kept + onTheirWay;
    }

    /** Makes updates until no more may be looked ahead, or there are none. */
    void proceed() {
        final int count = (int) Math.min(left, UpdateBodies.LOOK_AHEAD - lookedAhead());
        final long mask = shape.mask();
        long next = word;
        for (int i = 0; i < count; i++) {
            next = UpdateStream.next(next);
            final long index = next & mask;
            final int owner = shape.owner(index);
            final int place = counts[owner];
            words[owner * length + place] = next;
            offsets[owner][place] = index - starts[owner] << 3;
            counts[owner] = place + 1;
            if (place + 1 == length) {
                sendFull(owner);
            }
        }
        word = next;
        left -= count;
        kept += count;
    }

    private void sendFull(final int owner) {
        armci.accumulateVectorNb(Accumulate.LONG_XOR, source, table, owner, vectors[owner]);
        sent(owner);
    }

    private void sent(final int owner) {
        kept -= counts[owner];
        onTheirWay += counts[owner];
        counts[owner] = 0;
    }

    /** All that was sent has taken effect. */
    void arrived() {
        onTheirWay = 0;
    }

    /** Sends what is kept. */
    void sendRest() {
        for (int owner = 0; owner < counts.length; owner++) {
            if (counts[owner] > 0) {
                armci.accumulateVectorNb(Accumulate.LONG_XOR, source, table, owner, new IoVector(
                    vectors[owner][0].local(), offsets[owner], 0, counts[owner], Long.BYTES));
                sent(owner);
            }
        }
    }
}
