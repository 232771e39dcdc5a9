package org.gmt4j.runtime.task;

import java.util.Objects;

/** Where the iterations of a loop run. Immutable; any thread. */
public final class SpawnPolicy {
    /** All on the caller's node. */
    public static final SpawnPolicy LOCAL = new SpawnPolicy(Kind.LOCAL, null);
    /** On all nodes but the caller's; with one node, there. */
    public static final SpawnPolicy REMOTE = new SpawnPolicy(Kind.REMOTE, null);
    /** Equal contiguous parts of whole chunks, the first on node 0. */
    public static final SpawnPolicy PARTITION = new SpawnPolicy(Kind.FROM_ZERO, null);
    /** Equal contiguous parts of whole chunks, the first on the caller's node. */
    public static final SpawnPolicy PARTITION_HERE = new SpawnPolicy(Kind.FROM_HERE, null);
    /** Equal contiguous parts of whole chunks, the first on a random node. */
    public static final SpawnPolicy PARTITION_RANDOM = new SpawnPolicy(Kind.FROM_RANDOM, null);
    /** Fewer chunks than nodes are spaced evenly over the nodes; otherwise as {@link #PARTITION}. */
    public static final SpawnPolicy SPREAD = new SpawnPolicy(Kind.SPREAD, null);

    enum Kind { LOCAL, REMOTE, FROM_ZERO, FROM_HERE, FROM_RANDOM, SPREAD, OWNER }

    private final Kind kind;
    private final Placement placement;
    private final long first;

    private SpawnPolicy(final Kind kind, final Placement placement) {
        this(kind, placement, 0);
    }

    private SpawnPolicy(final Kind kind, final Placement placement, final long first) {
        this.kind = kind;
        this.placement = placement;
        this.first = first;
    }

    /**
     * Iteration i runs at the owner of element i; the loop must not be longer than the array. One message to each node, also where
     * the array is block-cyclic: a node finds its own blocks. A chunk is then so many iterations of one node, and a
     * {@link RangeBody} is called once for each run of neighbours in it.
     */
    public static SpawnPolicy ownerOf(final Placement placement) {
        return ownerOf(placement, 0);
    }

    /** As above, for the elements from {@code first} on: the loop's iterations are numbered {@code first}, {@code first + 1} ... */
    public static SpawnPolicy ownerOf(final Placement placement, final long first) {
        return new SpawnPolicy(Kind.OWNER, Objects.requireNonNull(placement, "placement"), first);
    }

    /** The number of the loop's first iteration. */
    long first() {
        return first;
    }

    Kind kind() {
        return kind;
    }

    Placement placement() {
        return placement;
    }

    @Override
    public String toString() {
        return kind == Kind.OWNER ? "owner of " + placement + (first == 0 ? "" : " from " + first) : kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
