package org.gmt4j.bench.simulate;

import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.gmt4j.aggregation.topology.Shape;
import org.gmt4j.bench.simulate.output.ByteSizes;
import org.gmt4j.bench.simulate.output.OutputOptions;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gmt simulate memory}: the memory of a node's request buffers, by formula, for any number of nodes. */
@Command(name = "memory", mixinStandardHelpOptions = true,
    description = {"Request buffers of a node for each virtual topology, by formula, from 2 nodes in "
        + "doublings to --to.",
        "Counts buffers for receiving only; the real memory of a node is larger."},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt simulate memory --nodes 1024 --processes 12 --buffers 4 --buffer-size 16k",
        "  gmt simulate memory --to 1048576 --processes 1 --format csv -o memory.csv --svg memory.svg"})
final class MemoryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions output;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", defaultValue = "1024",
        description = "nodes, always in the table (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Option(names = "--to", paramLabel = "N", description = "most nodes (default: 1024 times --nodes)")
    private Integer to;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "12",
        description = "processes of each node, each with buffers of its own; 1 for this runtime (default: "
            + "${DEFAULT-VALUE})")
    private int processes;

    @Option(names = "--buffers", paramLabel = "B", defaultValue = "4",
        description = "buffers of a process on an edge (default: ${DEFAULT-VALUE})")
    private int buffers;

    @Option(names = "--buffer-size", paramLabel = "BYTES", defaultValue = "16k",
        description = "length of a buffer (default: ${DEFAULT-VALUE})")
    private String bufferSize;

    @Override
    public Integer call() {
        range("--nodes", nodes, Shape.MAX_CAPACITY);
        final int last = to == null ? (int) Math.min(Shape.MAX_CAPACITY, nodes * 1024L) : to;
        range("--to", last, Shape.MAX_CAPACITY);
        range("--processes", processes, 1 << 10);
        range("--buffers", buffers, 1 << 10);
        final int length = ByteSizes.parse("--buffer-size", bufferSize);
        if (length > 1 << 26) {
            throw CliException.usage("--buffer-size " + bufferSize + ": expected at most 64m.");
        }
        final int most = Math.max(last, nodes);
        if ((double) most * processes * buffers * length > 1L << 62) {
            throw CliException.usage((most == last ? "--to " : "--nodes ") + most + " x " + processes
                + " processes x " + buffers + " buffers x " + length
                + " B: more bytes than a number of 63 bits can count. Reduce one of them.");
        }
        output.check();
        final int[] counts = IntStream.concat(IntStream.rangeClosed(1, 30).map(power -> 1 << power)
            .filter(count -> count <= last),
            IntStream.of(nodes, last)).sorted().distinct().toArray();
        output.write(MemoryReport.of(counts, processes, buffers, length), spec.commandLine().getOut(),
            spec.commandLine().getErr());
        return ExitCode.OK;
    }

    private static void range(final String option, final int value, final int max) {
        if (value < 1 || value > max) {
            throw CliException.usage(option + " " + value + ": expected 1 .. " + max + ".");
        }
    }
}
