package org.gmt4j.graph.levels;

import java.util.List;

/**
 * What waves have done in a round, and what they have yet to do, over all nodes.
 *
 * @param waiting  rows that wait to be followed, of each search
 * @param first    the smallest level of these; all levels up to it are found
 * @param followed rows of this round
 * @param lowered  levels that were found before, and too large
 */
record WaveSums(long waiting, long first, long followed, long lowered) {
    static WaveSums sum(final List<long[]> parts) {
        long waiting = 0;
        long first = Long.MAX_VALUE;
        long followed = 0;
        long lowered = 0;
        for (final long[] part : parts) {
            waiting += part[0];
            first = Math.min(first, part[1]);
            followed += part[2];
            lowered += part[3];
        }
        return new WaveSums(waiting, first, followed, lowered);
    }
}
