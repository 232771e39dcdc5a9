package org.gmt4j.graph.csr;

import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.Room;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * Directions of edges that one lane of a node has received, outside of the heap, in buckets of neighbouring rows, so
 * that the rows made of a bucket afterwards stay in the cache. Written by one thread; read by others after the last has
 * been added. Per edge. Entries are keys ({@link EdgeKeys}).
 */
final class EdgeStaging implements AutoCloseable {
    private final EdgeKeys keys;
    private final WordBuckets buckets;

    EdgeStaging(final EdgeKeys keys, final Room room) {
        this.keys = keys;
        buckets = new WordBuckets(keys.bucketCount(), room);
    }

    /** The keys, by bucket. */
    WordBuckets buckets() {
        return buckets;
    }

    void add(final long row, final long word) {
        buckets.add(keys.bucket(row), keys.key(row, word));
    }

    /** Adds a record with its weight, see {@link WeightRule}. */
    void add(final long row, final long word, final long weight, final long place) {
        final int bucket = keys.bucket(row);
        buckets.add(bucket, keys.key(row, word));
        buckets.add(bucket, weight);
        if (keys.payload() > 1) {
            buckets.add(bucket, place);
            buckets.add(bucket, 0);
        }
    }

    /** Adds entries with weights as they have come from another node. */
    void addAllWeighted(final LocalView entries) {
        final int words = keys.entryLength() >> 3;
        final int weight = words - keys.payload();
        final long wordMask = (1L << keys.wordBits()) - 1;
        for (long at = 0; at < entries.count(); at += words) {
            final long row = keys.isWide() ? entries.word(at) : entries.word(at) >>> keys.wordBits();
            final long word = keys.isWide() ? entries.word(at + 1) : entries.word(at) & wordMask;
            add(row, word, entries.word(at + weight), entries.word(at + words - 1));
        }
    }

    /** Adds entries as they have come from another node. */
    void addAll(final LocalView entries) {
        final EdgeKeys format = keys;
        final int wordBits = format.wordBits();
        final long wordMask = (1L << wordBits) - 1;
        final int count = (int) entries.count();
        if (format.isWide()) {
            for (int i = 0; i < count; i += 2) {
                add(entries.word(i), entries.word(i + 1));
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            final long entry = entries.word(i);
            add(entry >>> wordBits, entry & wordMask);
        }
    }

    @Override
    public void close() {
        buckets.close();
    }
}
