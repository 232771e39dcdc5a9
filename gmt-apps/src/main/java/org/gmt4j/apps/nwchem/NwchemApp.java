package org.gmt4j.apps.nwchem;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
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

/** {@code gmt run nwchem}: replays what NWChem asks of Global Arrays. */
public final class NwchemApp implements GmtApp {
    private static final long MOST_TASKS = 1L << 24;
    private static final int MOST_BASIS = 4096;
    private static final int MOST_US = 10_000_000;
    private static final int MOST_STREAMS = 1024;

    @Option(names = "--kind", paramLabel = "dft|ccsd", defaultValue = "dft",
        description = "density functional: many small tasks; coupled cluster: few large ones (default: "
            + "${DEFAULT-VALUE})")
    private String kind;

    @Option(names = "--tasks", paramLabel = "T",
        description = "tasks of all nodes together; 448 of dft are the share of one process in the report that the mix"
            + " is taken from (default: 4480 or 64)")
    private Long tasks;

    @Option(names = "--compute-us", paramLabel = "U",
        description = "microseconds that a task computes (default: 200 or 20000)")
    private Integer computeUs;

    @Option(names = "--basis", paramLabel = "B",
        description = "rows and columns of the matrices (default: 360 or 1024)")
    private Integer basis;

    @Option(names = "--streams", paramLabel = "S", defaultValue = "0",
        description = "tasks of a node at the same time (default: one for each worker)")
    private int streams;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "nwchem";
    }

    @Override
    public String summary() {
        return "Replays what NWChem asks of Global Arrays: tasks from one counter, patches, computing; verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run nwchem -n 4 --topology mfcg --set gmt.armci.shared=off",
            "gmt run nwchem --kind ccsd --tasks 100 --compute-us 5000 --format json");
    }

    private Mix mix() {
        return Mix.valueOf(kind.toUpperCase(Locale.ROOT));
    }

    private long taskCount() {
        return tasks == null ? mix().tasks() : tasks;
    }

    private int extent() {
        return basis == null ? mix().basis() : basis;
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "table 3-1 of the dissertation on Gemini for each of its 256 processes; times and "
                + "extents are ours", "--kind", "dft", "--tasks", "114688"),
            AppPreset.of("paper-process", "table 3-1, for one process", "--kind", "dft", "--tasks", "448"),
            AppPreset.of("paper-ccsd", "figure 9 (b) of the paper on virtual topologies, which has no sizes: these are "
                + "ours", "--kind", "ccsd", "--tasks", "64"));
    }

    @Override
    public void validate(final CommonOptions common) {
        if (!kind.equals("dft") && !kind.equals("ccsd")) {
            throw CliException.usage("--kind " + kind + ": dft or ccsd.");
        }
        if (taskCount() < 1 || taskCount() > MOST_TASKS) {
            throw CliException.usage("--tasks " + tasks + ": 1 to 2^24.");
        }
        if (extent() < mix().leastBasis() || extent() > MOST_BASIS) {
            throw CliException.usage("--basis " + basis + ": " + mix().leastBasis() + " to " + MOST_BASIS
                + " for --kind " + kind + ", whose patches must fit.");
        }
        if (computeUs != null && (computeUs < 0 || computeUs > MOST_US)) {
            throw CliException.usage("--compute-us " + computeUs + ": 0 to " + MOST_US + ".");
        }
        if (streams < 0 || streams > MOST_STREAMS) {
            throw CliException.usage("--streams " + streams + ": 1 to " + MOST_STREAMS + ", or 0 for the workers.");
        }
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return memory(job, extent()).input(new AppMemory.Input("--basis", extent(), mix().leastBasis(), MOST_BASIS,
            other -> memory(job, other).build())).build();
    }

    private AppMemory.Builder memory(final Invocation job, final int extent) {
        final long elements = (long) extent * extent;
        final AppMemory.Builder memory = AppMemory.builder().array("density, work, Fock matrix",
            AppMemory.Phase.RUNNING, ByteCount.parts(3 * elements, job.plan().nodes()), Double.BYTES)
            .heap("streams", AppMemory.Phase.RUNNING, streams == 0 ? job.plan().workers() : streams,
                ReplayStream.bytes(mix(), taskCount()))
            .heap("tasks that were drawn", AppMemory.Phase.RUNNING, 2, ReplayStream.ticketBytes(mix(), taskCount()));
        if (job.options().verify()) {
            memory.heapOfNodeZero("one thread's matrices", AppMemory.Phase.RUNNING, 2 * elements * Double.BYTES);
        }
        return memory;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--tasks", WeakScaling.product("--tasks", taskCount(), nodes));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {NwchemApp.class, Replay.class, ReplayNode.class, ReplayPlan.class, Mix.class,
            RoundArrays.class, NodeTally.class, Replayed.class, MatrixDigest.class};
    }

    @Override
    public void run(final AppRun run) {
        final ReplayPlan plan = new ReplayPlan(mix(), taskCount(), extent(), computeUs == null ? mix().computeUs()
            : computeUs, streams, run.seed());
        run.result().with("kind", kind).with("tasks", plan.tasks()).with("rounds", plan.rounds())
            .with("basis", plan.basis()).with("taskComputeUs", plan.computeUs());
        final ReplayJudge judge = run.verify() ? new ReplayJudge(plan) : null;
        for (int i = 0; i < trials.warmUp(); i++) {
            replay(run, plan);
        }
        final double[] rates = new double[trials.trials()];
        for (int i = 0; i < rates.length; i++) {
            final Replayed found = replay(run, plan);
            final String complaint = judge == null ? "" : judge.complaint(found);
            if (!complaint.isEmpty()) {
                run.result().verified(false).note("trial " + (i + 1) + ": " + complaint);
                return;
            }
            run.result().trial(ReplayReport.trial(found));
            rates[i] = found.tasks() / found.seconds();
            if (i == rates.length - 1) {
                ReplayReport.add(run.result(), found);
            }
        }
        run.result().result(BenchResult.of("tasks").param("kind", kind).rate("tasks/s", rates));
        if (judge != null) {
            run.result().verified(true);
        }
    }

    private static Replayed replay(final AppRun run, final ReplayPlan plan) {
        return run.cluster(GmtCluster.class).call(ctx -> Replay.run(ctx, plan));
    }
}
