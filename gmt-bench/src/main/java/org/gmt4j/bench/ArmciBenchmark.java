package org.gmt4j.bench;

import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.runtime.armci.ArmciMemory;
import org.gmt4j.runtime.task.RangeBody;
import org.gmt4j.runtime.task.SpawnPolicy;
import org.gmt4j.runtime.task.TaskBody;
import picocli.CommandLine.Mixin;

/**
 * {@code gmt bench armci}: the one-sided verbs. {@code put} and {@code get} of 1 MB by one task of node 0 to the last node;
 * {@code get-strided} of a patch of 1,024 x 1,024 doubles next to {@code get} of as many bytes; {@code acc-nb}, {@code gather} and
 * {@code scatter} of single doubles at random places of all nodes, from all nodes. An operation is a transfer, or an element.
 */
public final class ArmciBenchmark implements GmtApp {
    private static final double SECONDS = 0.3;
    private static final long WORDS_PER_NODE = 1 << 21;
    private static final int CHUNK = 4096;

    @Mixin
    private TrialOptions trials;

    @Override
    public String name() {
        return "armci";
    }

    @Override
    public String summary() {
        return "One-sided verbs: contiguous and strided transfers, accumulates, gather and scatter.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench armci -n 2", "gmt bench armci --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().array("table", AppMemory.Phase.BOTH, WORDS_PER_NODE, 8)
            .array("patches", AppMemory.Phase.BOTH, 3, ArmciBodies.PATCH_BYTES).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {ArmciBodies.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final ArmciMemory table = cluster.armci().allocate(WORDS_PER_NODE * 8);
        final ArmciMemory patch = cluster.armci().allocate(2L * ArmciBodies.PATCH_BYTES);
        final ArmciMemory local = cluster.armci().allocateLocal(ArmciBodies.PATCH_BYTES);
        final TrialSeries series = new TrialSeries(trials, SECONDS, run.seed(), run.progress());
        final TrialSeries.Row put = series.add((operations, seed) -> timed(cluster, operations,
            ctx -> ArmciBodies.ranges(ctx, patch, local, true, ArmciBodies.MEGABYTE, operations)));
        final TrialSeries.Row get = series.add((operations, seed) -> timed(cluster, operations,
            ctx -> ArmciBodies.ranges(ctx, patch, local, false, ArmciBodies.MEGABYTE, operations)));
        final TrialSeries.Row whole = series.add((operations, seed) -> timed(cluster, operations,
            ctx -> ArmciBodies.ranges(ctx, patch, local, false, ArmciBodies.PATCH_BYTES, operations)));
        final TrialSeries.Row strided = series.add((operations, seed) -> timed(cluster, operations,
            ctx -> ArmciBodies.patches(ctx, patch, local, operations)));
        final TrialSeries.Row accumulate = series.add((operations, seed) -> {
            final long all = Measured.wholeChunks(operations, CHUNK) * cluster.nodeCount();
            return loop(cluster, all, CHUNK, 1, ArmciBodies.accumulates(table, WORDS_PER_NODE, seed));
        });
        final TrialSeries.Row gather = series.add((operations, seed) -> loop(cluster, lists(cluster, operations), 4, ArmciBodies.LIST,
            ArmciBodies.lists(table, WORDS_PER_NODE, false, seed)));
        final TrialSeries.Row scatter = series.add((operations, seed) -> loop(cluster, lists(cluster, operations), 4, ArmciBodies.LIST,
            ArmciBodies.lists(table, WORDS_PER_NODE, true, seed)));
        series.run();
        volume(run, "put", put, ArmciBodies.MEGABYTE);
        volume(run, "get", get, ArmciBodies.MEGABYTE);
        volume(run, "get", whole, ArmciBodies.PATCH_BYTES);
        volume(run, "get-strided", strided, ArmciBodies.PATCH_BYTES);
        volume(run, "acc-nb", accumulate, 8);
        volume(run, "gather", gather, 8);
        volume(run, "scatter", scatter, 8);
        run.result().note(String.format(java.util.Locale.ROOT, "the strided get takes %.2f of the time of the contiguous one",
            1 / strided.medianShareOf(whole)));
        for (final ArmciMemory memory : List.of(table, patch, local)) {
            cluster.armci().free(memory);
        }
    }

    private static long lists(final GmtCluster cluster, final long elementsPerNode) {
        return Measured.wholeChunks(Math.max(1, elementsPerNode / ArmciBodies.LIST), 4) * cluster.nodeCount();
    }

    private static void volume(final AppRun run, final String name, final TrialSeries.Row row, final int bytes) {
        run.result().result(BenchResult.of(name).param("bytes", bytes).mops(row.mops()).mbPerSecond(Medians.of(row.mops()) * bytes));
    }

    private static Measured.Sample timed(final GmtCluster cluster, final long operations, final TaskBody body) {
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            body.run(ctx);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(operations, ns);
    }

    private static Measured.Sample loop(final GmtCluster cluster, final long iterations, final long chunk, final long operations,
                                        final RangeBody body) {
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(iterations, chunk, SpawnPolicy.PARTITION, body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(iterations * operations, ns);
    }
}
