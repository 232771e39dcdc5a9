package org.gmt4j.bench.tune;

import java.util.List;

/**
 * The limit of a pair of protocols: eager up to it, rendezvous beyond. Immutable.
 *
 * @param verb   operation
 * @param points by size, ascending
 */
record Threshold(String verb, List<Point> points) {
    /** The times of one size by each protocol. */
    record Point(int bytes, double eagerUs, double rendezvousUs) {
        double ratio() {
            return eagerUs / rendezvousUs;
        }
    }

    Threshold {
        points = List.copyOf(points);
    }

    /**
     * The limit that loses least over all sizes: of all, the one with the smallest product of times. A single noisy
     * size does not move it far. 0: rendezvous for all; the largest size: eager for all that were measured. Cost:
     * square of the sizes, a handful.
     */
    long limit() {
        long best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int eager = 0; eager <= points.size(); eager++) {
            double sum = 0;
            for (int i = 0; i < points.size(); i++) {
                sum += Math.log(i < eager ? points.get(i).eagerUs() : points.get(i).rendezvousUs());
            }
            if (sum < least) {
                least = sum;
                best = eager == 0 ? 0 : points.get(eager - 1).bytes();
            }
        }
        return best;
    }

    /** Whether the limit lies between measured sizes, rather than at an end. */
    boolean crosses() {
        final long limit = limit();
        return limit > 0 && limit < points.get(points.size() - 1).bytes();
    }
}
