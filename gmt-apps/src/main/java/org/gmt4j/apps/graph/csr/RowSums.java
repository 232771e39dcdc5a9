package org.gmt4j.apps.graph.csr;

import org.agrona.UnsafeApi;

/**
 * Checksums of the sorted keys of a bucket, taken before rows are made of them and without asking who makes them: what has arrived, and what
 * belongs into the rows. Immutable, any thread; per edge.
 */
final class RowSums {
    private final EdgeKeys edgeKeys;
    private final int wordBits;
    private final long wordMask;
    private final boolean isDistinct;

    RowSums(final EdgeKeys keys, final RowRule rule) {
        edgeKeys = keys;
        wordBits = keys.wordBits();
        wordMask = (1L << wordBits) - 1;
        isDistinct = rule.isDistinct();
    }

    /**
     * What has arrived.
     *
     * @param firstVertex of the bucket
     * @param keys        address of {@code count} keys
     */
    BuildSums arrived(final long firstVertex, final long keys, final int count) {
        if (!edgeKeys.isKeyOfDirection()) {
            return arrivedApart(firstVertex, keys, count);
        }
        final long begin = edgeKeys.direction(firstVertex, 0);
        long first = 0;
        long second = 0;
        long reversed = 0;
        for (int i = 0; i < count; i++) {
            final long key = UnsafeApi.getLong(keys + ((long) i << 3));
            final long hash = EdgeChecksum.first(begin + key);
            first += hash;
            second += EdgeChecksum.second(hash);
            reversed += key & 1;
        }
        return new BuildSums(new EdgeChecksum(count, first, second), reversed);
    }

    private BuildSums arrivedApart(final long firstVertex, final long keys, final int count) {
        long first = 0;
        long second = 0;
        long reversed = 0;
        for (int i = 0; i < count; i++) {
            final long key = UnsafeApi.getLong(keys + ((long) i << 3));
            final long hash = EdgeChecksum.first(edgeKeys.direction(firstVertex + (key >>> wordBits), key & wordMask));
            first += hash;
            second += EdgeChecksum.second(hash);
            reversed += key & 1;
        }
        return new BuildSums(new EdgeChecksum(count, first, second), reversed);
    }

    /**
     * What belongs into rows: without self-loops and repetitions where the rule drops them. Three times as dear as {@link #arrived}: for some
     * buckets only.
     *
     * @param keys ascending by row and target
     */
    EdgeChecksum kept(final long firstVertex, final long keys, final int count) {
        long before = -1;
        long kept = 0;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            final long key = UnsafeApi.getLong(keys + ((long) i << 3));
            final long row = firstVertex + (key >>> wordBits);
            final boolean isRepetition = key >>> 1 == before >>> 1;
            final boolean isLoop = (key & wordMask) >>> 1 == row;
            if (!isDistinct || !isRepetition && !isLoop) {
                kept++;
                sum += EdgeChecksum.kept(row, (key & wordMask) >>> 1);
            }
            before = key;
        }
        return new EdgeChecksum(kept, sum, 0);
    }

    /** Of the rows of a finished graph on this node. */
    static EdgeChecksum of(final CsrPart part) {
        long sum = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final long end = part.begin(row + 1);
            for (long at = part.begin(row); at < end; at++) {
                sum += EdgeChecksum.kept(part.firstVertex() + row, part.target(at));
            }
        }
        return new EdgeChecksum(part.storedEdges(), sum, 0);
    }
}
