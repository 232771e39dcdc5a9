package org.gmt4j;

import java.util.Objects;

/** Placement of the iterations of a loop. Immutable; any thread. */
public final class SpawnPolicy {
    /** All iterations on the caller's node. */
    public static final SpawnPolicy LOCAL = new SpawnPolicy(Kind.LOCAL, null);
    /** All nodes except the caller's; with a single node, that node. */
    public static final SpawnPolicy REMOTE = new SpawnPolicy(Kind.REMOTE, null);
    /** Equal contiguous parts of whole chunks, the first on node 0. */
    public static final SpawnPolicy PARTITION = new SpawnPolicy(Kind.FROM_ZERO, null);
    /** Equal contiguous parts of whole chunks, the first on the caller's node. */
    public static final SpawnPolicy PARTITION_HERE = new SpawnPolicy(Kind.FROM_HERE, null);
    /** Equal contiguous parts of whole chunks, the first on a random node. */
    public static final SpawnPolicy PARTITION_RANDOM = new SpawnPolicy(Kind.FROM_RANDOM, null);
    /** As {@link #PARTITION}, but fewer chunks than nodes are spaced evenly over the nodes. */
    public static final SpawnPolicy SPREAD = new SpawnPolicy(Kind.SPREAD, null);

    /** The rule of a policy. */
    public enum Kind {
        /** The caller's node. */
        LOCAL,
        /** All nodes except the caller's. */
        REMOTE,
        /** Equal parts, the first on node 0. */
        FROM_ZERO,
        /** Equal parts, the first on the caller's node. */
        FROM_HERE,
        /** Equal parts, the first on a random node. */
        FROM_RANDOM,
        /** Equal parts, or fewer chunks than nodes spaced evenly. */
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
     * Runs iteration i at the owner of element i; the loop must not be longer than the array. Costs one message to each
     * node, also for a block-cyclic array, whose blocks each node finds itself. A chunk is a number of iterations of
     * one node, and a {@link RangeBody} is called once for each run of neighbours in it.
     */
    public static SpawnPolicy ownerOf(final Placement placement) {
        return ownerOf(placement, 0);
    }

    /**
     * Runs iteration i at the owner of element i, for elements from {@code first} on: the iterations are numbered
     * {@code first}, {@code first + 1} ...
     */
    public static SpawnPolicy ownerOf(final Placement placement, final long first) {
        return new SpawnPolicy(Kind.OWNER, Objects.requireNonNull(placement, "placement"), first, false);
    }

    /**
     * Returns this policy with load balance: iterations are split as before, but idle nodes take chunks from busy ones.
     * Each iteration still runs once, in the same chunk and with the same random numbers, but on an unknown node. So
     * <ul>
     * <li>with {@link #ownerOf}, accesses of bodies to the array may be remote;
     * <li>bodies must not call collectives (GMT-680), nor rely on running on a particular node;
     * <li>a node that runs chunks of another has its own copy of the captured values, as every node has.
     * </ul> Useful where iterations differ much in cost and there are many chunks. The remaining imbalance is at most
     * one chunk's time per node, or about two where one thread has all roles of a node, because it answers between
     * chunks. The setting {@code gmt.balance} has the same effect on all loops that are spread in equal parts.
     *
     * @throws IllegalArgumentException for {@link #LOCAL} and {@link #REMOTE}, which prescribe the nodes of iterations
     */
    public SpawnPolicy balanced() {
        if (kind == Kind.LOCAL || kind == Kind.REMOTE) {
            throw new IllegalArgumentException("GMT-681 the policy " + this
                + " says where iterations must run, so it cannot be balanced; take "
                + "PARTITION_HERE or SPREAD");
        }
        return isBalanced ? this : new SpawnPolicy(kind, placement, first, true);
    }

    /** Returns whether idle nodes take chunks of busy ones. */
    public boolean isBalanced() {
        return isBalanced;
    }

    /** Returns whether the policy gives nodes equal parts only to share the work. */
    public boolean isEqualShares() {
        return kind != Kind.LOCAL && kind != Kind.REMOTE && kind != Kind.OWNER;
    }

    /** Returns the number of the loop's first iteration. */
    public long first() {
        return first;
    }

    /** Returns the rule of this policy. */
    public Kind kind() {
        return kind;
    }

    /** Returns the elements whose owners run the iterations; null for other rules. */
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
