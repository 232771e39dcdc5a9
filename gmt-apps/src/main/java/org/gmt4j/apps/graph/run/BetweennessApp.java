package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.graph.Betweenness;
import org.gmt4j.graph.BetweennessRun;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.VertexDouble;
import org.gmt4j.graph.levels.Brandes;
import org.gmt4j.graph.serial.BetweennessVerifier;
import org.gmt4j.graph.serial.NumberedEdges;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run bc}: the betweenness of each vertex by some sources. */
public final class BetweennessApp extends GraphApp<BetweennessApp.Answer> {
    private static final int USUAL_SOURCES = 4;

    @Mixin
    private SeveralSources sources = new SeveralSources();

    @Option(names = {"--normalised", "--normalized"},
        description = "divide by the pairs of other vertices, and take sources for a sample of all vertices")
    private boolean isNormalised;

    /**
     * What was found.
     *
     * @param values  in the memory of the nodes
     * @param sources by their names, each once
     */
    public record Answer(Betweenness values, long[] sources) implements AutoCloseable {
        @Override
        public void close() {
            values.close();
        }
    }

    @Override
    public String name() {
        return "bc";
    }

    @Override
    public String summary() {
        return "Betweenness of each vertex by some sources, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run bc -g 18 --sources 4",
            "gmt run bc -f follows.el --sources 100 --normalised --values bc.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        sources.validate();
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addInRows(memory);
        memory.array("betweenness", Phase.RUNNING, shape.rows(), 8)
            .aid("work of the search", Phase.RUNNING, Brandes.workBytes(shape.rows(), shape.nodes()), 1);
        shape.addJudge(memory, "one thread's betweenness", 16, 68);
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        sources.choose(graph, USUAL_SOURCES, trials, seed);
    }

    @Override
    protected Answer ask(final Graph graph, final long trial) {
        final long[] chosen = sources.of(trial);
        final BetweennessRun run = graph.betweenness(chosen);
        return new Answer((isNormalised ? run.normalised() : run).run(), chosen);
    }

    @Override
    protected Map<String, Object> facts(final Answer answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        final List<VertexDouble> top = answer.values().top(1);
        facts.put("sources", answer.values().sources());
        facts.put("highest", sources.name(top.get(0).vertex()));
        facts.put("betweenness", top.get(0).value());
        return facts;
    }

    @Override
    protected Function<Answer, Optional<String>> judge(final NumberedEdges edges) {
        final BetweennessVerifier verifier = new BetweennessVerifier(edges);
        final double others = edges.vertexCount() - 1.0;
        final double pairs = others * (others - 1);
        return answer -> {
            verifier.begin();
            answer.values().scores().forEach(verifier::accept);
            final VertexDouble top = answer.values().top(1).get(0);
            return verifier.verdict(answer.sources(), isNormalised && pairs > 0
                ? (others + 1) / (answer.sources().length * pairs) : 1)
                .or(() -> verifier.highest(top.vertex(), top.value()));
        };
    }

    @Override
    protected String verification() {
        return "all values together are the inner vertices of all paths, and each is that of one thread that hands "
            + "dependencies on along the edges of a graph of its own";
    }

    @Override
    protected long write(final Answer answer, final Path file) {
        return answer.values().scores().write(file);
    }
}
