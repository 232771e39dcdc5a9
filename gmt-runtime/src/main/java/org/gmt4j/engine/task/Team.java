package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.CollectiveAbortedException;

/**
 * This node's view of a team: the tasks that were spawned together and call collectives together; or of a group of
 * nodes within a team, which is aborted with it. Guarded by the monitor of {@link TeamTable}.
 *
 * <p><b>Tree.</b> Contributions and results travel along a tree of fan-out {@link #FAN_OUT} over positions: the root's
 * rank is at position 0, the other ranks follow it in a circle.
 */
final class Team {
    static final int FAN_OUT = 4;
    /** The team of all tasks started from outside. It never ends and is never aborted. */
    static final Key ROOT = new Key(-1, 0);

    /** The node that spawned the team, and its join there. */
    record Key(int node, long join) {
        /** Returns its name in reports. */
        String name() {
            return node < 0 ? "outside" : node + "." + join;
        }

        /** Written out, as Java would make it: that costs a young JVM 15 ms. */
        @Override
        public boolean equals(final Object other) {
            return other instanceof Key key && node == key.node && join == key.join;
        }

        @Override
        public int hashCode() {
            return 31 * node + Long.hashCode(join);
        }
    }

    final Key key;
    private final int nodeCount;
    /** Number of the group; 0 for the whole team. */
    final long group;
    /** The team of a group; otherwise this. */
    final Team whole;
    /** Groups of nodes of this team with their own collectives. */
    final Map<Long, Team> groups = new HashMap<>();
    /** Nodes by rank; null for all nodes, or until this node knows them, because other members may be faster. */
    int[] members;
    /** Rank of this node among the members. */
    int rank;
    final Map<Long, Round> rounds = new HashMap<>();
    long nextRound;
    boolean isAborted;
    int failedNodeId;
    String failure;

    Team(final Key key, final int nodeCount) {
        this.key = key;
        this.nodeCount = nodeCount;
        group = 0;
        whole = this;
    }

    private Team(final Team whole, final long group) {
        this.key = whole.key;
        this.nodeCount = whole.nodeCount;
        this.group = group;
        this.whole = whole;
    }

    /** Describes the team in reports. */
    String describe() {
        final String team = key.node < 0 ? "the tasks started from outside"
            : "team " + key.join + " of node " + key.node;
        return group == 0 ? team : "group " + group + " of " + team;
    }

    /** Returns a group; the team itself for number 0. */
    Team group(final long number) {
        return number == 0 ? this : groups.computeIfAbsent(number, n -> new Team(this, n));
    }

    /** Returns the round with a number; null when it is over here. */
    Round round(final long number) {
        return number < nextRound ? rounds.get(number) : rounds.computeIfAbsent(number, n -> new Round(this, n));
    }

    // --- the tree ---

    private int size() {
        return members == null ? nodeCount : members.length;
    }

    int nodeOf(final int memberRank) {
        return members == null ? memberRank : members[memberRank];
    }

    /** Returns the position of this node in the tree. */
    int position(final int root) {
        return Math.floorMod(rank - root, size());
    }

    int nodeAt(final int position, final int root) {
        return nodeOf((position + root) % size());
    }

    /** Returns the number of children of this node. */
    int childCount(final int root) {
        return (int) Math.max(0, Math.min((long) FAN_OUT, size() - ((long) position(root) * FAN_OUT + 1)));
    }

    int nodeOfChild(final int child, final int root) {
        return nodeAt(position(root) * FAN_OUT + 1 + child, root);
    }

    int nodeOfParent(final int root) {
        return nodeAt((position(root) - 1) / FAN_OUT, root);
    }

    /** Returns the number of this node among its parent's children. */
    int childNumber(final int root) {
        return (position(root) - 1) % FAN_OUT;
    }

    // --- end ---

    /** Ends all rounds, also those of groups, without a result, because a member has failed. */
    void abort(final int nodeId, final String reason) {
        isAborted = true;
        failedNodeId = nodeId;
        failure = reason;
        finishAll();
        groups.values().forEach(Team::finishAll);
    }

    private void finishAll() {
        final List<Round> open = new ArrayList<>(rounds.values());
        rounds.clear();
        for (final Round round : open) {
            round.result = null;
            round.finish();
        }
    }

    void requireAlive(final Collective collective) {
        if (whole.isAborted) {
            throw new CollectiveAbortedException(collective.name(), whole.failedNodeId, whole.failure);
        }
    }

    /** Returns whether the task that defines the team belongs to a balanced loop, which may run on any node. */
    static boolean isBalanced(final LoopTask first) {
        LoopTask task = first;
        while (task != null && !task.isBalanced) {
            final Join join = task.parent;
            if (join == null || task.isTeam && join.handle != 0) {
                return false;
            }
            task = join.owner;
        }
        return task != null;
    }

    /**
     * Returns whether the task is the first of a job, or acts for it: other nodes have no such task, for any number of
     * nodes.
     */
    static boolean isOfRoot(final LoopTask first) {
        LoopTask task = first;
        while (task != null && !task.isTeam) {
            if (task.isRoot) {
                return true;
            }
            task = task.parent == null ? null : task.parent.owner;
        }
        return false;
    }

    /** Returns the team of a task; null for a task that was spawned alone on another node and so has no team. */
    static Key keyOf(final LoopTask first, final int nodeId) {
        LoopTask task = first;
        while (task != null) {
            final Join join = task.parent;
            if (join == null) {
                return task.isTeam ? new Key(task.parentNode, task.parentHandle) : null;
            }
            if (task.isTeam && join.handle != 0) {
                return new Key(nodeId, join.handle);
            }
            task = join.owner;
        }
        return ROOT;
    }
}
