package org.gmt4j.cli.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.publish.NodeReport;

/**
 * What a run asks of the cores of one host, or container, or of those of them to which some nodes are bound.
 *
 * @param nodes   nodes of the run there
 * @param threads of these nodes
 * @param cores   processors available there
 */
record HostLoad(int nodes, int threads, int cores) {

    /** Returns the load of each host; of the launcher's alone where the nodes do not say where they were. */
    static List<HostLoad> of(final RunResult result) {
        final Map<String, HostLoad> loads = new LinkedHashMap<>();
        for (final NodeReport report : result.reports()) {
            final NodeReport.Place place = report.place();
            if (place.cores() > 0) {
                loads.merge(place.name() + "\n" + place.processors(),
                    new HostLoad(1, place.threads(), place.cores()), HostLoad::with);
            }
        }
        if (loads.isEmpty()) {
            final int nodes = result.plan().nodes();
            return List.of(new HostLoad(nodes, nodes * result.plan().threads(), result.environment().cores()));
        }
        return new ArrayList<>(loads.values());
    }

    /** Returns the load of the host with the most threads to a core. */
    static HostLoad highest(final RunResult result) {
        return of(result).stream().max(Comparator.comparingDouble(HostLoad::threadsPerCore)).orElseThrow();
    }

    /** Returns the load of all hosts together. */
    static HostLoad all(final RunResult result) {
        return of(result).stream().reduce((one, other) -> new HostLoad(one.nodes + other.nodes,
            one.threads + other.threads, one.cores + other.cores)).orElseThrow();
    }

    private HostLoad with(final HostLoad another) {
        return new HostLoad(nodes + another.nodes, threads + another.threads, cores);
    }

    double threadsPerCore() {
        return (double) threads / cores;
    }
}
