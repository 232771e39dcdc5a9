package org.gmt4j.engine.task;

import java.util.HashMap;
import java.util.Map;
import org.gmt4j.engine.signal.Sleeper;

/**
 * One collective in progress on this node. Guarded by the monitor of {@link TeamTable}, except for final fields.
 *
 * <pre>
 * early (contributions of children were first) --this node arrives--> waits for children --all here--> sent up
 *                                                                     --result, failure or abort--> over
 * early (pieces of members were first) --this node arrives, with expected ranks--> all here --> over
 * </pre>
 */
final class Round {
    private static final byte[] NOTHING = new byte[0];

    final Team team;
    final long number;
    /** Pieces of an exchange, by rank of the sender; null before the first. */
    Map<Integer, Pieces> pieces;
    /**
     * Ranks whose pieces this node expects in an exchange. Null before it arrives, and for rounds along the tree.
     */
    int[] expected;
    final byte[][] fromChildren = new byte[Team.FAN_OUT][];
    /** What the children have called, see {@link Collective#tag}. */
    final int[] tagsOfChildren = new int[Team.FAN_OUT];
    /** Reason of the first child that could not contribute. */
    String failure;
    /** Null until this node arrives. */
    Collective collective;
    byte[] mine;
    boolean isSentUp;
    boolean isOver;
    byte[] result;
    /** The task suspended here. */
    Sleeper waiter;

    Round(final Team team, final long number) {
        this.team = team;
        this.number = number;
    }

    int root() {
        return collective.root();
    }

    // --- along the tree ---

    /** Returns whether this node has arrived and has the contributions of all its children. */
    boolean canCombine() {
        if (collective == null || expected != null || isSentUp) {
            return false;
        }
        final int children = team.childCount(root());
        for (int k = 0; k < children; k++) {
            if (fromChildren[k] == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Combines the contribution of this node's subtree, or the reason for its failure, in at most {@code limit} bytes.
     */
    Collective.Part combine(final int limit) {
        if (failure != null) {
            return new Collective.Part(NOTHING, failure);
        }
        byte[] combined = mine;
        try {
            final int children = team.childCount(root());
            final int tag = collective.tag();
            for (int k = 0; k < children; k++) {
                if (tagsOfChildren[k] != tag) {
                    return new Collective.Part(NOTHING, "node " + team.nodeOfChild(k, root())
                        + " calls another collective, or with another operator or root, than node "
                        + team.nodeOf(team.rank) + "; all must call the same in the same order");
                }
                combined = collective.combiner().combine(combined, fromChildren[k]);
            }
        } catch (final RuntimeException e) {
            return new Collective.Part(NOTHING, "contributions to the " + collective.name()
                + " do not fit together (" + e + "); all nodes must call the same collectives in the same order");
        }
        return combined.length <= limit ? new Collective.Part(combined, null)
            : new Collective.Part(NOTHING, "the values of all nodes take " + combined.length
                + " B together, more than " + limit + " B; use a global array");
    }

    /** Describes the nodes that this node waits for. */
    String describeMissing() {
        if (expected != null) {
            return describeMissingPieces();
        }
        if (isSentUp) {
            return "no result from node " + team.nodeOfParent(root()) + ", which combines for this node";
        }
        final NodeList missing = new NodeList();
        for (int k = 0; k < team.childCount(root()); k++) {
            if (fromChildren[k] == null) {
                missing.add(team.nodeOfChild(k, root()));
            }
        }
        return "missing: " + missing + " or nodes that it combines for";
    }

    private String describeMissingPieces() {
        final NodeList missing = new NodeList();
        for (final int sender : expected) {
            final Pieces all = pieces == null ? null : pieces.get(sender);
            if (all == null || !all.isComplete()) {
                missing.add(team.nodeOf(sender));
            }
        }
        return "missing: what " + missing + " gives";
    }

    // --- exchanges ---

    /** Lets this node arrive at an exchange, perhaps after some of the pieces. */
    void expect(final int[] ranks) {
        expected = ranks;
        result = NOTHING;
        for (final byte[] early : fromChildren) {
            if (early != null) {
                failNotTogether();
            }
        }
    }

    /** Fails the round after a message of another kind of collective. */
    void failNotTogether() {
        failure = "another member calls another collective than the " + collective.name()
            + "; all must call the same in the same order";
    }

    /** Adds part of a member's data. Returns false for a forged message. */
    boolean receive(final int rank, final byte[] data, final int total, final int offset) {
        if (pieces == null) {
            pieces = new HashMap<>();
        }
        return pieces.computeIfAbsent(rank, r -> new Pieces(total)).take(data, offset, total);
    }

    /** Returns whether the exchange is complete for this node, or has failed. */
    boolean canEndExchange() {
        return expected != null && !isOver && (failure != null || isAllHere());
    }

    private boolean isAllHere() {
        for (final int rank : expected) {
            final Pieces all = pieces == null ? null : pieces.get(rank);
            if (all == null || !all.isComplete()) {
                return false;
            }
        }
        return true;
    }

    // --- end ---

    /** Ends the round and wakes the waiting task. */
    void finish() {
        isOver = true;
        final Sleeper task = waiter;
        if (task != null) {
            waiter = null;
            task.wake();
        }
    }
}
