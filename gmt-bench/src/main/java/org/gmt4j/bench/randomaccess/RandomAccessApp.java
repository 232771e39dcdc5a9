package org.gmt4j.bench.randomaccess;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.bench.variant.VariantOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt run randomaccess}: the HPC Challenge's RandomAccess on one-sided memory, beside one thread; optionally
 * with several settings in turn, see {@link VariantOptions}.
 *
 * @see "Luszczek et al., The HPC Challenge (HPCC) Benchmark Suite, SC 2006"
 */
public class RandomAccessApp implements GmtApp {
    private static final int MOST_TASKS = 4096;
    /** Of an update in a list: word, offset here, offset there. */
    private static final int KEPT_BYTES = 3 * Long.BYTES;

    @Option(names = "-g", paramLabel = "S", defaultValue = "20",
        description = "a table of 2^S longs, and four times as many updates (default: ${DEFAULT-VALUE})")
    private int log2;

    @Option(names = "--way", paramLabel = "xor|vector|add", split = ",", defaultValue = "xor",
        description = "xor: an exclusive or for each update; vector: lists of exclusive ors, one for each owner; add: "
            + "an addition for each update; several with commas, in turn (default: ${DEFAULT-VALUE})")
    private List<String> labels = new ArrayList<>(List.of("xor"));

    @Option(names = "--tasks", paramLabel = "N", defaultValue = "32",
        description = "tasks of each node; each looks ahead up to 1,024 updates (default: ${DEFAULT-VALUE})")
    private int tasks;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Mixin
    private VariantOptions compared = new VariantOptions();

    @Override
    public String name() {
        return "randomaccess";
    }

    @Override
    public String summary() {
        return "Random updates of a table in one-sided memory, the stream of the HPC Challenge, every update verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run randomaccess -g 24 --way xor,vector,add",
            "gmt run randomaccess -g 22 --connections static,overlap --trials 41");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 14 of the paper on connections on demand: up to 1,024 updates ahead, in "
                + "lists, two kinds of connections; it does not say the size of its table: this one is ours", "-g",
                "22", "--way", "vector", "--connections", "static,overlap", "--trials", "41"));
    }

    @Override
    public void validate(final CommonOptions common) {
        if (log2 < 1 || log2 > TableShape.LARGEST) {
            throw CliException.usage("-g " + log2 + ": expected 1 to " + TableShape.LARGEST
                + ", the table has 2^S elements.");
        }
        if (tasks < 1 || tasks > MOST_TASKS) {
            throw CliException.usage("--tasks " + tasks + ": expected 1 to " + MOST_TASKS + " tasks of each node.");
        }
        ways();
        trials.validate();
        compared.validate();
    }

    private List<UpdateWay> ways() {
        final List<UpdateWay> ways = labels.stream().map(UpdateWay::of).toList();
        if (ways.isEmpty() || ways.stream().distinct().count() < ways.size()) {
            throw CliException.usage("--way " + String.join(",", labels) + ": expected each way once.");
        }
        return ways;
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return memory(job, log2).input(new AppMemory.Input("-g", log2, 1, TableShape.LARGEST,
            other -> memory(job, other).build())).build();
    }

    private AppMemory.Builder memory(final Invocation job, final int scale) {
        final int nodes = job.plan().nodes();
        final int jobs = compared.variants().size();
        final AppMemory.Builder memory = AppMemory.builder().furtherJobs(Variant.furtherJobs(compared.variants()))
            .array("table", AppMemory.Phase.BOTH, ByteCount.parts(1L << scale, nodes), (long) Long.BYTES * jobs);
        if (ways().contains(UpdateWay.VECTOR)) {
            memory.heap("lists of updates", AppMemory.Phase.RUNNING, ByteCount.times(tasks, nodes,
                UpdateLists.length(nodes)), KEPT_BYTES);
        }
        if (job.options().verify() && SerialTable.fits(scale)) {
            memory.heapOfNodeZero("one thread's table", AppMemory.Phase.RUNNING, Long.BYTES << scale);
        }
        return memory;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("-g", WeakScaling.scale("-g", log2, nodes, ""));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(RandomAccessApp.class, UpdatedTable.class, UpdateBodies.class, PartBodies.class,
            TableShape.class, UpdateWay.class);
    }

    @Override
    public void run(final AppRun run) {
        final TableShape shape = new TableShape(log2, run.plan().nodes());
        run.result().with("tableElements", shape.size()).with("updates", shape.updates()).with("tasksPerNode", tasks);
        if (ways().contains(UpdateWay.VECTOR)) {
            run.result().with("listLength", UpdateLists.length(run.plan().nodes()));
        }
        if (run.verify() && !SerialTable.fits(log2)) {
            run.result().note("one thread's table would be too large: all updates were undone, in order and one by "
                + "one, but there is no rate to compare with");
        }
        final Optional<TableJudge> judge = run.verify() ? Optional.of(new TableJudge(shape, ways())) : Optional.empty();
        try (VariantClusters clusters = VariantClusters.open(run, compared.variants(), registeredClasses())) {
            measure(new RandomAccessTrials(run, trials, shape, judge), clusters, shape);
        }
    }

    private void measure(final RandomAccessTrials all, final VariantClusters clusters, final TableShape shape) {
        final List<UpdatedTable> tables = new ArrayList<>();
        for (int i = 0; i < clusters.size(); i++) {
            final int index = i;
            final UpdatedTable table = table(clusters.cluster(i), shape, tasks);
            tables.add(table);
            ways().forEach(way -> all.add(clusters, index, table, way));
        }
        all.run();
        tables.forEach(UpdatedTable::free);
    }

    /** Allocates a table; tests have others, which lose updates. */
    UpdatedTable table(final GmtCluster cluster, final TableShape shape, final int tasksPerNode) {
        return new UpdatedTable(cluster, shape, tasksPerNode);
    }
}
