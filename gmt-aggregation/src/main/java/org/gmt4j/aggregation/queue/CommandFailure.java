package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.wire.FailureRecord;

/** The reason why a command was not executed at its destination; travels as its stable code. */
public enum CommandFailure {
    UNKNOWN_SEGMENT(1, "the array does not exist there; it may have been freed, or belong to another cluster"),
    OUT_OF_RANGE(2, "the offset lies outside the part of the array there"),
    WRONG_WIDTH(3, "the operation does not fit the element width"),
    MALFORMED(4, "the command is malformed"),
    UNKNOWN_VISITOR(5, "the visitor does not exist there; it may have been closed"),
    VISIT_FAILED(6, "the visit threw an exception (see the log of that node)"),
    /** The reply had no room for the entry: all tasks with commands in the block fail. */
    UNLISTED(FailureRecord.UNLISTED, "this command or others of its block failed; the reply had no room to say which"),
    UNKNOWN_SERVICE(8, "the service does not exist there; a set of mutexes may have been destroyed"),
    SERVICE_FAILED(9, "the service threw an exception (see the log of that node)"),
    /** Of a rendezvous: said by the side that was to send or to take the data. */
    SOURCE_FREED(10, "the local side of the transfer was freed before it was over"),
    /** Of an array whose changes other nodes remember. */
    NOT_COMBINED(11, "the array was declared combining (MIN, MAX or ONCE) and has been updated since its elements were "
        + "set, so nodes may remember elements; fill the whole array before elements are set again"),
    UNKNOWN_CONTAINER(12, "the container does not exist there; it may have been freed, or belong to another cluster"),
    /** The exception is kept there, as that of a visit. */
    ENTRY_REFUSED(13, "the container refused the operation (see the log of that node)"),
    /** Of a rendezvous. */
    TOO_MANY_TRANSFERS(14, "too many large transfers to it are not over; await some before others begin"),
    /** Said by a communication server in the node's stead: nothing of the block was executed. */
    UNREACHABLE(FailureRecord.UNREACHABLE, "that node cannot be reached (see the log of this node)"),
    OTHER(99, "the command failed");

    private final int code;
    private final String meaning;

    CommandFailure(final int code, final String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }

    public static CommandFailure of(final int code) {
        for (final CommandFailure failure : values()) {
            if (failure.code == code) {
                return failure;
            }
        }
        return OTHER;
    }
}
