package org.gmt4j.bench.onesided;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.variant.Variant;

/** One verb by size, a line for each variant. Main thread. */
final class OneSidedChart {
    private final Verb verb;
    private final boolean isLatency;
    private final Map<String, List<double[]>> points = new LinkedHashMap<>();

    OneSidedChart(final Verb verb, final boolean isLatency) {
        this.verb = verb;
        this.isLatency = isLatency;
    }

    void add(final Variant variant, final int bytes, final double us, final double mbPerSecond) {
        points.computeIfAbsent(variant.label().isEmpty() ? verb.words() : variant.label(), name -> new ArrayList<>())
            .add(new double[] {bytes, isLatency ? us : mbPerSecond});
    }

    LineChart draw() {
        final LineChart chart = new LineChart(verb.words() + (isLatency ? ", latency" : ", bandwidth"),
            Axis.bytes("bytes"), isLatency ? Axis.log10("microseconds") : Axis.linear("MB/s"));
        points.forEach((name, places) -> chart.line(name, places.stream().mapToDouble(place -> place[0]).toArray(),
            places.stream().mapToDouble(place -> place[1]).toArray()));
        return chart;
    }
}
