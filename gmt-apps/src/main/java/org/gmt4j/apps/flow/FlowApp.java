package org.gmt4j.apps.flow;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.Connections;
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
import org.gmt4j.cli.result.Trial;
import picocli.CommandLine.Option;

/** {@code gmt run flow}: water through the ground, after the STOMP runs of the on-demand paper; verified. */
public final class FlowApp implements GmtApp {
    private static final Pattern GRID = Pattern.compile("(\\d{1,9})x(\\d{1,9})x(\\d{1,9})");
    /** Cells of a node's arrays, a border around them included. */
    private static final long MOST_CELLS = Integer.MAX_VALUE - 16;
    private static final int MOST_MINUTES = 10_000_000;
    private static final int MOST_RAIN = 1000;
    private static final int MOST_ITERATIONS = 1000;
    private static final double FINEST = 1e-13;
    private static final double COARSEST = 1e-6;
    private static final double MM_PER_HOUR = 1e-3 / 3600;
    /** Arrays that a node has of its columns, and matrices. */
    private static final int ARRAYS = 28;
    private static final int MATRICES = 2;

    @Option(names = "--grid", paramLabel = "AxBxC", defaultValue = "200x200x15",
        description = "cells along the ground, in two directions, and in a column; of 0.2 m x 0.2 m x 0.1 m (default: "
            + "${DEFAULT-VALUE})")
    private String grid = "200x200x15";

    @Option(names = "--minutes", paramLabel = "T", defaultValue = "20",
        description = "simulated time (default: ${DEFAULT-VALUE})")
    private double minutes = 20;

    @Option(names = "--dt-seconds", paramLabel = "T", defaultValue = "10",
        description = "simulated time of the first step; later ones are longer while few iterations are enough, and "
            + "shorter where too many are needed (default: ${DEFAULT-VALUE})")
    private double firstStep = 10;

    @Option(names = "--rain", paramLabel = "R", defaultValue = "20",
        description = "rain on the middle of the ground, in mm an hour (default: ${DEFAULT-VALUE})")
    private double rain = 20;

    @Option(names = "--tolerance", paramLabel = "E", defaultValue = "1e-11",
        description = "greatest error of a cell's water content in a step, 1 being the cell's volume (default: "
            + "${DEFAULT-VALUE})")
    private double tolerance = 1e-11;

    @Option(names = "--max-newton", paramLabel = "N", defaultValue = "12",
        description = "Newton iterations after which a step is repeated with half its length; one of less than a "
            + "thousandth of the first step ends the run (default: ${DEFAULT-VALUE})")
    private int mostNewton = 12;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "1",
        description = "timed repetitions (default: ${DEFAULT-VALUE})")
    private int trials = 1;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", defaultValue = "0",
        description = "repetitions before the first that counts (default: ${DEFAULT-VALUE})")
    private int warmUp;

    /** Added to the first head that is judged; for tests of wrong answers. */
    private final double shift;

    /** For the service loader. */
    public FlowApp() {
        this(0);
    }

    FlowApp(final double shift) {
        this.shift = shift;
    }

    @Override
    public String name() {
        return "flow";
    }

    @Override
    public String summary() {
        return "Rain that seeps into the ground: an implicit solver on a grid of three dimensions, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run flow", "gmt run flow --grid 400x400x15 --minutes 20 -n 4 --format json");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 16 of the paper on connections on demand", "--grid", "200x200x15",
                "--minutes", "20"),
            AppPreset.of("paper-400", "figure 17", "--grid", "400x400x15", "--minutes", "20"),
            AppPreset.of("paper-800", "figure 18", "--grid", "800x800x15", "--minutes", "20"));
    }

    @Override
    public void validate(final CommonOptions common) {
        extents();
        range("--minutes", minutes, Double.MIN_VALUE, MOST_MINUTES, "more than 0, at most 10 million");
        range("--dt-seconds", firstStep, 1e-6, 60.0 * MOST_MINUTES, "at least 1e-6");
        range("--rain", rain, 0, MOST_RAIN, "0 to 1000 mm an hour");
        range("--tolerance", tolerance, FINEST, COARSEST, "1e-13 to 1e-6");
        range("--max-newton", mostNewton, 1, MOST_ITERATIONS, "1 to 1000");
        range("--trials", trials, 1, Integer.MAX_VALUE, "at least 1");
        range("--warm-up", warmUp, 0, Integer.MAX_VALUE, "0 or more");
    }

    private static void range(final String option, final double value, final double least, final double most,
                              final String expected) {
        if (!(value >= least && value <= most)) {
            final String shown = value == Math.rint(value) && Math.abs(value) < 1e9 ? String.valueOf((long) value)
                : String.valueOf(value);
            throw CliException.usage(option + " " + shown + ": expected " + expected + ".");
        }
    }

    private int[] extents() {
        final Matcher numbers = GRID.matcher(grid);
        if (!numbers.matches()) {
            throw CliException.usage("--grid " + grid + ": expected three numbers of cells such as 200x200x15.");
        }
        final int[] extents = {Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)),
            Integer.parseInt(numbers.group(3))};
        if (Arrays.stream(extents).anyMatch(extent -> extent == 0)) {
            throw CliException.usage("--grid " + grid + ": expected at least 1 cell in each direction.");
        }
        if (ByteCount.times(extents[0] + 2L, extents[1] + 2L, extents[2]) > MOST_CELLS) {
            throw CliException.usage("--grid " + grid + ": expected fewer than 2^31 cells, with one column more on "
                + "each side; take fewer.");
        }
        return extents;
    }

    private FlowPlan plan(final int[] extents, final long seed) {
        return new FlowPlan(extents[0], extents[1], extents[2], 60 * minutes, firstStep, tolerance, mostNewton,
            rain * MM_PER_HOUR, seed);
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int[] given = extents();
        return memory(job, plan(given, 0)).input(new AppMemory.Input("--grid", given[0], 1, widest(given),
            width -> memory(job, plan(grown(given, width), 0)).build(),
            width -> Arrays.stream(grown(given, width)).mapToObj(String::valueOf).collect(Collectors.joining("x"))))
            .build();
    }

    /** The same grid with another width: as long for its width, and as high. */
    private static int[] grown(final int[] extents, final int width) {
        return new int[] {width, (int) Math.max(1, (long) extents[1] * width / extents[0]), extents[2]};
    }

    private static int widest(final int[] extents) {
        final double cells = (extents[0] + 2.0) * (extents[1] + 2.0) * extents[2];
        return (int) Math.max(extents[0], Math.sqrt(MOST_CELLS / cells) * extents[0] - 1);
    }

    private static AppMemory.Builder memory(final Invocation job, final FlowPlan plan) {
        final long cells = Block.mostCells(job.plan().nodes(), plan.nx(), plan.ny(), plan.nz());
        final long border = Block.mostOfBorder(job.plan().nodes(), plan.nx(), plan.ny(), plan.nz());
        final AppMemory.Builder memory = AppMemory.builder()
            .heap("vectors", AppMemory.Phase.RUNNING, ByteCount.times(cells, ARRAYS), Double.BYTES)
            .array("heads", AppMemory.Phase.BOTH,           // behind a block with ghosts, its border twice more
                ByteCount.times(cells, MATRICES) + ByteCount.times(border, 2), Double.BYTES);
        if (job.options().verify() && SerialFlow.fits(plan)) {
            memory.heapOfNodeZero("one thread's band", AppMemory.Phase.BUILDING,
                ByteCount.times(SerialFlow.numbers(plan), Double.BYTES));
        }
        return memory;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        final int[] extents = extents();
        return Map.of("--grid", WeakScaling.product("--grid", extents[0], nodes) + "x" + extents[1] + "x" + extents[2]);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {FlowApp.class, Connections.class, FlowRun.class, FlowPlan.class, FlowAnswer.class,
            FlowAnswer.Work.class, FlowAnswer.Water.class};
    }

    @Override
    public void run(final AppRun run) {
        final FlowPlan plan = plan(extents(), run.seed());
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final int[] blocks = Block.grid(run.plan().nodes(), plan.nx(), plan.ny());
        run.result().with("grid", grid).with("cells", plan.cells()).with("minutes", minutes)
            .with("nodeGrid", blocks[0] + "x" + blocks[1]);
        if (blocks[0] * blocks[1] < run.plan().nodes()) {
            final int without = run.plan().nodes() - blocks[0] * blocks[1];
            run.result().note(without == 1 ? "one node has no columns" : without + " nodes have no columns");
        }
        final FlowRun flow = cluster.call(ctx -> FlowRun.create(ctx, plan));
        try {
            measure(run, cluster, flow);
        } finally {
            cluster.run(ctx -> flow.destroy(ctx));
        }
    }

    private void measure(final AppRun run, final GmtCluster cluster, final FlowRun flow) {
        final Connections start = Connections.of(cluster);
        for (int i = 0; i < warmUp; i++) {
            cluster.call(ctx -> flow.onNodes(ctx));
        }
        final double[] mops = new double[trials];
        for (int i = 0; i < trials; i++) {
            final FlowAnswer answer = cluster.call(ctx -> flow.onNodes(ctx));
            if (i == 0) {       // before judges ask further nodes
                run.result().with("connections", Connections.of(cluster).values(start));
            }
            requireConverged(answer.work());
            mops[i] = flow.plan().cells() * answer.work().linear() / answer.seconds() / 1e6;
            report(run, answer);
            judge(run, cluster, flow, answer);
        }
        if (!run.result().isWrong()) {
            run.result().result(BenchResult.of("cell-iterations").mops(mops));
        }
    }

    private void requireConverged(final FlowAnswer.Work work) {
        if (work.failedStep() > 0) {
            throw CliException.failed("GMT-410", String.format(Locale.ROOT, "Newton's iteration does not converge in "
                + "step %d, from %.1f s on, which was cut to %.3g s: largest errors of a cell's water content %s, "
                + "expected at most %.3g, and of all water that moves at most 1e-9. Allow more iterations "
                + "(--max-newton), a larger --tolerance, or less --rain.",
                work.steps().length + 1, work.simulated(), work.failedStep(), Arrays.stream(work.residuals())
                .mapToObj(residual -> String.format(Locale.ROOT, "%.3g", residual)).collect(Collectors.joining(", ")),
                tolerance), null);
        }
    }

    private static void report(final AppRun run, final FlowAnswer answer) {
        final FlowAnswer.Work work = answer.work();
        final double[] residuals = work.residuals();
        run.result().trial(Trial.of(answer.seconds()).with("steps", work.steps().length).with("cuts", work.cuts())
            .with("newton", work.newton()).with("linear", work.linear())
            .with("balanceError", answer.water().error()));
        run.result().with("steps", work.steps().length).with("cuts", work.cuts()).with("newton", work.newton())
            .with("linear", work.linear()).with("residual", residuals[residuals.length - 1])
            .with("balanceError", answer.water().error()).with("rainCubicMetres", answer.water().rain())
            .with("fromBelowCubicMetres", answer.water().fromBelow())
            .with("neighbours", (double) answer.water().neighbours() / run.plan().nodes());
    }

    private void judge(final AppRun run, final GmtCluster cluster, final FlowRun flow, final FlowAnswer answer) {
        if (!run.verify()) {
            return;
        }
        final double[] steps = answer.work().steps();
        final double last = steps[steps.length - 1];
        final FlowJudge judge = new FlowJudge(flow.plan());
        judge.judgeBalance(answer.water());
        judge.judgeLastStep(cluster.call(ctx -> flow.missed(ctx, last)));
        if (SerialFlow.fits(flow.plan())) {
            final double[] heads = cluster.call(ctx -> flow.heads(ctx));
            heads[0] += shift;
            judge.compare(steps, heads);
            run.result().with("differenceToOneThread", judge.difference());
        } else {
            run.result().note("heads are not compared with one thread's: the grid is too large for it");
        }
        judge.complaints().forEach(run.result()::note);
        run.result().verified(judge.complaints().isEmpty());
    }
}
