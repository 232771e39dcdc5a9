package org.gmt4j.engine.task;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.wire.ValueRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.onesided.ValueTransfer;

/**
 * Writes and reads the messages of {@link CollectiveRounds}. All are notices ({@link NoticeQueue}), but for the pieces
 * of exchanges, which are commands or transfers. Any thread. Per message.
 *
 * <pre>
 *  0 word0: MESSAGE, port, length
 *  8 i64 join of the team            16 i64 number of the round (ABORT: id of the failed node)
 * 24 i32 node of the team, -1: root  28 i32 kind | FAILED | tag of the collective << 16, of a contribution
 * 32 i32 length of the data          36 i32 rank of the sender
 * 40 i64 group, 0: the whole team
 * 48 i32 length of the whole piece   52 i32 offset of the data in it
 * 56 data
 * </pre>
 *
 * <p>What a member gives in an exchange goes beyond twice the eager limit of puts as transfers of the
 * one-sided core ({@link ValueTransfer}) with the head
 *
 * <pre>
 *  0 i64 join of the team      1 i64 number of the round      2 i32 rank of the sender, i32 node of the team
 *  3 i64 group                 4 i32 length of the whole piece, i32 offset of the transfer in it
 * </pre>
 */
final class RoundMessages {
    /** Kinds of messages: UP from child 0 .. FAN_OUT - 1, then these. */
    static final int DOWN = Team.FAN_OUT;
    static final int ABORT = Team.FAN_OUT + 1;
    static final int END = Team.FAN_OUT + 2;
    static final int PIECE = Team.FAN_OUT + 3;
    /** Length of {@link Collective#tag}. */
    static final int TAG_BITS = 16;
    private static final int FAILED = 0x100;
    private static final int TAG_SHIFT = Integer.SIZE - TAG_BITS;
    private static final int HEADER = 48;
    /** Bytes of a short piece, which fits a slot of the mail. */
    private static final int NOTE = 64;
    private static final byte[] NOTHING = new byte[0];
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);

    private final NodeTasks tasks;

    RoundMessages(final NodeTasks tasks) {
        this.tasks = tasks;
    }

    /** The head of a message; {@code number} is that of the round, or the failed node. */
    private record Head(Team.Key team, long group, long number, int kind, int rank) {
        static Head of(final Team team, final long number, final int kind) {
            return new Head(team.key, team.group, number, kind, team.rank);
        }
    }

    /** A received message: {@code data} at {@code offset} of a piece of {@code total} bytes. */
    record Message(Head head, int tag, boolean hasFailed, byte[] data, int total, int offset) {
        Team.Key team() {
            return head.team;
        }

        long group() {
            return head.group;
        }

        long round() {
            return head.number;
        }

        int kind() {
            return head.kind;
        }

        int rank() {
            return head.rank;
        }

        String text() {
            return new String(data, StandardCharsets.UTF_8);
        }
    }

    /** Returns the greatest length in bytes of the data of one message. */
    int limit() {
        return tasks.commandLimit - HEADER - 8;
    }

    // --- sending ---

    /** Sends the contribution of this node's subtree to its parent. */
    void sendUp(final Round round, final Collective.Part part) {
        final Team team = round.team;
        send(team.nodeOfParent(round.root()), team, round.number,
            team.childNumber(round.root()) | round.collective.tag() << TAG_SHIFT, part);
    }

    /** Sends the result to the children of this node. */
    void sendDown(final Round round, final Collective.Part part) {
        final Team team = round.team;
        for (int k = 0; k < team.childCount(round.root()); k++) {
            send(team.nodeOfChild(k, round.root()), team, round.number, DOWN, part);
        }
    }

    /**
     * Sends data to another member in an exchange at which this node has arrived, in several commands where needed.
     */
    void sendPieces(final EngineIssuer ctx, final Round round, final int rank, final byte[] data) {
        final Team team = round.team;
        final int node = team.nodeOf(rank);
        if (node != tasks.nodeId && tasks.isAnnounced(ctx.aggregator(), data.length)) {
            announce(ctx, node, Head.of(team, round.number, PIECE), data.clone());     // the caller may change its own
            return;
        }
        int offset = 0;
        do {
            final int length = Math.min(limit(), data.length - offset);
            send(ctx, node, Head.of(team, round.number, PIECE), data, offset, length);
            offset += length;
        } while (offset < data.length);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    /** Sends data to another member that sends to this one in the same round; short ones without an answer. */
    void sendNoteOrPieces(final EngineIssuer ctx, final Round round, final int rank, final byte[] data) {
        if (data.length <= NOTE) {
            notify(round.team.nodeOf(rank), Head.of(round.team, round.number, PIECE), data);
        } else {
            sendPieces(ctx, round, rank, data);
        }
    }

    private void announce(final EngineIssuer ctx, final int node, final Head head, final byte[] data) {
        for (int offset = 0, count; offset < data.length; offset += count) {
            count = Math.min(ValueTransfer.LONGEST, data.length - offset);
            final long at = tasks.values.begin(ctx.aggregator(), node, MessagePort.COLLECTIVES, ctx, data, offset,
                count);
            ValueRecord.head(at, 0, head.team.join());
            ValueRecord.head(at, 1, head.number);
            ValueRecord.head(at, 2, (long) head.rank << Integer.SIZE | head.team.node() & 0xFFFF_FFFFL);
            ValueRecord.head(at, 3, head.group);
            ValueRecord.head(at, 4, (long) data.length << Integer.SIZE | offset);
            tasks.values.announce(ctx.aggregator());
        }
    }

    void sendFailure(final Round round, final int rank, final String why) {
        send(round.team.nodeOf(rank), round.team, round.number, PIECE, new Collective.Part(NOTHING, why));
    }

    /** Reports that a member of the team has failed. */
    void sendAbort(final int node, final Team.Key team, final int failedNodeId, final String reason) {
        sendAboutTeam(node, team, failedNodeId, ABORT, bytes(reason));
    }

    void sendAbortToAll(final Team.Key team, final int failedNodeId, final String reason) {
        final byte[] data = bytes(reason);
        for (int k = 1; k < tasks.nodeCount; k++) {
            sendAboutTeam((tasks.nodeId + k) % tasks.nodeCount, team, failedNodeId, ABORT, data);
        }
    }

    /** Reports that the tasks of the team have ended. */
    void sendEndToAll(final Team.Key team) {
        for (int k = 1; k < tasks.nodeCount; k++) {
            sendAboutTeam((tasks.nodeId + k) % tasks.nodeCount, team, 0, END, NOTHING);
        }
    }

    private void sendAboutTeam(final int node, final Team.Key team, final long number, final int kind,
                               final byte[] data) {
        notify(node, new Head(team, 0, number, kind, 0), data);
    }

    private void send(final int node, final Team team, final long number, final int kind, final Collective.Part part) {
        final byte[] data = part.failure() == null ? part.data() : bytes(part.failure());
        final int flag = part.failure() == null ? 0 : FAILED;
        notify(node, Head.of(team, number, kind | flag), data);
    }

    /** Sends a message without an answer: each round has a bounded number of them. */
    private void notify(final int node, final Head head, final byte[] data) {
        final byte[] command = new byte[8 + HEADER + WireFormat.align(data.length)];
        write(command, BYTES, command.length, head, data, 0, data.length);
        tasks.notices.message(node, command);
    }

    /** Sends {@code count} bytes of {@code data} from {@code offset} on. */
    private static void send(final EngineIssuer ctx, final int node, final Head head, final byte[] data,
                             final int offset, final int count) {
        final int length = 8 + HEADER + WireFormat.align(count);
        write(null, ctx.aggregator().claim(node, length, ctx), length, head, data, offset, count);
        ctx.aggregator().commit(node);
    }

    private static void write(final Object target, final long at, final int length, final Head head, final byte[] data,
                              final int offset, final int count) {
        ArrayOrMemory.putLong(target, at, MessagePort.word(MessagePort.COLLECTIVES, length));
        ArrayOrMemory.putLong(target, at + 8, head.team.join());
        ArrayOrMemory.putLong(target, at + 16, head.number);
        ArrayOrMemory.putInt(target, at + 24, head.team.node());
        ArrayOrMemory.putInt(target, at + 28, head.kind);
        ArrayOrMemory.putInt(target, at + 32, count);
        ArrayOrMemory.putInt(target, at + 36, head.rank);
        ArrayOrMemory.putLong(target, at + 40, head.group);
        ArrayOrMemory.putInt(target, at + 48, data.length);
        ArrayOrMemory.putInt(target, at + 52, offset);
        ArrayOrMemory.copy(data, BYTES + offset, target, at + 8 + HEADER, count);
    }

    private byte[] bytes(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= limit() ? bytes : Arrays.copyOf(bytes, limit());
    }

    // --- receiving ---

    /** What a transfer has brought of an exchange. Null: it is forged. */
    Message read(final long[] head, final byte[] data) {
        final Team.Key key = new Team.Key((int) head[2], head[0]);
        final int rank = (int) (head[2] >>> Integer.SIZE);
        final int total = (int) (head[4] >>> Integer.SIZE);
        final int offset = (int) head[4];
        if (key.node() < -1 || key.node() >= tasks.nodeCount || head[1] < 0 || head[3] < 0 || rank < 0
            || rank >= tasks.nodeCount || offset < 0 || (long) offset + data.length > total) {
            return null;
        }
        return new Message(new Head(key, head[3], head[1], PIECE, rank), 0, false, data, total, offset);
    }

    /** Returns null when the message is malformed. */
    Message read(final long address, final int length) {
        if (length < 8 + HEADER) {
            return null;
        }
        final Team.Key key = new Team.Key(UnsafeApi.getInt(address + 24), UnsafeApi.getLong(address + 8));
        final long number = UnsafeApi.getLong(address + 16);
        final int flags = UnsafeApi.getInt(address + 28);
        final int kind = flags & FAILED - 1;
        final int dataLength = UnsafeApi.getInt(address + 32);
        final int rank = UnsafeApi.getInt(address + 36);
        final long group = UnsafeApi.getLong(address + 40);
        final int total = UnsafeApi.getInt(address + 48);
        final int offset = UnsafeApi.getInt(address + 52);
        if (dataLength < 0 || 8 + HEADER + (long) dataLength > length || key.node() < -1
            || key.node() >= tasks.nodeCount
            || kind < 0 || kind > PIECE || number < 0 || key.node() < 0 && (kind == ABORT || kind == END)
            || group < 0 || rank < 0 || rank >= tasks.nodeCount || offset < 0 || total < 0
            || (long) offset + dataLength > total) {
            return null;
        }
        final byte[] data = new byte[dataLength];
        ArrayOrMemory.copy(null, address + 8 + HEADER, data, BYTES, dataLength);
        return new Message(new Head(key, group, number, kind, rank), flags >>> TAG_SHIFT, (flags & FAILED) != 0, data,
            total, offset);
    }
}
