package org.gmt4j.engine.task;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;

/** Ports of MESSAGE commands: the receivers of a node. No state. */
final class MessagePort {
    static final int COLLECTIVES = 1;
    static final int BALANCE = 2;
    static final int LONG_VALUES = 3;

    private MessagePort() {
    }

    /** Returns the first word of a MESSAGE command. */
    static long word(final int port, final int length) {
        return CommandWord.base(CommandType.MESSAGE, port) | length;
    }
}
