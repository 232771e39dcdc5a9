package org.gmt4j.aggregation.wire;

/**
 * The closed set of commands with their stable wire ids (6 bits) and fixed lengths. A plain class of constants: the
 * dispatcher switches over the id that it has read, without a detour through an object.
 *
 * <pre>
 * GET            | word0 |                                  -> value
 * PUT_VALUE      | word0 | value |
 * UPDATE_op      | word0 | operand |                           no value comes back
 * FETCH_op       | word0 | operand |                        -> value before
 * COMPARE_AND_SET| word0 | expected | replacement |         -> value before
 * COMPARE_AND_SET_NARROW | word0 | expected: upper half, replacement: lower half |
 *                                                         -> 4 bytes: value before; elements of up to 4 bytes
 * PUT            | word0 | length in bytes | data, padded |
 * GET_BULK       | word0 | length in bytes |                -> data, padded
 * VISIT          | word0: visitor, index | argument |
 * VISIT_OF_TWO, VISIT_OF_THREE | word0: visitor, index | argument | argument | [argument |]
 * REPEAT         | word0: count | lower halves of word0, 4 bytes each, padded |
 *                  the command before it, or before the REPEAT before it, each time with another lower half
 * BULK_VISIT     | word0: visitor, length in bytes | data |
 * SPAWN          | word0: function, total length | ...  see SpawnRecord
 * TASK_DONE      | word0: total length | ...            see TaskDoneRecord
 * MESSAGE        | word0: port, total length | payload |       runtime-internal, runs in the helper
 * SIGNAL         | word0: total length | ...            see SignalRecord
 * SERVICE        | word0: service, offset | operand |      -> value that the service answers
 * SERVICE_NOTE   | word0: service, offset | operand |         no value comes back
 * FLAG           | word0: segment, byte offset | value |      an aligned long is stored, its waiter is woken
 * ACCUMULATE     | word0 | length in bytes, kind of values | data, padded |     kinds: see AccumulateKind
 * ADD_LONG, ADD_DOUBLE | word0 | operand |                     an accumulate of one element at a byte offset
 * ENTRY_NOTE     | word0: container, see EntryWord | key, padded |          no value comes back
 * ENTRY_WIDE_NOTE| word0: container, see EntryWord | operand | key, padded |     no value comes back
 * ENTRY_CALL     | word0: container, see EntryWord | operand | key, padded |   -> value
 * STRIDED_STORE, STRIDED_GET   see StridedRecord
 * VECTOR_STORE, VECTOR_GET     see VectorRecord
 * </pre>
 */
public final class CommandType {
    public static final int GET = 1;
    public static final int PUT_VALUE = 2;
    public static final int COMPARE_AND_SET = 3;
    public static final int PUT = 4;
    public static final int GET_BULK = 5;
    public static final int VISIT = 6;
    public static final int SPAWN = 7;
    public static final int TASK_DONE = 8;
    public static final int MESSAGE = 9;
    public static final int BULK_VISIT = 10;
    public static final int COMPARE_AND_SET_NARROW = 11;
    public static final int REPEAT = 12;
    public static final int VISIT_OF_TWO = 13;
    public static final int VISIT_OF_THREE = 14;
    /** Operations on entries of containers. */
    public static final int ENTRY_NOTE = 26;
    public static final int ENTRY_WIDE_NOTE = 27;
    public static final int ENTRY_CALL = 28;
    public static final int SIGNAL = 48;
    public static final int SERVICE = 49;
    public static final int SERVICE_NOTE = 50;
    public static final int FLAG = 51;
    /** {@code UPDATE + operator}: no value comes back. */
    public static final int UPDATE = 16;
    /** {@code FETCH + operator}: the value before comes back. */
    public static final int FETCH = 32;

    /** The one-sided verbs whose offsets are bytes, whatever the width of the segment's elements. */
    public static final int ACCUMULATE = 47;
    public static final int ADD_LONG = 52;
    public static final int ADD_DOUBLE = 42;
    public static final int STRIDED_STORE = 43;
    public static final int STRIDED_GET = 44;
    public static final int VECTOR_STORE = 45;
    public static final int VECTOR_GET = 46;
    /** Transfers whose data travel apart, see {@link RendezvousRecord}. */
    public static final int RENDEZVOUS_STORE = 56;
    public static final int RENDEZVOUS_GET = 57;
    /** Bytes whose receiver takes room for them, see {@link ValueRecord}. */
    public static final int RENDEZVOUS_VALUE = 58;

    /** Operators of UPDATE and FETCH. */
    public static final int ADD = 0;
    public static final int SWAP = 1;
    public static final int MIN = 2;
    public static final int MAX = 3;
    public static final int AND = 4;
    public static final int OR = 5;
    public static final int XOR = 6;
    public static final int ADD_FLOATING = 7;
    /** As {@link Math#min(double, double)}: NaN wins, -0.0 is below 0.0. */
    public static final int MIN_FLOATING = 8;
    public static final int MAX_FLOATING = 9;
    public static final int OPERATOR_COUNT = 10;

    private CommandType() {
    }

    private static final long OF_TWO_WORDS = (1L << OPERATOR_COUNT) - 1 << UPDATE | (1L << OPERATOR_COUNT) - 1 << FETCH
        | 1L << PUT_VALUE
        | 1L << COMPARE_AND_SET_NARROW | 1L << VISIT;

    /** True for the commands that are a word with an offset or index and an operand, 16 bytes, and may be repeated. */
    public static boolean hasTwoWords(final int type) {
        return (OF_TWO_WORDS >>> type & 1) != 0;
    }

    /** Returns whether several updates by an operator may travel as one, where an array declares it. */
    public static boolean isCombinable(final int operator) {
        return operator != SWAP && operator != AND && operator != OR && operator != XOR;
    }

    /** Bytes of a command that a {@link #REPEAT} may follow; 0: none may. */
    public static int repeatableLength(final int type) {
        return hasTwoWords(type) ? 16 : type == COMPARE_AND_SET ? 24 : 0;
    }

    public static boolean isUpdate(final int type) {
        return type >= UPDATE && type < UPDATE + OPERATOR_COUNT;
    }

    public static boolean isFetch(final int type) {
        return type >= FETCH && type < FETCH + OPERATOR_COUNT;
    }
}
