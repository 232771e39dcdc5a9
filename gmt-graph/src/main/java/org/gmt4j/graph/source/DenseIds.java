package org.gmt4j.graph.source;

import java.util.Arrays;
import org.gmt4j.graph.GraphException;

/**
 * The ids that occur in a graph, in ascending order, and their places in that order: 0, 1, 2, ... without gaps. So the
 * same edges give the same new ids, in whatever order they are listed. Immutable, any thread.
 *
 * <p>Memory: 8 bytes an id; while they are collected up to four times as much. Edges are not kept.
 */
public final class DenseIds {
    private static final int FIRST_CAPACITY = 1 << 16;
    private static final int MOST_TABLE_BITS = 24;
    private final long[] ids;
    /** The smallest id; places are looked up by the distance from it, which has no sign. */
    private final long smallest;
    private final int shift;
    private final int[] firsts;

    private DenseIds(final long[] ids) {
        this.ids = ids;
        smallest = ids.length == 0 ? 0 : ids[0];
        final long range = ids.length == 0 ? 0 : ids[ids.length - 1] - smallest;
        final int bits = 64 - Long.numberOfLeadingZeros(range);
        final int tableBits = Math.min(MOST_TABLE_BITS, 33 - Integer.numberOfLeadingZeros(ids.length));
        shift = Math.max(0, bits - tableBits);
        firsts = new int[(int) (range >>> shift) + 2];
        for (final long id : ids) {
            firsts[(int) (id - smallest >>> shift) + 1]++;
        }
        for (int i = 1; i < firsts.length; i++) {
            firsts[i] += firsts[i - 1];
        }
    }

    /** Reads the source once. */
    public static DenseIds of(final EdgeSource source, final EdgeConsumer afterEachBatch) {
        final Collector collector = new Collector();
        source.forEachEdge(0, 1, batch -> {
            collector.add(batch);
            afterEachBatch.accept(batch);
        });
        return new DenseIds(collector.sorted());
    }

    /** How many ids occur. */
    public int size() {
        return ids.length;
    }

    /** The id that has become {@code dense}. */
    public long original(final long dense) {
        return ids[Math.toIntExact(dense)];
    }

    /** The new id of one that occurs. */
    public long dense(final long id) {
        final long entry = id - smallest >>> shift;
        final int at = id < smallest || entry < 0 || entry >= firsts.length - 1 ? -1
            : Arrays.binarySearch(ids, firsts[(int) entry], firsts[(int) entry + 1], id);
        if (at < 0) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE,
                "vertex " + id + " did not occur when ids were collected: has the file" + " changed meanwhile?");
        }
        return at;
    }

    /** A growing list that is sorted and freed of repetitions whenever it is full. */
    private static final class Collector {
        private long[] list = new long[FIRST_CAPACITY];
        private int count;

        void add(final EdgeBatch batch) {
            if (list.length - count < 2 * batch.count()) {
                compact();
                if (count > list.length / 2) {
                    if (list.length > Integer.MAX_VALUE / 2 - 8) {
                        throw new GraphException(GraphException.TOO_LARGE,
                            "more than " + count + " different ids exceed what one process sorts");
                    }
                    list = Arrays.copyOf(list, 2 * list.length);
                }
            }
            for (int i = 0; i < batch.count(); i++) {
                list[count++] = batch.source(i);
                list[count++] = batch.target(i);
            }
        }

        private void compact() {
            Arrays.sort(list, 0, count);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                if (i == 0 || list[i] != list[i - 1]) {
                    list[kept++] = list[i];
                }
            }
            count = kept;
        }

        long[] sorted() {
            compact();
            return Arrays.copyOf(list, count);
        }
    }
}
