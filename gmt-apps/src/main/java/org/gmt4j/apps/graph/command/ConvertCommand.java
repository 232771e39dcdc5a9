package org.gmt4j.apps.graph.command;

import org.gmt4j.apps.graph.file.GraphFiles;

import java.nio.file.Path;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gmt convert IN OUT}. */
@Command(name = "convert", mixinStandardHelpOptions = true,
    header = "Reads a graph file and writes it in another format.",
    description = {"", "The ends of the names choose the formats. Edges are neither symmetrised nor merged.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt convert web-Google.txt.gz web-Google.gmtg", "  gmt convert g.gmtg g.mtx"})
public final class ConvertCommand extends GraphCommand {
    @Parameters(index = "0", paramLabel = "IN",
        description = "a .gmtg, .el, .wel, .txt (SNAP), .mtx or .gr file; text also .gz")
    private Path input;

    @Parameters(index = "1", paramLabel = "OUT", description = "a .gmtg, .el, .wel or .mtx file; replaced if it exists")
    private Path output;

    @Override
    void execute() {
        write(GraphFiles.open(input), output);
    }
}
