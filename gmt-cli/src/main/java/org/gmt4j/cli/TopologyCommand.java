package org.gmt4j.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.RequestTree;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.cli.topology.TopologyReport;
import org.gmt4j.cli.topology.TopologyWriter;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code gmt topology}: neighbours, lengths of ways, and the memory of request buffers; without running
 * anything.
 */
final class TopologyCommand implements Callable<Integer> {
    /** Beyond that a picture is a blot, and its file some megabytes. */
    private static final int MOST_NODES_DRAWN = 4096;
    /** Lists and counts by node stay within seconds and a few hundred megabytes. */
    private static final int MOST_NODES = 1 << 20;

    private final CliContext context;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", defaultValue = "16",
        description = "nodes (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Option(names = {"--kind", "--topology"}, paramLabel = "fcg|mfcg|cfcg|hypercube", defaultValue = "mfcg",
        description = "virtual topology (default: ${DEFAULT-VALUE})")
    private TopologyKind kind;

    @Option(names = "--shape", paramLabel = "AxBxC",
        description = "extents, lowest dimension first (default: derived from the nodes)")
    private String shape;

    @Option(names = "--routing", paramLabel = "ldf|nfdf",
        description = "lowest dimension first, or falling coordinates first (default: ldf)")
    private String routing;

    @Option(names = "--to", paramLabel = "NODE",
        description = "shows the tree of requests to this node (default: none; for svg 0)")
    private Integer target;

    @Option(names = "--buffers", paramLabel = "B",
        description = "request buffers per process and edge (default: gmt.edge.buffers)")
    private String buffers;

    @Option(names = "--buffer-size", paramLabel = "BYTES",
        description = "length of a buffer, such as 16k (default: gmt.edge.buffer.size)")
    private String bufferSize;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "1",
        description = "processes of a node that have buffers of their own (default: ${DEFAULT-VALUE})")
    private int processes;

    @Option(names = "--format", paramLabel = "text|json|svg", defaultValue = "text",
        description = "format (default: ${DEFAULT-VALUE})")
    private TopologyWriter.Format format;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "write there instead of standard output")
    private Path output;

    private TopologyCommand(final CliContext context) {
        this.context = context;
    }

    static CommandSpec spec(final CliContext context) {
        final CommandSpec spec = CommandSpec.forAnnotatedObject(new TopologyCommand(context)).name("topology");
        spec.mixinStandardHelpOptions(true);
        spec.usageMessage()
            .description("Shows a virtual topology: shape, neighbours, hops, request tree, buffer memory.");
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw CliException.usage("--nodes " + nodes + ": expected 1 .. " + MOST_NODES + ".");
        }
        if (processes < 1) {
            throw CliException.usage("--processes " + processes + ": expected at least 1.");
        }
        if (format == TopologyWriter.Format.SVG && nodes > MOST_NODES_DRAWN) {
            throw CliException.usage("--format svg draws at most " + MOST_NODES_DRAWN + " nodes, found --nodes " + nodes
                + ". Take text or json.");
        }
        final Optional<Path> file = Optional.ofNullable(output).map(named -> OutputFile.checked(context, named));
        final TopologyConfig config = config();
        final VirtualTopology topology = config.over(kind, nodes);
        final BufferMemory memory = new BufferMemory(topology.maxNeighbourCount(), processes, config.buffers(),
            config.bufferLength());
        write(new TopologyReport(topology, tree(topology), memory), file);
        return ExitCode.OK;
    }

    private TopologyConfig config() {
        final Settings.Builder builder = Settings.builder(SettingRecords.catalog())
            .surroundings(context.environment(), context.folder());
        flag(builder, "topology.shape", shape, "--shape");
        flag(builder, "topology.routing", routing, "--routing");
        flag(builder, "edge.buffers", buffers, "--buffers");
        flag(builder, "edge.buffer.size", bufferSize, "--buffer-size");
        return builder.build().load(TopologyConfig.class);
    }

    private static void flag(final Settings.Builder builder, final String name, final String value, final String flag) {
        if (value != null) {
            builder.flag(name, value, flag);
        }
    }

    private Optional<RequestTree> tree(final VirtualTopology topology) {
        if (target == null && format != TopologyWriter.Format.SVG) {
            return Optional.empty();
        }
        return Optional.of(RequestTree.to(topology, target == null ? 0 : target));
    }

    private void write(final TopologyReport report, final Optional<Path> file) throws IOException {
        if (file.isEmpty()) {
            TopologyWriter.of(format).write(report, context.out());
            context.out().flush();
            return;
        }
        final StringBuilder text = new StringBuilder();
        TopologyWriter.of(format).write(report, text);
        OutputFile.write(file.get(), text, "GMT-132", "the topology");
        context.err().println("saved " + file.get());
    }
}
