package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Tells a waiting join that the work of one SPAWN has ended.
 *
 * <pre>
 *  0  word0: TASK_DONE, id 0, total length incl. padding
 *  8  i64 join
 * 16  i8  status: 0 ended, 1 ended with a result, 2 failed, 3 a piece of a long result; i24 flags: 1 the team has met
 * 20  i32 payload length
 * 24  i64 count of failed chunks; of a piece: i32 its offset, i32 length of the whole result
 * 32  payload: encoded result, or encoded failure; padded
 * </pre>
 */
public final class TaskDoneRecord {
    public static final int HEADER_LENGTH = 32;
    public static final int ENDED = 0;
    public static final int RESULT = 1;
    public static final int FAILED = 2;
    /** One of the pieces of a result; it has ended with the last to come. */
    public static final int PIECE = 3;
    /** Flag of the status: the task's node knows the team of the task, and is to forget it. */
    public static final int MET = 0x100;

    private TaskDoneRecord() {
    }

    public static int length(final int payloadLength) {
        return HEADER_LENGTH + WireFormat.align(payloadLength);
    }

    public static void encode(final long address, final long join, final int status, final long failures,
                              final int payloadLength) {
        UnsafeApi.putLong(address, CommandWord.base(CommandType.TASK_DONE, 0) | length(payloadLength));
        UnsafeApi.putLong(address + 8, join);
        UnsafeApi.putInt(address + 16, status);
        UnsafeApi.putInt(address + 20, payloadLength);
        UnsafeApi.putLong(address + 24, failures);
    }

    public static long join(final long address) {
        return UnsafeApi.getLong(address + 8);
    }

    public static int status(final long address) {
        return UnsafeApi.getInt(address + 16) & MET - 1;
    }

    public static boolean hasMet(final long address) {
        return (UnsafeApi.getInt(address + 16) & MET) != 0;
    }

    public static int payloadLength(final long address) {
        return UnsafeApi.getInt(address + 20);
    }

    /** In place of the count of failures. */
    public static long piece(final int offset, final int total) {
        return (long) total << 32 | offset;
    }

    public static int pieceOffset(final long address) {
        return UnsafeApi.getInt(address + 24);
    }

    public static int pieceTotal(final long address) {
        return UnsafeApi.getInt(address + 28);
    }

    public static long failures(final long address) {
        return UnsafeApi.getLong(address + 24);
    }
}
