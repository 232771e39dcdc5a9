package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.hang.TeamProgress;
import org.gmt4j.engine.task.Team.Key;

/**
 * The teams known to this node: from the first collective of a member, or the first message about one, until the node
 * that spawned the team reports its end. Messages about a team that has ended lately are dropped: the report of the end
 * may overtake a contribution to a round that was aborted, which would bring the team back for good. Any thread. Its
 * monitor guards teams and their rounds, and is never held while messages are sent. Per collective and per team.
 */
final class TeamTable {
    /** Teams whose late messages are known as such. */
    private static final int ENDED = 1024;

    private final int nodeCount;
    private final Map<Key, Team> teams = new HashMap<>();
    /** Keys are never used again. */
    private final Map<Key, Boolean> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Key, Boolean> eldest) {
            return size() > ENDED;
        }
    };
    /** Number of teams that will end; read without the monitor, since most joins have none. */
    private volatile int endingCount;

    TeamTable(final int nodeCount) {
        this.nodeCount = nodeCount;
    }

    /** Returns the team, created when it is not known. */
    synchronized Team team(final Key key) {
        Team team = teams.get(key);
        if (team == null) {
            team = new Team(key, nodeCount);
            teams.put(key, team);
            countEnding(key, 1);
        }
        return team;
    }

    /**
     * Returns the round of a message that may precede the arrival of this node; null when it was aborted, or is over
     * here, or its team has ended.
     */
    synchronized Round roundFor(final Key key, final long group, final long number) {
        if (hasEnded(key)) {
            return null;
        }
        final Team team = team(key).group(group);
        return team.whole.isAborted ? null : team.round(number);
    }

    /** Returns the round of a result; null when no task waits for it. */
    synchronized Round openRound(final Key key, final long group, final long number) {
        final Team whole = teams.get(key);
        return whole == null ? null : whole.group(group).rounds.get(number);
    }

    /** Returns the progress of each team and group here. For reports. */
    synchronized List<TeamProgress> progress() {
        final List<TeamProgress> progress = new ArrayList<>();
        for (final Team team : teams.values()) {
            progress.add(new TeamProgress(team.key.name(), 0, team.nextRound));
            team.groups.values()
                .forEach(group -> progress.add(new TeamProgress(team.key.name(), group.group, group.nextRound)));
        }
        return progress;
    }

    private boolean hasEnded(final Key key) {
        return !teams.containsKey(key) && ended.containsKey(key);
    }

    synchronized boolean isKnown(final Key key) {
        return teams.containsKey(key);
    }

    /** Returns false when it was aborted before, or has ended. */
    synchronized boolean abort(final Key key, final int failedNodeId, final String reason) {
        if (hasEnded(key)) {
            return false;
        }
        final Team team = team(key);
        if (team.isAborted) {
            return false;
        }
        team.abort(failedNodeId, reason);
        return true;
    }

    /** Returns false when it is not known. */
    synchronized boolean forget(final Key key) {
        if (teams.remove(key) == null) {
            return false;
        }
        ended.put(key, true);
        countEnding(key, -1);
        return true;
    }

    /** The node that spawned a team reports its end: messages about it may still come, even the first ones. */
    synchronized void end(final Key key) {
        forget(key);
        ended.put(key, true);
    }

    private void countEnding(final Key key, final int change) {
        if (!key.equals(Team.ROOT)) {
            endingCount += change;      // only under the monitor
        }
    }

    /** Returns the number of teams that will be forgotten some time. */
    int endingCount() {
        return endingCount;
    }
}
