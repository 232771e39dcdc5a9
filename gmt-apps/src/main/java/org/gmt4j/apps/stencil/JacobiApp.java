package org.gmt4j.apps.stencil;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.TimedRuns;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run jacobi}: Jacobi's iteration for Laplace's equation on a grid over all nodes. */
public final class JacobiApp implements GmtApp {
    /** Of an array of Java besides its elements, with the reference to it. */
    private static final long ROW_BYTES = 24;
    private static final Pattern GRID = Pattern.compile("([0-9]{1,9})x([0-9]{1,9})");
    private static final int LEAST = 3;
    private static final int MOST = 1 << 24;
    private static final long MOST_CELLS = 1L << 36;

    @Option(names = "--grid", paramLabel = "NxM", defaultValue = "1024x1024",
        description = "rows and columns, with the border, whose cells do not change (default: ${DEFAULT-VALUE})")
    private String grid;

    @Option(names = "--iterations", paramLabel = "K", defaultValue = "100",
        description = "times that all cells are updated (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "jacobi";
    }

    @Override
    public String summary() {
        return "Jacobi's iteration on a grid with ghosts, equal to one thread's bit by bit.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run jacobi --grid 4096x4096", "gmt run jacobi --grid 2000x500 --iterations 1000 -n 4"
            + " --format json");
    }

    private Grid parsed(final long seed) {
        final Matcher sizes = GRID.matcher(grid);
        if (!sizes.matches()) {
            throw CliException.usage("--grid " + grid + ": expected rows and columns, such as 1024x1024.");
        }
        return new Grid(Integer.parseInt(sizes.group(1)), Integer.parseInt(sizes.group(2)), iterations, seed);
    }

    @Override
    public void validate(final CommonOptions common) {
        final Grid parsed = parsed(0);
        final int least = Math.min(parsed.rows(), parsed.columns());
        final int most = Math.max(parsed.rows(), parsed.columns());
        if (least < LEAST || most > MOST || (long) least * most > MOST_CELLS) {
            throw CliException.usage("--grid " + grid + ": " + LEAST
                + " to 2^24 rows and columns, at most 2^36 cells.");
        }
        if (iterations < 1) {
            throw CliException.usage("--iterations " + iterations + ": at least 1.");
        }
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final Grid parsed = parsed(0);
        final long cells = (long) parsed.rows() * parsed.columns();
        final int nodes = job.plan().nodes();
        final AppMemory.Builder memory = AppMemory.builder()
            .array("matrix", AppMemory.Phase.RUNNING, ByteCount.parts(cells, nodes) + 3 * ghosts(parsed, nodes),
                Double.BYTES)                                           // a block has room for its border twice more
            .heap("old and new cells", AppMemory.Phase.RUNNING, heapBytes(parsed, nodes), 1);
        if (job.options().verify()) {
            memory.heapOfNodeZero("one thread's cells", AppMemory.Phase.RUNNING, serialBytes(parsed));
        }
        return memory.build();
    }

    /** Of a node's old and new cells: rows of their own, each with a header, a reference and two ghosts. */
    static long heapBytes(final Grid grid, final int nodes) {
        final long cells = ByteCount.parts((long) grid.rows() * grid.columns(), nodes) + ghosts(grid, nodes);
        return 2 * (Double.BYTES * cells + ROW_BYTES * (most(grid.rows(), grid, nodes) + 2));
    }

    static long serialBytes(final Grid grid) {
        return 2 * grid.rows() * ((long) Double.BYTES * grid.columns() + ROW_BYTES);
    }

    private static long ghosts(final Grid grid, final int nodes) {
        return 2 * (most(grid.rows(), grid, nodes) + most(grid.columns(), grid, nodes) + 2);
    }

    /** Rows, or columns, of a node's block at most: thin grids are cut across, of others blocks are nearly square. */
    private static long most(final int extent, final Grid grid, final int nodes) {
        return Math.min(extent, Math.max(ByteCount.parts(extent, nodes),
            (long) Math.sqrt((double) grid.rows() * grid.columns()) + 1));
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        final Grid parsed = parsed(0);
        return Map.of("--grid", WeakScaling.product("--grid", parsed.rows(), nodes) + "x" + parsed.columns());
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {JacobiApp.class, Grid.class, JacobiNode.class, MatrixDigest.class, Outcome.class};
    }

    @Override
    public void run(final AppRun run) {
        final Grid plan = parsed(run.seed());
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        run.result().with("grid", grid).with("iterations", iterations);
        new TimedRuns(run, trials, "cells").run(() -> cluster.call(ctx -> plan.onNodes(ctx)), plan::serial);
    }
}
