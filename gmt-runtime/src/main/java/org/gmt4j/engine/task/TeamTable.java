package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.hang.TeamProgress;
import org.gmt4j.engine.task.Team.Key;

/**
 * The teams that this node knows: from the first collective of a member, or the first message about one, until the node
 * that spawned the team says that it has ended. Any thread. Its monitor guards teams, their rounds and what is in them;
 * it is never held while messages are sent. Per collective and per team.
 */
final class TeamTable {
    private final int nodeCount;
    private final Map<Key, Team> teams = new HashMap<>();
    /** Teams that have an end; read without the monitor, since most joins have none. */
    private volatile int endingCount;

    TeamTable(final int nodeCount) {
        this.nodeCount = nodeCount;
    }

    /** The team, made when it is not known. */
    synchronized Team team(final Key key) {
        Team team = teams.get(key);
        if (team == null) {
            team = new Team(key, nodeCount);
            teams.put(key, team);
            countEnding(key, 1);
        }
        return team;
    }

    /** The round of a message that may come before this node arrives; null: aborted, or over here. */
    synchronized Round roundFor(final Key key, final long group, final long number) {
        final Team team = team(key).group(group);
        return team.whole.isAborted ? null : team.round(number);
    }

    /** The round that a result is for; null: nobody waits for it. */
    synchronized Round openRound(final Key key, final long group, final long number) {
        final Team whole = teams.get(key);
        return whole == null ? null : whole.group(group).rounds.get(number);
    }

    /** For reports: how far each team and group has come here. */
    synchronized List<TeamProgress> progress() {
        final List<TeamProgress> progress = new ArrayList<>();
        for (final Team team : teams.values()) {
            progress.add(new TeamProgress(team.key.name(), 0, team.nextRound));
            team.groups.values()
                .forEach(group -> progress.add(new TeamProgress(team.key.name(), group.group, group.nextRound)));
        }
        return progress;
    }

    /** False: it was aborted before. */
    synchronized boolean abort(final Key key, final int failedNodeId, final String reason) {
        final Team team = team(key);
        if (team.isAborted) {
            return false;
        }
        team.abort(failedNodeId, reason);
        return true;
    }

    /** False: it is not known. */
    synchronized boolean forget(final Key key) {
        if (teams.remove(key) == null) {
            return false;
        }
        countEnding(key, -1);
        return true;
    }

    private void countEnding(final Key key, final int change) {
        if (!key.equals(Team.ROOT)) {
            endingCount += change;      // only under the monitor
        }
    }

    /** Teams that are to be forgotten some time. */
    int endingCount() {
        return endingCount;
    }
}
