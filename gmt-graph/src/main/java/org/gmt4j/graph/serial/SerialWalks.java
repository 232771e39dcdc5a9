package org.gmt4j.graph.serial;

/**
 * Random walks by one thread of plain Java, walker after walker, which take the steps of the library's walks that
 * neither look back nor look at weights. Stateless; time O(walkers x length); memory 8 bytes a vertex.
 */
public final class SerialWalks {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int TRIAL_BITS = 24;

    private SerialWalks() {
    }

    /** Lets walkers begin anywhere; returns per vertex how often one came there, beginnings included. */
    public static long[] visits(final LocalCsr graph, final int walkers, final int length, final long seed) {
        final long[] visits = new long[graph.vertexCount()];
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final long ofStarts = mix(~seed);
        final long ofSteps = mix(seed);
        for (int walker = 0; walker < walkers; walker++) {
            final long own = mix(ofSteps + walker * GOLDEN);
            int vertex = bounded(mix(ofStarts + walker * GOLDEN), visits.length);
            visits[vertex]++;
            for (long step = 0; step < length && offsets[vertex + 1] > offsets[vertex]; step++) {
                final int begin = offsets[vertex];
                vertex = targets[begin + bounded(mix(own + (step << TRIAL_BITS)), offsets[vertex + 1] - begin)];
                visits[vertex]++;
            }
        }
        return visits;
    }

    private static int bounded(final long random, final long bound) {
        return (int) Math.multiplyHigh(random >>> 1, bound << 1);
    }

    /** The finaliser of SplitMix64. */
    private static long mix(final long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
