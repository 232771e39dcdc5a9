package org.gmt4j.graph.csr;

import org.gmt4j.graph.memory.LocalView;

/**
 * Checksums of the edges that belong into the rows of a bucket, taken of its sorted keys before rows are made of them
 * and without asking their maker, and of the contents of rows. Immutable, any thread; per edge.
 */
final class RowSums {
    private final int wordBits;
    private final long wordMask;
    private final boolean isDistinct;

    RowSums(final EdgeKeys keys, final RowRule rule) {
        wordBits = keys.wordBits();
        wordMask = (1L << wordBits) - 1;
        isDistinct = rule.isDistinct();
    }

    /**
     * The edges that belong into rows: without self-loops and repetitions where the rule drops them. A further reading
     * of all keys: for some buckets only.
     *
     * @param keys ascending by row and target
     */
    EdgeChecksum kept(final long firstVertex, final LocalView keys) {
        long before = -1;
        long kept = 0;
        long sum = 0;
        for (final LocalView.Words words = keys.words(); words.hasNext();) {
            final long key = words.next();
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
