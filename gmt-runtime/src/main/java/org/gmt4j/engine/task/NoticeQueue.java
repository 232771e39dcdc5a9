package org.gmt4j.engine.task;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.engine.mail.HostMail;

/**
 * Outgoing notices of one node: the ends of tasks that other nodes have spawned here, signals, and messages of
 * collectives. They go by mail where the receiver shares memory with this node ({@link HostMail}), and in the reply
 * class otherwise. The number of outstanding tasks bounds them, so they need no credit, and commands that wait for room
 * can never hold up the end of a task. Notices that find neither room in the mail nor a buffer wait here, for each node
 * apart, and the pieces of long results apart from all others: a node that does not take what is for it holds up nobody
 * else. Pieces leave some buffers to the others. Any thread; per task.
 */
final class NoticeQueue {
    private static final int SIGNAL = -1;
    private static final int MESSAGE = -2;
    /** Pieces for one node in one turn. */
    private static final int PIECES = 8;

    private final int nodeId;
    private HostMail mail;                           // set before the node starts
    /** By node; null where nothing has waited. */
    private final AtomicReferenceArray<Outbox> outboxes;
    /** Notices in all of them, or about to be. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Node that is first in the next turn: one at a time may find the last room. Of the thread that flushes. */
    private int firstNode;
    /** Numbers long results: tasks of one parent may end here side by side, and their pieces mix on their way. */
    private final AtomicInteger results = new AtomicInteger();
    private volatile Runnable wakeSender = () -> { };

    /**
     * A TASK_DONE, or, with the status {@link #SIGNAL}, a signal to raise, or, with {@link #MESSAGE}, a command whose
     * bytes are the payload.
     *
     * @param number of the result, of which this is a piece; 0 otherwise
     */
    private record Notice(int node, int number, long join, int status, long failures, byte[] payload) {
    }

    /** What waits for one node. */
    private static final class Outbox {
        final ConcurrentLinkedQueue<Notice> notices = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Notice> pieces = new ConcurrentLinkedQueue<>();
    }

    NoticeQueue(final int nodeId, final int nodeCount) {
        this.nodeId = nodeId;
        outboxes = new AtomicReferenceArray<>(nodeCount);
        mail = HostMail.none(nodeId, nodeCount);
    }

    /** Sets the node's mail. Before the node starts. */
    void mail(final HostMail newMail) {
        mail = newMail;
    }

    /** Sets the action that wakes the thread which calls {@link #flush}. */
    void onWakeSender(final Runnable action) {
        wakeSender = action;
    }

    /** Raises a signal of another node. */
    void signal(final int node, final long id, final long value) {
        send(null, node, id, SIGNAL, value, null);
    }

    /** Sends a MESSAGE command to another node, without an answer. */
    void message(final int node, final byte[] command) {
        send(null, node, 0, MESSAGE, 0, command);
    }

    /** @param lane lane of the calling thread whose buffers may be used; null without */
    private void send(final Lane lane, final int node, final long join, final int status, final long failures,
                      final byte[] payload) {
        final Outbox outbox = outboxes.get(node);
        if (outbox != null && !outbox.notices.isEmpty()
            || !tryNotice(lane, node, 0, join, status, failures, payload, false)) {
            waiting.incrementAndGet();
            outboxOf(node).notices.add(new Notice(node, 0, join, status, failures, payload));
            wakeSender.run();
        }
    }

    private Outbox outboxOf(final int node) {
        final Outbox known = outboxes.get(node);
        if (known != null) {
            return known;
        }
        final Outbox made = new Outbox();
        return outboxes.compareAndSet(node, null, made) ? made : outboxes.get(node);
    }

    /**
     * Reports the end of a task to the node that has spawned it; {@code lane} is that of the calling thread, or null.
     */
    void taskDone(final Lane lane, final int node, final long join, final int status, final long failures,
                  final byte[] payload) {
        // While a block is executed its reply is the last item in the buffer: nothing may be put behind it.
        send(lane == null || lane.aggregator().isExecuting() ? null : lane, node, join, status, failures, payload);
    }

    /**
     * Reports the end of a task whose result or failure is longer than a notice. Its pieces wait here until the reply
     * class has room.
     *
     * @param status      of each piece, with flags
     * @param pieceLength greatest length of a piece in bytes
     */
    void taskDoneInPieces(final int node, final long join, final int status, final byte[] result,
                          final int pieceLength) {
        final int number = results.getAndIncrement() & CommandWord.MAX_ID;
        final Outbox outbox = outboxOf(node);
        for (int offset = 0; offset < result.length; offset += pieceLength) {
            waiting.incrementAndGet();
            outbox.pieces.add(new Notice(node, number, join, status,
                TaskDoneRecord.piece(offset, result.length),
                Arrays.copyOfRange(result, offset, Math.min(result.length, offset + pieceLength))));
        }
        wakeSender.run();
    }

    private boolean tryNotice(final Lane lane, final int node, final int number, final long join, final int status,
                              final long failures, final byte[] payload, final boolean isPiece) {
        final int payloadLength = payload == null ? 0 : payload.length;
        final int length = BlockHeader.LENGTH + (status == SIGNAL ? SignalRecord.LENGTH
            : status == MESSAGE ? payloadLength : TaskDoneRecord.length(payloadLength));
        final long posted = mail.claim(node, length);
        final long at = posted != 0 || lane == null ? posted
            : isPiece ? lane.replies().claimSpare(node, length) : lane.replies().claim(node, length);
        if (at == 0) {
            return false;
        }
        BlockHeader.encode(at, length, BlockHeader.REPLY, BlockHeader.NOTICE, 0);
        BlockHeader.route(at, nodeId, node, node);
        BlockHeader.home(at, 0, 0, 0);
        final long record = at + BlockHeader.LENGTH;
        if (status == SIGNAL) {
            SignalRecord.encode(record, join, failures);
        } else if (status == MESSAGE) {
            ArrayOrMemory.copy(payload, UnsafeApi.arrayBaseOffset(byte[].class), null, record, payloadLength);
        } else {
            TaskDoneRecord.encode(record, number, join, status, failures, payloadLength);
            if (payloadLength > 0) {
                ArrayOrMemory.copy(payload, UnsafeApi.arrayBaseOffset(byte[].class), null,
                    record + TaskDoneRecord.HEADER_LENGTH, payloadLength);
            }
        }
        if (posted != 0) {
            mail.commit(node);
        } else if (lane.replies().isDirect()) {   // a long result
            lane.replies().commitDirect();
        }
        return true;
    }

    /** Sends notices that found no buffer, and returns their number. One thread at a time, repeatedly. */
    int flush(final Lane lane) {
        final int nodeCount = outboxes.length();
        final int first = firstNode;
        firstNode = first + 1 < nodeCount ? first + 1 : 0;
        int sent = 0;
        for (int i = 0; i < nodeCount; i++) {
            final Outbox outbox = outboxes.get(first + i < nodeCount ? first + i : first + i - nodeCount);
            if (outbox != null) {
                sent += flush(lane, outbox.notices, Integer.MAX_VALUE, false);
                sent += flush(lane, outbox.pieces, PIECES, true);
            }
        }
        return sent;
    }

    private int flush(final Lane lane, final ConcurrentLinkedQueue<Notice> queue, final int most,
                      final boolean arePieces) {
        int sent = 0;
        Notice notice;
        while (sent < most && (notice = queue.peek()) != null && tryNotice(lane, notice.node, notice.number,
            notice.join, notice.status, notice.failures, notice.payload, arePieces)) {
            queue.poll();
            waiting.decrementAndGet();
            sent++;
        }
        return sent;
    }

    boolean isEmpty() {
        return waiting.get() == 0;
    }
}
