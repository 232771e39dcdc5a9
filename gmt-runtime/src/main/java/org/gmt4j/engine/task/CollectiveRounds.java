package org.gmt4j.engine.task;

import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.hang.TeamProgress;
import org.gmt4j.engine.hang.WaitCircles;
import org.gmt4j.engine.onesided.ValueReceiver;
import org.gmt4j.engine.signal.Sleeper;
import org.gmt4j.engine.task.RoundMessages.Message;
import org.gmt4j.engine.travel.FailureCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the rounds of collectives on one node. A round proceeds by itself: the task or helper that brings the last
 * missing contribution of a node combines and sends on. A waiting task only looks. So a task whose wait has expired
 * holds up no other.
 *
 * <pre>
 * UP     child -> parent     contribution of a subtree; FAILED: the reason for its failure
 * DOWN   parent -> child     result, or FAILED
 * ABORT  failing node -> node that spawned the team -> all      a member has failed: all rounds of the team are over
 * END    node that spawned the team -> all                      its tasks have ended: forget it
 * PIECE  member -> member    part of a contribution to an exchange; FAILED: the reason for its failure
 * </pre>
 *
 * <p>A group of nodes within a team has its own rounds, over its members' ranks, and is aborted and forgotten with its
 * team.
 *
 * <p>Rounds are numbered per team, so teams do not affect each other, and messages left behind by an aborted team find
 * no round.
 *
 * <p>Any thread; state is guarded by the monitor of the {@link TeamTable}, which is never held while messages are sent.
 * Per message.
 */
final class CollectiveRounds implements ValueReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(CollectiveRounds.class);

    private final NodeTasks tasks;
    private final TeamTable teams;
    private final RoundMessages messages;

    /** A complete part that must be sent after the monitor has been left. */
    private record Sending(Round round, boolean isUp, Collective.Part part) {
    }

    CollectiveRounds(final NodeTasks tasks) {
        this.tasks = tasks;
        teams = new TeamTable(tasks.nodeCount);
        messages = new RoundMessages(tasks);
        tasks.endings.onMeetings(this::isKnown);
    }

    /** Returns whether this node is to forget the team of a task that another node has spawned. */
    private boolean isKnown(final LoopTask task) {
        return task.isTeam && teams.endingCount() > 0
            && teams.isKnown(new Team.Key(task.parentNode, task.parentHandle));
    }

    /** Returns the greatest length in bytes of a contribution and of a result. */
    int limit() {
        return messages.limit();
    }

    /** Returns the number of teams that this node has not forgotten; for tests and reports. */
    int teamCount() {
        return teams.endingCount();
    }

    // --- the task's side ---

    /** Lets this node's task of a team arrive at its next collective, or at its next among the members of a group. */
    Round arrive(final LoopTask task, final GroupScope scope, final Collective collective,
                 final Collective.Part part) {
        final Team.Key key = keyOf(task, scope, collective);
        final Round round;
        final Sending sending;
        synchronized (teams) {
            round = next(key, scope, collective);
            round.mine = part.data();
            if (part.failure() != null) {
                round.failure = part.failure();
            }
            sending = advance(round);
        }
        send(sending);
        return round;
    }

    /**
     * Lets this node's task arrive at an exchange among the members; {@code expected} has the ranks of the other
     * members that send to it.
     */
    Round arriveAtExchange(final LoopTask task, final GroupScope scope, final String name, final int[] expected) {
        final Collective collective = new Collective(name, 0, null, true);
        final Team.Key key = keyOf(task, scope, collective);
        synchronized (teams) {
            final Round round = next(key, scope, collective);
            round.expect(expected);
            endIfAllHere(round);
            return round;
        }
    }

    private Team.Key keyOf(final LoopTask task, final GroupScope scope, final Collective collective) {
        if (Team.isBalanced(task)) {
            throw new IllegalStateException("GMT-680 a body of a balanced loop calls " + collective.name()
                + ": its chunks run on any node, so a collective could not complete; spawn the loop without "
                + "balanced(), or with gmt.balance=off");
        }
        if (scope.members() == null && Team.isOfRoot(task)) {
            throw new IllegalStateException("GMT-248 the first task of a program calls " + collective.name()
                + ": it runs on node " + tasks.nodeId + " alone, so no other task takes part; call it in "
                + "executeOnAll, callOnAll or a parFor");
        }
        final Team.Key key = Team.keyOf(task, tasks.nodeId);
        if (key == null && scope.size(tasks.nodeCount) > 1) {
            throw new IllegalStateException("GMT-248 a task that was spawned alone on another node calls "
                + collective.name() + ": no other task takes part; use executeOnAll, callOnAll or a parFor");
        }
        return key == null ? Team.ROOT : key;
    }

    /** Returns the next round of a team or group. Under the monitor. */
    private Round next(final Team.Key key, final GroupScope scope, final Collective collective) {
        final Team team = teams.team(key).group(scope.id());
        team.members = scope.members();
        team.rank = scope.rank(tasks.nodeId);
        team.requireAlive(collective);
        final Round round = team.round(team.nextRound);
        team.nextRound++;
        round.collective = collective;
        return round;
    }

    /**
     * Returns false when the round is over. Returns true when the task must suspend; it will be woken and then asks
     * again.
     */
    boolean mustWait(final Round round, final Sleeper task) {
        synchronized (teams) {
            round.waiter = round.isOver ? null : task;
            return !round.isOver;
        }
    }

    /** Returns true when the task will not be woken for this round. */
    boolean takeBack(final Round round, final Sleeper task) {
        synchronized (teams) {
            final boolean waits = round.waiter == task;
            round.waiter = null;
            return waits;
        }
    }

    boolean isOver(final Round round) {
        synchronized (teams) {
            return round.isOver;
        }
    }

    /** Returns the result of a round that is over; null where only the root gets a result. */
    byte[] outcome(final Round round) {
        synchronized (teams) {
            if (round.isOver && round.result == null) {
                round.team.requireAlive(round.collective);
            }
            if (round.failure != null) {
                throw new GmtException("GMT-245", "a collective operation has failed: the " + round.collective.name()
                    + ": " + round.failure);
            }
            return round.result;
        }
    }

    /** Returns the contribution of a member to an exchange that is over here. */
    byte[] piecesOf(final Round round, final int rank) {
        synchronized (teams) {
            return round.pieces.get(rank).data();
        }
    }

    /** Describes the nodes that a round waits for. */
    String describeMissing(final Round round) {
        synchronized (teams) {
            return round.describeMissing();
        }
    }

    /**
     * Describes a round, its team, and the nodes that it waits for as seen from here; empty when it is over. For
     * reports.
     */
    String describe(final Round round) {
        synchronized (teams) {
            return round.isOver ? "" : round.collective.name() + ", round " + round.number + " of "
                + round.team.describe() + "; " + round.describeMissing();
        }
    }

    /** Returns the name of the round, the same on all nodes. For reports. */
    String nameOf(final Round round) {
        synchronized (teams) {
            return WaitCircles.RoundName.text(round.team.key.name(), round.team.group, round.number,
                round.team.members);
        }
    }

    /** Returns the progress of the collectives of this node. For reports. */
    List<TeamProgress> progress() {
        return teams.progress();
    }

    void sendPieces(final EngineIssuer ctx, final Round round, final int rank, final byte[] data) {
        messages.sendPieces(ctx, round, rank, data);
    }

    void sendNoteOrPieces(final EngineIssuer ctx, final Round round, final int rank, final byte[] data) {
        messages.sendNoteOrPieces(ctx, round, rank, data);
    }

    void sendFailure(final Round round, final int rank, final String why) {
        messages.sendFailure(round, rank, why);
    }

    // --- progress of a round, under the monitor ---

    /** Combines once this node has arrived and all children have contributed, and returns the part to send. */
    private Sending advance(final Round round) {
        if (!round.canCombine()) {
            return null;
        }
        final Collective.Part part = round.combine(limit());
        round.failure = part.failure();
        if (round.team.position(round.root()) == 0) {
            return end(round, part.data());
        }
        round.isSentUp = true;
        if (!round.collective.resultForAll()) {
            end(round, null);
        }
        return new Sending(round, true, part);
    }

    /** Ends the round here. Returns the part to send down the tree. */
    private static Sending end(final Round round, final byte[] result) {
        round.result = result;
        round.finish();
        round.team.rounds.remove(round.number);
        return round.collective.resultForAll() ? new Sending(round, false, new Collective.Part(result, round.failure))
            : null;
    }

    private static void endIfAllHere(final Round round) {
        if (round.canEndExchange()) {
            round.finish();
            round.team.rounds.remove(round.number);
        }
    }

    private void send(final Sending sending) {
        if (sending == null) {
            return;
        }
        if (sending.isUp) {
            messages.sendUp(sending.round, sending.part);
        } else {
            messages.sendDown(sending.round, sending.part);
        }
    }

    // --- teams end and fail ---

    /**
     * Aborts the team of a failed member, whose exception has left the body spawned with the team. Members that wait in
     * a collective, here and on other nodes, are woken; later ones are refused.
     */
    void memberFailed(final LoopTask task, final RemoteFailure failure) {
        final Team.Key key = tasks.nodeCount == 1 || !task.isTeam ? null : Team.keyOf(task, tasks.nodeId);
        if (key != null) {
            memberFailed(key, failure);
        }
    }

    /** Aborts the team of a member that could not be started here. Helper. */
    void memberLost(final int origin, final long join, final RemoteFailure failure) {
        memberFailed(new Team.Key(origin, join), failure);
    }

    private void memberFailed(final Team.Key key, final RemoteFailure failure) {
        final String reason = FailureCodec.describeBriefly(failure);
        if (teams.abort(key, failure.nodeId(), reason)) {
            try {
                spreadAbort(key, failure.nodeId(), reason);
            } catch (final RuntimeException e) {
                // Happens only when a node is lost or this one stops: then every wait of the job ends anyway, and this
                // failure is reported too.
                LOG.debug("node {} could not tell its team of a failure", tasks.nodeId, e);
            }
        }
    }

    /** Sends an abort: from the node that spawned the team to all, from other nodes to that node. */
    private void spreadAbort(final Team.Key key, final int failedNodeId, final String reason) {
        if (key.node() == tasks.nodeId) {
            messages.sendAbortToAll(key, failedNodeId, reason);
        } else {
            messages.sendAbort(key.node(), key, failedNodeId, reason);
        }
    }

    /**
     * Notes that all tasks of a join of this node have ended. If they were a team that met, here or in a group of other
     * nodes, the other nodes forget it.
     */
    void joinEnded(final Join join) {
        if (join.handle == 0 || !join.hasMet && teams.endingCount() == 0) {
            return;
        }
        final Team.Key key = new Team.Key(tasks.nodeId, join.handle);
        if (teams.forget(key) || join.hasMet) {
            teams.end(key);
            messages.sendEndToAll(key);
        }
    }

    // --- incoming messages ---

    /** Handles a message of another node. Server's thread or helper. Returns false when it is malformed. */
    boolean onMessage(final long address, final int length) {
        final Message message = messages.read(address, length);
        if (message == null) {
            return false;
        }
        switch (message.kind()) {
            case RoundMessages.ABORT:
                onAbort(message);
                break;
            case RoundMessages.END:
                teams.end(message.team());
                break;
            case RoundMessages.DOWN:
                send(onResult(message));
                break;
            case RoundMessages.PIECE:
                return onPiece(message);
            default:
                send(onContribution(message));
                break;
        }
        return true;
    }

    /** Lane: a long piece. */
    @Override
    public void arrived(final int origin, final long[] head, final byte[] data) {
        final Message message = messages.read(head, data);
        if (message != null) {
            onPiece(message);
        }
    }

    private void onAbort(final Message message) {
        final int failedNodeId = (int) message.round();
        if (teams.abort(message.team(), failedNodeId, message.text()) && message.team().node() == tasks.nodeId) {
            messages.sendAbortToAll(message.team(), failedNodeId, message.text());
        }
    }

    /** Returns false for a message that must be damaged or forged. */
    private boolean onPiece(final Message message) {
        synchronized (teams) {
            final Round round = teams.roundFor(message.team(), message.group(), message.round());
            if (round == null) {
                return true;     // aborted, or ended here without it
            }
            if (message.hasFailed()) {
                round.failure = round.failure == null ? message.text() : round.failure;
            } else if (!round.receive(message.rank(), message.data(), message.total(), message.offset())) {
                return false;
            }
            endIfAllHere(round);
            return true;
        }
    }

    private Sending onContribution(final Message message) {
        synchronized (teams) {
            final Round round = teams.roundFor(message.team(), message.group(), message.round());
            if (round == null || round.fromChildren[message.kind()] != null) {
                return null;    // aborted here, or the message is forged
            }
            if (message.hasFailed() && round.failure == null) {
                round.failure = message.text();
            }
            round.fromChildren[message.kind()] = message.data();
            round.tagsOfChildren[message.kind()] = message.tag();
            if (round.expected != null) {
                round.failNotTogether();
                endIfAllHere(round);
            }
            return advance(round);
        }
    }

    private Sending onResult(final Message message) {
        synchronized (teams) {
            final Round round = teams.openRound(message.team(), message.group(), message.round());
            if (round == null || !round.isSentUp) {
                return null;
            }
            round.failure = message.hasFailed() ? message.text() : null;
            return end(round, message.data());
        }
    }
}
