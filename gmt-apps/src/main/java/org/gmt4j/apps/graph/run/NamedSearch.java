package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Bfs;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.PathsVerifier;

/**
 * {@code gmt run bfs --sql}: searches of a graph whose vertices have any names, as the library makes them. Timed with
 * all that an answer of the library has, levels included. Owned by the main thread of node 0.
 */
public final class NamedSearch extends GraphApp<Bfs> {
    private final SourceOptions sources;
    private final Path tree;

    /**
     * Describes searches.
     *
     * @param root where they begin, as the query names it; null for random ones
     * @param tree file of parents; null for none
     */
    public NamedSearch(final String root, final Path tree) {
        sources = new SourceOptions(root);
        this.tree = tree;
    }

    /** Runs and reports them; levels go to a file where there is one. */
    public void run(final AppRun run, final GraphSpec spec, final int trials, final Integer warmUps,
                    final Path levels) {
        new GraphSession<>(run, this, GraphInput.plain(spec)).run(trials, warmUps, levels != null ? levels : tree);
    }

    /** The memory of searches, beside that of the graph. */
    public static void addMemory(final AppMemory.Builder memory, final GraphShape shape, final boolean isNamed) {
        shape.addGraph(memory, isNamed);
        new NamedSearch(null, null).addMemory(memory, shape);
    }

    @Override
    public String name() {
        return "bfs";
    }

    @Override
    public String summary() {
        return "Breadth-first search of a graph with any names.";
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addInRows(memory);
        memory.array("levels and parents", Phase.RUNNING, shape.rows(), 4 + shape.width())
            .array("the search's own", Phase.RUNNING, shape.rows(), 13 + 5L * shape.width())
            .aid("bitmaps", Phase.RUNNING, shape.vertices() / 2, 1);
        shape.addJudge(memory, "one thread's levels", 0, 29);
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        sources.choose(graph, trials, seed);
    }

    @Override
    protected Bfs ask(final Graph graph, final long trial) {
        return graph.bfs(sources.of(trial)).run();
    }

    @Override
    protected void describe(final Bfs answer, final Trial trial) {
        trial.edges(answer.listedEdges()).reached(answer.reached()).levels(answer.depth() + 1);
    }

    @Override
    protected Map<String, Object> facts(final Bfs answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("root", sources.name(answer.source()));
        return facts;
    }

    @Override
    protected Function<Bfs, Optional<String>> judge(final NumberedEdges edges) {
        final PathsVerifier verifier = PathsVerifier.ofSteps(edges);
        return answer -> {
            verifier.begin();
            answer.levels().forEach(verifier::distance);
            answer.parents().forEach(verifier::parent);
            return verifier.verdict(answer.source(), answer.reached(), answer.listedEdges(), answer.depth());
        };
    }

    @Override
    protected String verification() {
        return "no edge of the query leads to a vertex in fewer steps, and parents lead to the root, a step at a time";
    }

    /** The levels of all vertices, as other searches write them, and the tree where it is asked for: both or none. */
    @Override
    protected long write(final Bfs answer, final Path file) {
        if (tree == null) {
            return answer.allLevels().write(file);
        }
        final long bytes = answer.parents().write(tree);
        if (file.equals(tree)) {
            return bytes;
        }
        try {
            return bytes + answer.allLevels().write(file);
        } catch (final RuntimeException failure) {
            ManyBfsApp.delete(tree, failure);
            throw failure;
        }
    }

    @Override
    protected Map<String, Path> files(final Bfs answer, final Path file) {
        final Map<String, Path> files = new LinkedHashMap<>();
        if (tree != null && !file.equals(tree)) {
            files.put("levels", file);
            files.put("tree", tree);
        }
        return files;
    }
}
