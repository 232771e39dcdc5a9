package org.gmt4j.graph.csr;

import java.util.Arrays;
import org.gmt4j.IntegerArray;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.source.WeightKind;

/**
 * Turns the sorted records of a node's buckets into the weights of its rows, one for each target that
 * {@link RowWriter} keeps, in the same order. Any task of the node; each bucket by one at a time. Per edge.
 *
 * <p>Parallel edges are looked at in ascending order of their weights, so that neither the order in which they arrived
 * nor the number of nodes shows.
 */
final class WeightWriter implements AutoCloseable {
    private final WeightRule rule;
    private final boolean isDistinct;
    private final EdgeKeys keys;
    private final int wordBits;
    private final RowWriter rows;
    /** By bucket: weights that have been kept; null when there are none. */
    private final LocalView[] blocks;
    private final WeightRange[] ranges;
    /** By bucket, the first edges without a sum; null where there are none. */
    private final NoSum[] noSums;

    WeightWriter(final EdgeKeys keys, final WeightRule rule, final boolean isDistinct, final RowWriter rows) {
        this.keys = keys;
        this.rule = rule;
        this.isDistinct = isDistinct;
        this.rows = rows;
        wordBits = keys.wordBits();
        blocks = new LocalView[keys.bucketCount()];
        ranges = new WeightRange[keys.bucketCount()];
        Arrays.fill(ranges, WeightRange.NOTHING);
        noSums = new NoSum[keys.bucketCount()];
    }

    /** Makes the weights of a bucket, of which the first are kept: as many as are left of parallel edges and loops. */
    void write(final int bucket, final LocalView records) {
        final int stride = rule.stride();
        if (records.count() == 0) {
            return;
        }
        final WeightKind kind = rule.kind();
        final LocalView kept = LocalView.allocate(records.count() / stride, true);
        blocks[bucket] = kept;
        long[] group = new long[16];
        long total = 0;
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        long hash = 0;
        long at = 0;
        while (at < records.count()) {
            final long edge = records.word(at) >>> 1;
            final long begin = at;
            int length = 0;
            for (; at < records.count() && records.word(at) >>> 1 == edge; at += stride) {
                if (length == group.length) {
                    group = Arrays.copyOf(group, 2 * length);
                }
                final long word = records.word(at + 1);
                group[length++] = kind.ordered(word);
                hash += WeightRule.hash(keys.direction(row(bucket, edge), records.word(at) & (1L << wordBits) - 1),
                    word);
            }
            if (isDistinct && target(edge) == row(bucket, edge)) {
                continue;
            }
            if (isDistinct && length > 1) {
                group[0] = merge(bucket, records, begin, at, group, length);
                length = 1;
            } else {
                Arrays.sort(group, 0, length);
            }
            low = Math.min(low, group[0]);
            high = Math.max(high, group[length - 1]);
            for (int i = 0; i < length; i++) {
                kept.setWord(total++, kind.ordered(group[i]));
            }
        }
        ranges[bucket] = new WeightRange(low, high, hash, noSums[bucket]);
    }

    private long row(final int bucket, final long edge) {
        return rows.firstVertex(bucket) + (edge >>> wordBits - 1);
    }

    private long target(final long edge) {
        return edge & (1L << wordBits - 1) - 1;
    }

    /** The weight, as an ordered word, that stays of the parallel edges in the records from {@code begin} on. */
    private long merge(final int bucket, final LocalView records, final long begin, final long end, final long[] group,
                       final int length) {
        switch (rule.merge()) {
            case FIRST: return rule.kind().ordered(first(records, begin, end));
            case SUM: return sum(bucket, records.word(begin) >>> 1, group, length);
            case MAX: return Arrays.stream(group, 0, length).max().getAsLong();
            default: return Arrays.stream(group, 0, length).min().getAsLong();
        }
    }

    private long first(final LocalView records, final long begin, final long end) {
        long first = begin;
        for (long at = begin; at < end; at += rule.stride()) {
            if (records.word(at + 2) < records.word(first + 2)) {
                first = at;
            }
        }
        return records.word(first + 1);
    }

    /** The sum as an ordered word; where there is none, anything, and the edges are noted. */
    private long sum(final int bucket, final long edge, final long[] group, final int length) {
        Arrays.sort(group, 0, length);
        final WeightKind kind = rule.kind();
        if (kind.isDouble()) {
            final double sum = realSum(kind, group, length);
            if (!Double.isFinite(sum)) {
                noteNoSum(bucket, edge, length);
            }
            return kind.ordered(WeightKind.wordOf(sum));
        }
        try {
            return wholeSum(group, length);
        } catch (final ArithmeticException overflow) {
            noteNoSum(bucket, edge, length);
            return 0;
        }
    }

    /** Of ascending numbers, one after the other; where that is too large on the way, as whole ones. */
    private static double realSum(final WeightKind kind, final long[] numbers, final int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += kind.number(kind.ordered(numbers[i]));
        }
        if (!Double.isFinite(sum)) {
            sum = 0;
            int low = 0;
            int high = length;
            while (low < high) {
                sum += kind.number(kind.ordered(sum > 0 ? numbers[low++] : numbers[--high]));
            }
        }
        return sum;
    }

    /** Of ascending numbers, which take turns so that it is too large on the way only where it is in the end. */
    private static long wholeSum(final long[] numbers, final int length) {
        long sum = 0;
        int low = 0;
        int high = length;
        while (low < high) {
            sum = Math.addExact(sum, sum > 0 ? numbers[low++] : numbers[--high]);
        }
        return sum;
    }

    private void noteNoSum(final int bucket, final long edge, final int length) {
        noSums[bucket] = NoSum.first(noSums[bucket], new NoSum(row(bucket, edge), target(edge), length));
    }

    /** Of all buckets, when all have been written. */
    WeightRange range() {
        WeightRange all = WeightRange.NOTHING;
        for (final WeightRange range : ranges) {
            all = all.plus(range);
        }
        return all;
    }

    /** Copies a bucket's weights to where they belong; after {@link RowWriter#findBegins}. */
    void publish(final int bucket, final IntegerArray words) {
        final LocalView block = blocks[bucket];
        if (block == null) {
            return;
        }
        final LocalView here = LocalView.of(words);
        final long begin = rows.begin(bucket);
        final long count = rows.kept(bucket).count();
        if (here.isWide()) {
            block.first(count).copyTo(here, begin);
        } else {
            for (long i = 0; i < count; i++) {
                here.set(begin + i, block.word(i));
            }
        }
        free(bucket);
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
