package org.gmt4j.bench.collectives;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The rounds of one node, as they travel to the node that asked.
 *
 * @param ns      from the begin of the first round to the end of the last one
 * @param isRight had every round the right result?
 * @param encoded histogram of the nanoseconds of each round
 */
record RoundTimes(long ns, boolean isRight, byte[] encoded) {
    static RoundTimes of(final long ns, final boolean isRight, final Histogram rounds) {
        final ByteBuffer bytes = ByteBuffer.allocate(rounds.getNeededByteBufferCapacity());
        final int length = rounds.encodeIntoByteBuffer(bytes);
        return new RoundTimes(ns, isRight, Arrays.copyOf(bytes.array(), length));
    }

    /** Nanoseconds of each round. */
    Histogram rounds() {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0);
    }
}
