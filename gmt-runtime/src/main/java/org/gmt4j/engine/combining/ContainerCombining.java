package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.container.EntrySender;

/**
 * Combining for one container at one node: a table for each lane, made when the lane first needs it. Tables belong to
 * their lanes. Per operation.
 */
public final class ContainerCombining {
    /** Length of a table: more would not stay in a cache. */
    private static final long LONGEST_TABLE = 1 << 19;
    private final EntrySender sender;
    private final int operation;
    private final int capacity;
    private final HeldMerges[] merges;

    /**
     * @param operation merge that is held back
     * @param capacity  of each lane's table, from {@link #capacity}
     */
    public ContainerCombining(final EntrySender sender, final int operation, final int capacity, final int laneCount) {
        this.sender = sender;
        this.operation = operation;
        this.capacity = capacity;
        merges = new HeldMerges[laneCount];
    }

    /** Returns the entries of a lane's table within a number of bytes, a power of two; 0: none fits. */
    public static int capacity(final long bytes) {
        return (int) Long.highestOneBit(Math.min(bytes, LONGEST_TABLE) / HeldMerges.ENTRY_LENGTH);
    }

    /** Returns the bytes of a table. */
    public static long lengthInBytes(final int capacity) {
        return (long) capacity * HeldMerges.ENTRY_LENGTH;
    }

    /** Returns which merge is held back. */
    public int operation() {
        return operation;
    }

    /** Holds back a merge into the entry of a key at another node. */
    public void merge(final Aggregator aggregator, final Completion issuer, final int node, final long key,
                      final long hash, final long operand) {
        final HeldMerges held = merges[aggregator.lane()];
        (held != null ? held : make(aggregator)).merge(issuer, node, key, hash, operand);
    }

    private HeldMerges make(final Aggregator aggregator) {
        final HeldMerges made = new HeldMerges(LaneCombining.of(aggregator), sender, operation, capacity);
        merges[aggregator.lane()] = made;
        return made;
    }

    /** Issues what this lane holds back for a key, ahead of another operation on it. */
    public void issue(final Aggregator aggregator, final long key, final long hash) {
        final HeldMerges held = merges[aggregator.lane()];
        if (held != null) {
            held.issue(key, hash);
        }
    }
}
