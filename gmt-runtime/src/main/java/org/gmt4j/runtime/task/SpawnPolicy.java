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

    private SpawnPolicy(final Kind kind, final Placement placement) {
        this.kind = kind;
        this.placement = placement;
    }

    /** Iteration i runs at the owner of element i; the loop must not be longer than the array. */
    public static SpawnPolicy ownerOf(final Placement placement) {
        return new SpawnPolicy(Kind.OWNER, Objects.requireNonNull(placement));
    }

    Kind kind() {
        return kind;
    }

    Placement placement() {
        return placement;
    }

    @Override
    public String toString() {
        return kind == Kind.OWNER ? "owner of " + placement : kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
