package org.gmt4j.bench.eager;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.power.ModeOptions;
import org.gmt4j.bench.power.PowerBodies;
import org.gmt4j.bench.power.PowerMode;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench cores}: a matrix is transposed, by remote gets of columns and by remote puts of patches, for each
 * way to wait in turn within one job: the time that a polling server takes from programs when there is no core left for
 * it. Every element is checked, for each way, before and after.
 *
 * @see "Murugappan, Analyzing and Optimizing Global Array Toolkit for Cray Gemini Interconnect, 2010, graph 6-2"
 */
public final class FullCoresBenchmark implements GmtApp {
    private static final double SECONDS = 0.3;
    private static final int LARGEST = 16384;
    /** Nodes of one machine would copy through shared windows, where nobody waits for a server. */
    private static final List<Variant> VARIANTS = List.of(new Variant(Map.of(), Map.of("gmt.armci.shared", "off")));

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ModeOptions modes;

    @Option(names = {"-g", "--size"}, paramLabel = "N", defaultValue = "1600",
        description = "rows and columns of the matrix; the paper's is 6400 (default: ${DEFAULT-VALUE})")
    private int size;

    @Override
    public String name() {
        return "cores";
    }

    @Override
    public String summary() {
        return "Matrix transpose while all cores are busy: polling against blocking and the other ways "
            + "to wait, in turn.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench cores -n 2 --modes block,poll",
            "gmt bench cores -n 4 --plan dedicated --workers 1 --helpers 1");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        modes.validate();
        if (size < 1 || size > LARGEST) {
            throw CliException.usage("--size " + size + ": expected 1 to " + LARGEST + " rows.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long rows = ByteCount.parts(size, job.plan().nodes());
        return AppMemory.builder().furtherJobs(1).array("matrices", AppMemory.Phase.BOTH, ByteCount.times(rows, size),
            2L * Integer.BYTES)
            .heap("patches", AppMemory.Phase.BOTH, ByteCount.times(rows, size), Integer.BYTES).build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        // each node transposes size x size elements
        return Map.of("--size", String.valueOf(Math.round(size * Math.sqrt(nodes))));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(TransposeBodies.class, PowerBodies.class, PowerMode.class);
    }

    /** One way to wait and one way to transpose. */
    private record Row(PowerMode mode, boolean isByGets, TrialSeries.Row rates) {
    }

    @Override
    public void run(final AppRun run) {
        if (size < run.plan().nodes()) {
            throw CliException.usage("--size " + size + ": expected at least a row for each of "
                + run.plan().nodes() + " nodes.");
        }
        try (VariantClusters clusters = VariantClusters.open(run, VARIANTS, registeredClasses())) {
            // it does nothing
            run.cluster(GmtCluster.class).run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(PowerMode.BLOCK)));
            measure(run, clusters.cluster(0));
        }
        run.result().with("threads", (long) run.plan().nodes() * run.plan().threads())
            .with("matrix", size + "x" + size);
    }

    private void measure(final AppRun run, final GmtCluster cluster) {
        final String obstacle = modes.obstacle(cluster);
        if (!obstacle.isEmpty()) {
            run.result().with("frequency", obstacle).note(modes.notMeasured(obstacle));
        }
        final TransposeJob job = new TransposeJob(cluster, size);
        final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
        final List<Row> rows = new ArrayList<>();
        for (final PowerMode mode : modes.possible(obstacle)) {
            for (final boolean isByGets : new boolean[] {true, false}) {
                rows.add(new Row(mode, isByGets,
                    series.add((operations, seed) -> once(cluster, job, mode, isByGets, operations))));
            }
        }
        prove(run, cluster, job, rows);
        series.run();
        prove(run, cluster, job, rows);
        for (final Row row : rows) {
            final TrialSeries.Row first = rows.stream().filter(other -> other.isByGets == row.isByGets)
                .findFirst().orElseThrow().rates;
            run.result().result(row.rates.addTo(BenchResult.of(row.isByGets ? "naive" : "puts")
                .param("wait", row.mode.label())).mbPerSecond(Medians.of(row.rates.mops()) * Integer.BYTES)
                .figure("ms", (double) size * size / Medians.of(row.rates.mops()) / 1e3)
                .figure("timeOfFirst", 1 / row.rates.medianShareOf(first)));
        }
        job.free();
    }

    private static Measured.Sample once(final GmtCluster cluster, final TransposeJob job, final PowerMode mode,
                                        final boolean isByGets, final long operations) {
        cluster.run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(mode)));
        return job.run(isByGets, operations);
    }

    private static void prove(final AppRun run, final GmtCluster cluster, final TransposeJob job,
                              final List<Row> rows) {
        if (run.verify()) {
            for (final Row row : rows) {
                cluster.run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(row.mode)));
                run.result().verified(job.proves(row.isByGets));
            }
        }
    }
}
