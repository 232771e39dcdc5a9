package org.gmt4j.bench.eager;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.bench.variant.VariantOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.engine.memory.ProtocolConfig;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench eager}: a matrix of ints is transposed with several eager limits in turn, by remote gets of columns
 * ({@code naive}) and by remote puts of transposed patches ({@code puts}, as GA_Transpose does). An operation is an
 * element.
 */
public final class EagerBenchmark implements GmtApp {
    private static final double SECONDS = 0.2;
    private static final int LARGEST = 16384;
    private static final String NAIVE = "naive";
    private static final String PUTS = "puts";

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions timeLimit;

    @Mixin
    private ChartOption chart;

    @Option(names = "--limits", paramLabel = "BYTES", split = ",", defaultValue = "2k,10k,40k,160k,16m",
        description = "eager limits of all transfers; figures are shares of the first (default: ${DEFAULT-VALUE})")
    private List<String> limits = new ArrayList<>();

    @Option(names = {"-g", "--size"}, paramLabel = "N", defaultValue = "1600",
        description = "rows and columns of the matrix; the paper's is 6400 (default: ${DEFAULT-VALUE})")
    private int size;

    @Override
    public String name() {
        return "eager";
    }

    @Override
    public String summary() {
        return "Matrix transpose by remote gets and by remote puts, with several eager limits in turn within one run.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench eager -n 2 --size 6400 --limits 2k,10k,40k",
            "gmt bench eager -n 8 --in-process --format csv -o eager.csv --svg eager.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        timeLimit.validate();
        chart.validate();
        if (size < 1 || size > LARGEST) {
            throw CliException.usage("--size " + size + ": expected 1 to " + LARGEST + " rows.");
        }
        VariantOptions.check(variants());
    }

    private List<Variant> variants() {
        final List<Variant> variants = new ArrayList<>();
        for (final String limit : limits) {
            final Map<String, String> overrides = new LinkedHashMap<>();
            for (final String verb : new String[] {"put", "get", "accumulate", "strided"}) {
                overrides.put("gmt.armci.eager." + verb, limit.strip());
            }
            overrides.put("gmt.armci.shared", "off");           // else nodes of one machine would not use the protocols
            variants.add(new Variant(Map.of("limit", limit.strip()), overrides));
        }
        return variants;
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long rows = ByteCount.parts(size, job.plan().nodes());
        return AppMemory.builder().furtherJobs(limits.size())
            .array("matrices", AppMemory.Phase.BOTH, ByteCount.times(rows, size), 2L * Integer.BYTES * limits.size())
            .heap("patches", AppMemory.Phase.BOTH, ByteCount.times(rows, size), Integer.BYTES).build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        // each node transposes size x size elements
        return Map.of("--size", String.valueOf(Math.round(size * Math.sqrt(nodes))));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(TransposeBodies.class);
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (size < run.plan().nodes()) {
            throw CliException.usage("--size " + size + ": expected at least a row for each of "
                + run.plan().nodes() + " nodes.");
        }
        timeLimit.of(run);     // the start of the compared jobs counts
        try (VariantClusters clusters = VariantClusters.open(run, variants(), registeredClasses())) {
            final TrialSeries series = new TrialSeries(trials, timeLimit.of(run), SECONDS, run.seed(), run.progress());
            final List<TransposeJob> jobs = new ArrayList<>();
            final List<TrialSeries.Row> naive = new ArrayList<>();
            final List<TrialSeries.Row> puts = new ArrayList<>();
            for (int i = 0; i < clusters.size(); i++) {
                final TransposeJob job = new TransposeJob(clusters.cluster(i), size);
                jobs.add(job);
                naive.add(series.add((operations, seed) -> job.run(true, operations)));
                puts.add(series.add((operations, seed) -> job.run(false, operations)));
            }
            prove(run, jobs);
            series.run();
            prove(run, jobs);
            report(run, clusters.variants(), NAIVE, naive);
            report(run, clusters.variants(), PUTS, puts);
            chart.write(run, 1, List.of(draw(run, clusters.variants(), naive, puts)));
            jobs.forEach(TransposeJob::free);
        }
        final long nodes = run.plan().nodes();
        run.result().with("matrix", size + "x" + size)
            .with("messageBytes", (long) Integer.BYTES * size * size / nodes / nodes);
        run.result().note("naive: blocking strided gets of columns; puts: local gets, strided puts, "
            + "one wait; ms: one transpose of all nodes, the barrier behind it included; gmt.armci.shared=off");
    }

    private static void prove(final AppRun run, final List<TransposeJob> jobs) {
        if (run.verify()) {
            for (final TransposeJob job : jobs) {
                run.result().verified(job.proves(true));
                run.result().verified(job.proves(false));
            }
        }
    }

    private double ms(final TrialSeries.Row row) {
        return (double) size * size / Medians.of(row.mops()) / 1e3;
    }

    private void report(final AppRun run, final List<Variant> variants, final String name,
                        final List<TrialSeries.Row> rows) {
        for (int i = 0; i < rows.size(); i++) {
            run.result().result(rows.get(i).addTo(BenchResult.of(name).param("limit", variants.get(i).label()))
                .mbPerSecond(Medians.of(rows.get(i).mops()) * Integer.BYTES).figure("ms", ms(rows.get(i)))
                .figure("ofFirst", rows.get(i).medianShareOf(rows.get(0))));
        }
    }

    private LineChart draw(final AppRun run, final List<Variant> variants, final List<TrialSeries.Row> naive,
                           final List<TrialSeries.Row> puts) {
        final double[] bytes = variants.stream().mapToDouble(variant -> {
            final Settings settings = run.settings().with("gmt.armci.eager.strided",
                variant.overrides().get("gmt.armci.eager.strided"));
            return Math.max(1, settings.load(ProtocolConfig.class).eagerStrided());
        }).toArray();
        return new LineChart("transpose of " + size + " x " + size + " ints, " + run.plan().nodes() + " nodes",
            Axis.bytes("eager limit, bytes"), Axis.linear("milliseconds"))
            .line(NAIVE, bytes, naive.stream().mapToDouble(this::ms).toArray())
            .line(PUTS, bytes, puts.stream().mapToDouble(this::ms).toArray());
    }
}
