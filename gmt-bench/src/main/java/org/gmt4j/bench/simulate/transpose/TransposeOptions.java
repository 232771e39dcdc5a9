package org.gmt4j.bench.simulate.transpose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gmt4j.bench.simulate.CostModel;
import org.gmt4j.bench.simulate.Machine;
import org.gmt4j.bench.simulate.output.ByteSizes;
import org.gmt4j.bench.simulate.output.ProcessCounts;
import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** What is to be transposed, by whom and where: all combinations of the lists. */
final class TransposeOptions {
    /** Events grow with the square. */
    private static final int MOST_PROCESSES = 1024;
    private static final int MOST_SIZE = 1 << 17;
    private static final int MOST_RUNS = 1000;
    private static final double MOST_SLICE_MS = 1e4;
    private static final double PS_PER_MS = 1e9;

    /** How the slices of the nodes lie in time. */
    private enum Phase { ALIGNED, RANDOM }

    @Option(names = "--size", paramLabel = "N", defaultValue = "6400", split = ",",
        description = "rows and columns of the matrix of ints, several with commas (default: ${DEFAULT-VALUE})")
    private int[] sizes;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "16..256", split = ",",
        description = "of the job, several with commas; A..B for A, doubled up to B, and B (default: ${DEFAULT-VALUE})")
    private String[] processes;

    @Option(names = "--way", paramLabel = "naive|library", defaultValue = "naive,library", split = ",",
        description = "remote gets, or remote puts as in GA_Transpose (default: ${DEFAULT-VALUE})")
    private String[] ways;

    @Option(names = "--limit", paramLabel = "BYTES", defaultValue = "2k,10k,40k", split = ",",
        description = "longest block that is put eagerly, several with commas (default: ${DEFAULT-VALUE})")
    private String[] limits;

    @Option(names = "--waiting", paramLabel = "poll|block", defaultValue = "poll,block", split = ",",
        description = "what a server without work does (default: ${DEFAULT-VALUE})")
    private String[] waits;

    @Option(names = "--buffers", paramLabel = "B", defaultValue = "1", split = ",",
        description = "requests of a process that are unanswered at once, at all servers together; several with commas "
            + "(default: ${DEFAULT-VALUE})")
    private int[] buffers;

    @Option(names = "--per-node", paramLabel = "P", defaultValue = "4",
        description = "most processes of a node (default: ${DEFAULT-VALUE})")
    private int perNode;

    @Option(names = "--cores", paramLabel = "C",
        description = "of a node; with more than --per-node the server has one of its own (default: --per-node, so "
            + "that the server shares the first process's)")
    private Integer cores;

    @Option(names = "--slice-ms", paramLabel = "MS", defaultValue = "100",
        description = "time slice where a polling server and a process want one core (default: ${DEFAULT-VALUE})")
    private double sliceMs;

    @Option(names = "--phase", paramLabel = "aligned|random", defaultValue = "aligned",
        description = "do the slices of all nodes begin together? (default: ${DEFAULT-VALUE})")
    private Phase phase;

    @Option(names = "--machine", paramLabel = "here|xt5", defaultValue = "xt5",
        description = "a set of costs: measured on the machine of docs/performance.md, or after a Cray XT5 (default: "
            + "${DEFAULT-VALUE})")
    private Machine machine;

    @Option(names = "--cost", paramLabel = "NAME=VALUE", description = "sets a cost; the result lists all that count")
    private List<String> costs = List.of();

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
        description = "of random slices (default: ${DEFAULT-VALUE})")
    private long seed;

    Machine machine() {
        return machine;
    }

    /** Everything that is to be run, checked; by size, way, waiting, limit, buffers, then processes. */
    List<TransposeConfig> configs() {
        final CostModel model = checked();
        final List<TransposeConfig> configs = new ArrayList<>();
        for (final int size : sizes) {
            for (final Way way : parsed("--way", ways, Way.values(), Way::spelling)) {
                for (final Wait waiting : parsed("--waiting", waits, Wait.values(), Wait::spelling)) {
                    add(configs, size, way, nodes(waiting), model);
                }
            }
        }
        return configs;
    }

    private CostModel checked() {
        range("--per-node", perNode, 1, MOST_PROCESSES);
        range("--cores", coresOfNode(), perNode, 2L * MOST_PROCESSES);
        if (!(sliceMs >= 0.001 && sliceMs <= MOST_SLICE_MS)) {
            throw CliException.usage("--slice-ms " + sliceMs + ": expected 0.001 .. " + (long) MOST_SLICE_MS + ".");
        }
        for (final int count : buffers) {
            range("--buffers", count, 1, MOST_PROCESSES);
        }
        for (final int size : sizes) {
            range("--size", size, 2, MOST_SIZE);
        }
        final long runs = (long) sizes.length * ways.length * waits.length * limits.length * buffers.length
            * processCounts().length;
        if (runs > MOST_RUNS) {
            throw CliException.usage("the lists make " + runs + " runs; expected at most " + MOST_RUNS
                + ". Shorten one of them.");
        }
        CostModel model = machine.costs();
        for (final String cost : costs) {
            model = model.with(cost);
        }
        return model;
    }

    private int coresOfNode() {
        return cores == null ? perNode : cores;
    }

    private TransposeConfig.Nodes nodes(final Wait waiting) {
        return new TransposeConfig.Nodes(perNode, coresOfNode(), waiting, Math.round(sliceMs * PS_PER_MS),
            phase == Phase.ALIGNED, seed);
    }

    private void add(final List<TransposeConfig> configs, final int size, final Way way,
                     final TransposeConfig.Nodes nodes, final CostModel model) {
        for (final String limit : limits) {
            final int limitBytes = ByteSizes.parse("--limit", limit);
            for (final int count : buffers) {
                for (final int processCount : processCounts()) {
                    configs.add(checked(new TransposeConfig(size, processCount, way, limitBytes, count, nodes, model)));
                }
            }
        }
    }

    private TransposeConfig checked(final TransposeConfig config) {
        if (config.processes() > config.size()) {
            throw CliException.usage("--processes " + config.processes() + ": more than the rows of --size "
                + config.size() + ". Expected a row for each, or more.");
        }
        if (config.nodeCount() < 2) {
            throw CliException.usage("--processes " + config.processes() + " with --per-node " + perNode
                + ": all on one node, where nothing is sent. Expected two nodes or more.");
        }
        return config;
    }

    private int[] processCounts() {
        return ProcessCounts.parse(processes, MOST_PROCESSES, "64,128 or 16..256");
    }

    private static <T> List<T> parsed(final String option, final String[] names, final T[] values,
                                      final Function<T, String> spelling) {
        return Arrays.stream(names).map(name -> Arrays.stream(values)
            .filter(value -> spelling.apply(value).equals(name.strip().toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> CliException.usage(option + " " + name + ": expected some of "
                + Arrays.stream(values).map(spelling).collect(Collectors.joining(", ")) + "."))).distinct().toList();
    }

    private static void range(final String option, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw CliException.usage(option + " " + value + ": expected " + min + " .. " + max + ".");
        }
    }
}
