package org.gmt4j.engine.task;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.SignalRecord;
import org.gmt4j.aggregation.wire.TaskDoneRecord;

/**
 * Notices of one node on their way out: the ends of tasks that other nodes have spawned here, and signals. They travel
 * in the reply class: bounded by the tasks outstanding, they need no credit, so that ending tasks can never be held up
 * by commands that wait for room. What finds no buffer at once waits here. Any thread; per task.
 */
final class NoticeQueue {
    private static final int SIGNAL = -1;

    private final int nodeId;
    private final ConcurrentLinkedQueue<Notice> notices = new ConcurrentLinkedQueue<>();
    private volatile Runnable wakeSender = () -> { };

    /** A TASK_DONE, or with the status {@link #SIGNAL}, a signal to raise. */
    private record Notice(int node, long join, int status, long failures, byte[] payload) {
    }

    NoticeQueue(final int nodeId) {
        this.nodeId = nodeId;
    }

    /** How the thread that calls {@link #flush} is woken. */
    void onWakeSender(final Runnable action) {
        wakeSender = action;
    }

    /** A signal of another node is to be raised. */
    void signal(final int node, final long id, final long value) {
        add(new Notice(node, id, SIGNAL, value, null));
    }

    private void add(final Notice notice) {
        notices.add(notice);
        wakeSender.run();
    }

    /** A task that another node has spawned has ended. @param lane of the calling thread, or null when it has none */
    void taskDone(final Lane lane, final int node, final long join, final int status, final long failures,
                  final byte[] payload) {
        // While a block is executed its reply is the last thing in the buffer: nothing may be put behind it.
        if (lane == null || lane.aggregator().isExecuting() || !notices.isEmpty()
            || !tryNotice(lane, node, join, status, failures, payload)) {
            add(new Notice(node, join, status, failures, payload));
        }
    }

    /**
     * A task has ended with a result that is longer than a notice: in pieces, which wait here until the reply class has
     * room for them.
     *
     * @param pieceLength most bytes of one
     */
    void taskDoneInPieces(final int node, final long join, final byte[] result, final int pieceLength) {
        for (int offset = 0; offset < result.length; offset += pieceLength) {
            notices.add(new Notice(node, join, TaskDoneRecord.PIECE, TaskDoneRecord.piece(offset, result.length),
                Arrays.copyOfRange(result, offset, Math.min(result.length, offset + pieceLength))));
        }
        wakeSender.run();
    }

    private boolean tryNotice(final Lane lane, final int node, final long join, final int status, final long failures,
                              final byte[] payload) {
        final int payloadLength = payload == null ? 0 : payload.length;
        final int length = BlockHeader.LENGTH + (status == SIGNAL ? SignalRecord.LENGTH
            : TaskDoneRecord.length(payloadLength));
        final long at = lane.replies().claim(node, length);
        if (at == 0) {
            return false;
        }
        BlockHeader.encode(at, length, BlockHeader.REPLY, BlockHeader.NOTICE, 0);
        BlockHeader.route(at, nodeId, node, node);
        BlockHeader.home(at, lane.index(), 0, 0);
        final long record = at + BlockHeader.LENGTH;
        if (status == SIGNAL) {
            SignalRecord.encode(record, join, failures);
        } else {
            TaskDoneRecord.encode(record, join, status, failures, payloadLength);
            if (payloadLength > 0) {
                UnsafeApi.copyMemory(payload, UnsafeApi.arrayBaseOffset(byte[].class), null,
                    record + TaskDoneRecord.HEADER_LENGTH, payloadLength);
            }
        }
        if (lane.replies().isDirect()) {          // a long result
            lane.replies().commitDirect();
        }
        return true;
    }

    /** One lane of the node, again and again: sends notices that found no buffer. */
    void flush(final Lane lane) {
        Notice notice;
        while ((notice = notices.peek()) != null
            && tryNotice(lane, notice.node, notice.join, notice.status, notice.failures, notice.payload)) {
            notices.poll();
        }
    }

    boolean isEmpty() {
        return notices.isEmpty();
    }
}
