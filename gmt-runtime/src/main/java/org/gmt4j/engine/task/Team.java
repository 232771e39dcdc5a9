package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.CollectiveAbortedException;

/**
 * This node's view of a team: the tasks that were spawned together and make collectives together; or of a group of
 * nodes within a team, which shares its fate. Guarded by the monitor of {@link TeamTable}.
 *
 * <p><b>Tree.</b> Contributions and results travel along a tree of fan-out {@link #FAN_OUT} over positions: the root's
 * rank is at position 0, the other ranks follow it in a circle.
 */
final class Team {
    static final int FAN_OUT = 4;
    /** Tasks that were started from outside are one team, which never ends and is never aborted. */
    static final Key ROOT = new Key(-1, 0);

    /** The node that spawned the team and its join there. */
    record Key(int node, long join) {
        /** For reports. */
        String name() {
            return node < 0 ? "outside" : node + "." + join;
        }
    }

    final Key key;
    private final int nodeCount;
    /** Number of the group; 0: the whole team. */
    final long group;
    /** The team that a group is part of; otherwise this. */
    final Team whole;
    /** Groups of nodes of this team that make collectives of their own. */
    final Map<Long, Team> groups = new HashMap<>();
    /** Nodes by rank; null: all nodes, or not known yet, because others were faster. */
    int[] members;
    /** Of this node among the members. */
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

    /** For reports. */
    String describe() {
        final String team = key.node < 0 ? "the tasks started from outside"
            : "team " + key.join + " of node " + key.node;
        return group == 0 ? team : "group " + group + " of " + team;
    }

    /** The team itself for number 0. */
    Team group(final long number) {
        return number == 0 ? this : groups.computeIfAbsent(number, n -> new Team(this, n));
    }

    /** The round with this number; null when it is over here. */
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

    /** Of this node. */
    int position(final int root) {
        return Math.floorMod(rank - root, size());
    }

    int nodeAt(final int position, final int root) {
        return nodeOf((position + root) % size());
    }

    /** Children of this node. */
    int childCount(final int root) {
        return (int) Math.max(0, Math.min((long) FAN_OUT, size() - ((long) position(root) * FAN_OUT + 1)));
    }

    int nodeOfChild(final int child, final int root) {
        return nodeAt(position(root) * FAN_OUT + 1 + child, root);
    }

    int nodeOfParent(final int root) {
        return nodeAt((position(root) - 1) / FAN_OUT, root);
    }

    /** Which child of its parent this node is. */
    int childNumber(final int root) {
        return (position(root) - 1) % FAN_OUT;
    }

    // --- its end ---

    /** A member has failed: all rounds, of groups as well, are over without a result. */
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

    /** Whether the task whose team it would be belongs to a balanced loop: that one runs on any node. */
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
     * Whether the task is the first of a job, or speaks for it: no other node has anything like it, whatever the count
     * of nodes.
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

    /** The team of a task; null for a task that was spawned alone on another node, which has nobody to meet. */
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
