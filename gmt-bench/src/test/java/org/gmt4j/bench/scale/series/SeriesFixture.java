package org.gmt4j.bench.scale.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.scale.series.SeriesHeader.SettingLine;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;

/** Makes series for tests: a point, then its trials, then the next point. Not thread-safe. */
public final class SeriesFixture {
    private final List<SeriesPoint> points = new ArrayList<>();
    private final Map<String, Object> environment = new LinkedHashMap<>(Map.of("jdk", "17.0.15", "commit",
        "0123abc", "machine", "test machine"));
    private final List<SettingLine> settings =
        new ArrayList<>(List.of(new SettingLine("gmt.block.length", "4096", "bytes", "default"),
        new SettingLine("gmt.fibers", "1024", "", "--set")));
    private List<String> commandLine = List.of("scale", "bfs", "--weak", "-n", "1,2,4", "-g", "16");
    private String app = "bfs";
    private ScalingKind kind = ScalingKind.WEAK;
    private String preset = "";
    private int cores = 2;
    private int trials = 3;
    private int nodes;
    private int threads;
    private Map<String, String> swept = Map.of();
    private List<SeriesTrial> ended = new ArrayList<>();
    private Map<String, Object> result = Map.of();

    public SeriesFixture app(final String name) {
        app = name;
        return this;
    }

    public SeriesFixture kind(final ScalingKind value) {
        kind = value;
        return this;
    }

    public SeriesFixture preset(final String name) {
        preset = name;
        return this;
    }

    public SeriesFixture cores(final int count) {
        cores = count;
        return this;
    }

    public SeriesFixture trials(final int count) {
        trials = count;
        return this;
    }

    public SeriesFixture commandLine(final String... words) {
        commandLine = List.of(words);
        return this;
    }

    public SeriesFixture environment(final String key, final Object value) {
        environment.put(key, value);
        return this;
    }

    public SeriesFixture setting(final String key, final String value, final String unit, final String origin) {
        settings.add(new SettingLine(key, value, unit, origin));
        return this;
    }

    /** Begins a point with one thread for each node; {@code keysAndValues} are the swept settings. */
    public SeriesFixture point(final int nodeCount, final String... keysAndValues) {
        return point(nodeCount, 1, keysAndValues);
    }

    /** Begins a point with more threads. */
    public SeriesFixture point(final int nodeCount, final int threadCount, final String... keysAndValues) {
        end();
        nodes = nodeCount;
        threads = threadCount;
        swept = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            swept.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return this;
    }

    /** The result of the trials that follow. */
    public SeriesFixture result(final Map<String, Object> values) {
        result = values;
        return this;
    }

    /** A trial with one rate, in MTEPS, named as the application. */
    public SeriesFixture ok(final double... samples) {
        return ok(new Rate(app, "MTEPS", samples));
    }

    /** A trial with these rates. */
    public SeriesFixture ok(final Rate... rates) {
        return trial(Outcome.OK, "", List.of(rates), result);
    }

    /** A trial whose job died. */
    public SeriesFixture lost(final String reason) {
        return trial(Outcome.LOST, reason, List.of(), Map.of());
    }

    /** A trial whose result is wrong. */
    public SeriesFixture wrong(final String reason) {
        return trial(Outcome.WRONG, reason, List.of(), Map.of());
    }

    private SeriesFixture trial(final Outcome outcome, final String reason, final List<Rate> rates,
                                final Map<String, Object> values) {
        final int number = ended.size() + 1;
        ended.add(new SeriesTrial(number, number, outcome, reason, 1.25, rates, values));
        return this;
    }

    private void end() {
        if (nodes > 0) {
            points.add(new SeriesPoint(nodes, threads, swept, List.of("run", app, "-n", String.valueOf(nodes)), ended));
        }
        ended = new ArrayList<>();
        nodes = 0;
    }

    public Series build() {
        end();
        return new Series(new SeriesHeader(app, !app.equals("bfs"), kind, preset, commandLine, trials,
            1, cores, "2026-11-21T20:00:00Z", environment, List.copyOf(settings)), points);
    }

    /**
     * A weak series on two cores: 1, 2 and 4 nodes, 2 trials of 4 samples each, one trial lost, one thread measured.
     */
    public static Series weak() {
        return new SeriesFixture().trials(2)
            .result(Map.of("baseline.mteps", 12.0, "baseline.search", "serial Java, top-down"))
            .point(1).ok(10, 11, 9, 10).ok(10, 12, 10, 8)
            .point(2).ok(18, 19, 17, 18).ok(18, 20, 18, 16)
            .point(4).ok(16, 17, 15, 16).lost("node 3 of 4 died: exit code 137").build();
    }

    /** One thing swept at one count of nodes. */
    public static Series sweep() {
        return new SeriesFixture().trials(1).commandLine("scale", "bfs", "--strong", "-n", "2",
            "--sweep", "gmt.fibers=1,16,1024").kind(
            ScalingKind.STRONG)
            .point(2, "gmt.fibers", "1").ok(1, 1.1, 0.9).point(2, "gmt.fibers", "16").ok(8, 8.1, 7.9)
            .point(2, "gmt.fibers", "1024").ok(19, 20, 21).build();
    }
}
