package org.gmt4j.engine.function;

/** First byte of each value of reference type on the wire. The numbers are part of the protocol. */
final class ValueTag {
    static final byte NULL = 0;
    static final byte FALSE = 1;
    static final byte TRUE = 2;
    static final byte BYTE = 3;
    static final byte CHAR = 4;
    static final byte SHORT = 5;
    static final byte INT = 6;
    static final byte LONG = 7;
    static final byte FLOAT = 8;
    static final byte DOUBLE = 9;
    static final byte LATIN1_STRING = 10;
    static final byte UTF16_STRING = 11;
    static final byte BOOLEAN_ARRAY = 12;
    static final byte BYTE_ARRAY = 13;
    static final byte CHAR_ARRAY = 14;
    static final byte SHORT_ARRAY = 15;
    static final byte INT_ARRAY = 16;
    static final byte LONG_ARRAY = 17;
    static final byte FLOAT_ARRAY = 18;
    static final byte DOUBLE_ARRAY = 19;
    static final byte STRING_ARRAY = 20;
    static final byte LIST = 21;
    static final byte MAP = 22;
    static final byte SET = 23;
    static final byte DURATION = 24;
    static final byte BIG_INTEGER = 25;
    static final byte NODE_BOUND = 26;
    /** An instance of a registered type, or a lambda: its id as a varint, then its state. */
    static final byte REGISTERED = 27;
    static final byte LINKED_LIST = 28;
    static final byte SORTED_SET = 29;
    static final byte SORTED_MAP = 30;

    private ValueTag() {
    }
}
