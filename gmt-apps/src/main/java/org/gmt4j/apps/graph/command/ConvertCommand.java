package org.gmt4j.apps.graph.command;

import java.nio.file.Path;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.DenseIds;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.MappedSource;
import org.gmt4j.graph.values.ValueFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gmt convert IN OUT}. */
@Command(name = "convert", mixinStandardHelpOptions = true,
    header = "Reads a graph file and writes it in another format.",
    description = {"", "The ends of the names choose the formats. Unless told otherwise edges are neither "
        + "symmetrised nor merged, and ids and weights stay. A .gmtg holds whole weights only: others are refused.",
        "Edges are read as often as needed and never held: a .gmtg needs 4 bytes of heap a vertex, "
            + "--ids dense 8 for each id that occurs.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt convert web-Google.txt.gz web-Google.gmtg",
        "  gmt convert sparse.el dense.gmtg -s --ids dense --ids-map ids.csv"})
public final class ConvertCommand extends GraphCommand {
    /** The treatment of ids. */
    enum IdChoice { keep, dense }

    @Parameters(index = "0", paramLabel = "IN",
        description = "a .gmtg, .el, .wel, .txt (SNAP), .mtx or .gr file; text also .gz")
    private Path input;

    @Parameters(index = "1", paramLabel = "OUT",
        description = "a .gmtg, .el, .wel or .mtx file; text also .gz; replaced if it exists")
    private Path output;

    @Option(names = {"-s", "--symmetrize", "--symmetrise"},
        description = "the graph becomes undirected: .gmtg and .mtx say so,"
        + " .el and .wel list every edge in both directions")
    private boolean symmetrise;

    @Option(names = "--ids", paramLabel = "keep|dense", defaultValue = "keep",
        description = "dense: the ids that occur become 0, 1, 2, ..."
        + " in their order, so that no memory is spent on gaps; a .gmtg remembers the old ids (default: "
        + "${DEFAULT-VALUE})")
    private IdChoice ids;

    @Option(names = "--ids-map", paramLabel = "FILE", description = "with --ids dense: write the old id of each new "
        + "one, a line 'vertex,id' each;"
        + " .csv or .jsonl, also with .gz")
    private Path idsMap;

    @Override
    void execute() {
        if (idsMap != null && ids != IdChoice.dense) {
            throw usage("--ids-map belongs to --ids dense: kept ids need no map");
        }
        if (idsMap != null) {
            ValueFile.check(idsMap);
        }
        checkFolder(output);
        EdgeSource source = GraphFiles.openToWrite(input, output);
        if (ids == IdChoice.dense) {
            source = dense(source);
        }
        if (symmetrise) {
            source = GraphFiles.listsDirectionsOnly(output) ? MappedSource.bothDirections(source)
                : MappedSource.undirected(source);
        }
        write(source, output);
    }

    private EdgeSource dense(final EdgeSource source) {
        final ProgressLine progress = progress();
        final DenseIds occurring;
        try {
            occurring = DenseIds.of(source, progress.counting("collecting ids", source.edgeCount().orElse(0)));
        } finally {
            progress.end();
        }
        final EdgeSource renumbered = MappedSource.dense(source, occurring);
        if (idsMap != null) {
            ValueFile.write(idsMap, "id", occurring.size(), vertex -> vertex, renumbered::originalId);
        }
        return renumbered;
    }
}
