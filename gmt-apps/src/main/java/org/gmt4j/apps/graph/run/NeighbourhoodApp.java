package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.Neighbourhood;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.serial.LevelsVerifier;
import org.gmt4j.graph.serial.NumberedEdges;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run khop}: the vertices within some steps of a vertex. */
public final class NeighbourhoodApp extends GraphApp<Neighbourhood> {
    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--steps", paramLabel = "N", defaultValue = "2",
        description = "edges that lead there at most (default: ${DEFAULT-VALUE})")
    private int steps;

    @Override
    public String name() {
        return "khop";
    }

    @Override
    public String summary() {
        return "The vertices within some steps of a vertex, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run khop -g 18 --steps 3", "gmt run khop -f follows.el -r 7 --trials 1 --values near.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        if (steps < 0) {
            throw CliException.usage("--steps " + steps + ": 0 or more.");
        }
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        memory.array("steps", Phase.RUNNING, shape.rows(), 4)
            .aid("work of the search", Phase.RUNNING, ManySearch.workBytes(shape.rows(), shape.nodes()), 1);
        shape.addJudge(memory, "one thread's steps", 0, 18);
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        sources.choose(graph, trials, seed);
    }

    @Override
    protected Neighbourhood ask(final Graph graph, final long trial) {
        return graph.neighbourhood(sources.of(trial), steps).run();
    }

    @Override
    protected void describe(final Neighbourhood answer, final Trial trial) {
        trial.reached(answer.size());
    }

    @Override
    protected Map<String, Object> facts(final Neighbourhood answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("root", sources.name(answer.source()));
        facts.put("steps", answer.steps());
        facts.put("vertices", answer.size());
        return facts;
    }

    @Override
    protected Function<Neighbourhood, Optional<String>> judge(final NumberedEdges edges) {
        final LevelsVerifier verifier = new LevelsVerifier(edges, 1);
        return answer -> {
            verifier.begin();
            answer.forEach(verifier::accept);
            return verifier.end(answer.source(), answer.steps(), answer.size());
        };
    }

    @Override
    protected String verification() {
        return "no edge of the source leads to a vertex in fewer steps, and to each vertex one leads from a vertex one "
            + "step nearer";
    }

    @Override
    protected long write(final Neighbourhood answer, final Path file) {
        return answer.distances().write(file);
    }
}
