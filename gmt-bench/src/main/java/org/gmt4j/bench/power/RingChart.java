package org.gmt4j.bench.power;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.LineChart;

/**
 * The paper's figures: for each verb energy per megabyte and time, by size, one line for each way to wait, as shares of
 * the first one (polling, if it is among them). Filled by one thread.
 */
final class RingChart {
    static final int COLUMNS = 2;

    private final List<PowerMode> modes;
    private final String energyName;
    private final List<LineChart> charts = new ArrayList<>();

    RingChart(final List<PowerMode> modes, final Consumption consumption) {
        this.modes = modes;
        energyName = consumption.isProxy() ? "CPU time per MB (proxy for energy)" : "energy per MB";
    }

    /** One row of the sheet. {@code costs} by size and mode. */
    void add(final RingVerb verb, final List<Integer> sizes, final List<RingExperiment.Cost[]> costs) {
        final String base = label(0);
        final LineChart energy = new LineChart(verb.label() + ": " + energyName, Axis.bytes("bytes of a transfer"),
            Axis.linear("share of " + base));
        final LineChart time = new LineChart(verb.label() + ": time", Axis.bytes("bytes of a transfer"),
            Axis.linear("share of " + base));
        final double[] xs = sizes.stream().mapToDouble(size -> size).toArray();
        for (int mode = 0; mode < modes.size(); mode++) {
            final int line = mode;
            energy.line(label(mode), xs,
                costs.stream().mapToDouble(cost -> cost[line].usedPerMb() / cost[0].usedPerMb()).toArray());
            time.line(label(mode), xs,
                costs.stream().mapToDouble(cost -> cost[line].secondsPerMb() / cost[0].secondsPerMb()).toArray());
        }
        charts.add(energy);
        charts.add(time);
    }

    private String label(final int mode) {
        return modes.get(mode).label();
    }

    /** Row by row, {@link #COLUMNS} in each. */
    List<LineChart> charts() {
        return List.copyOf(charts);
    }
}
