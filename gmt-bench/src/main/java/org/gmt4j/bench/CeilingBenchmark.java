package org.gmt4j.bench;

import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.ceiling.CeilingSession;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import picocli.CommandLine.Mixin;

/**
 * {@code gmt bench ceiling}: hand-written aggregated random updates over the transport of the runtime, without tasks
 * and without the runtime: the speed of light to divide by.
 */
public final class CeilingBenchmark implements GmtApp {
    private static final double SECONDS = 0.6;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private TableOptions tableOptions;

    @Override
    public String name() {
        return "ceiling";
    }

    @Override
    public String summary() {
        return "Hand-written aggregated random updates over the same transport: the speed of light for gups.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        tableOptions.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return TableOptions.memory(tableOptions.log2(), log2 -> AppMemory.builder().furtherTransports(1)
            .aid("table", AppMemory.Phase.BOTH, TableOptions.elementsOfNode(log2, job), 8));
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return tableOptions.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {CeilingSession.tasks()};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        try (CeilingSession session = CeilingSession.open(cluster, tableOptions.log2()).orElseThrow(() ->
            CliException.failed("GMT-250", "the ceiling needs a transport between processes, and this job has none. "
                + "Run it without --in-process.",
                null))) {
            final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
            final CeilingRows rows = CeilingRows.add(series, run, session);
            series.run();
            rows.report(run);
        }
        run.result().with("tableElements", 1L << tableOptions.log2());
    }
}
