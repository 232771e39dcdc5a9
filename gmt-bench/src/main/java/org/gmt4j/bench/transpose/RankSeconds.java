package org.gmt4j.bench.transpose;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** Seconds of each node in all trials of one row. Main thread. */
final class RankSeconds {
    private final List<DoubleSummaryStatistics> ranks = new ArrayList<>();
    /** Of all nodes together: the slowest one's. */
    private final List<Double> whole = new ArrayList<>();

    void add(final List<Double> seconds) {
        while (ranks.size() < seconds.size()) {
            ranks.add(new DoubleSummaryStatistics());
        }
        for (int rank = 0; rank < seconds.size(); rank++) {
            ranks.get(rank).accept(seconds.get(rank));
        }
        whole.add(seconds.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }

    List<DoubleSummaryStatistics> ranks() {
        return ranks;
    }

    double[] whole() {
        return whole.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
