package org.gmt4j.bench.onesided;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.bench.variant.VariantOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The common part of {@code gmt bench latency} and {@code gmt bench bandwidth}: all verbs by size from node 0 to node
 * 1, really remote, by one task; optionally with several settings in turn, see {@link VariantOptions}.
 */
abstract class OneSidedBenchmark implements GmtApp {
    private static final double SECONDS = 0.01;
    private static final double NS_PER_US = 1e3;
    /** For all cells of one variant together. */
    static final long WARM_UP_NS = 2_000_000_000L;

    private final long warmUpNs;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private VariantOptions compared;

    @Mixin
    private ChartOption chart;

    @Option(names = "--verbs", paramLabel = "VERB", split = ",",
        defaultValue = "put,get,acc,put-strided,get-strided,acc-strided",
        description = "the operations; accumulates add doubles, strided patches are about as wide as high (default: "
            + "${DEFAULT-VALUE})")
    private List<String> verbLabels = new ArrayList<>();

    @Option(names = "--bytes", paramLabel = "MIN..MAX", defaultValue = "1..4m",
        description = "sizes, powers of two: a range, or a list such as 8,4k,1m; accumulate from 8, "
            + "strided from 16 (default: ${DEFAULT-VALUE})")
    private String sizeText;

    @Option(names = "--step", paramLabel = "F", defaultValue = "2",
        description = "factor between sizes of a range (default: ${DEFAULT-VALUE})")
    private int step;

    /** @param warmUpNs of all cells of one variant together, usually {@link #WARM_UP_NS} */
    OneSidedBenchmark(final long warmUpNs) {
        this.warmUpNs = warmUpNs;
    }

    /** Operations between two waits, 0 for one at a time. */
    abstract int window();

    /** The chart of one verb. */
    abstract OneSidedChart chartOf(Verb verb);

    /** A line that names the timed interval exactly. */
    abstract String explanation();

    /** How two variants compare, the rate of the one over that of the first. */
    private record Compared(Verb verb, Variant variant, double share, double bestShare) {
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        compared.validate();
        chart.validate();
        final List<Integer> sizes = sizes();
        for (final Verb verb : verbs()) {
            if (sizes.stream().noneMatch(verb::takes)) {
                throw CliException.usage("--bytes " + sizeText + ": no size that " + verb.label() + " can take.");
            }
        }
        if (window() < 0 || window() > 1 << 16) {
            throw CliException.usage("--window " + window() + ": expected 1 to 65536.");
        }
    }

    private List<Verb> verbs() {
        return Verb.parse(verbLabels);
    }

    private List<Integer> sizes() {
        return SizeRange.parse(sizeText, step);
    }

    /** Of the bytes, and of the doubles behind them: a strided patch has gaps. */
    private long regionBytes() {
        final List<Integer> sizes = sizes();
        return 2L * Math.max(Double.BYTES, sizes.get(sizes.size() - 1));
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int jobs = compared.variants().size();
        return AppMemory.builder().furtherJobs(Variant.furtherJobs(compared.variants())).array(
            "regions, here and there", AppMemory.Phase.BOTH, 4 * regionBytes(), jobs).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(OneSidedBodies.class);
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (run.plan().nodes() < 2) {
            run.result().note("one node has no other node to talk to: nothing was measured");
            return;
        }
        limits.of(run);     // the start of the compared jobs counts
        try (VariantClusters clusters = VariantClusters.open(run, compared.variants(), registeredClasses())) {
            final List<ArmciMemory> memories = new ArrayList<>();
            for (int i = 0; i < clusters.size(); i++) {
                memories.add(clusters.cluster(i).armci().allocate(2 * regionBytes()));
            }
            measure(run, clusters, memories);
            for (int i = 0; i < clusters.size(); i++) {
                clusters.cluster(i).armci().free(memories.get(i));
            }
        }
        run.result().note(explanation());
    }

    private void measure(final AppRun run, final VariantClusters clusters, final List<ArmciMemory> memories)
        throws IOException {
        final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
        final Map<OneSidedCell[], TrialSeries.Row[]> rows = new LinkedHashMap<>();
        for (final Verb verb : verbs()) {
            for (final int bytes : sizes().stream().filter(verb::takes).toList()) {
                final OneSidedCell[] cells = new OneSidedCell[clusters.size()];
                final TrialSeries.Row[] ofCells = new TrialSeries.Row[cells.length];
                for (int i = 0; i < cells.length; i++) {
                    final OneSidedCell cell = new OneSidedCell(clusters.cluster(i), verb, bytes, memories.get(i),
                        regionBytes(), window(),
                        trials.trials());
                    cells[i] = cell;
                    final int variant = i;
                    ofCells[i] = series.add((operations, seed) -> clusters.turn(variant,
                        cluster -> cell.run(operations)));
                }
                rows.put(cells, ofCells);
            }
        }
        prove(run, rows);
        if (trials.operations() == 0) {
            rows.keySet().forEach(cells -> {
                for (final OneSidedCell cell : cells) {
                    cell.warmUp(warmUpNs / rows.size(), limits.of(run));
                }
            });
        }
        series.run();
        rows.forEach((cells, ofCells) -> {
            for (int i = 0; i < cells.length; i++) {
                cells[i].keep(ofCells[i].mops().length);
            }
        });
        prove(run, rows);
        report(run, clusters.variants(), rows);
    }

    /** Before the timed runs and behind them, since those move to and fro without a look. */
    private static void prove(final AppRun run, final Map<OneSidedCell[], TrialSeries.Row[]> rows) {
        if (run.verify()) {
            for (final OneSidedCell[] cells : rows.keySet()) {
                for (final OneSidedCell cell : cells) {
                    run.result().verified(cell.proves());
                }
            }
        }
    }

    private void report(final AppRun run, final List<Variant> variants,
                        final Map<OneSidedCell[], TrialSeries.Row[]> rows) throws IOException {
        final Map<Verb, OneSidedChart> charts = new LinkedHashMap<>();
        final List<Compared> shares = new ArrayList<>();
        rows.forEach((cells, ofCells) -> {
            for (int i = 0; i < cells.length; i++) {
                final Compared share = new Compared(cells[i].verb(), variants.get(i),
                    cells[i].shareOf(cells[0], ofCells[i], ofCells[0]),
                    cells[i].bestShareOf(cells[0], ofCells[i], ofCells[0]));
                final BenchResult result = result(cells[i], ofCells[i], variants.get(i));
                charts.computeIfAbsent(cells[i].verb(), this::chartOf).add(variants.get(i), cells[i].bytes(),
                    us(ofCells[i]), Medians.of(ofCells[i].mops()) * cells[i].bytes());
                if (i > 0) {
                    result.figure("ofFirst", share.share()).figure("bestOfFirst", share.bestShare());
                    shares.add(share);
                }
                run.result().result(result);
            }
        });
        if (!run.result().isWrong()) {
            compare(run, variants, shares);
        }
        chart.write(run, 3, charts.values().stream().map(OneSidedChart::draw).toList());
    }

    private static double us(final TrialSeries.Row row) {
        return 1 / Medians.of(row.mops());
    }

    private static BenchResult result(final OneSidedCell cell, final TrialSeries.Row row, final Variant variant) {
        final BenchResult result = BenchResult.of(cell.verb().label()).param("bytes", cell.bytes());
        variant.params().forEach(result::param);
        row.addTo(result).mbPerSecond(Medians.of(row.mops()) * cell.bytes()).figure("us", us(row));
        if (cell.latencies().getTotalCount() > 0) {
            result.microseconds(cell.latencies().getValueAtPercentile(50) / NS_PER_US,
                cell.latencies().getValueAtPercentile(99) / NS_PER_US);
        }
        return result;
    }

    /** Geometric means over the sizes: of each verb, and of all. */
    private static void compare(final AppRun run, final List<Variant> variants, final List<Compared> shares) {
        for (final Variant variant : variants.subList(1, variants.size())) {
            final String name = variant.label().replace(' ', '.') + ".over."
                + variants.get(0).label().replace(' ', '.');
            final List<Compared> ours = shares.stream().filter(share -> share.variant() == variant).toList();
            run.result().with("rateOf." + name, means(ours, Compared::share))
                .with("bestRateOf." + name, means(ours, Compared::bestShare));
        }
    }

    private static Map<String, Object> means(final List<Compared> shares, final ToDoubleFunction<Compared> share) {
        final Map<String, Object> means = new LinkedHashMap<>();
        for (final Verb verb : Verb.values()) {
            shares.stream().filter(compared -> compared.verb() == verb).mapToDouble(share).map(Math::log).average()
                .ifPresent(mean -> means.put(verb.label(), rounded(Math.exp(mean))));
        }
        shares.stream().mapToDouble(share).map(Math::log).average()
            .ifPresent(mean -> means.put("all", rounded(Math.exp(mean))));
        return means;
    }

    private static double rounded(final double share) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.4f", share));
    }
}
