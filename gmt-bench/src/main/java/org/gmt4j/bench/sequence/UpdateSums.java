package org.gmt4j.bench.sequence;

import java.util.List;
import org.agrona.UnsafeApi;

/**
 * Proves random updates of a table: the sum of all elements must be the number of updates, which finds lost and doubled ones,
 * and the sum weighted by a hash of the index must agree, which finds those that hit the wrong element. The expectation is
 * made from the random sequence alone. Main thread; the static parts run on every node.
 */
public final class UpdateSums {
    private long expectedSum;
    private long expectedWeight;

    /** Sums over elements {@code start ...} of a table of longs in this node's memory. */
    public static long[] held(final long address, final long start, final long count) {
        long sum = 0;
        long weight = 0;
        for (long i = 0; i < count; i++) {
            final long value = UnsafeApi.getLong(address + (i << 3));
            sum += value;
            weight += value * RandomIndex.mix(start + i);
        }
        return new long[] {sum, weight};
    }

    /** Sums over updates low to high, exclusive. */
    public static long[] expected(final long seed, final int shift, final long low, final long high) {
        long weight = 0;
        for (long k = low; k < high; k++) {
            weight += RandomIndex.mix(RandomIndex.index(seed, k, shift));
        }
        return new long[] {high - low, weight};
    }

    /** One more run should have added this, by node. */
    public void expect(final List<long[]> sums) {
        for (final long[] part : sums) {
            expectedSum += part[0];
            expectedWeight += part[1];
        }
    }

    /** True when the nodes hold what all runs so far should have added. */
    public boolean agrees(final List<long[]> held) {
        long sum = 0;
        long weight = 0;
        for (final long[] part : held) {
            sum += part[0];
            weight += part[1];
        }
        return sum == expectedSum && weight == expectedWeight;
    }

    @Override
    public String toString() {
        return "expected sum " + expectedSum + ", weighted " + expectedWeight;
    }
}
