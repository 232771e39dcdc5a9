package org.gmt4j.aggregation.queue;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;

/** First words of commands on segment 0. */
final class Words {
    private Words() {
    }

    static long add(final long offset) {
        return CommandWord.base(CommandType.UPDATE + CommandType.ADD, 0) | offset;
    }

    static long fetchAdd(final long offset) {
        return CommandWord.base(CommandType.FETCH + CommandType.ADD, 0) | offset;
    }

    static long get(final long offset) {
        return CommandWord.base(CommandType.GET, 0) | offset;
    }

    static long getBulk(final long offset) {
        return CommandWord.base(CommandType.GET_BULK, 0) | offset;
    }

    static long putValue(final long offset) {
        return CommandWord.base(CommandType.PUT_VALUE, 0) | offset;
    }

    static long put(final long offset) {
        return CommandWord.base(CommandType.PUT, 0) | offset;
    }

    static long compareAndSet(final long offset) {
        return CommandWord.base(CommandType.COMPARE_AND_SET, 0) | offset;
    }

    static long visit(final long index) {
        return CommandWord.base(CommandType.VISIT, 0) | index;
    }
}
