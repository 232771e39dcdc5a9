package org.gmt4j;

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

    /** The rule that a policy follows. */
    public enum Kind {
        /** The caller's node. */
        LOCAL,
        /** All nodes but the caller's. */
        REMOTE,
        /** Parts from node 0 on. */
        FROM_ZERO,
        /** Parts from the caller's node on. */
        FROM_HERE,
        /** Parts from a random node on. */
        FROM_RANDOM,
        /** Parts, or a few chunks spaced evenly. */
        SPREAD,
        /** The owners of elements. */
        OWNER
    }

    private final Kind kind;
    private final Placement placement;
    private final long first;

    private final boolean isBalanced;

    private SpawnPolicy(final Kind kind, final Placement placement) {
        this(kind, placement, 0, false);
    }

    private SpawnPolicy(final Kind kind, final Placement placement, final long first, final boolean isBalanced) {
        this.kind = kind;
        this.placement = placement;
        this.first = first;
        this.isBalanced = isBalanced;
    }

    /**
     * Iteration i runs at the owner of element i; the loop must not be longer than the array. One message to each node,
     * also where the array is block-cyclic: a node finds its own blocks. A chunk is then so many iterations of one
     * node, and a {@link RangeBody} is called once for each run of neighbours in it.
     */
    public static SpawnPolicy ownerOf(final Placement placement) {
        return ownerOf(placement, 0);
    }

    /**
     * As above, for the elements from {@code first} on: the loop's iterations are numbered {@code first},
     * {@code first + 1} ...
     */
    public static SpawnPolicy ownerOf(final Placement placement, final long first) {
        return new SpawnPolicy(Kind.OWNER, Objects.requireNonNull(placement, "placement"), first, false);
    }

    /**
     * The same split of iterations to begin with; but nodes that have nothing left to do take chunks from those that
     * have. Each iteration still runs once, in the same chunk and with the same random numbers; only where is not
     * known. So
     * <ul>
     * <li>with {@link #ownerOf} what bodies do to the array may be remote;
     * <li>bodies must not call collectives (GMT-680), nor rely on running on some node;
     * <li>each node that runs chunks of another has a copy of the captured values of its own, as every node has.
     * </ul>
     * Worth while where iterations cost very different amounts of time and chunks are many: at most one chunk's time
     * per node stays uneven, where one thread has all roles of a node about one more, because it answers between
     * chunks. Setting {@code gmt.balance} does the same to all loops that are spread in equal parts.
     *
     * @throws IllegalArgumentException for {@link #LOCAL} and {@link #REMOTE}, which say where iterations must run
     */
    public SpawnPolicy balanced() {
        if (kind == Kind.LOCAL || kind == Kind.REMOTE) {
            throw new IllegalArgumentException("GMT-681 the policy " + this
                + " says where iterations must run, so it cannot be balanced; take "
                + "PARTITION_HERE or SPREAD");
        }
        return isBalanced ? this : new SpawnPolicy(kind, placement, first, true);
    }

    /** Whether nodes without work take chunks of others. */
    public boolean isBalanced() {
        return isBalanced;
    }

    /** Whether nodes get equal parts for no other reason than to share the work. */
    public boolean isEqualShares() {
        return kind != Kind.LOCAL && kind != Kind.REMOTE && kind != Kind.OWNER;
    }

    /** The number of the loop's first iteration. */
    public long first() {
        return first;
    }

    /** The rule. */
    public Kind kind() {
        return kind;
    }

    /** The elements whose owners run the iterations; null with other rules. */
    public Placement placement() {
        return placement;
    }

    @Override
    public String toString() {
        return (isBalanced ? "balanced " : "") + describe();
    }

    private String describe() {
        return kind == Kind.OWNER ? "owner of " + placement + (first == 0 ? "" : " from " + first)
            : kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
