package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.ceiling.CeilingSession;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench gups}: random updates of one table over all nodes, by the styles in which a program can write them,
 * and the hand-written ceiling between their trials. Shares are of the ceiling with the shorter records, whatever the
 * operands: see {@link CeilingRows}.
 *
 * <p>Differs from the HPC Challenge's RandomAccess in that every update must arrive: the table is checked after each
 * run.
 */
public final class GupsBenchmark implements GmtApp {
    private static final double SECONDS = 0.6;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private TableOptions tableOptions;

    @Option(names = "--no-ceiling", description = "leave the hand-written ceilings away")
    private boolean noCeiling;

    @Option(names = "--only", paramLabel = "NAME", split = ",",
        description = "only these of add-nb, add, add-noresult, fetch-add-nb (and the ceilings)")
    private List<String> only = new ArrayList<>();

    @Option(names = "--operands", paramLabel = "constant|varying", split = ",", defaultValue = "constant",
        description = "what is added: 1, of which the runtime makes updates of 4 bytes, or 1 to 256 at random, or, "
            + "with constant,varying, one after the other in each trial (default: ${DEFAULT-VALUE})")
    private List<GupsOperands> operands = new ArrayList<>();

    @Override
    public String name() {
        return "gups";
    }

    @Override
    public String summary() {
        return "Random updates of a global array, each style of writing them as a share of the hand-written ceiling.";
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
        GupsStyle.check(only);
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return TableOptions.memory(tableOptions.log2(), log2 -> {
            final AppMemory.Builder memory = AppMemory.builder().array("table", AppMemory.Phase.BOTH,
                TableOptions.elementsOfNode(log2, job), 8);
            return noCeiling ? memory : memory.aid("table of the ceiling", AppMemory.Phase.BOTH,
                TableOptions.elementsOfNode(log2, job), 8)
                .furtherTransports(1);
        });
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return tableOptions.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {GupsBodies.class, CeilingSession.tasks()};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final UpdateTable table = new UpdateTable(cluster, tableOptions.log2(), run);
        final Optional<CeilingSession> ceiling = noCeiling ? Optional.empty()
            : CeilingSession.open(cluster, tableOptions.log2());
        try {
            measure(run, table, ceiling);
        } finally {
            ceiling.ifPresent(CeilingSession::close);
        }
        table.free();
        run.result().with("tableElements", 1L << tableOptions.log2());
        if (!noCeiling && ceiling.isEmpty()) {
            run.result().note("no ceiling: this runtime offers no second transport");
        }
    }

    private void measure(final AppRun run, final UpdateTable table, final Optional<CeilingSession> ceiling) {
        final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
        final Map<BenchResult, TrialSeries.Row> rows = new LinkedHashMap<>();
        for (final GupsStyle style : GupsStyle.values()) {
            if (only.isEmpty() || only.contains(style.label())) {
                for (final GupsOperands added : operands) {
                    rows.put(BenchResult.of(style.label()).param("operands", added.label()),
                        series.add((operations, seed) -> {
                            ceiling.ifPresent(CeilingSession::keepAlive);
                            return table.run(style, added, operations, seed);
                        }));
                }
            }
        }
        final Optional<CeilingRows> top = ceiling.map(session -> CeilingRows.add(series, run, session));
        series.run();
        rows.forEach((result, row) -> {
            row.addTo(result.param("operations", row.operations()));
            top.ifPresent(ceilings -> result.ceilingShare(row.medianShareOf(ceilings.top())));
            run.result().result(result);
        });
        top.ifPresent(ceilings -> ceilings.report(run));
    }
}
