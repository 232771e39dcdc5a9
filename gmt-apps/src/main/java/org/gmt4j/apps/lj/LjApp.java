package org.gmt4j.apps.lj;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.GmtCluster;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run lj}: molecular dynamics with tasks drawn from a counter, compared with one thread. */
public final class LjApp implements GmtApp {
    private static final long MOST_BLOCKS = 1L << 24;
    private static final long MOST_TASKS = 1L << 27;
    /** Particles that one thread's arrays hold. */
    private static final long MOST_OF_ONE_THREAD = 100_000_000;
    private static final int MOST_TICKETS = 1000;
    private static final int MOST_STEPS = 10_000_000;

    @Option(names = "--particles", paramLabel = "N", defaultValue = "16384",
        description = "particles (default: ${DEFAULT-VALUE})")
    private long particles = 16384;

    @Option(names = "--steps", paramLabel = "T", defaultValue = "50",
        description = "steps of time after the start (default: ${DEFAULT-VALUE})")
    private int steps = 50;

    @Option(names = "--dt", paramLabel = "TIME", defaultValue = "0.002",
        description = "length of a step, in units of the potential (default: ${DEFAULT-VALUE})")
    private double timeStep = 0.002;

    @Option(names = "--cutoff", paramLabel = "R", defaultValue = "2.5",
        description = "distance from which on particles do not feel each other (default: ${DEFAULT-VALUE})")
    private double cutoff = 2.5;

    @Option(names = "--density", paramLabel = "D", defaultValue = "0.8442",
        description = "particles for each unit of volume (default: ${DEFAULT-VALUE})")
    private double density = 0.8442;

    @Option(names = "--temperature", paramLabel = "K", defaultValue = "0.728",
        description = "temperature of the start (default: ${DEFAULT-VALUE})")
    private double temperature = 0.728;

    @Option(names = "--block-size", paramLabel = "N", defaultValue = "256",
        description = "particles of a block, about; two near blocks make a task (default: ${DEFAULT-VALUE})")
    private int blockSize = 256;

    @Option(names = "--tickets", paramLabel = "N", defaultValue = "0",
        description = "tasks that are drawn together from the counter; 0: many at first, few in the end (default: "
            + "${DEFAULT-VALUE})")
    private int tickets;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "lj";
    }

    @Override
    public String summary() {
        return "Moves particles with a Lennard-Jones potential, forces in tasks drawn from one counter, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run lj", "gmt run lj --particles 32000 --steps 200 --trials 2 -n 2 --format json");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 15 of the paper on connections on demand, which does not say its size: this "
                + "one is ours", "--particles", "16384", "--steps", "100"));
    }

    @Override
    public void validate(final CommonOptions common) {
        requireRange("--particles", particles, 2, Lattice.MOST);
        requireRange("--steps", steps, 1, MOST_STEPS);
        requireRange("--block-size", blockSize, 1, Integer.MAX_VALUE);
        requireRange("--tickets", tickets, 0, MOST_TICKETS);
        requirePositive("--dt", timeStep, 0.1);
        requirePositive("--density", density, 2);
        requirePositive("--cutoff", cutoff, 1e6);
        if (!(temperature >= 0 && temperature <= 100)) {
            throw CliException.usage("--temperature " + temperature + ": 0 to 100.");
        }
        trials.validate();
        validateBox();
    }

    private static void requireRange(final String option, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw CliException.usage(option + " " + value + ": " + least + " to " + most + ".");
        }
    }

    private static void requirePositive(final String option, final double value, final double most) {
        if (!(value > 0 && value <= most)) {
            throw CliException.usage(option + " " + value + ": more than 0, at most " + most + ".");
        }
    }

    private void validateBox() {
        final LjSettings settings = settings(particles, 1);
        if (cutoff > settings.edge() / 2) {
            throw CliException.usage(String.format(Locale.ROOT, "--cutoff %s is more than half the edge of the box, "
                + "%.3f: take a shorter one, or at least --particles %d.", cutoff, settings.edge() / 2,
                leastParticles()));
        }
        final BlockGrid grid = BlockGrid.of(settings);
        if (grid.blocks() > MOST_BLOCKS || grid.tasks() > MOST_TASKS) {
            throw CliException.usage("--block-size " + blockSize + " makes " + grid.blocks() + " blocks: at most "
                + MOST_BLOCKS + ", and " + MOST_TASKS + " tasks. Take larger blocks.");
        }
    }

    /** As many as a box has whose edge is twice the cut-off. */
    long leastParticles() {
        return (long) Math.ceil(8 * cutoff * cutoff * cutoff * density);
    }

    /** Returns settings that are the usual ones but for these. */
    LjSettings usual(final long count, final int particlesOfABlock, final int stepCount) {
        return new LjSettings(count, density, temperature, timeStep, cutoff, stepCount, particlesOfABlock, 1);
    }

    private LjSettings settings(final long count, final long seed) {
        return new LjSettings(count, density, temperature, timeStep, cutoff, steps, blockSize, seed);
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int most = (int) Math.min(Lattice.MOST, MOST_BLOCKS / 2 * blockSize);
        return memory(job, particles).input(new AppMemory.Input("--particles", (int) particles,
            (int) Math.min(particles, leastParticles()), (int) Math.max(most, particles),
            count -> memory(job, count).build())).build();
    }

    private AppMemory.Builder memory(final Invocation job, final long count) {
        final LjSettings settings = settings(count, 1);
        final BlockGrid grid = BlockGrid.of(settings);
        final long rows = ByteCount.parts(count, job.plan().nodes());
        final AppMemory.Builder memory = AppMemory.builder()
            .array("positions, forces, rows for sorting", AppMemory.Phase.RUNNING, rows, 104)
            .array("cursors", AppMemory.Phase.RUNNING, ByteCount.parts(grid.blocks(), job.plan().nodes()), 8)
            .array("sums", AppMemory.Phase.RUNNING, ByteCount.parts(steps + 2L, job.plan().nodes()), 32)
            .heap("particles", AppMemory.Phase.RUNNING, rows, 224)
            .heap("tasks and blocks", AppMemory.Phase.RUNNING, ByteCount.plus(ByteCount.times(grid.tasks(), 8),
                ByteCount.times(grid.blocks(), 40)), 1)
            .heap("blocks of tasks", AppMemory.Phase.RUNNING,
                LjNode.blockBytes(settings, grid, job.plan().workers()), 1)
            .heap("sums of the steps", AppMemory.Phase.RUNNING, steps + 2L, 32);
        if (job.options().verify() && count <= MOST_OF_ONE_THREAD) {
            memory.heapOfNodeZero("one thread's particles", AppMemory.Phase.RUNNING, ByteCount.times(count, 240));
        }
        return memory;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of("--particles", WeakScaling.product("--particles", particles, nodes));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {LjRun.class, LjRun.Left.class, LjSettings.class, LjMatrices.class, StepLoop.class};
    }

    @Override
    public void run(final AppRun run) {
        final LjSettings settings = settings(particles, run.seed());
        final LjRun plan = new LjRun(settings, tickets);
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final boolean isCompared = run.verify() && particles <= MOST_OF_ONE_THREAD;
        if (run.verify() && !isCompared) {
            run.result().note("not compared with one thread: too many particles for its arrays");
        }
        final LjReport report = new LjReport(run, settings);
        final SerialLj.Path path = isCompared ? SerialLj.run(settings) : null;
        for (int i = 0; i < trials.warmUp(); i++) {
            plan.on(cluster, false);
        }
        for (int i = 0; i < trials.trials(); i++) {
            if (!report.add(plan.on(cluster, isCompared), path)) {
                return;
            }
        }
        // of the last of two runs: the first one compiles
        report.finish(isCompared ? SerialLj.run(settings).seconds() : 0);
    }
}
