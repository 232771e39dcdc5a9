package org.gmt4j.apps.graph.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.serial.GraphStatistics;
import org.gmt4j.graph.source.EdgeSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gmt info FILE}. */
@Command(name = "info", mixinStandardHelpOptions = true,
    header = "Describes a graph file: size, degrees, hubs, self-loops, duplicates, components.",
    description = {"", "The graph must fit into this process's heap: about 16 bytes per vertex and 8 per edge.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt info g.gmtg", "  gmt info --hubs 10 web-Google.txt.gz"})
public final class InfoCommand extends GraphCommand {
    @Parameters(paramLabel = "FILE", description = "a .gmtg, .el, .wel, .txt (SNAP), .mtx or .gr file; text also .gz")
    private Path file;

    @Option(names = "--hubs", paramLabel = "N", defaultValue = "5",
        description = "how many vertices of largest degree to list (default: ${DEFAULT-VALUE})")
    private int hubs;

    @Override
    void execute() {
        if (hubs < 0) {
            throw usage("--hubs " + hubs + " is negative");
        }
        final boolean isWeighted = GraphFiles.open(file).weighted();
        final EdgeSource source = GraphFiles.openWithoutWeights(file);
        final GraphStatistics figures = GraphStatistics.of(source, hubs);
        final PrintWriter out = out();
        line(out, "graph", "%s, %s, %s", source.name(), source.directed() ? "directed" : "undirected",
            isWeighted ? "weighted" : "unweighted");
        if (source.ids() != EdgeSource.Ids.SAME) {
            line(out, "ids", source.ids() == EdgeSource.Ids.FROM_ONE ? "count from 1"
                : "gaps were closed; vertices are named by the ids before");
        }
        line(out, "vertices", "%,d", figures.vertexCount());
        line(out, "edges", "%,d", figures.edgeCount());
        line(out, "degree", "min %,d, median %,d, max %,d (both ends of an edge count)", figures.degrees().min(),
            figures.degrees().median(), figures.degrees().max());
        for (int i = 0; i < figures.hubs().size(); i++) {
            final GraphStatistics.Hub hub = figures.hubs().get(i);
            line(out, i == 0 ? "hubs" : "", "%s  %,d", source.hasVertexNames() ? source.vertexName(hub.vertex())
                : Long.toString(source.originalId(hub.vertex())), hub.degree());
        }
        line(out, "self-loops", "%,d", figures.selfLoops());
        line(out, "duplicates", "%,d", figures.duplicates());
        line(out, "components", "%,d; largest %,d vertices; %,d isolated vertices", figures.components().count(),
            figures.components().largest(), figures.components().isolated());
        out.flush();
    }

    private static void line(final PrintWriter out, final String name, final String format, final Object... values) {
        out.printf(Locale.ROOT, "%-11s %s%n", name, String.format(Locale.ROOT, format, values));
    }
}
