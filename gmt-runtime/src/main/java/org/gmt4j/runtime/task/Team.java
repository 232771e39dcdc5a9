package org.gmt4j.runtime.task;

import java.util.HashMap;
import java.util.Map;

/**
 * This node's view of a team: the tasks that were spawned together and make collectives together; or of a group of nodes within a
 * team, which shares its fate. Guarded by {@link CollectiveRounds}.
 */
final class Team {
    /** Tasks that were started from outside are one team, which never ends and is never aborted. */
    static final Key ROOT = new Key(-1, 0);

    /** The node that spawned the team and its join there. */
    record Key(int node, long join) {
    }

    final Key key;
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

    Team(final Key key) {
        this.key = key;
        group = 0;
        whole = this;
    }

    private Team(final Team whole, final long group) {
        this.key = whole.key;
        this.group = group;
        this.whole = whole;
    }

    /** The team itself for number 0. */
    Team group(final long number) {
        return number == 0 ? this : groups.computeIfAbsent(number, n -> new Team(this, n));
    }

    /** The round with this number; null when it is over here. */
    Round round(final long number) {
        return number < nextRound ? rounds.get(number) : rounds.computeIfAbsent(number, n -> new Round(this, n));
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
