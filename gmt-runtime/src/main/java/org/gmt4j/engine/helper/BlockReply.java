package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.FailureRecord;
import org.gmt4j.aggregation.wire.TimesRecord;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * The reply block that answers the request block under execution: header, values in command order, failures, and the
 * times of the execution when the origin requests them. Owned by one helper. Per block.
 */
final class BlockReply {
    private final BlockCursor cursor;
    private final ReplyBuffers replies;
    private final int limit;
    private long answer;
    private int timesLength;
    private long begunNs;

    /** @param limit greatest number of bytes of values that a block may request: the capacity of a reply buffer */
    BlockReply(final BlockCursor cursor, final ReplyBuffers replies, final int limit) {
        this.cursor = cursor;
        this.replies = replies;
        this.limit = limit - BlockHeader.FAILURE_LENGTH;
    }

    /** Returns false when the block requests more values than any reply holds, or parts of values. */
    boolean isPossible(final long block) {
        final int length = BlockHeader.replyLength(block);
        return length >= 0 && WireFormat.isAligned(length) && length <= limit - timesLength(block);
    }

    private static int timesLength(final long block) {
        return (BlockHeader.flags(block) & BlockHeader.TIMED) != 0 ? TimesRecord.LENGTH : 0;
    }

    /**
     * Claims room for the whole reply, with one failure.
     *
     * @return address of the values; 0 when there is no room now
     */
    long begin(final long block) {
        timesLength = timesLength(block);
        begunNs = timesLength > 0 ? System.nanoTime() : 0;
        answer = replies.claim(BlockHeader.origin(block),
            BlockHeader.LENGTH + BlockHeader.replyLength(block) + BlockHeader.FAILURE_LENGTH + timesLength);
        return answer == 0 ? 0 : answer + BlockHeader.LENGTH;
    }

    /** Completes the reply, after all commands have been executed or have failed. */
    void end(final long block) {
        final int origin = BlockHeader.origin(block);
        if (cursor.reply != cursor.replyEnd) {
            cursor.fillReply();
        }
        final boolean isDirect = replies.isDirect();
        final int listed = isDirect ? listOne() : listFailures(origin);
        final int length = BlockHeader.LENGTH + BlockHeader.replyLength(block) + listed * BlockHeader.FAILURE_LENGTH
            + timesLength;
        if (timesLength > 0) {
            TimesRecord.encode(answer + length - timesLength, begunNs, System.nanoTime());
        }
        BlockHeader.encodeReply(answer, block, length, timesLength > 0 ? BlockHeader.TIMED : 0, listed);
        if (isDirect) {
            replies.commitDirect();
        }
    }

    /**
     * Lists the failures behind the values. Room for one entry was claimed with the reply; the others take the room
     * that is left.
     */
    private int listFailures(final int origin) {
        if (cursor.failures.isEmpty()) {
            replies.trim(origin, BlockHeader.FAILURE_LENGTH);
            return 0;
        }
        int room = cursor.failures.size();
        while (room > 1 && replies.extend(origin, (room - 1) * BlockHeader.FAILURE_LENGTH) == 0) {
            room--;
        }
        cursor.failures.write(cursor.replyEnd, room);
        return room;
    }

    /** A reply in the transport has a fixed length, with one entry, which may be empty. */
    private int listOne() {
        if (cursor.failures.isEmpty()) {
            UnsafeApi.putLong(cursor.replyEnd, FailureRecord.NONE);
        } else {
            cursor.failures.write(cursor.replyEnd, 1);
        }
        return 1;
    }
}
