package org.gmt4j.graph.csr;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.graph.memory.LocalView;

/**
 * Turns the sorted keys of a node's buckets into the node's part of a graph: bounds, targets, and how many edges are
 * listed at each vertex. Any task of the node; each bucket by one at a time. Per edge.
 *
 * <p>Until all buckets are written a row's offset is its place in its bucket, and the targets of a bucket are a block
 * of their own.
 */
final class RowWriter implements AutoCloseable {
    private final boolean isDistinct;
    private final boolean isWide;
    private final EdgeKeys edgeKeys;
    private final int wordBits;
    private final long bucketRows;
    private final long firstVertex;
    private final long rowCount;
    private final LocalView offsets;
    private final LocalView listed;
    /** By bucket: targets that have been kept; null when there are none. */
    private final LocalView[] blocks;
    private final long[] kept;
    private final long[] keptSums;
    private final long[] begins;

    /** @param isDistinct self-loops and repetitions are dropped */
    RowWriter(final EdgeKeys keys, final boolean isDistinct, final GlobalLongArray offsets,
              final GlobalIntArray listed) {
        this.isDistinct = isDistinct;
        edgeKeys = keys;
        isWide = EdgeKeys.needsWideTargets(listed.size());
        wordBits = keys.wordBits();
        bucketRows = keys.bucketRows();
        firstVertex = listed.localStart();
        rowCount = listed.localCount();
        this.offsets = LocalView.of(offsets);
        this.listed = LocalView.of(listed);
        blocks = new LocalView[keys.bucketCount()];
        kept = new long[keys.bucketCount()];
        keptSums = new long[keys.bucketCount()];
        begins = new long[keys.bucketCount()];
    }

    /** The vertex of a bucket's first row. */
    long firstVertex(final int bucket) {
        return firstVertex + Math.min(rowCount, bucket * bucketRows);
    }

    /**
     * Makes the rows of a bucket.
     *
     * @param keys sorted, which are overwritten
     * @return of all keys that have been read
     */
    BuildSums write(final int bucket, final LocalView keys) {
        final long low = Math.min(rowCount, bucket * bucketRows);
        final int rows = (int) Math.min(bucketRows, rowCount - low);
        final LocalView targets = isWide ? keys : keys.narrowed();
        final BuildSums read = writeRows(bucket, low, rows, keys, targets);
        final long total = kept[bucket];
        if (total > 0) {
            blocks[bucket] = LocalView.allocate(total, isWide);
            targets.first(total).copyTo(blocks[bucket], 0);
        }
        return read;
    }

    /** Targets are written over the keys, which are longer or as long: the place of writing has been read. */
    private BuildSums writeRows(final int bucket, final long low, final int rows, final LocalView keys,
                                final LocalView targets) {
        final long wordMask = (1L << wordBits) - 1;
        final long ownTarget = firstVertex + low;
        int row = -1;
        int listedHere = 0;
        long listedTotal = 0;
        long rowDirection = 0;
        long rowPart = 0;
        long last = -1;
        long total = 0;
        long sum = 0;
        long first = 0;
        long second = 0;
        for (final LocalView.Words words = keys.words(); words.hasNext();) {
            final long key = words.next();
            final int keyRow = (int) (key >>> wordBits);
            if (keyRow != row) {
                closeRow(low, row, listedHere, keyRow, total);
                listedTotal += listedHere;
                row = keyRow;
                rowDirection = edgeKeys.direction(ownTarget + row, 0);
                rowPart = EdgeChecksum.ofRow(ownTarget + row);
                listedHere = 0;
                last = -1;
            }
            final long word = key & wordMask;
            final long hash = EdgeChecksum.first(rowDirection + word);
            first += hash;
            second += EdgeChecksum.second(hash);
            listedHere += 1 - (int) (word & 1);
            final long target = word >>> 1;
            if (!isDistinct || target != last && target != ownTarget + row) {
                targets.set(total++, target);
                sum += EdgeChecksum.keptIn(rowPart, target);
                last = target;
            }
        }
        keptSums[bucket] = sum;
        kept[bucket] = total;
        closeRow(low, row, listedHere, rows, total);
        final long count = keys.count();
        return new BuildSums(new EdgeChecksum(count, first, second), count - listedTotal - listedHere);
    }

    /** A row is over: the next ones up to {@code next} begin here. */
    private void closeRow(final long low, final int row, final int listedHere, final int next, final long total) {
        if (row >= 0) {
            listed.set(low + row, listedHere);
        }
        final int until = Math.min(next, (int) Math.min(bucketRows, rowCount - low) - 1);
        for (int begun = row + 1; begun <= until; begun++) {
            offsets.setWord(low + begun, total);
        }
    }

    /** The edges kept of a bucket. */
    EdgeChecksum kept(final int bucket) {
        return new EdgeChecksum(kept[bucket], keptSums[bucket], 0);
    }

    /** The edges kept of all buckets, when all have been written. */
    EdgeChecksum kept() {
        EdgeChecksum all = EdgeChecksum.NOTHING;
        for (int bucket = 0; bucket < kept.length; bucket++) {
            all = all.plus(kept(bucket));
        }
        return all;
    }

    /** Targets kept in all buckets, when all have been written. */
    long keptCount() {
        long sum = 0;
        for (final long count : kept) {
            sum += count;
        }
        return sum;
    }

    /** All buckets have been written: finds where each begins. */
    void findBegins() {
        long sum = 0;
        for (int bucket = 0; bucket < kept.length; bucket++) {
            begins[bucket] = sum;
            sum += kept[bucket];
        }
    }

    /** Where a bucket's rows begin among those of the node, once that is found. */
    long begin(final int bucket) {
        return begins[bucket];
    }

    /** Copies a bucket's targets to where they belong. */
    void publish(final int bucket, final IntegerArray targets) {
        final long begin = begins[bucket];
        if (blocks[bucket] != null) {
            blocks[bucket].copyTo(LocalView.of(targets), begin);
            free(bucket);
        }
        final long low = Math.min(rowCount, bucket * bucketRows);
        final long high = Math.min(rowCount, low + bucketRows);
        final long base = begin + targets.localStart();
        for (long row = low; row < high; row++) {
            offsets.setWord(row, offsets.word(row) + base);
        }
    }

    /** The last row ends where all targets end. */
    void close(final IntegerArray targets) {
        offsets.setWord(rowCount, keptCount() + targets.localStart());
    }

    @Override
    public void close() {
        for (int bucket = 0; bucket < blocks.length; bucket++) {
            free(bucket);
        }
    }

    private void free(final int bucket) {
        if (blocks[bucket] != null) {
            blocks[bucket].close();
            blocks[bucket] = null;
        }
    }
}
