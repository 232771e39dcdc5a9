package org.gmt4j.apps.lu;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.apps.trial.Connections;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.LuMemory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run lu}: factors a matrix over all nodes, solves with the factors, and compares with one thread. */
public final class LuApp implements GmtApp {
    private static final int MOST = 1 << 24;
    private static final int LARGEST_BLOCK = 4096;
    private static final int USUAL_BLOCK = 64;
    /** Rows from which on blocks are twice as large: they compute a little faster, and there are enough of them. */
    private static final int LARGE = 4096;

    @Option(names = {"-g", "--size"}, paramLabel = "N", defaultValue = "2048",
        description = "rows and columns of the matrix, no power: 4096 is 4096 (default: ${DEFAULT-VALUE})")
    private int size;

    @Option(names = {"-b", "--block"}, paramLabel = "B",
        description = "rows and columns of a block, at most those of the matrix (default: 64, from 4096 rows "
            + "on 128; or the whole of a smaller matrix)")
    private Integer block;

    @Option(names = "--form", paramLabel = "get-blocking|get-nb|put-nb", defaultValue = "get-nb",
        description = "get-blocking: nodes get a panel, then compute, step after step; get-nb: they get the next panel "
            + "while they compute; put-nb: its owners put it to them (default: ${DEFAULT-VALUE})")
    private String form = "get-nb";

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "lu";
    }

    @Override
    public String summary() {
        return "LU factorisation of a dense matrix, and a solution with it, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run lu -g 4096", "gmt run lu -g 4096 -b 96 --form put-nb -n 4 --format json");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 13 and tables I, II of the paper on connections on demand, which does not "
                + "say its size: this one is ours", "--size", "4096"));
    }

    @Override
    public void validate(final CommonOptions common) {
        if (size < 1 || size > MOST) {
            throw CliException.usage("-g " + size + ": expected the rows of the matrix, 1 to " + MOST + ".");
        }
        if (block != null && (block < 1 || block > Math.min(size, LARGEST_BLOCK))) {
            throw CliException.usage("-b " + block + ": expected the rows of a block, 1 to "
                + Math.min(size, LARGEST_BLOCK) + (size < LARGEST_BLOCK ? ", those of the matrix (-g)." : "."));
        }
        form();
        trials.validate();
    }

    private LuForm form() {
        for (final LuForm one : LuForm.values()) {
            if (nameOf(one).equals(form)) {
                return one;
            }
        }
        throw CliException.usage("--form " + form + ": get-blocking, get-nb or put-nb.");
    }

    private static String nameOf(final LuForm one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private int side() {
        return side(size);
    }

    private int side(final int rows) {
        return block != null ? block : Math.min(rows < LARGE ? USUAL_BLOCK : 2 * USUAL_BLOCK, rows);
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final boolean verify = job.options().verify();
        final int least = block == null ? 1 : block;
        return memory(size, job.plan().nodes(), verify).input(new AppMemory.Input("-g", size, least, MOST,
            other -> memory(other, job.plan().nodes(), verify).build())).build();
    }

    private AppMemory.Builder memory(final int rows, final int nodes, final boolean verify) {
        final int side = Math.min(side(rows), rows);
        final LuMemory needed = LuMemory.of(rows, side, nodes, form());
        final AppMemory.Builder memory = AppMemory.builder()
            .array("matrix", AppMemory.Phase.BOTH, (long) needed.matrix(), 1)
            .array("panels of others", AppMemory.Phase.RUNNING, (long) needed.buffers(), 1)
            .array("vectors", AppMemory.Phase.RUNNING, ByteCount.parts(rows, nodes), 6L * Double.BYTES)
            .heap("blocks in work", AppMemory.Phase.RUNNING, (long) needed.heap(), 1);
        if (verify && rows <= LuRuns.MOST_OF_ONE_THREAD) {
            memory.heapOfNodeZero("one thread's matrix", AppMemory.Phase.RUNNING,
                (long) LuMemory.of(rows, side, 1, LuForm.GET_NB).heap());
        }
        return memory;
    }

    /** As much work for each node: n^3 grows with the nodes. */
    @Override
    public Map<String, String> weakOptions(final int nodes) {
        final long grown = Math.round(size * Math.cbrt(nodes));
        if (grown > MOST) {
            throw CliException.usage("-g " + size + " grows to " + grown + " with " + nodes + " nodes: at most " + MOST
                + ".");
        }
        return Map.of("-g", String.valueOf(grown));
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {LuApp.class, LuProblem.class, LuResidual.class, LuRuns.class, Connections.class};
    }

    @Override
    public void run(final AppRun run) {
        run.result().with("order", size).with("block", side()).with("form", form);
        new LuRuns(run, trials, new LuProblem(size, side(), run.seed()), form()).run();
    }
}
