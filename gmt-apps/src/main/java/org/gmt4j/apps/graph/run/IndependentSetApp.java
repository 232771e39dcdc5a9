package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.IndependentSet;
import org.gmt4j.graph.serial.IndependentSetVerifier;
import org.gmt4j.graph.serial.NumberedEdges;

/** {@code gmt run mis}: a maximal independent set, drawn by the seed. */
public final class IndependentSetApp extends GraphApp<IndependentSet> {
    private long drawn;

    @Override
    public String name() {
        return "mis";
    }

    @Override
    public String summary() {
        return "A maximal independent set, drawn by --seed, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run mis -g 18", "gmt run mis -f conflicts.el --seed 7 --values members.csv");
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addBothWays(memory);
        memory.array("rounds", Phase.RUNNING, shape.rows(), 4)
            .aid("rounds of all vertices", Phase.RUNNING, shape.vertices(), 4);
        shape.addJudge(memory, "one thread's set", 16, 40);
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        drawn = seed;
    }

    @Override
    protected IndependentSet ask(final Graph graph, final long trial) {
        return graph.independentSet().seed(drawn).run();
    }

    @Override
    protected Map<String, Object> facts(final IndependentSet answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("members", answer.size());
        facts.put("rounds", answer.rounds());
        return facts;
    }

    @Override
    protected Function<IndependentSet, Optional<String>> judge(final NumberedEdges edges) {
        final IndependentSetVerifier verifier = new IndependentSetVerifier(edges, drawn);
        return answer -> {
            verifier.begin();
            answer.members().forEach(verifier::accept);
            return verifier.verdict(answer.size(), answer.rounds());
        };
    }

    @Override
    protected String verification() {
        return "no edge of the source joins two vertices of the set, and each other vertex has a neighbour in it; "
            + "rounds against those of one thread";
    }

    @Override
    protected long write(final IndependentSet answer, final Path file) {
        return answer.members().write(file);
    }
}
