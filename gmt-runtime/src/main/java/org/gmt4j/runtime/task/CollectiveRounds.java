package org.gmt4j.runtime.task;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.FlushReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rounds of collectives on one node and the messages that drive them. A round goes on by itself: whoever brings the last
 * contribution that a node waits for, its own task or a helper with a message, combines and sends on. A task that waits only looks.
 * So a task whose wait has expired holds up nobody.
 *
 * <pre>
 * UP     child -> parent     contribution of a subtree; FAILED: why it cannot contribute
 * DOWN   parent -> child     result, or FAILED
 * ABORT  failing node -> node that spawned the team -> all      a member has failed: all rounds of the team are over
 * END    node that spawned the team -> all                      its tasks have ended: forget it
 * PIECE  member -> member    part of what one gives to another in an exchange; FAILED: why it cannot
 * </pre>
 *
 * <p>A group of nodes within a team has rounds of its own, over its members' ranks, and is aborted and forgotten with its team.
 *
 * <p>Rounds are numbered per team, so teams do not disturb each other and what an aborted one leaves behind meets nobody.
 *
 * <p>Any thread; state is guarded by this object's monitor, which is never held while messages are sent. Per message.
 */
final class CollectiveRounds {
    static final int FAN_OUT = 4;
    private static final int HEADER = 48;
    /** Kinds of message: UP from child 0 .. FAN_OUT - 1, then these. */
    private static final int DOWN = FAN_OUT;
    private static final int ABORT = FAN_OUT + 1;
    private static final int END = FAN_OUT + 2;
    private static final int PIECE = FAN_OUT + 3;
    private static final int FAILED = 0x100;
    private static final byte[] NOTHING = new byte[0];

    private static final Logger LOG = LoggerFactory.getLogger(CollectiveRounds.class);

    private final TaskRuntime runtime;
    private final Map<Team.Key, Team> teams = new HashMap<>();
    /** Teams that have an end; read without the monitor, since most joins have none. */
    private volatile int endingTeamCount;

    /** What has become complete and must now be sent, after the monitor has been left. */
    private record Sending(Round round, boolean isUp, Collective.Part part) {
    }

    CollectiveRounds(final TaskRuntime runtime) {
        this.runtime = runtime;
    }

    /** Bytes that a contribution and a result may have. */
    int limit() {
        return runtime.commandLimit() - HEADER - 8;
    }

    // --- the task's side ---

    /** This node's task of a team arrives at its next collective, or at its next among the members of a group. */
    Round arrive(final TaskContext ctx, final GroupScope scope, final Collective collective, final Collective.Part part) {
        final Team.Key key = keyOf(ctx, scope, collective);
        final Round round;
        final Sending sending;
        synchronized (this) {
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

    /** This node's task arrives at an exchange among the members. @param expected ranks, without its own, whose pieces it waits for */
    Round arriveAtExchange(final TaskContext ctx, final GroupScope scope, final String name, final int[] expected) {
        final Collective collective = new Collective(name, 0, null, true);
        final Team.Key key = keyOf(ctx, scope, collective);
        synchronized (this) {
            final Round round = next(key, scope, collective);
            round.expected = expected;
            round.result = NOTHING;
            for (final byte[] early : round.fromChildren) {
                if (early != null) {
                    round.failure = notTogether(name);
                }
            }
            endIfAllHere(round);
            return round;
        }
    }

    private Team.Key keyOf(final TaskContext ctx, final GroupScope scope, final Collective collective) {
        final Team.Key key = Team.keyOf(ctx.task, runtime.nodeId());
        if (key == null && scope.size(runtime.nodeCount()) > 1) {
            throw new IllegalStateException("GMT-248 a task that was spawned alone on another node calls " + collective.name()
                + ": nobody would meet it; use executeOnAll, callOnAll or a parFor");
        }
        return key == null ? Team.ROOT : key;
    }

    /** Under the monitor: the next round of a team or group. */
    private Round next(final Team.Key key, final GroupScope scope, final Collective collective) {
        final Team team = team(key).group(scope.id());
        team.members = scope.members();
        team.rank = scope.rank(runtime.nodeId());
        checkAlive(team, collective);
        final Round round = team.round(team.nextRound);
        team.nextRound++;
        round.collective = collective;
        return round;
    }

    private static String notTogether(final String name) {
        return "another member calls another collective than the " + name + "; all must call the same in the same order";
    }

    private static void checkAlive(final Team team, final Collective collective) {
        if (team.whole.isAborted) {
            throw new CollectiveAbortedException(collective.name(), team.whole.failedNodeId, team.whole.failure);
        }
    }

    /** False: it is over. True: the task has to suspend and will be woken, then it asks again. */
    synchronized boolean mustWait(final Round round, final WaitingTask task) {
        round.waiter = round.isOver ? null : task;
        return !round.isOver;
    }

    /** True: the task is not going to be woken for this round. */
    synchronized boolean takeBack(final Round round, final WaitingTask task) {
        final boolean waits = round.waiter == task;
        round.waiter = null;
        return waits;
    }

    synchronized boolean isOver(final Round round) {
        return round.isOver;
    }

    /** What a round that is over has brought: null where only the root gets a result. */
    synchronized byte[] outcome(final Round round) {
        if (round.isOver && round.result == null) {
            checkAlive(round.team, round.collective);
        }
        if (round.failure != null) {
            throw new GmtException("GMT-245", "a collective operation has failed: the " + round.collective.name() + ": " + round.failure);
        }
        return round.result;
    }

    /** Whom a round waits for. */
    synchronized String describeMissing(final Round round) {
        final Team team = round.team;
        final int root = round.collective.root();
        final int self = position(team, root);
        if (round.isSentUp) {
            return "no result from node " + nodeAt(team, (self - 1) / FAN_OUT, root) + ", which combines for this node";
        }
        final NodeList missing = new NodeList();
        for (int k = 0; k < childCount(team, self); k++) {
            if (round.fromChildren[k] == null) {
                missing.add(nodeAt(team, self * FAN_OUT + 1 + k, root));
            }
        }
        return "missing: " + missing + " or nodes that it combines for";
    }

    // --- how a round goes on, under the monitor ---

    private Team team(final Team.Key key) {
        Team team = teams.get(key);
        if (team == null) {
            team = new Team(key);
            teams.put(key, team);
            countEnding(key, 1);
        }
        return team;
    }

    private void countEnding(final Team.Key key, final int change) {
        if (!key.equals(Team.ROOT)) {
            endingTeamCount += change;      // only under the monitor
        }
    }

    private int size(final Team team) {
        return team.members == null ? runtime.nodeCount() : team.members.length;
    }

    private int nodeOf(final Team team, final int rank) {
        return team.members == null ? rank : team.members[rank];
    }

    /** Of this node in the tree. */
    private int position(final Team team, final int root) {
        return Math.floorMod(team.rank - root, size(team));
    }

    private int nodeAt(final Team team, final int position, final int root) {
        return nodeOf(team, (position + root) % size(team));
    }

    private int childCount(final Team team, final int position) {
        return (int) Math.max(0, Math.min((long) FAN_OUT, size(team) - ((long) position * FAN_OUT + 1)));
    }

    /** Once this node has arrived and all children have contributed: combines, and says what to send. */
    private Sending advance(final Round round) {
        final Collective collective = round.collective;
        if (collective == null || round.expected != null || round.isSentUp || !hasChildren(round)) {
            return null;
        }
        final Collective.Part part = combine(round);
        round.failure = part.failure();
        if (position(round.team, collective.root()) == 0) {
            return end(round, part.data());
        }
        round.isSentUp = true;
        if (!collective.resultForAll()) {
            end(round, null);
        }
        return new Sending(round, true, part);
    }

    private boolean hasChildren(final Round round) {
        final int children = childCount(round.team, position(round.team, round.collective.root()));
        for (int k = 0; k < children; k++) {
            if (round.fromChildren[k] == null) {
                return false;
            }
        }
        return true;
    }

    private Collective.Part combine(final Round round) {
        if (round.failure != null) {
            return new Collective.Part(NOTHING, round.failure);
        }
        byte[] combined = round.mine;
        try {
            final int children = childCount(round.team, position(round.team, round.collective.root()));
            for (int k = 0; k < children; k++) {
                combined = round.collective.combiner().combine(combined, round.fromChildren[k]);
            }
        } catch (final RuntimeException e) {
            return new Collective.Part(NOTHING, "contributions to the " + round.collective.name() + " do not fit together (" + e
                + "); all nodes must call the same collectives in the same order");
        }
        return combined.length <= limit() ? new Collective.Part(combined, null)
            : new Collective.Part(NOTHING, "the values of all nodes take " + combined.length + " B together, more than " + limit()
                + " B; use a global array");
    }

    /** The round is over here. Returns what goes down the tree. */
    private Sending end(final Round round, final byte[] result) {
        round.result = result;
        finish(round);
        round.team.rounds.remove(round.number);
        return round.collective.resultForAll() ? new Sending(round, false, new Collective.Part(result, round.failure)) : null;
    }

    private static void finish(final Round round) {
        round.isOver = true;
        final WaitingTask waiter = round.waiter;
        if (waiter != null) {
            round.waiter = null;
            waiter.wake();
        }
    }

    // --- teams end and fail ---

    /**
     * A member has failed: its exception has left the body that was spawned with the team. Those of the team that wait in a
     * collective, here and elsewhere, are told; those that come later find out.
     */
    void memberFailed(final TaskContext ctx, final LoopTask task, final RemoteFailure failure) {
        final Team.Key key = runtime.nodeCount() == 1 || !task.isTeam ? null : Team.keyOf(task, runtime.nodeId());
        if (key != null) {
            memberFailed(ctx, key, failure);
        }
    }

    /** Helper: a member could not even be started here. */
    void memberLost(final TaskContext ctx, final int origin, final long join, final RemoteFailure failure) {
        memberFailed(ctx, new Team.Key(origin, join), failure);
    }

    private void memberFailed(final TaskContext ctx, final Team.Key key, final RemoteFailure failure) {
        final String reason = failure.describeBriefly();
        if (abort(key, failure.nodeId(), reason)) {
            try {
                spreadAbort(ctx, key, failure.nodeId(), reason);
            } catch (final RuntimeException e) {
                // Only when a node is gone or this one stops: then every wait of the job ends anyhow, and this failure is still told.
                LOG.debug("node {} could not tell its team of a failure", runtime.nodeId(), e);
            }
        }
    }

    /** From the node that spawned the team to all, from others to that node. */
    private void spreadAbort(final TaskContext ctx, final Team.Key key, final int failedNodeId, final String reason) {
        if (key.node() == runtime.nodeId()) {
            toAllOthers(ctx, key, failedNodeId, ABORT, bytes(reason));
        } else {
            send(ctx, key.node(), key, failedNodeId, ABORT, bytes(reason));
        }
    }

    /** False: it was aborted before. */
    private synchronized boolean abort(final Team.Key key, final int failedNodeId, final String reason) {
        final Team team = team(key);
        if (team.isAborted) {
            return false;
        }
        team.isAborted = true;
        team.failedNodeId = failedNodeId;
        team.failure = reason;
        finishAll(team);
        team.groups.values().forEach(CollectiveRounds::finishAll);
        return true;
    }

    private static void finishAll(final Team team) {
        final List<Round> open = new ArrayList<>(team.rounds.values());
        team.rounds.clear();
        for (final Round round : open) {
            round.result = null;
            finish(round);
        }
    }

    /** All tasks of a join of this node have ended. If they were a team that met, the others forget it. */
    void joinEnded(final TaskContext ctx, final Join join) {
        if (endingTeamCount > 0 && join.handle != 0) {
            final Team.Key key = new Team.Key(runtime.nodeId(), join.handle);
            if (forget(key)) {
                toAllOthers(ctx, key, 0, END, NOTHING);
            }
        }
    }

    private synchronized boolean forget(final Team.Key key) {
        if (teams.remove(key) == null) {
            return false;
        }
        countEnding(key, -1);
        return true;
    }

    /** Teams that this node has not forgotten; for tests and reports. */
    int teamCount() {
        return endingTeamCount;
    }

    // --- messages ---

    private void send(final TaskContext ctx, final Sending sending) {
        if (sending == null) {
            return;
        }
        final Round round = sending.round;
        final Collective.Part part = sending.part;
        final Team team = round.team;
        final int root = round.collective.root();
        final int self = position(team, root);
        final byte[] data = part.failure() == null ? part.data() : bytes(part.failure());
        final int flag = part.failure() == null ? 0 : FAILED;
        if (sending.isUp) {
            send(ctx, nodeAt(team, (self - 1) / FAN_OUT, root), team, round.number, (self - 1) % FAN_OUT | flag, data);
            return;
        }
        for (int k = 0; k < childCount(team, self); k++) {
            send(ctx, nodeAt(team, self * FAN_OUT + 1 + k, root), team, round.number, DOWN | flag, data);
        }
    }

    private void send(final TaskContext ctx, final int node, final Team team, final long number, final int kind, final byte[] data) {
        send(ctx, node, team.key, number, kind, data, 0, data.length, team.group, team.rank, data.length, 0);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    /** What this node gives to another member in an exchange at which it has arrived. Its pieces behind each other, in commands. */
    void sendPieces(final TaskContext ctx, final Round round, final int rank, final byte[] data) {
        final Team team = round.team;
        final int node = nodeOf(team, rank);
        int offset = 0;
        do {
            final int length = Math.min(limit(), data.length - offset);
            send(ctx, node, team.key, round.number, PIECE, data, offset, length, team.group, team.rank, data.length, offset);
            offset += length;
        } while (offset < data.length);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    void sendFailure(final TaskContext ctx, final Round round, final int rank, final String why) {
        send(ctx, nodeOf(round.team, rank), round.team, round.number, PIECE | FAILED, bytes(why));
    }

    private void toAllOthers(final TaskContext ctx, final Team.Key key, final long number, final int kind, final byte[] data) {
        final int nodes = runtime.nodeCount();
        for (int k = 1; k < nodes; k++) {
            send(ctx, (runtime.nodeId() + k) % nodes, key, number, kind, data);
        }
    }

    private void send(final TaskContext ctx, final int node, final Team.Key key, final long number, final int kind, final byte[] data) {
        send(ctx, node, key, number, kind, data, 0, data.length, 0, 0, data.length, 0);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    private void send(final TaskContext ctx, final int node, final Team.Key key, final long number, final int kind, final byte[] data,
                      final int from, final int count, final long group, final int rank, final int total, final int offset) {
        final int length = 8 + HEADER + Aggregator.padded(count);
        final long at = ctx.aggregator().claim(node, length, ctx);
        UnsafeApi.putLong(at, Spawner.messageWord(Collectives.PORT, length));
        UnsafeApi.putLong(at + 8, key.join());
        UnsafeApi.putLong(at + 16, number);
        UnsafeApi.putInt(at + 24, key.node());
        UnsafeApi.putInt(at + 28, kind);
        UnsafeApi.putInt(at + 32, count);
        UnsafeApi.putInt(at + 36, rank);
        UnsafeApi.putLong(at + 40, group);
        UnsafeApi.putInt(at + 48, total);
        UnsafeApi.putInt(at + 52, offset);
        UnsafeApi.copyMemory(data, UnsafeApi.arrayBaseOffset(byte[].class) + from, null, at + 8 + HEADER, count);
        ctx.aggregator().commit(node);
    }

    private byte[] bytes(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= limit() ? bytes : java.util.Arrays.copyOf(bytes, limit());
    }

    /** Helper: a message of another node. Returns false when it is malformed. */
    boolean onMessage(final long address, final int length, final TaskContext ctx) {
        if (length < 8 + HEADER) {
            return false;
        }
        final Team.Key key = new Team.Key(UnsafeApi.getInt(address + 24), UnsafeApi.getLong(address + 8));
        final long number = UnsafeApi.getLong(address + 16);
        final int kind = UnsafeApi.getInt(address + 28);
        final int dataLength = UnsafeApi.getInt(address + 32);
        final int rank = UnsafeApi.getInt(address + 36);
        final long group = UnsafeApi.getLong(address + 40);
        final int total = UnsafeApi.getInt(address + 48);
        final int offset = UnsafeApi.getInt(address + 52);
        if (dataLength < 0 || 8 + HEADER + (long) dataLength > length || key.node() < -1 || key.node() >= runtime.nodeCount()
            || (kind & ~FAILED) < 0 || (kind & ~FAILED) > PIECE || number < 0 || key.node() < 0 && ((kind & ~FAILED) == ABORT || (kind & ~FAILED) == END)
            || group < 0 || rank < 0 || rank >= runtime.nodeCount() || offset < 0 || total < 0 || (long) offset + dataLength > total) {
            return false;
        }
        final byte[] data = new byte[dataLength];
        UnsafeApi.copyMemory(null, address + 8 + HEADER, data, UnsafeApi.arrayBaseOffset(byte[].class), dataLength);
        switch (kind & ~FAILED) {
            case ABORT:
                onAbort(ctx, key, (int) number, new String(data, StandardCharsets.UTF_8));
                break;
            case END:
                forget(key);
                break;
            case DOWN:
                send(ctx, onResult(key, group, number, data, (kind & FAILED) != 0));
                break;
            case PIECE:
                return onPiece(key, group, number, rank, data, total, offset, (kind & FAILED) != 0);
            default:
                send(ctx, onContribution(key, group, number, kind & ~FAILED, data, (kind & FAILED) != 0));
                break;
        }
        return true;
    }

    private void onAbort(final TaskContext ctx, final Team.Key key, final int failedNodeId, final String reason) {
        if (abort(key, failedNodeId, reason) && key.node() == runtime.nodeId()) {
            toAllOthers(ctx, key, failedNodeId, ABORT, bytes(reason));
        }
    }

    /** Returns false when only a damaged or forged message can say so. */
    private synchronized boolean onPiece(final Team.Key key, final long group, final long number, final int rank, final byte[] data,
                                      final int total, final int offset, final boolean hasFailed) {
        final Team team = team(key).group(group);
        final Round round = team.whole.isAborted ? null : team.round(number);
        if (round == null) {
            return true;     // aborted, or over here without it
        }
        if (hasFailed) {
            round.failure = round.failure == null ? new String(data, StandardCharsets.UTF_8) : round.failure;
        } else {
            if (round.pieces == null) {
                round.pieces = new HashMap<>();
            }
            if (!round.pieces.computeIfAbsent(rank, r -> new Pieces(total)).take(data, offset, total)) {
                return false;
            }
        }
        endIfAllHere(round);
        return true;
    }

    private void endIfAllHere(final Round round) {
        if (round.expected != null && !round.isOver && (round.failure != null || isAllHere(round))) {
            finish(round);
            round.team.rounds.remove(round.number);
        }
    }

    private static boolean isAllHere(final Round round) {
        for (final int rank : round.expected) {
            final Pieces pieces = round.pieces == null ? null : round.pieces.get(rank);
            if (pieces == null || !pieces.isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** What a member has given in an exchange that is over here. */
    synchronized byte[] piecesOf(final Round round, final int rank) {
        return round.pieces.get(rank).data();
    }

    private synchronized Sending onContribution(final Team.Key key, final long group, final long number, final int child, final byte[] data,
                                                final boolean hasFailed) {
        final Team team = team(key).group(group);
        final Round round = team.whole.isAborted ? null : team.round(number);
        if (round == null || round.fromChildren[child] != null) {
            return null;    // aborted here, or only a forged message can say so
        }
        if (hasFailed && round.failure == null) {
            round.failure = new String(data, StandardCharsets.UTF_8);
        }
        round.fromChildren[child] = data;
        if (round.expected != null) {
            round.failure = notTogether(round.collective.name());
            endIfAllHere(round);
        }
        return advance(round);
    }

    private synchronized Sending onResult(final Team.Key key, final long group, final long number, final byte[] data,
                                          final boolean hasFailed) {
        final Team whole = teams.get(key);
        final Team team = whole == null ? null : whole.group(group);
        final Round round = team == null ? null : team.rounds.get(number);
        if (round == null || !round.isSentUp) {
            return null;
        }
        round.failure = hasFailed ? new String(data, StandardCharsets.UTF_8) : null;
        return end(round, data);
    }
}
