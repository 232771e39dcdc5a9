package org.gmt4j.bench.simulate.connections;

import org.gmt4j.apps.flow.FlowPeers;
import org.gmt4j.cli.CliException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The inputs of the applications, and whose programs they are. */
final class PatternOptions {
    private static final int MOST_BLOCKS = 1 << 14;
    private static final long TRANSFERS = 4338;

    @Option(names = "--program", paramLabel = "run|paper", defaultValue = "run",
        description = "applications as gmt run has them, with one process for each of its nodes; or as the paper's may "
            + "have been (default: ${DEFAULT-VALUE})")
    private Program program = Program.RUN;

    @Option(names = "--runtime", description = "what GMT connects by itself, too: process 0 with all, which it starts, "
        + "and a tree of fan-out 4 for barriers and sums")
    private boolean hasRuntime;

    @Mixin
    private RunOptions run;

    @Option(names = {"-N", "--matrix"}, paramLabel = "N", defaultValue = "16384",
        description = "lu: rows of the matrix (default: ${DEFAULT-VALUE})")
    private int matrix;

    @Option(names = "--block", paramLabel = "B", defaultValue = "64",
        description = "lu: rows of a block (default: ${DEFAULT-VALUE})")
    private int block;

    @Option(names = "--diagonal", paramLabel = "panel|all",
        description = "lu, --program paper: who gets the diagonal block of a step: those who solve with it, or all "
            + "processes, as in ARMCI's example (default: panel)")
    private LuPattern.Diagonal diagonal;

    @Option(names = "--ranks", paramLabel = "row|column",
        description = "lu, flow, --program paper: along which way of the process grid ranks follow each other "
            + "(default: row)")
    private ProcessGrid.Ranks ranks;

    @Option(names = "--updates", paramLabel = "U", defaultValue = "65536",
        description = "randomaccess: of each process (default: ${DEFAULT-VALUE})")
    private long updates;

    @Option(names = "--atoms", paramLabel = "A", defaultValue = "262144",
        description = "lj: in all (default: ${DEFAULT-VALUE})")
    private int atoms;

    @Option(names = "--atom-block", paramLabel = "A", defaultValue = "64",
        description = "lj: atoms of a block, about; with --program paper along a side of a block of forces (default: "
            + "${DEFAULT-VALUE})")
    private int atomBlock;

    @Option(names = "--grid", paramLabel = "XxYxZ",
        description = "flow: cells (default: of the paper's fields 200x200x15, 400x400x15, 800x800x15 the smallest "
            + "with 156 columns for a process, else the largest)")
    private String grid;

    @Option(names = "--parts", paramLabel = "XxYxZ",
        description = "flow, --program paper: processes in x, y and z (default: uncut in z, with the shortest sides of "
            + "parts)")
    private String parts;

    @Option(names = "--corners", description = "flow, --program paper: cells from diagonal neighbours, too")
    private boolean corners;

    @Option(names = "--reductions", paramLabel = "tree|none",
        description = "flow, --program paper: sums travel by operations in a tree of the nodes' masters, or as "
            + "messages, which need no server (default: tree)")
    private FlowPattern.Reductions reductions;

    @Option(names = "--transfers", paramLabel = "T",
        description = "nwchem, --program paper: gets, puts and accumulates of each process (default: 4338, as of "
            + "process 0 of 256 in table 3-1 of the thesis on GA over Gemini)")
    private Long transfers;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
        description = "randomaccess, lj, nwchem: of random choices; of run randomaccess nothing is random (default: "
            + "${DEFAULT-VALUE})")
    private long seed;

    long seed() {
        return seed;
    }

    Field field(final int processes) {
        return grid == null ? Field.papers(processes) : Field.parse("--grid", grid);
    }

    Program program() {
        return program;
    }

    boolean hasRuntime() {
        return hasRuntime;
    }

    /** Refuses options of the other program. */
    void check() {
        if (program == Program.PAPER) {
            run.refuse();
            return;
        }
        refuse("--diagonal", diagonal != null);
        refuse("--ranks", ranks != null);
        refuse("--parts", parts != null);
        refuse("--corners", corners);
        refuse("--reductions", reductions != null);
        refuse("--transfers", transfers != null);
    }

    private static void refuse(final String option, final boolean isGiven) {
        if (isGiven) {
            throw CliException.usage(option + ": an option of --program paper; applications of gmt run have no such "
                + "choice.");
        }
    }

    /** Refuses inputs that make no sense, and those that leave processes of the paper's program without work. */
    Pattern pattern(final App app, final int processes) {
        final Pattern pattern = switch (app) {
            case LU -> lu(processes);
            case RANDOM_ACCESS -> randomAccess(processes);
            case LENNARD_JONES -> lennardJones(processes);
            case FLOW -> flow(processes);
            case NWCHEM -> program == Program.RUN ? run.nwchem(processes, seed)
                : new NwchemPattern(transfers == null ? TRANSFERS : range("--transfers", transfers, 1, 1L << 40), seed);
        };
        return hasRuntime ? new RuntimePattern(pattern) : pattern;
    }

    private Pattern randomAccess(final int processes) {
        final long each = range("--updates", updates, 1, 1L << 40);
        return program == Program.RUN ? RunOptions.randomAccess(each, processes) : new RandomAccessPattern(each, seed);
    }

    private ProcessGrid.Ranks ranks() {
        return ranks == null ? ProcessGrid.Ranks.ROW : ranks;
    }

    private Pattern lu(final int processes) {
        range("-N", matrix, 1, 1 << 30);
        range("--block", block, 1, matrix);
        final int blocks = blocks("-N " + matrix + " with --block " + block, matrix, block);
        return program == Program.RUN ? run.lu(blocks, processes) : luOfPaper(blocks, processes);
    }

    private Pattern luOfPaper(final int blocks, final int processes) {
        final ProcessGrid processGrid = ProcessGrid.nearSquare(processes, ranks());
        if (blocks < processGrid.cols()) {
            throw CliException.usage("-N " + matrix + " with --block " + block + ": " + blocks
                + " blocks along a side, and " + processes + " processes in a grid of " + processGrid
                + " need " + processGrid.cols() + " so that each owns one. Enlarge -N or reduce --block.");
        }
        return new LuPattern(blocks, processGrid, diagonal == null ? LuPattern.Diagonal.PANEL : diagonal);
    }

    private Pattern lennardJones(final int processes) {
        range("--atoms", atoms, 1, 1 << 30);
        range("--atom-block", atomBlock, 1, atoms);
        blocks("--atoms " + atoms + " with --atom-block " + atomBlock, atoms, atomBlock);
        return program == Program.RUN ? run.lennardJones(atoms, atomBlock, processes, seed)
            : new LennardJonesPattern(atoms, atomBlock, seed);
    }

    private Pattern flow(final int processes) {
        final Field field = field(processes);
        if (program == Program.RUN) {
            if (field.cells() > Integer.MAX_VALUE) {
                throw CliException.usage("--grid " + field + ": expected fewer than 2^31 cells, as gmt run flow does.");
            }
            return new FlowRunPattern(FlowPeers.of(field.width(), field.height(), field.depth(), processes));
        }
        final Field cut = parts == null ? shortestSides(field, processes) : Field.parse("--parts", parts);
        if (cut.cells() != processes) {
            throw CliException.usage("--parts " + parts + ": " + cut.cells() + " parts for --processes " + processes
                + ". Expected one part for each process.");
        }
        if (cut.width() > field.width() || cut.height() > field.height() || cut.depth() > field.depth()) {
            throw CliException.usage("--grid " + field + ": " + processes + " processes in a grid of " + cut
                + " would have parts without cells. Name a larger grid or fewer processes.");
        }
        return new FlowPattern(new ProcessGrid(cut.height(), cut.width(), ranks()), cut.depth(), corners,
            reductions == null ? FlowPattern.Reductions.TREE : reductions);
    }

    private Field shortestSides(final Field field, final int processes) {
        final ProcessGrid flat = ProcessGrid.shortestSides(processes, field.width(), field.height(), ranks());
        return new Field(flat.cols(), flat.rows(), 1);
    }

    private static int blocks(final String what, final int size, final int blockSize) {
        final int blocks = (int) (((long) size + blockSize - 1) / blockSize);
        if (blocks > MOST_BLOCKS) {
            throw CliException.usage(what + ": " + blocks + " blocks along a side, expected at most " + MOST_BLOCKS
                + ". Enlarge the block.");
        }
        return blocks;
    }

    static long range(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw CliException.usage(option + " " + value + ": expected " + min + " .. " + max + ".");
        }
        return value;
    }
}
