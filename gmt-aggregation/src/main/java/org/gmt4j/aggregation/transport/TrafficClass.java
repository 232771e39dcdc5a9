package org.gmt4j.aggregation.transport;

/**
 * The two classes of traffic. They have their own streams, connections and buffers in every transport: with one stream
 * for both, each reply waits behind requests whose senders wait for replies, and the machine stops.
 */
public enum TrafficClass {
    /** Blocks of commands; executing one needs room for its reply. */
    REQUEST,
    /** Answers; taking one never needs an output buffer, so this class always drains. */
    REPLY;

    private static final TrafficClass[] ALL = values();

    /** Number of classes, for tables indexed by {@link #ordinal()}. */
    public static final int COUNT = ALL.length;

    /**
     * The class of an ordinal, without copying {@link #values()}.
     *
     * @param ordinal 0 .. {@link #COUNT} - 1
     * @return the class
     */
    public static TrafficClass of(final int ordinal) {
        return ALL[ordinal];
    }
}
