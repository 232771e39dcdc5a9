package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.StrongComponentsVerifier;
import org.gmt4j.graph.strong.StrongSearch;

/** {@code gmt run scc}: the strong components of a directed graph; of an undirected one they are its components. */
public final class StrongComponentsApp extends GraphApp<Components> {
    @Override
    public String name() {
        return "scc";
    }

    @Override
    public String summary() {
        return "Strong components of a directed graph, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run scc --graph jdk-classes", "gmt run scc -f follows.el --values parts.csv");
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addInRows(memory);
        memory.array("labels", Phase.RUNNING, shape.rows(), shape.width())
            .array("sizes", Phase.RUNNING, shape.rows(), 16)
            .aid("work of the search", Phase.RUNNING, StrongSearch.workBytes(shape.vertices(), shape.rows()), 1);
        shape.addJudge(memory, "one thread's graph", 16, 58);
    }

    @Override
    protected Components ask(final Graph graph, final long trial) {
        return graph.strongComponents().run();
    }

    @Override
    protected Map<String, Object> facts(final Components answer) {
        return ComponentsApp.counts(answer);
    }

    @Override
    protected Function<Components, Optional<String>> judge(final NumberedEdges edges) {
        final StrongComponentsVerifier verifier = new StrongComponentsVerifier(edges);
        return answer -> {
            verifier.begin();
            answer.labels().forEach(verifier::accept);
            return verifier.verdict(answer.count(), ComponentsApp.largest(answer.top(1)));
        };
    }

    @Override
    protected String verification() {
        return "by one thread on rows of its own: paths within a component lead from its smallest vertex to all others "
            + "and back, and components lie on no circle";
    }

    @Override
    protected long write(final Components answer, final Path file) {
        return answer.labels().write(file);
    }
}
