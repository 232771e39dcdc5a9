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
 * The rounds of collectives on one node and what drives them. A round goes on by itself: whoever brings the last
 * contribution that a node waits for, its own task or a helper with a message, combines and sends on. A task that waits
 * only looks. So a task whose wait has expired holds up nobody.
 *
 * <pre>
 * UP     child -> parent     contribution of a subtree; FAILED: why it cannot contribute
 * DOWN   parent -> child     result, or FAILED
 * ABORT  failing node -> node that spawned the team -> all      a member has failed: all rounds of the team are over
 * END    node that spawned the team -> all                      its tasks have ended: forget it
 * PIECE  member -> member    part of what one gives to another in an exchange; FAILED: why it cannot
 * </pre>
 *
 * <p>A group of nodes within a team has rounds of its own, over its members' ranks, and is aborted and forgotten with
 * its team.
 *
 * <p>Rounds are numbered per team, so teams do not disturb each other and what an aborted one leaves behind meets
 * nobody.
 *
 * <p>Any thread; state is guarded by the monitor of the {@link TeamTable}, which is never held while messages are sent.
 * Per message.
 */
final class CollectiveRounds implements ValueReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(CollectiveRounds.class);

    private final NodeTasks tasks;
    private final TeamTable teams;
    private final RoundMessages messages;

    /** What has become complete and must now be sent, after the monitor has been left. */
    private record Sending(Round round, boolean isUp, Collective.Part part) {
    }

    CollectiveRounds(final NodeTasks tasks) {
        this.tasks = tasks;
        teams = new TeamTable(tasks.nodeCount);
        messages = new RoundMessages(tasks);
    }

    /** Bytes that a contribution and a result may have. */
    int limit() {
        return messages.limit();
    }

    /** Teams that this node has not forgotten; for tests and reports. */
    int teamCount() {
        return teams.endingCount();
    }

    // --- the task's side ---

    /** This node's task of a team arrives at its next collective, or at its next among the members of a group. */
    Round arrive(final EngineIssuer ctx, final LoopTask task, final GroupScope scope, final Collective collective,
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
        send(ctx, sending);
        return round;
    }

    /**
     * This node's task arrives at an exchange among the members. @param expected ranks, without its own, whose pieces
     * it waits for
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

    /** Under the monitor: the next round of a team or group. */
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

    /** False: it is over. True: the task has to suspend and will be woken, then it asks again. */
    boolean mustWait(final Round round, final Sleeper task) {
        synchronized (teams) {
            round.waiter = round.isOver ? null : task;
            return !round.isOver;
        }
    }

    /** True: the task is not going to be woken for this round. */
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

    /** What a round that is over has brought: null where only the root gets a result. */
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

    /** What a member has given in an exchange that is over here. */
    byte[] piecesOf(final Round round, final int rank) {
        synchronized (teams) {
            return round.pieces.get(rank).data();
        }
    }

    /** Whom a round waits for. */
    String describeMissing(final Round round) {
        synchronized (teams) {
            return round.describeMissing();
        }
    }

    /** For reports: which round of which team, and whom it waits for as seen from here; empty when it is over. */
    String describe(final Round round) {
        synchronized (teams) {
            return round.isOver ? "" : round.collective.name() + ", round " + round.number + " of "
                + round.team.describe() + "; " + round.describeMissing();
        }
    }

    /** For reports: the round's name, the same on all nodes. */
    String nameOf(final Round round) {
        synchronized (teams) {
            return WaitCircles.RoundName.text(round.team.key.name(), round.team.group, round.number,
                round.team.members);
        }
    }

    /** For reports: how far the collectives of this node have come. */
    List<TeamProgress> progress() {
        return teams.progress();
    }

    void sendPieces(final EngineIssuer ctx, final Round round, final int rank, final byte[] data) {
        messages.sendPieces(ctx, round, rank, data);
    }

    void sendFailure(final EngineIssuer ctx, final Round round, final int rank, final String why) {
        messages.sendFailure(ctx, round, rank, why);
    }

    // --- how a round goes on, under the monitor ---

    /** Once this node has arrived and all children have contributed: combines, and says what to send. */
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

    /** The round is over here. Returns what goes down the tree. */
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

    private void send(final EngineIssuer ctx, final Sending sending) {
        if (sending == null) {
            return;
        }
        if (sending.isUp) {
            messages.sendUp(ctx, sending.round, sending.part);
        } else {
            messages.sendDown(ctx, sending.round, sending.part);
        }
    }

    // --- teams end and fail ---

    /**
     * A member has failed: its exception has left the body that was spawned with the team. Those of the team that wait
     * in a collective, here and elsewhere, are told; those that come later find out.
     */
    void memberFailed(final EngineIssuer ctx, final LoopTask task, final RemoteFailure failure) {
        final Team.Key key = tasks.nodeCount == 1 || !task.isTeam ? null : Team.keyOf(task, tasks.nodeId);
        if (key != null) {
            memberFailed(ctx, key, failure);
        }
    }

    /** Helper: a member could not even be started here. */
    void memberLost(final EngineIssuer ctx, final int origin, final long join, final RemoteFailure failure) {
        memberFailed(ctx, new Team.Key(origin, join), failure);
    }

    private void memberFailed(final EngineIssuer ctx, final Team.Key key, final RemoteFailure failure) {
        final String reason = FailureCodec.describeBriefly(failure);
        if (teams.abort(key, failure.nodeId(), reason)) {
            try {
                spreadAbort(ctx, key, failure.nodeId(), reason);
            } catch (final RuntimeException e) {
                // Only when a node is gone or this one stops: then every wait of the job ends anyhow, and this failure
                // is still told.
                LOG.debug("node {} could not tell its team of a failure", tasks.nodeId, e);
            }
        }
    }

    /** From the node that spawned the team to all, from others to that node. */
    private void spreadAbort(final EngineIssuer ctx, final Team.Key key, final int failedNodeId, final String reason) {
        if (key.node() == tasks.nodeId) {
            messages.sendAbortToAll(ctx, key, failedNodeId, reason);
        } else {
            messages.sendAbort(ctx, key.node(), key, failedNodeId, reason);
        }
    }

    /** All tasks of a join of this node have ended. If they were a team that met, the others forget it. */
    void joinEnded(final EngineIssuer ctx, final Join join) {
        if (teams.endingCount() > 0 && join.handle != 0) {
            final Team.Key key = new Team.Key(tasks.nodeId, join.handle);
            if (teams.forget(key)) {
                messages.sendEndToAll(ctx, key);
            }
        }
    }

    // --- messages come in ---

    /** Helper: a message of another node. Returns false when it is malformed. */
    boolean onMessage(final long address, final int length, final EngineIssuer ctx) {
        final Message message = messages.read(address, length);
        if (message == null) {
            return false;
        }
        switch (message.kind()) {
            case RoundMessages.ABORT:
                onAbort(ctx, message);
                break;
            case RoundMessages.END:
                teams.forget(message.team());
                break;
            case RoundMessages.DOWN:
                send(ctx, onResult(message));
                break;
            case RoundMessages.PIECE:
                return onPiece(message);
            default:
                send(ctx, onContribution(message));
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

    private void onAbort(final EngineIssuer ctx, final Message message) {
        final int failedNodeId = (int) message.round();
        if (teams.abort(message.team(), failedNodeId, message.text()) && message.team().node() == tasks.nodeId) {
            messages.sendAbortToAll(ctx, message.team(), failedNodeId, message.text());
        }
    }

    /** Returns false when only a damaged or forged message can say so. */
    private boolean onPiece(final Message message) {
        synchronized (teams) {
            final Round round = teams.roundFor(message.team(), message.group(), message.round());
            if (round == null) {
                return true;     // aborted, or over here without it
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
                return null;    // aborted here, or only a forged message can say so
            }
            if (message.hasFailed() && round.failure == null) {
                round.failure = message.text();
            }
            round.fromChildren[message.kind()] = message.data();
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
