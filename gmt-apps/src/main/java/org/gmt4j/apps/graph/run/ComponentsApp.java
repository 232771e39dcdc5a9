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
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.VertexLong;
import org.gmt4j.graph.serial.ComponentsVerifier;
import org.gmt4j.graph.serial.NumberedEdges;

/** {@code gmt run cc}: the connected components of a graph, the weak ones of a directed graph. */
public final class ComponentsApp extends GraphApp<Components> {
    /** Of other nodes that are in memory at a time. */
    private static final long ROOTS = 1L << 22;

    @Override
    public String name() {
        return "cc";
    }

    @Override
    public String summary() {
        return "Connected components, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run cc -g 18", "gmt run cc -f follows.el --values components.csv.gz");
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        memory.array("labels", Phase.RUNNING, shape.rows(), shape.width())
            .array("roots and sizes", Phase.RUNNING, shape.rows(), 16)
            .heap("roots of other nodes", Phase.RUNNING, Math.min(ROOTS, shape.vertices()), 8)
            .aid("pairs of roots", Phase.RUNNING, shape.rows(), 16);
        if (shape.verify()) {
            memory.heapOfNodeZero("one thread's components", Phase.RUNNING, ByteCount.times(shape.vertices(), 20));
        }
    }

    @Override
    protected Components ask(final Graph graph, final long trial) {
        return graph.components().run();
    }

    @Override
    protected Map<String, Object> facts(final Components answer) {
        return counts(answer);
    }

    static Map<String, Object> counts(final Components answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("components", answer.count());
        facts.put("largest", largest(answer.top(1)));
        return facts;
    }

    /** The value of the first one; 0 where there is none. */
    static long largest(final List<VertexLong> top) {
        return top.stream().mapToLong(VertexLong::value).findFirst().orElse(0);
    }

    @Override
    protected Function<Components, Optional<String>> judge(final NumberedEdges edges) {
        final ComponentsVerifier verifier = new ComponentsVerifier(edges);
        return answer -> {
            verifier.begin();
            answer.labels().forEach(verifier::accept);
            return verifier.verdict(answer.count(), largest(answer.top(1)));
        };
    }

    @Override
    protected String verification() {
        return "the component of each vertex, against union-find by one thread over the edges of the source";
    }

    @Override
    protected long write(final Components answer, final Path file) {
        return answer.labels().write(file);
    }
}
