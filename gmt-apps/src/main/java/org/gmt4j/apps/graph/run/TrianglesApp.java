package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.Triangles;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.TrianglesVerifier;
import org.gmt4j.graph.triangles.TriangleCount;
import picocli.CommandLine.Option;

/** {@code gmt run tc}: the triangles of a graph and of each vertex, and clustering coefficients. */
public final class TrianglesApp extends GraphApp<TrianglesApp.Answer> {
    @Option(names = "--total", description = "only count how many there are, which is faster")
    private boolean isTotal;

    @Option(names = "--clustering", description = "--values has the local clustering coefficient of each vertex, "
        + "instead of the number of its triangles")
    private boolean isClustering;

    /**
     * What was found.
     *
     * @param total      of the graph
     * @param ofVertices null where only the total was asked for
     */
    public record Answer(long total, Triangles ofVertices) implements AutoCloseable {
        @Override
        public void close() {
            if (ofVertices != null) {
                ofVertices.close();
            }
        }
    }

    @Override
    public String name() {
        return "tc";
    }

    @Override
    public String summary() {
        return "Triangle count and clustering coefficients, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run tc -g 16", "gmt run tc -f follows.el --clustering --values clustering.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        if (isTotal && (isClustering || writesValues())) {
            throw CliException.usage("--total finds no values of vertices: leave out --values and --clustering.");
        }
        if (isClustering && !writesValues()) {
            throw CliException.usage("--clustering says what --values FILE has: name a file.");
        }
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addBothWays(memory);
        memory.array("triangles and coefficients", Phase.RUNNING, shape.rows(), isTotal ? 0 : 16)
            .aid("work of the count", Phase.RUNNING, TriangleCount.workBytes(shape.vertices(), shape.rows(),
                ByteCount.plus(ByteCount.times(12, shape.rows()), ByteCount.times(shape.entries(), shape.width())),
                shape.lanes()), 1);
        shape.addJudge(memory, "one thread's triangles", 16, 52);
    }

    @Override
    protected Answer ask(final Graph graph, final long trial) {
        if (isTotal) {
            return new Answer(graph.triangles().count(), null);
        }
        final Triangles found = graph.triangles().run();
        return new Answer(found.count(), found);
    }

    @Override
    protected Map<String, Object> facts(final Answer answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("triangles", answer.total());
        if (answer.ofVertices() != null) {
            facts.put("meanClustering", answer.ofVertices().meanClustering());
            facts.put("transitivity", answer.ofVertices().transitivity());
        }
        return facts;
    }

    @Override
    protected Function<Answer, Optional<String>> judge(final NumberedEdges edges) {
        final TrianglesVerifier verifier = new TrianglesVerifier(edges);
        return answer -> {
            if (answer.ofVertices() == null) {
                return verifier.verdict(answer.total());
            }
            verifier.begin();
            answer.ofVertices().counts().forEach(verifier::count);
            answer.ofVertices().clustering().forEach(verifier::clustering);
            return verifier.verdictOfAll(answer.total(), answer.ofVertices().meanClustering(),
                answer.ofVertices().transitivity());
        };
    }

    @Override
    protected String verification() {
        return "triangles counted by one thread that takes vertices out of a graph of its own, one by one";
    }

    @Override
    protected long write(final Answer answer, final Path file) {
        return isClustering ? answer.ofVertices().clustering().write(file) : answer.ofVertices().counts().write(file);
    }
}
