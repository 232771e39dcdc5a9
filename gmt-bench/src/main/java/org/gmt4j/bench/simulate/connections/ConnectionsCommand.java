package org.gmt4j.bench.simulate.connections;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gmt4j.bench.simulate.output.ByteSizes;
import org.gmt4j.bench.simulate.output.OutputOptions;
import org.gmt4j.bench.simulate.output.ProcessCounts;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gmt simulate connections}: connections that applications need if these are made on demand. */
@Command(name = "connections", mixinStandardHelpOptions = true,
    description = {"Runs the communication patterns of applications, without data, and counts which processes connect "
        + "to the data servers of which nodes.",
        "Patterns are those of gmt run: they ask its own code who owns and who needs what, and tests compare them with "
        + "the connections that it makes on 2 to 8 nodes, one process each. Which process draws which task of lj and "
        + "nwchem is chance there and here. --program paper takes loops that were written down for the paper's "
        + "programs instead, and no test ties those to a program.",
        "Left out unless --runtime is given: what GMT itself connects.",
        "Nothing is measured; memory and times follow from the costs, which are printed with the result."},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt simulate connections --app lu,flow --processes 128..12288 --per-node 6",
        "  gmt simulate connections --app lu -N 8192 --block 32 --form put-nb --format csv -o connections.csv",
        "  gmt simulate connections --program paper --app flow --corners --reductions none --count all"})
public final class ConnectionsCommand implements Callable<Integer> {
    /** A table of bits has processes x nodes of them. */
    private static final int MOST_PROCESSES = 1 << 14;

    /** Is a process connected to the server of its own node? */
    private enum Count { REMOTE, ALL }

    @Spec
    private CommandSpec spec;

    @Mixin
    private OutputOptions output;

    @Mixin
    private PatternOptions patterns;

    @Option(names = "--app", paramLabel = "all|lu|randomaccess|lj|flow|nwchem", defaultValue = "all", split = ",",
        description = "applications, several with commas (default: ${DEFAULT-VALUE})")
    private String[] apps;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "128..4096", split = ",",
        description = "of the job, several with commas; A..B for A, doubled up to B, and B (default: ${DEFAULT-VALUE})")
    private String[] processes;

    @Option(names = "--per-node", paramLabel = "P", defaultValue = "6",
        description = "most processes of a node (default: ${DEFAULT-VALUE})")
    private int perNode;

    @Option(names = NodeCounts.OPTION, paramLabel = "paper|fill|N", defaultValue = NodeCounts.PAPER,
        description = "of the job: as in the paper, where 128 to 4096 processes at 6 per node are spread over 22 to "
            + "704 nodes; as few as possible; or N, over which processes are spread (default: ${DEFAULT-VALUE}, and as "
            + "few as possible for other jobs)")
    private String nodes;

    @Option(names = "--count", paramLabel = "remote|all", defaultValue = "remote",
        description = "connections to other nodes, or one to a process's own node as well (default: ${DEFAULT-VALUE})")
    private Count count;

    @Option(names = "--connection-bytes", paramLabel = "BYTES", defaultValue = "44k",
        description = "memory of one end of a connection (default: ${DEFAULT-VALUE})")
    private String connectionBytes;

    @Option(names = "--create-us", paramLabel = "US", defaultValue = "367",
        description = "creating one end of a connection (default: ${DEFAULT-VALUE})")
    private double createUs;

    @Option(names = "--ready-us", paramLabel = "US", defaultValue = "105",
        description = "making a created end ready (default: ${DEFAULT-VALUE})")
    private double readyUs;

    @Option(names = "--request-us", paramLabel = "US", defaultValue = "10",
        description = "the request that goes ahead in the overlapped protocol (default: ${DEFAULT-VALUE})")
    private double requestUs;

    /** What is to be run, known before anything is. */
    private record Run(App app, Placement placement, Pattern pattern, Field field) {
    }

    @Override
    public Integer call() {
        final ConnectCosts costs = new ConnectCosts(microseconds("--create-us", createUs),
            microseconds("--ready-us", readyUs), microseconds("--request-us", requestUs),
            ByteSizes.parse("--connection-bytes", connectionBytes));
        final List<Run> runs = runs();
        output.check();
        final long startNs = System.nanoTime();
        final List<AppConnections> rows = new ArrayList<>();
        for (final Run run : runs) {
            rows.add(AppConnections.of(run.app(), run.pattern(), run.placement(), count == Count.ALL,
                PaperFigures.of(run.app(), run.placement(), run.field())));
        }
        output.write(new ConnectionsReport(patterns.program(), patterns.hasRuntime(), perNode, count == Count.ALL,
            patterns.seed(), costs, rows, (System.nanoTime() - startNs) / 1e9), spec.commandLine().getOut(),
            spec.commandLine().getErr());
        return ExitCode.OK;
    }

    private List<Run> runs() {
        patterns.check();
        PatternOptions.range("--per-node", perNode, 1, 1 << 10);
        final int[] counts = ProcessCounts.parse(processes, MOST_PROCESSES, "128,256 or 128..12288");
        final NodeCounts nodeCounts = new NodeCounts(nodes, perNode);
        final List<Run> runs = new ArrayList<>();
        for (final App app : App.parse(apps)) {
            for (final int processCount : counts) {
                runs.add(new Run(app, nodeCounts.place(processCount), patterns.pattern(app, processCount),
                    patterns.field(processCount)));
            }
        }
        return runs;
    }

    private static double microseconds(final String option, final double us) {
        if (us >= 0 && us <= 1e9) {
            return us;
        }
        throw CliException.usage(option + " " + us + ": expected 0 .. 1e9 microseconds.");
    }
}
