package org.gmt4j.bench.simulate.connections;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;

/** Applications whose patterns are known. */
enum App {
    /** LU factorization in blocks. */
    LU("lu", "lu: blocks and flags along a process's row and column of the grid that run lu makes, ranks along rows. "
        + "The paper names neither matrix, grid nor order of ranks; see --program paper.",
        "lu: a process gets blocks from its row and its column of the process grid. The paper names neither matrix, "
        + "grid nor order of ranks; see --ranks column and --diagonal all."),
    /** Updates of random words. */
    RANDOM_ACCESS("randomaccess", "randomaccess: every node but one's own. All reach all, so nothing is saved."),
    /** Lennard-Jones by force decomposition. */
    LENNARD_JONES("lj", "lj: run lj sorts particles by cursors of blocks that all processes read, which leads every "
        + "process to all nodes if there are enough blocks. The paper counts one's own node, too; see --count all.",
        "lj: blocks from a counter lead every process to all nodes if there are enough of them. "
        + "The paper counts one's own node, too; see --count all."),
    /** Flow through a field, the paper's STOMP. */
    FLOW("flow", "flow: neighbours in x and y of the blocks that run flow makes. STOMP needs more; see --program paper "
        + "with --corners and --parts.",
        "flow: neighbours in x and y, and a tree of masters. Up to 512 processes --corners --reductions none "
        + "--count all is within 4 % of the paper; from 1,024 on STOMP needs more than any neighbours in x and y, and "
        + "the paper does not say for what; see --parts."),
    /** Patches of global arrays by tasks from a counter. */
    NWCHEM("nwchem", "nwchem: a counter, and patches with all their owners. The paper has no figures.",
        "nwchem: a counter and patches of random owners. The paper has no figures.");

    private final String spelling;
    private final String runNote;
    private final String paperNote;

    App(final String spelling, final String note) {
        this(spelling, note, note);
    }

    App(final String spelling, final String runNote, final String paperNote) {
        this.spelling = spelling;
        this.runNote = runNote;
        this.paperNote = paperNote;
    }

    String spelling() {
        return spelling;
    }

    /** What the pattern is and how it compares with the paper's figures. */
    String note(final Program program) {
        return program == Program.RUN ? runNote : paperNote;
    }

    /**
     * The applications of an option, each once.
     *
     * @param names as users write them; {@code all} alone for all
     */
    static List<App> parse(final String[] names) {
        if (names.length == 1 && names[0].strip().equalsIgnoreCase("all")) {
            return List.of(values());
        }
        return Arrays.stream(names).map(name -> Arrays.stream(values())
            .filter(app -> app.spelling.equals(name.strip().toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> CliException.usage("--app " + name + ": expected all, or some of "
                + Arrays.stream(values()).map(App::spelling).collect(Collectors.joining(", ")) + "."))).distinct()
            .toList();
    }
}
