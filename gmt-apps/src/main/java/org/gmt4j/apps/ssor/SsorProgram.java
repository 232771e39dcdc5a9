package org.gmt4j.apps.ssor;

import java.util.Arrays;
import java.util.Map;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import picocli.CommandLine.Option;

/** LU of the NAS Parallel Benchmarks: its option, its memory, and how it is run. Set by the command line. */
public final class SsorProgram implements JudgedProgram {
    @Option(names = "--class", paramLabel = "S|W|A", defaultValue = "S",
        description = "size of LU's problem: cube of 12, 33 or 64 points an edge (default: ${DEFAULT-VALUE})")
    private String className = "S";

    private final double tolerance;

    /** Judged by the published norms. */
    public SsorProgram() {
        this(ProblemClass.TOLERANCE);
    }

    /** @param tolerance largest relative difference from the published norms; tests have one that nothing meets */
    public SsorProgram(final double tolerance) {
        this.tolerance = tolerance;
    }

    @Override
    public void validate() {
        problem();
    }

    private ProblemClass problem() {
        return Arrays.stream(ProblemClass.values()).filter(problem -> problem.name().equalsIgnoreCase(className))
            .findFirst().orElseThrow(() -> CliException.usage("--class " + className + ": expected "
            + Arrays.toString(ProblemClass.values()) + "."));
    }

    @Override
    public SsorWork prepare(final AppRun run) {
        final ProblemClass problem = problem();
        final ProcessGrid grid = ProcessGrid.of(run.plan().nodes(), problem.points());
        run.result().with("class", problem.name()).with("points", problem.points())
            .with("iterations", problem.iterations()).with("processGrid", grid.columns() + "x" + grid.rows());
        if (grid.size() < run.plan().nodes()) {
            run.result().note(run.plan().nodes() - grid.size() + " nodes have no part of the cube");
        }
        return new SsorWork(problem, grid, run.verify(), tolerance);
    }

    @Override
    public void addMemory(final AppMemory.Builder memory, final Invocation job) {
        final ProcessGrid grid = ProcessGrid.of(job.plan().nodes(), problem().points());
        long block = 0;
        long mail = 0;
        for (int node = 0; node < grid.size(); node++) {
            block = Math.max(block, Block.bytes(grid.part(node), grid.n()));
            mail = Math.max(mail, new Mailbox(grid, node).bytes());
        }
        memory.heap("blocks", AppMemory.Phase.RUNNING, block, 1)
            .array("edges and layers", AppMemory.Phase.RUNNING, mail, 1);
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("ssor has classes of fixed sizes, which do not grow with the nodes: take --strong.");
    }

    @Override
    public Class<?>[] classes() {
        return new Class<?>[] {SsorRun.class, SsorRun.Answer.class, ProcessGrid.class, Norms.class};
    }
}
