package org.gmt4j.bench.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.cli.result.BenchResult;

/** One contention in one topology: times by process, medians over the trials. Main thread. */
final class HotRow {
    private final HotVerb verb;
    private final Variant topology;
    private final int percent;
    private final Contenders contenders;
    private final int[] hops;
    private final List<double[]> trials = new ArrayList<>();

    /** @param hops from each node to node 0 */
    HotRow(final HotVerb verb, final Variant topology, final int percent, final Contenders contenders,
           final int[] hops) {
        this.verb = verb;
        this.topology = topology;
        this.percent = percent;
        this.contenders = contenders;
        this.hops = hops;
    }

    void add(final double[] us) {
        trials.add(us);
    }

    /** Timed passes so far. */
    int passCount() {
        return trials.size();
    }

    HotVerb verb() {
        return verb;
    }

    int percent() {
        return percent;
    }

    String name() {
        return topology.label();
    }

    /** By process; not a number for those of node 0. */
    double[] us() {
        final double[] us = new double[contenders.processes()];
        Arrays.fill(us, Double.NaN);
        for (int process = contenders.first(); process < us.length; process++) {
            final int at = process;
            us[process] = Medians.of(trials.stream().mapToDouble(trial -> trial[at]).toArray());
        }
        return us;
    }

    /** 0 the fastest process, 0.5 the median, 1 the slowest; the nearest rank. */
    private double quantile(final double share) {
        final double[] sorted = Arrays.stream(us()).filter(value -> !Double.isNaN(value)).sorted().toArray();
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    private double shareFasterThan(final HotRow other) {
        final double[] mine = us();
        final double[] others = other.us();
        int faster = 0;
        for (int process = contenders.first(); process < mine.length; process++) {
            faster += mine[process] < others[process] ? 1 : 0;
        }
        return (double) faster / (mine.length - contenders.first());
    }

    /** @param first the same under the topology that others are compared with */
    BenchResult result(final HotRow first) {
        final BenchResult result = BenchResult.of(verb.label());
        topology.params().forEach(result::param);
        result.param("percent", percent).param("contenders", contenders.count());
        result.microseconds(quantile(0.5), quantile(0.99)).figure("minUs", quantile(0)).figure("q1Us", quantile(0.25))
            .figure("q3Us", quantile(0.75)).figure("maxUs", quantile(1));
        if (first != this) {
            result.figure("timeOfFirst", quantile(0.5) / first.quantile(0.5))
                .figure("processesFaster", shareFasterThan(first));
        }
        return result;
    }

    /** The times themselves. */
    Map<String, Object> byProcess() {
        final Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", verb.label());
        map.putAll(topology.params());
        map.put("percent", percent);
        final List<Object> us = new ArrayList<>();
        final List<Object> hopList = new ArrayList<>();
        final List<Object> contend = new ArrayList<>();
        final double[] values = us();
        for (int process = contenders.first(); process < values.length; process++) {
            us.add(Math.round(values[process] * 100) / 100.0);
            hopList.add(hops[contenders.node(process)]);
            contend.add(contenders.contends(process));
        }
        map.put("firstProcess", contenders.first());
        map.put("us", us);
        map.put("hops", hopList);
        map.put("contends", contend);
        return map;
    }
}
