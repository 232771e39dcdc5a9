package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
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
 * {@code gmt bench putget}: gets and puts by size, blocking (one for each switch of a fiber) and non-blocking (a wait
 * for each window), to uniformly random places of all nodes or of other nodes only. Rates with as many tasks as fit;
 * latencies of a blocking operation from one task while nothing else runs.
 */
public final class PutGetBenchmark implements GmtApp {
    private static final double SECONDS = 0.2;
    private static final int LARGEST = 1 << 20;

    /** Which elements transfers go to. */
    private enum Target {
        UNIFORM, REMOTE, BOTH;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private TableOptions tableOptions;

    @Option(names = "--bytes", paramLabel = "N", split = ",", defaultValue = "1,8,64,4096,65536,1048576",
        description = "sizes: 1, or a multiple of 8 up to 1048576 (default: ${DEFAULT-VALUE})")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--target", paramLabel = "uniform|remote|both", defaultValue = "both",
        description = "all nodes, other nodes only, or first the one and then the other (default: ${DEFAULT-VALUE})")
    private Target target;

    @Option(names = "--latencies", paramLabel = "N", defaultValue = "2000",
        description = "operations whose latency is measured, 0 for none (default: ${DEFAULT-VALUE})")
    private int latencies;

    @Override
    public String name() {
        return "putget";
    }

    @Override
    public String summary() {
        return "Gets and puts of a global array by size, blocking and non-blocking: rates, volume, latencies.";
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
        for (final int bytes : sizes) {
            if (bytes != 1 && (bytes < 8 || bytes > LARGEST || bytes % 8 != 0)) {
                throw CliException.usage("--bytes " + bytes + ": expected 1, or a multiple of 8 up to "
                    + LARGEST + ".");
            }
        }
        if (latencies < 0) {
            throw CliException.usage("--latencies must be at least 0.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long slots = sizes.stream().mapToInt(bytes -> bytes).max().orElse(8) / Long.BYTES;
        return TableOptions.memory(tableOptions.log2(), log2 -> AppMemory.builder()
            .array("longs", AppMemory.Phase.BOTH, ByteCount.plus(TableOptions.elementsOfNode(log2, job), slots), 8)
            .array("bytes", AppMemory.Phase.BOTH, ByteCount.plus(TableOptions.elementsOfNode(log2, job), slots), 1));
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return tableOptions.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {TransferBodies.class, Transfer.class};
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final int nodes = cluster.nodeCount();
        final int largest = sizes.stream().mapToInt(bytes -> bytes).max().orElse(8);
        final long slot = Math.max(1, largest / Long.BYTES);
        final long perNode = Math.max(slot, ((1L << tableOptions.log2()) / nodes + slot - 1) / slot * slot);
        final GlobalLongArray longs = cluster.call(ctx -> GlobalLongArray.allocate(ctx, perNode * nodes));
        final GlobalByteArray bytes = cluster.call(ctx -> GlobalByteArray.allocate(ctx, perNode * nodes));
        final List<Target> targets = new ArrayList<>(List.of(Target.UNIFORM, Target.REMOTE));
        targets.removeIf(some -> target != Target.BOTH && target != some || some == Target.REMOTE && nodes == 1);
        int left = sizes.size() * targets.size() * TransferCell.Way.values().length;
        final int total = left;
        for (final int size : sizes) {
            for (final Target some : targets) {
                final TransferCell cell = new TransferCell(cluster, longs, bytes, size, some == Target.REMOTE);
                for (final TransferCell.Way way : TransferCell.Way.values()) {
                    measure(run, cell, way, some, limits.of(run).part(left--));
                    run.progress().update(way.label(), total - left, total, size + " bytes, " + some.label());
                }
            }
        }
        cluster.run(longs::free);
        cluster.run(bytes::free);
        if (target == Target.REMOTE && nodes == 1) {
            run.result().note("one node has no remote target: nothing was measured");
        }
    }

    private void measure(final AppRun run, final TransferCell cell, final TransferCell.Way way, final Target where,
                         final TimeLimit limit) {
        cell.prepare(way);
        final TrialSeries series = new TrialSeries(trials, limit, SECONDS, run.seed(), run.progress());
        final TrialSeries.Row row = series.add((operations, seed) -> cell.run(way, operations, seed));
        series.run();
        if (run.verify()) {
            run.result().verified(cell.proves());
        }
        final BenchResult result = row.addTo(BenchResult.of(way.label()).param("bytes", cell.bytes())
            .param("target", where.label())).mbPerSecond(Medians.of(row.mops()) * cell.bytes());
        if (way.isBlocking() && latencies > 0) {
            final Histogram histogram = cell.latencies(way, latencies(cell.bytes()), run.seed());
            result.microseconds(histogram.getValueAtPercentile(50) / 1e3, histogram.getValueAtPercentile(99) / 1e3);
        }
        run.result().result(result);
    }

    private int latencies(final int bytes) {
        return Math.max(1, bytes > 4096 ? latencies / 10 : latencies);
    }
}
