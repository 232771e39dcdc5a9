package org.gmt4j.engine.task;

import java.util.HashMap;
import java.util.Map;
import org.gmt4j.engine.signal.Sleeper;

/**
 * One collective in progress on this node. Guarded by the monitor of {@link TeamTable}, except what is final.
 *
 * <pre>
 * early (contributions of children came first) --this node arrives--> waits for children --all here--> sent up
 *                                                                     --result, failure or abort--> over
 * early (pieces of members came first) --this node arrives, says whose pieces it expects--> all here --> over
 * </pre>
 */
final class Round {
    private static final byte[] NOTHING = new byte[0];

    final Team team;
    final long number;
    /** Of an exchange, by rank of the sender; null when none has come. */
    Map<Integer, Pieces> pieces;
    /**
     * Of an exchange: ranks whose pieces this node waits for. Null before it arrives, and for rounds along the tree.
     */
    int[] expected;
    final byte[][] fromChildren = new byte[Team.FAN_OUT][];
    /** What the first child that could not contribute said. */
    String failure;
    /** Null until this node arrives. */
    Collective collective;
    byte[] mine;
    boolean isSentUp;
    boolean isOver;
    byte[] result;
    /** The task that is suspended here. */
    Sleeper waiter;

    Round(final Team team, final long number) {
        this.team = team;
        this.number = number;
    }

    int root() {
        return collective.root();
    }

    // --- along the tree ---

    /** This node has arrived, and has contributions of all its children. */
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

    /** What the subtree of this node contributes, or why it cannot. @param limit bytes that travel */
    Collective.Part combine(final int limit) {
        if (failure != null) {
            return new Collective.Part(NOTHING, failure);
        }
        byte[] combined = mine;
        try {
            final int children = team.childCount(root());
            for (int k = 0; k < children; k++) {
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

    /** Whom this node waits for. */
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

    /** This node arrives at an exchange, maybe after some of the pieces. */
    void expect(final int[] ranks) {
        expected = ranks;
        result = NOTHING;
        for (final byte[] early : fromChildren) {
            if (early != null) {
                failNotTogether();
            }
        }
    }

    /** A message of another kind of collective has come for this round. */
    void failNotTogether() {
        failure = "another member calls another collective than the " + collective.name()
            + "; all must call the same in the same order";
    }

    /** Part of what a member gives. False: only a forged message can say so. */
    boolean receive(final int rank, final byte[] data, final int total, final int offset) {
        if (pieces == null) {
            pieces = new HashMap<>();
        }
        return pieces.computeIfAbsent(rank, r -> new Pieces(total)).take(data, offset, total);
    }

    /** The exchange has all that this node expects, or has failed. */
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

    // --- over ---

    /** Who waits is woken. */
    void finish() {
        isOver = true;
        final Sleeper task = waiter;
        if (task != null) {
            waiter = null;
            task.wake();
        }
    }
}
