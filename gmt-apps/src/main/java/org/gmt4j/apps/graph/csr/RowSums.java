package org.gmt4j.apps.graph.csr;

import org.agrona.UnsafeApi;

/**
 * Checksums of the sorted keys of a bucket, taken before rows are made of them and without asking who makes them: what has arrived, and
 * what belongs into the rows. No branch depends on a key. Immutable, any thread; per edge.
 */
final class RowSums {
    private final int wordBits;
    private final long targetMask;
    private final boolean isDistinct;

    RowSums(final EdgeKeys keys, final RowRule rule) {
        wordBits = keys.wordBits();
        targetMask = (1L << wordBits) - 1;
        isDistinct = rule.isDistinct();
    }

    /** -1, or 0 for 0. */
    static long allOnesUnlessZero(final long value) {
        return (value | -value) >> 63;
    }

    /**
     * @param firstVertex of the bucket
     * @param keys        address of {@code count} keys, ascending
     */
    BuildSums of(final long firstVertex, final long keys, final int count) {
        final long end = keys + ((long) count << 3);
        long before = -1;
        long first = 0;
        long second = 0;
        long reversed = 0;
        long backFirst = 0;
        long backSecond = 0;
        long kept = 0;
        long keptFirst = 0;
        long keptSecond = 0;
        for (long at = keys; at < end; at += 8) {
            final long key = UnsafeApi.getLong(at);
            final long row = firstVertex + (key >>> wordBits);
            final long target = (key & targetMask) >>> 1;
            final long word = EdgeChecksum.word(row, target);
            final long one = EdgeChecksum.first(word);
            final long two = EdgeChecksum.second(word);
            final long back = -(key & 1);
            final long keep = allOnesUnlessZero((key ^ before) >>> 1) & allOnesUnlessZero(row ^ target);
            before = key;
            first += one;
            second += two;
            reversed -= back;
            backFirst += one & back;
            backSecond += two & back;
            kept -= keep;
            keptFirst += one & keep;
            keptSecond += two & keep;
        }
        final EdgeChecksum all = new EdgeChecksum(count, first, second);
        return new BuildSums(new EdgeChecksum(count - reversed, first - backFirst, second - backSecond),
            new EdgeChecksum(reversed, backFirst, backSecond), isDistinct ? new EdgeChecksum(kept, keptFirst, keptSecond) : all);
    }

    /** Of the rows of a finished graph on this node. */
    static EdgeChecksum of(final CsrPart part) {
        long first = 0;
        long second = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final long end = part.begin(row + 1);
            for (long at = part.begin(row); at < end; at++) {
                final long word = EdgeChecksum.word(part.firstVertex() + row, part.target(at));
                first += EdgeChecksum.first(word);
                second += EdgeChecksum.second(word);
            }
        }
        return new EdgeChecksum(part.storedEdges(), first, second);
    }
}
