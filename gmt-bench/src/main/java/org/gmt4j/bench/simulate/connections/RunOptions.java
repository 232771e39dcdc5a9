package org.gmt4j.bench.simulate.connections;

import java.util.Locale;
import org.gmt4j.apps.lj.LjPeers;
import org.gmt4j.apps.nwchem.ReplayPeers;
import org.gmt4j.bench.randomaccess.UpdateOwners;
import org.gmt4j.cli.CliException;
import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.LuPeers;
import picocli.CommandLine.Option;

/** The inputs that applications of {@code gmt run} have and the paper's have not, and the patterns of those. */
final class RunOptions {
    /** Of a node, as {@code gmt run randomaccess} has them. */
    private static final int TASKS_OF_A_NODE = 32;
    private static final int MOST_ATOMS = 1 << 24;
    private static final int MOST_STEPS = 10_000_000;
    private static final int STEPS = 50;
    private static final long SHARE = 448;
    private static final int BASIS = 360;
    private static final int MOST_BASIS = 4096;

    @Option(names = "--form", paramLabel = "get-blocking|get-nb|put-nb",
        description = "lu: as of gmt run lu; both kinds of get connect the same (default: get-nb)")
    private String form;

    @Option(names = "--tasks", paramLabel = "T",
        description = "nwchem: of the mix dft, for each process (default: 448, the share of process 0 of 256 in table "
            + "3-1 of the thesis on GA over Gemini)")
    private Long tasks;

    @Option(names = "--basis", paramLabel = "B", description = "nwchem: rows and columns of the arrays (default: 360)")
    private Integer basis;

    @Option(names = "--steps", paramLabel = "T",
        description = "lj: steps, each of which has a row of sums (default: 50)")
    private Integer steps;

    /** Refuses what has been given: it is of no use for the paper's programs. */
    void refuse() {
        refuse("--form", form);
        refuse("--tasks", tasks);
        refuse("--basis", basis);
        refuse("--steps", steps);
    }

    private static void refuse(final String option, final Object given) {
        if (given != null) {
            throw CliException.usage(option + " " + given + ": an option of --program run.");
        }
    }

    /** Who talks to whom follows from the number of blocks, whatever their length. */
    Pattern lu(final int blocks, final int processes) {
        return new LuRunPattern(LuPeers.of(blocks, 1, processes), form());
    }

    private LuForm form() {
        for (final LuForm one : LuForm.values()) {
            if (form == null && one == LuForm.GET_NB
                || one.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(form)) {
                return one;
            }
        }
        throw CliException.usage("--form " + form + ": get-blocking, get-nb or put-nb.");
    }

    static Pattern randomAccess(final long updates, final int processes) {
        final int log2 = UpdateOwners.log2(updates * processes);
        if (log2 > UpdateOwners.largest()) {
            throw CliException.usage("--updates " + updates + " of each of " + processes + " processes: more than a "
                + "table of 2^" + UpdateOwners.largest() + " words gets, four for each. Reduce --updates.");
        }
        return new RandomAccessRunPattern(log2, TASKS_OF_A_NODE, updates);
    }

    Pattern lennardJones(final int atoms, final int atomBlock, final int processes, final long seed) {
        PatternOptions.range("--atoms", atoms, LjPeers.leastParticles(), MOST_ATOMS);
        final int stepCount = steps == null ? STEPS : (int) PatternOptions.range("--steps", steps, 1, MOST_STEPS);
        return new LennardJonesRunPattern(LjPeers.of(atoms, atomBlock, stepCount, processes), seed);
    }

    Pattern nwchem(final int processes, final long seed) {
        final int rows = basis == null ? BASIS
            : (int) PatternOptions.range("--basis", basis, ReplayPeers.leastBasis(), MOST_BASIS);
        final long most = ReplayPeers.mostTasks();
        final long all = processes * (tasks == null ? SHARE : PatternOptions.range("--tasks", tasks, 1, most));
        if (all > most) {
            throw CliException.usage("--tasks " + tasks + " of each of " + processes + " processes: more than " + most
                + " in all, which gmt run nwchem refuses. Reduce --tasks.");
        }
        return new NwchemRunPattern(ReplayPeers.of(all, rows, seed, processes), rows, all, seed);
    }
}
