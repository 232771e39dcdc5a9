package org.gmt4j.apps.ssor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.Trial;
import picocli.CommandLine.Option;

/** {@code gmt run ssor}: LU of the NAS Parallel Benchmarks, verified by its published norms. */
public final class SsorApp implements GmtApp {
    @Option(names = "--class", paramLabel = "S|W|A", defaultValue = "S",
        description = "size of the problem: cube of 12, 33 or 64 points an edge (default: ${DEFAULT-VALUE})")
    private String className = "S";

    @Option(names = "--trials", paramLabel = "N", defaultValue = "1",
        description = "timed repetitions (default: ${DEFAULT-VALUE})")
    private int trials = 1;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", defaultValue = "0",
        description = "repetitions before the first that counts (default: ${DEFAULT-VALUE}; each begins with an "
            + "iteration that is not timed)")
    private int warmUp;

    private final double tolerance;

    /** For the service loader. */
    public SsorApp() {
        this(ProblemClass.TOLERANCE);
    }

    /** @param tolerance largest relative difference from the published norms */
    SsorApp(final double tolerance) {
        this.tolerance = tolerance;
    }

    @Override
    public String name() {
        return "ssor";
    }

    @Override
    public String summary() {
        return "Solves the gas flow of NPB's LU by a wavefront over all nodes, verified by the published norms.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run ssor", "gmt run ssor --class A -n 4 --topology mfcg --set gmt.armci.shared=off");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 8 of the paper on virtual topologies, which does not name its class: this is "
                + "the largest here", "--class", "A"));
    }

    @Override
    public void validate(final CommonOptions common) {
        problem();
        if (trials < 1) {
            throw CliException.usage("--trials " + trials + ": at least 1.");
        }
        if (warmUp < 0) {
            throw CliException.usage("--warm-up " + warmUp + ": 0 or more.");
        }
    }

    private ProblemClass problem() {
        return Arrays.stream(ProblemClass.values()).filter(problem -> problem.name().equalsIgnoreCase(className))
            .findFirst().orElseThrow(() -> CliException.usage("--class " + className + ": expected "
            + Arrays.toString(ProblemClass.values()) + "."));
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final ProcessGrid grid = ProcessGrid.of(job.plan().nodes(), problem().points());
        long block = 0;
        long mail = 0;
        for (int node = 0; node < grid.size(); node++) {
            block = Math.max(block, Block.bytes(grid.part(node), grid.n()));
            mail = Math.max(mail, new Mailbox(grid, node).bytes());
        }
        return AppMemory.builder().heap("blocks", AppMemory.Phase.RUNNING, block, 1)
            .array("edges and layers", AppMemory.Phase.RUNNING, mail, 1).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {SsorRun.class, SsorRun.Answer.class, ProcessGrid.class, Norms.class};
    }

    @Override
    public void run(final AppRun run) {
        final ProblemClass problem = problem();
        final ProcessGrid grid = ProcessGrid.of(run.plan().nodes(), problem.points());
        describe(run, problem, grid);
        final SsorRun plan = new SsorRun(grid, problem.iterations(), problem.timeStep());
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        for (int i = 0; i < warmUp; i++) {
            cluster.call(ctx -> plan.onNodes(ctx));
        }
        final List<SsorRun.Answer> answers = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            answers.add(cluster.call(ctx -> plan.onNodes(ctx)));
        }
        report(run, problem, answers);
    }

    private static void describe(final AppRun run, final ProblemClass problem, final ProcessGrid grid) {
        run.result().with("class", problem.name()).with("points", problem.points())
            .with("iterations", problem.iterations()).with("processGrid", grid.columns() + "x" + grid.rows());
        if (grid.size() < run.plan().nodes()) {
            run.result().note(run.plan().nodes() - grid.size() + " nodes have no part of the cube");
        }
    }

    private void report(final AppRun run, final ProblemClass problem, final List<SsorRun.Answer> answers) {
        answers.forEach(answer -> run.result().trial(Trial.of(answer.seconds())));
        final Norms norms = answers.get(answers.size() - 1).norms();
        run.result().section("norms", values(norms), lines(norms));
        if (run.verify()) {
            judge(run, answers.stream().mapToDouble(answer -> answer.norms().deviation(problem.published()))
                .reduce(0, Math::max));
        }
        if (!run.result().isWrong()) {
            run.result().result(BenchResult.of("operations").mops(answers.stream()
                .mapToDouble(answer -> problem.operations() / answer.seconds() / 1e6).toArray()));
        }
    }

    private void judge(final AppRun run, final double deviation) {
        final boolean isRight = deviation <= tolerance;
        run.result().verified(isRight).with("deviation", deviation);
        if (!isRight) {
            run.result().note(String.format(Locale.ROOT, "norms differ from the published ones by a share of %.3g; "
                + "%.3g is allowed", deviation, tolerance));
        }
    }

    /** As texts: numbers of a result are cut after a few digits. */
    private static Map<String, Object> values(final Norms norms) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("residual", texts(norms.residual()));
        values.put("error", texts(norms.error()));
        values.put("surface", text(norms.surface()));
        return values;
    }

    private static String lines(final Norms norms) {
        return String.format("  residuals         %s%n  errors            %s%n  surface integral  %s%n",
            String.join("  ", texts(norms.residual())), String.join("  ", texts(norms.error())),
            text(norms.surface()));
    }

    private static List<String> texts(final double[] values) {
        return Arrays.stream(values).mapToObj(SsorApp::text).toList();
    }

    private static String text(final double value) {
        return String.format(Locale.ROOT, "%.13e", value);
    }
}
