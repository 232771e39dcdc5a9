package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.variant.NodeFigures;
import org.gmt4j.bench.variant.TopologyOptions;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;

/**
 * {@code gmt bench alltoall}: random updates from all nodes to all nodes under each virtual topology, in turn within
 * one run, and beside each rate the memory of the request buffers: as measured, and by formula.
 */
public final class AllToAllBenchmark implements GmtApp {
    private static final double SECONDS = 0.4;

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private TableOptions tableOptions;

    @Mixin
    private TopologyOptions topologies;

    @Override
    public String name() {
        return "alltoall";
    }

    @Override
    public String summary() {
        return "Random updates from all to all under each virtual topology: rates and request buffers, "
            + "measured and by formula.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench alltoall -n 16 --in-process --topologies fcg,mfcg",
            "gmt bench alltoall -n 8 --set gmt.edge.buffers=2 --format csv -o alltoall.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        tableOptions.validate();
        topologies.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int jobs = topologies.variants().size();
        return TableOptions.memory(tableOptions.log2(), log2 -> AppMemory.builder().furtherJobs(jobs)
            .array("tables", AppMemory.Phase.BOTH, TableOptions.elementsOfNode(log2, job), 8L * jobs));
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return tableOptions.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(GupsBodies.class);
    }

    @Override
    public void run(final AppRun run) {
        limits.of(run);     // the start of the compared jobs counts
        try (VariantClusters clusters = VariantClusters.open(run, topologies.variants(), registeredClasses())) {
            final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
            final List<UpdateTable> tables = new ArrayList<>();
            final List<TrialSeries.Row> rows = new ArrayList<>();
            for (int i = 0; i < clusters.size(); i++) {
                final UpdateTable table = new UpdateTable(clusters.cluster(i), tableOptions.log2(), run);
                tables.add(table);
                rows.add(series.add((operations, seed) -> table.run(GupsStyle.ADD_NB, operations, seed)));
            }
            series.run();
            for (int i = 0; i < clusters.size(); i++) {
                run.result().result(result(run, clusters, i, rows));
                tables.get(i).free();
            }
        }
        run.result().with("tableElements", 1L << tableOptions.log2());
        run.result().note("ofFirst: median share of the first topology's rate, trial by trial; edgeBufferKb: "
            + "request buffers of the largest node as measured, formulaKb: neighbours x buffers x length; "
            + "fcg keeps none in this runtime, its formula is what they would take");
    }

    private static BenchResult result(final AppRun run, final VariantClusters clusters, final int index,
                                      final List<TrialSeries.Row> rows) {
        final Variant variant = clusters.variants().get(index);
        final TrialSeries.Row row = rows.get(index);
        final NodeFigures figures = NodeFigures.of(clusters.cluster(index));
        final BenchResult result = BenchResult.of(GupsStyle.ADD_NB.label());
        variant.params().forEach(result::param);
        result.param("shape", TopologyOptions.topology(run, variant).shape().toString().toLowerCase(Locale.ROOT));
        return row.addTo(result).figure("ofFirst", row.medianShareOf(rows.get(0)))
            .figure("edgeBufferKb", NodeFigures.max(figures.edgeBufferBytes()) / 1024.0)
            .figure("formulaKb", TopologyOptions.formula(run, variant).bytes() / 1024.0)
            .figure("forwardedBlocks", NodeFigures.sum(figures.forwardedBlocks()))
            .figure("edgeStalls", NodeFigures.sum(figures.edgeStalls()));
    }
}
