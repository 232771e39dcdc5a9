package org.gmt4j;

import java.util.Objects;

/**
 * Describes a container for its allocation. Immutable; start with {@link #of(long)}.
 *
 * @param name         what messages call it; see {@link #named}
 * @param expected     entries of all nodes that it has room for at once; with more it grows
 * @param bytesPerNode greatest length of each node's part; within the memory of the node in any case
 * @param merging      merge that nodes combine before it travels, or null
 */
public record ContainerSpec(String name, long expected, long bytesPerNode, Merge merging) implements Transferable {
    /** Refuses illegal sizes. */
    public ContainerSpec {
        Objects.requireNonNull(name, "name");
        if (expected < 0 || bytesPerNode < 1) {
            throw new IllegalArgumentException(expected + " expected entries within " + bytesPerNode
                + " B a node; expected 0 or more, and 1 B or more");
        }
    }

    /** Describes a container with room for so many entries, which grows as long as its nodes have memory. */
    public static ContainerSpec of(final long expected) {
        return new ContainerSpec("", expected, Long.MAX_VALUE, null);
    }

    /**
     * Returns the same description with a name, which messages tell. Tasks of any job find the container by it (for
     * instance {@link GlobalHashMap#attach}), as long as no other container of the cluster has the same.
     */
    public ContainerSpec named(final String newName) {
        return new ContainerSpec(newName, expected, bytesPerNode, merging);
    }

    /** Returns the same description of a container that takes at most so many bytes of each node. */
    public ContainerSpec within(final long newBytesPerNode) {
        return new ContainerSpec(name, expected, newBytesPerNode, merging);
    }

    /**
     * Returns the same description of a map whose keys are merged into often, and some of them much more often than
     * others: merges of this kind without a result are combined by key before they travel, as far as that pays. Results
     * are the same, but for the last digits of sums of {@code double}. Such merges may be held back until their task
     * waits, or for some milliseconds; they keep their order with the task's other operations on the same key only.
     * Of maps with keys of {@code long}; others take the description and combine nothing.
     */
    public ContainerSpec merging(final Merge merge) {
        return new ContainerSpec(name, expected, bytesPerNode, Objects.requireNonNull(merge, "merge"));
    }
}
