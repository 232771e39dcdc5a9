package org.gmt4j.apps.graph.command;

import java.nio.file.Path;
import java.util.List;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gmt generate KIND -o FILE}. */
@Command(name = "generate", mixinStandardHelpOptions = true, sortOptions = false,
    header = "Makes a graph and writes it to a file.",
    description = {"", "The end of the file's name chooses its format: .gmtg (binary), .el, .wel or .mtx.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt generate kron -g 20 -o g.gmtg", "  gmt generate class-graph --jars app.jar,lib.jar -o app.gmtg"})
public final class GenerateCommand extends GraphCommand {
    private static final String KINDS =
        "kron, uniform, poster, grid, class-graph, call-graph, debian-deps, jdk-classes, jdk-calls";

    @Parameters(paramLabel = "KIND", description = "one of " + KINDS)
    private String kind;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", required = true, description = "the file to write")
    private Path output;

    @Option(names = {"-g", "-u", "--scale"}, paramLabel = "S",
        description = "kron, uniform, grid: 2^S vertices (default: 16)")
    private Integer scale;

    @Option(names = {"-k", "--edge-factor"}, paramLabel = "K",
        description = "kron, uniform: edges per vertex (default: 16)")
    private Integer edgeFactor;

    @Option(names = "--poster", paramLabel = "V,D",
        description = "poster: V vertices, each with a random degree up to D (default: 65536,32)")
    private String poster;

    @Option(names = "--seed", paramLabel = "SEED",
        description = "kron, uniform, poster, grid: random seed (default: 1)")
    private Long seed;

    @Option(names = "--jars", paramLabel = "JAR", split = ",",
        description = "class-graph, call-graph: the jars to analyse (default: the running JDK)")
    private List<Path> jars = List.of();

    @Override
    void execute() {
        checkOptionsFit();      // before a graph is opened, which may take its time
        write(source(), output);
    }

    private EdgeSource source() {
        switch (kind) {
            case "kron": return new KroneckerSource(scaleOrDefault(), edgeFactorOrDefault(), seedOrDefault());
            case "uniform": return new UniformSource(scaleOrDefault(), edgeFactorOrDefault(), seedOrDefault());
            case "poster": return GraphSpec.poster(poster == null ? "65536,32" : poster, seedOrDefault(), false).open();
            case "grid": return GraphSpec.grid(scaleOrDefault(), seedOrDefault(), false).open();
            case "class-graph": return jars.isEmpty() ? RealGraphs.open("jdk-classes") : RealGraphs.classesOf(jars);
            case "call-graph": return jars.isEmpty() ? RealGraphs.open("jdk-calls") : RealGraphs.callsOf(jars);
            default:
                if (RealGraphs.NAMES.contains(kind)) {
                    return RealGraphs.open(kind);
                }
                throw usage("unknown kind of graph \"" + kind + "\"; expected one of " + KINDS);
        }
    }

    private void checkOptionsFit() {
        final boolean hasDegree = kind.equals("kron") || kind.equals("uniform");
        final boolean hasScale = hasDegree || kind.equals("grid");
        if (edgeFactor != null && !hasDegree) {
            throw usage("-k belongs to kron and uniform, not to " + kind);
        }
        if (scale != null && !hasScale) {
            throw usage("-g belongs to kron, uniform and grid, not to " + kind);
        }
        if (seed != null && !hasScale && !kind.equals("poster")) {
            throw usage("--seed belongs to kron, uniform, poster and grid, not to " + kind);
        }
        if (poster != null && !kind.equals("poster")) {
            throw usage("--poster belongs to poster, not to " + kind);
        }
        if (!jars.isEmpty() && !kind.equals("class-graph") && !kind.equals("call-graph")) {
            throw usage("--jars belongs to class-graph and call-graph, not to " + kind);
        }
    }

    private int scaleOrDefault() {
        return scale == null ? 16 : scale;
    }

    private long seedOrDefault() {
        return seed == null ? 1 : seed;
    }

    private int edgeFactorOrDefault() {
        return edgeFactor == null ? 16 : edgeFactor;
    }
}
