package org.gmt4j.apps.nwchem;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import picocli.CommandLine.Option;

/** A replay of NWChem's calls: its options, its memory, and how it is run. Set by the command line. */
public final class ReplayProgram implements JudgedProgram {
    static final long MOST_TASKS = 1L << 24;
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
    public void validate() {
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
    }

    @Override
    public ReplayWork prepare(final AppRun run) {
        final ReplayPlan plan = new ReplayPlan(mix(), taskCount(), extent(), computeUs == null ? mix().computeUs()
            : computeUs, streams, run.seed());
        run.result().with("kind", kind).with("tasks", plan.tasks()).with("rounds", plan.rounds())
            .with("basis", plan.basis()).with("taskComputeUs", plan.computeUs());
        return new ReplayWork(plan, run.verify() ? Optional.of(new ReplayJudge(plan)) : Optional.empty());
    }

    @Override
    public void addMemory(final AppMemory.Builder memory, final Invocation job) {
        addMemory(memory, job, extent());
    }

    private void addMemory(final AppMemory.Builder memory, final Invocation job, final int extent) {
        final long elements = (long) extent * extent;
        memory.array("density, work, Fock matrix", AppMemory.Phase.RUNNING,
            ByteCount.parts(3 * elements, job.plan().nodes()), Double.BYTES)
            .heap("streams", AppMemory.Phase.RUNNING, streams == 0 ? job.plan().workers() : streams,
                ReplayStream.bytes(mix(), taskCount()))
            .heap("tasks that were drawn", AppMemory.Phase.RUNNING, 2, ReplayStream.ticketBytes(mix(), taskCount()));
        if (job.options().verify()) {
            memory.heapOfNodeZero("one thread's matrices", AppMemory.Phase.RUNNING, 2 * elements * Double.BYTES);
        }
    }

    /** Returns the memory of a replay on one cluster alone, with the option by which it grows. */
    AppMemory memory(final Invocation job) {
        return memory(job, extent()).input(new AppMemory.Input("--basis", extent(), mix().leastBasis(), MOST_BASIS,
            other -> memory(job, other).build())).build();
    }

    private AppMemory.Builder memory(final Invocation job, final int extent) {
        final AppMemory.Builder memory = AppMemory.builder();
        addMemory(memory, job, extent);
        return memory;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--tasks", WeakScaling.product("--tasks", taskCount(), nodes));
    }

    @Override
    public Class<?>[] classes() {
        return new Class<?>[] {Replay.class, ReplayNode.class, ReplayPlan.class, Mix.class, RoundArrays.class,
            NodeTally.class, Replayed.class, MatrixDigest.class};
    }
}
