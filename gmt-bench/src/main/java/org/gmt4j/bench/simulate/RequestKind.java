package org.gmt4j.bench.simulate;

import java.util.Locale;

/** The one-sided operations whose requests are forwarded. Lengths in bytes, without headers of blocks and buffers. */
enum RequestKind {
    /** Segments of 256 bytes to as many places. */
    VPUT,
    /** Fetch-and-add of one word. */
    FADD,
    /** A mutex at the target, taken and given back: two requests. A waiter holds no request buffer. */
    LOCK,
    /** Adds contiguous doubles. */
    ACC;

    private static final int WORD = 8;
    private static final int SEGMENT = 256;

    /** Bytes of one request, given the payload of a put or an accumulate. */
    int requestBytes(final int payloadBytes) {
        return switch (this) {
            case VPUT -> WORD + payloadBytes + segments(payloadBytes) * 2 * WORD;
            case FADD, LOCK -> 2 * WORD;
            case ACC -> 3 * WORD + payloadBytes;
        };
    }

    int replyBytes() {
        return this == FADD ? WORD : 0;
    }

    /** Commands, or things as dear as one, that executing it takes. */
    int commands(final int payloadBytes) {
        return switch (this) {
            case VPUT -> segments(payloadBytes);
            case FADD, LOCK -> 1;
            case ACC -> Math.max(1, payloadBytes / WORD / 4); // four neighbours are added in the time of one random add
        };
    }

    /** Bytes copied at the target. */
    int copiedBytes(final int payloadBytes) {
        return this == VPUT || this == ACC ? payloadBytes : 0;
    }

    private static int segments(final int payloadBytes) {
        return Math.max(1, (payloadBytes + SEGMENT - 1) / SEGMENT);
    }

    /** The kind as users write it. */
    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
