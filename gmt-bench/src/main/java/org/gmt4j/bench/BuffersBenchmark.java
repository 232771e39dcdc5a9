package org.gmt4j.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.trial.TrialOptions;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.bench.variant.NodeFigures;
import org.gmt4j.bench.variant.TopologyOptions;
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
import org.gmt4j.cli.WeakScaling;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench buffers}: request buffers per edge, their number and length, in turn within one run. Three
 * workloads: {@code updates} from all to all, {@code puts} of some bytes from all to all others, and {@code hot},
 * updates of all nodes that all go to node 0.
 */
public final class BuffersBenchmark implements GmtApp {
    private static final double SECONDS = 0.3;
    private static final int CHUNK = 1024;
    private static final double KIB = 1024;

    /** The operation. */
    private enum Workload { UPDATES, PUTS, HOT }

    @Mixin
    private TrialOptions trials;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ChartOption chart;

    @Option(names = "--buffers", paramLabel = "B,B", split = ",", defaultValue = "1,2,4,8",
        description = "request buffers of each edge; figures are shares of the first (default: ${DEFAULT-VALUE})")
    private List<String> buffers = new ArrayList<>();

    @Option(names = "--sizes", paramLabel = "BYTES", split = ",", defaultValue = "16k",
        description = "lengths of a buffer, such as 4k,16k,64k; all numbers with all lengths (default: "
            + "${DEFAULT-VALUE})")
    private List<String> sizes = new ArrayList<>();

    @Option(names = {"-g", "--size"}, paramLabel = "S", defaultValue = "18",
        description = "the arrays have 2^S elements (default: ${DEFAULT-VALUE})")
    private int log2;

    @Option(names = "--bytes", paramLabel = "N", defaultValue = "2048",
        description = "of a put, a multiple of 8 (default: ${DEFAULT-VALUE})")
    private int putBytes;

    @Override
    public String name() {
        return "buffers";
    }

    @Override
    public String summary() {
        return "Rates by number and length of the request buffers on each edge, in turn within one run.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench buffers -n 9 --in-process --topology mfcg --buffers 1,2,8",
            "gmt bench buffers -n 4 --buffers 2,8 --sizes 16k,64k --format csv -o buffers.csv --svg buffers.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        trials.validate();
        limits.validate();
        chart.validate();
        if (log2 < 8 || log2 > 30) {
            throw CliException.usage("--size " + log2 + ": expected 8 to 30, the arrays have 2^size elements.");
        }
        if (putBytes < 8 || putBytes > 1 << 16 || putBytes % 8 != 0) {
            throw CliException.usage("--bytes " + putBytes + ": expected a multiple of 8 up to 65536.");
        }
        VariantOptions.check(variants(TopologyKind.MFCG));
    }

    private List<Variant> variants(final TopologyKind topology) {
        final List<Variant> variants = new ArrayList<>();
        for (final String size : sizes) {
            for (final String count : buffers) {
                final Map<String, Object> params = new LinkedHashMap<>();
                params.put("buffers", count.strip());
                params.put("size", size.strip());
                final Map<String, String> overrides = new LinkedHashMap<>();
                overrides.put("gmt.topology", topology.spelling());
                overrides.put("gmt.edge.buffers", count.strip());
                overrides.put("gmt.edge.buffer.size", size.strip());
                variants.add(new Variant(params, overrides));
            }
        }
        return variants;
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int jobs = sizes.size() * buffers.size();
        final long elements = ByteCount.plus(TableOptions.elementsOfNode(log2, job), putBytes / Long.BYTES);
        return AppMemory.builder().furtherJobs(jobs).array("arrays of the jobs", AppMemory.Phase.BOTH,
            elements, (3 * 8 + 1L) * jobs).build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--size", WeakScaling.scale("--size", log2, nodes, ""));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(GupsBodies.class, BufferBodies.class, TransferBodies.class, Transfer.class);
    }

    /** One job's arrays and its three rows. */
    private final class Job {
        private final GmtCluster cluster;
        private final AppRun run;
        private final UpdateTable updates;
        private final GlobalLongArray hot;
        private final GlobalLongArray longs;
        private final GlobalByteArray bytes;
        private final TransferCell puts;
        private final TrialSeries.Row[] rows;
        private final UpdateSums hotSums = new UpdateSums();

        Job(final AppRun run, final GmtCluster cluster, final TrialSeries series) {
            this.cluster = cluster;
            this.run = run;
            updates = new UpdateTable(cluster, log2, run);
            final long size = 1L << log2;
            final long perNode = Math.max(putBytes / Long.BYTES,
                size / cluster.nodeCount()) / (putBytes / Long.BYTES) * (putBytes / Long.BYTES);
            hot = cluster.call(ctx -> GlobalLongArray.allocate(ctx, size));
            longs = cluster.call(ctx -> GlobalLongArray.allocate(ctx, perNode * cluster.nodeCount()));
            bytes = cluster.call(ctx -> GlobalByteArray.allocate(ctx, perNode * cluster.nodeCount()));
            puts = new TransferCell(cluster, longs, bytes, putBytes, true);
            puts.prepare(TransferCell.Way.PUT_NB);
            rows = new TrialSeries.Row[] {
                series.add((operations, seed) -> updates.run(GupsStyle.ADD_NB, operations, seed)),
                series.add((operations, seed) -> puts.run(TransferCell.Way.PUT_NB, operations, seed)),
                series.add(this::hot)};
        }

        private Measured.Sample hot(final long atLeast, final long seed) {
            final long operations = Measured.wholeChunks(atLeast, CHUNK) * cluster.nodeCount();
            final long mask = Long.highestOneBit(Math.max(1, (1L << log2) / cluster.nodeCount())) - 1;
            final var body = BufferBodies.hot(hot, seed, mask);
            final long ns = cluster.call(ctx -> {
                final long startNs = System.nanoTime();
                ctx.parFor(operations, CHUNK, SpawnPolicy.PARTITION, body);
                return System.nanoTime() - startNs;
            });
            if (run.verify()) {
                hotSums.expect(List.of(BufferBodies.expected(seed, mask, operations)));
            }
            return new Measured.Sample(operations, ns);
        }

        void prove() {
            if (run.verify()) {
                final GlobalLongArray array = hot;
                run.result().verified(puts.proves());
                run.result().verified(hotSums.agrees(cluster.call(ctx -> ctx.callOnAll(GupsBodies.heldSums(array)))));
            }
        }

        void free() {
            updates.free();
            cluster.run(hot::free);
            cluster.run(longs::free);
            cluster.run(bytes::free);
        }
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (run.plan().nodes() < 2) {
            run.result().note("one node has no edges: nothing was measured");
            return;
        }
        final TopologyKind topology = run.plan().topology() == TopologyKind.FCG ? TopologyKind.MFCG
            : run.plan().topology();
        limits.of(run);     // the start of the compared jobs counts
        try (VariantClusters clusters = VariantClusters.open(run, variants(topology), registeredClasses())) {
            final TrialSeries series = new TrialSeries(trials, limits.of(run), SECONDS, run.seed(), run.progress());
            final List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < clusters.size(); i++) {
                jobs.add(new Job(run, clusters.cluster(i), series));
            }
            series.run();
            jobs.forEach(Job::prove);
            for (int i = 0; i < jobs.size(); i++) {
                report(run, clusters, i, jobs);
            }
            draw(run, clusters.variants(), jobs);
            jobs.forEach(Job::free);
        }
        run.result().with("comparedTopology", topology.spelling());
        run.result().note("updates, puts: from all to all; hot: from all to node 0; edges: "
            + "what a job's edges took and how often one had no credit");
    }

    private static void report(final AppRun run, final VariantClusters clusters, final int index,
                               final List<Job> jobs) {
        final Variant variant = clusters.variants().get(index);
        for (final Workload workload : Workload.values()) {
            final TrialSeries.Row row = jobs.get(index).rows[workload.ordinal()];
            final BenchResult result = BenchResult.of(workload.name().toLowerCase(java.util.Locale.ROOT));
            variant.params().forEach(result::param);
            run.result().result(row.addTo(result)
                .figure("ofFirst", row.medianShareOf(jobs.get(0).rows[workload.ordinal()])));
        }
        final NodeFigures figures = NodeFigures.of(clusters.cluster(index));
        final BenchResult edges = BenchResult.of("edges");
        variant.params().forEach(edges::param);
        run.result().result(edges.figure("edgeBufferKb", NodeFigures.max(figures.edgeBufferBytes()) / KIB)
            .figure("formulaKb", TopologyOptions.formula(run, variant).bytes() / KIB)
            .figure("edgeStalls", NodeFigures.sum(figures.edgeStalls())).figure("forwardedBlocks",
                NodeFigures.sum(figures.forwardedBlocks())));
    }

    /** A chart for each workload, a line for each length. */
    private void draw(final AppRun run, final List<Variant> variants, final List<Job> jobs) throws IOException {
        final List<LineChart> charts = new ArrayList<>();
        final double[] counts = buffers.stream().mapToDouble(count -> Double.parseDouble(count.strip())).toArray();
        for (final Workload workload : Workload.values()) {
            final LineChart drawn = new LineChart(workload.name().toLowerCase(java.util.Locale.ROOT),
                Axis.linear("buffers of an edge"), Axis.linear("million operations per second"));
            for (int size = 0; size < sizes.size(); size++) {
                final double[] rates = new double[counts.length];
                final int first = size * counts.length;
                Arrays.setAll(rates, i -> Medians.of(jobs.get(first + i).rows[workload.ordinal()].mops()));
                drawn.line(String.valueOf(variants.get(first).params().get("size")), counts, rates);
            }
            charts.add(drawn);
        }
        chart.write(run, 3, charts);
    }
}
