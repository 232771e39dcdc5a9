package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Tells a waiting join that the work of one SPAWN has ended.
 *
 * <pre>
 *  0  word0: TASK_DONE, id: 0, of a piece the number of its result at the sender; total length incl. padding
 *  8  i64 join
 * 16  i8  status: 0 ended, 1 ended with a result, 2 failed, 3 a piece of a long result, 4 of a long failure;
 *     i24 flags: 1 the team has met
 * 20  i32 payload length
 * 24  i64 count of failed chunks; of a piece: i32 its offset, i32 length of the whole result
 * 32  payload: encoded result, or encoded failure, ahead of which a long one has its i64 count; padded
 * </pre>
 */
public final class TaskDoneRecord {
    public static final int HEADER_LENGTH = 32;
    public static final int ENDED = 0;
    public static final int RESULT = 1;
    public static final int FAILED = 2;
    /** One of the pieces of a result; it has ended with the last to come. */
    public static final int PIECE = 3;
    /** One of the pieces of a failure, with the count of failed chunks ahead of it. */
    public static final int FAILED_PIECE = 4;
    /** Flag of the status: the task's node knows the team of the task, and is to forget it. */
    public static final int MET = 0x100;

    private TaskDoneRecord() {
    }

    public static int length(final int payloadLength) {
        return HEADER_LENGTH + WireFormat.align(payloadLength);
    }

    public static void encode(final long address, final long join, final int status, final long failures,
                              final int payloadLength) {
        encode(address, 0, join, status, failures, payloadLength);
    }

    /** @param number of the result at this node, where the record is a piece: tasks may end side by side */
    public static void encode(final long address, final int number, final long join, final int status,
                              final long failures, final int payloadLength) {
        UnsafeApi.putLong(address, CommandWord.base(CommandType.TASK_DONE, number) | length(payloadLength));
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

    /** The number of the result of which this is a piece. */
    public static int number(final long address) {
        return CommandWord.id(UnsafeApi.getLong(address));
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
