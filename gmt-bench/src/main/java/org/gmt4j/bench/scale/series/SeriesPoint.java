package org.gmt4j.bench.scale.series;

import java.util.List;
import java.util.Map;

/**
 * One count of nodes with one combination of swept values. Immutable.
 *
 * @param nodes     nodes
 * @param threads   threads of each node that work or communicate
 * @param swept     the swept settings and their values here, in order; empty where nothing is swept
 * @param arguments of its jobs: {@code run bfs -g 17 -n 2 ...}, the seed left out
 * @param trials    those that have ended, by number
 */
public record SeriesPoint(int nodes, int threads, Map<String, String> swept, List<String> arguments,
                          List<SeriesTrial> trials) {
    public SeriesPoint {
        arguments = List.copyOf(arguments);
        trials = List.copyOf(trials);
    }
}
