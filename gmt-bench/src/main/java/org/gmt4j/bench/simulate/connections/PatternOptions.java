package org.gmt4j.bench.simulate.connections;

import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** The inputs of the applications. */
final class PatternOptions {
    private static final int MOST_BLOCKS = 1 << 14;

    @Option(names = {"-N", "--matrix"}, paramLabel = "N", defaultValue = "16384",
        description = "lu: rows of the matrix (default: ${DEFAULT-VALUE})")
    private int matrix;

    @Option(names = "--block", paramLabel = "B", defaultValue = "64",
        description = "lu: rows of a block (default: ${DEFAULT-VALUE})")
    private int block;

    @Option(names = "--diagonal", paramLabel = "panel|all", defaultValue = "panel",
        description = "lu: who gets the diagonal block of a step: those who solve with it, or all processes, as in "
            + "ARMCI's example (default: ${DEFAULT-VALUE})")
    private LuPattern.Diagonal diagonal;

    @Option(names = "--ranks", paramLabel = "row|column", defaultValue = "row",
        description = "lu, flow: along which way of the process grid ranks follow each other (default: "
            + "${DEFAULT-VALUE})")
    private ProcessGrid.Ranks ranks;

    @Option(names = "--updates", paramLabel = "U", defaultValue = "65536",
        description = "randomaccess: of each process (default: ${DEFAULT-VALUE})")
    private long updates;

    @Option(names = "--atoms", paramLabel = "A", defaultValue = "262144",
        description = "lj: in all (default: ${DEFAULT-VALUE})")
    private int atoms;

    @Option(names = "--atom-block", paramLabel = "A", defaultValue = "64",
        description = "lj: atoms along a side of a block of forces (default: ${DEFAULT-VALUE})")
    private int atomBlock;

    @Option(names = "--grid", paramLabel = "XxYxZ",
        description = "flow: cells (default: of the paper's fields 200x200x15, 400x400x15, 800x800x15 the smallest "
            + "with 156 columns for a process, else the largest)")
    private String grid;

    @Option(names = "--parts", paramLabel = "XxYxZ",
        description = "flow: processes in x, y and z (default: uncut in z, with the shortest sides of parts)")
    private String parts;

    @Option(names = "--corners", description = "flow: cells from diagonal neighbours, too")
    private boolean corners;

    @Option(names = "--reductions", paramLabel = "tree|none", defaultValue = "tree",
        description = "flow: sums travel by operations in a tree of the nodes' masters, or as messages, which need "
            + "no server (default: ${DEFAULT-VALUE})")
    private FlowPattern.Reductions reductions;

    @Option(names = "--transfers", paramLabel = "T", defaultValue = "4338",
        description = "nwchem: gets, puts and accumulates of each process (default: ${DEFAULT-VALUE}, as of process 0 "
            + "of 256 in table 3-1 of the thesis on GA over Gemini)")
    private long transfers;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
        description = "randomaccess, lj, nwchem: of random choices (default: ${DEFAULT-VALUE})")
    private long seed;

    long seed() {
        return seed;
    }

    Field field(final int processes) {
        return grid == null ? Field.papers(processes) : Field.parse("--grid", grid);
    }

    /** Refuses inputs that make no sense, and those that leave processes without work. */
    Pattern pattern(final App app, final int processes) {
        return switch (app) {
            case LU -> lu(processes);
            case RANDOM_ACCESS -> new RandomAccessPattern(range("--updates", updates, 1, 1L << 40), seed);
            case LENNARD_JONES -> lennardJones();
            case FLOW -> flow(processes);
            case NWCHEM -> new NwchemPattern(range("--transfers", transfers, 1, 1L << 40), seed);
        };
    }

    private Pattern lu(final int processes) {
        range("-N", matrix, 1, 1 << 30);
        range("--block", block, 1, matrix);
        final int blocks = blocks("-N " + matrix + " with --block " + block, matrix, block);
        final ProcessGrid processGrid = ProcessGrid.nearSquare(processes, ranks);
        if (blocks < processGrid.cols()) {
            throw CliException.usage("-N " + matrix + " with --block " + block + ": " + blocks
                + " blocks along a side, and " + processes + " processes in a grid of " + processGrid
                + " need " + processGrid.cols() + " so that each owns one. Enlarge -N or reduce --block.");
        }
        return new LuPattern(blocks, processGrid, diagonal);
    }

    private Pattern lennardJones() {
        range("--atoms", atoms, 1, 1 << 30);
        range("--atom-block", atomBlock, 1, atoms);
        blocks("--atoms " + atoms + " with --atom-block " + atomBlock, atoms, atomBlock);
        return new LennardJonesPattern(atoms, atomBlock, seed);
    }

    private Pattern flow(final int processes) {
        final Field field = field(processes);
        final Field cut = parts == null ? shortestSides(field, processes) : Field.parse("--parts", parts);
        if (cut.cells() != processes) {
            throw CliException.usage("--parts " + parts + ": " + cut.cells() + " parts for --processes " + processes
                + ". Expected one part for each process.");
        }
        if (cut.width() > field.width() || cut.height() > field.height() || cut.depth() > field.depth()) {
            throw CliException.usage("--grid " + field + ": " + processes + " processes in a grid of " + cut
                + " would have parts without cells. Name a larger grid or fewer processes.");
        }
        return new FlowPattern(new ProcessGrid(cut.height(), cut.width(), ranks), cut.depth(), corners, reductions);
    }

    private Field shortestSides(final Field field, final int processes) {
        final ProcessGrid flat = ProcessGrid.shortestSides(processes, field.width(), field.height(), ranks);
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
