package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.graph.Cores;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.cores.CoreNumbers;
import org.gmt4j.graph.serial.CoresVerifier;
import org.gmt4j.graph.serial.NumberedEdges;

/** {@code gmt run kcore}: the core number of each vertex. */
public final class CoresApp extends GraphApp<Cores> {
    @Override
    public String name() {
        return "kcore";
    }

    @Override
    public String summary() {
        return "Core number of each vertex, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run kcore -g 18", "gmt run kcore -f follows.el --values cores.csv");
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addBothWays(memory);
        memory.array("core numbers", Phase.RUNNING, shape.rows(), 4)
            .aid("work of the search", Phase.RUNNING,
                CoreNumbers.bytes(shape.nodes(), shape.vertices(), shape.rows(), 2 * shape.edges()), 1);
        shape.addJudge(memory, "one thread's graph", 16, 40);
    }

    @Override
    protected Cores ask(final Graph graph, final long trial) {
        return graph.cores().run();
    }

    @Override
    protected Map<String, Object> facts(final Cores answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("degeneracy", answer.degeneracy());
        facts.put("innermost", answer.size(answer.degeneracy()));
        return facts;
    }

    @Override
    protected Function<Cores, Optional<String>> judge(final NumberedEdges edges) {
        final CoresVerifier verifier = new CoresVerifier(edges);
        return answer -> {
            verifier.begin();
            answer.numbers().forEach(verifier::accept);
            return verifier.verdict(answer.degeneracy(), answer.size(answer.degeneracy()));
        };
    }

    @Override
    protected String verification() {
        return "each vertex has as many neighbours of its core number or more, and when those of lower numbers are "
            + "taken away by one thread, no more";
    }

    @Override
    protected long write(final Cores answer, final Path file) {
        return answer.numbers().write(file);
    }
}
