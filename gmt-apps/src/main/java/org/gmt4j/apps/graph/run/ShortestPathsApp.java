package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.ShortestPaths;
import org.gmt4j.graph.ShortestPathsRun;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.PathsVerifier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run sssp}: the shortest paths from one vertex to all others, several times. */
public final class ShortestPathsApp extends GraphApp<ShortestPaths> {
    private static final long USUAL_WEIGHT = 255;
    private static final Set<GraphSpec.Kind> WITH_WEIGHTS = Set.of(GraphSpec.Kind.FILE, GraphSpec.Kind.SQL,
        GraphSpec.Kind.GRID);
    private static final long MOST_WEIGHT = 1L << 53;
    /** What a node has sent, and what it has received from another one, at most. */
    private static final long SENT_BYTES = 32L << 20;
    private static final long RECEIVED_BYTES = 24L << 20;

    @Mixin
    private SourceOptions sources = new SourceOptions();

    @Option(names = "--weights", paramLabel = "W", description = "whole weights from 1 to W, by the seed, instead of"
        + " those of a file, query or grid; 0 for those, or one each (default: 255; files, queries and grids have their"
        + " own)")
    private Long weights;

    @Option(names = "--delta", paramLabel = "X", description = "width of the stretches of lengths that are looked at"
        + " together; answers do not depend on it (default: a typical weight by the mean degree, a quarter of it"
        + " from degree 8 on)")
    private Double delta;

    @Override
    public String name() {
        return "sssp";
    }

    @Override
    public String summary() {
        return "Shortest paths from several vertices, one after the other, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run sssp -g 18", "gmt run sssp -f roads.gr -r 1 --trials 1 --values distances.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        if (weights != null && (weights < 0 || weights > MOST_WEIGHT)) {
            throw CliException.usage("--weights " + weights + ": 0, or up to 2^53.");
        }
        if (delta != null && !(delta > 0 && delta < Double.POSITIVE_INFINITY)) {
            throw CliException.usage("--delta " + delta + ": above 0, and finite.");
        }
    }

    @Override
    protected GraphInput input(final GraphSpec spec) {
        final long usual = WITH_WEIGHTS.contains(spec.kind()) ? 0 : USUAL_WEIGHT;
        return GraphInput.weighted(spec, weights == null ? usual : weights);
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        memory.array("weights", Phase.RUNNING, shape.entries(), weightBytes(weights))
            .aid("weights while they are sorted", Phase.BUILDING, shape.entries(), 16)
            .array("distances and parents", Phase.RUNNING, shape.rows(), 8 + shape.width())
            .heap("buckets", Phase.RUNNING, shape.rows(), 20)
            .aid("lengths on their way", Phase.RUNNING,
                Math.min(SENT_BYTES + shape.nodes() * RECEIVED_BYTES, ByteCount.times(shape.entries(), 24)), 1);
        if (shape.verify()) {
            memory.heapOfNodeZero("one thread's distances", Phase.RUNNING, ByteCount.times(shape.vertices(), 29));
        }
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        sources.choose(graph, trials, seed);
    }

    @Override
    protected ShortestPaths ask(final Graph graph, final long trial) {
        final ShortestPathsRun run = graph.shortestPaths(sources.of(trial));
        return (delta == null ? run : run.delta(delta)).run();
    }

    @Override
    protected void describe(final ShortestPaths answer, final Trial trial) {
        trial.edges(answer.listedEdges()).reached(answer.reached()).levels(answer.levels());
    }

    @Override
    protected Map<String, Object> facts(final ShortestPaths answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("root", sources.name(answer.source()));
        facts.put("farthest", answer.top(1).get(0).value());
        return facts;
    }

    @Override
    protected Function<ShortestPaths, Optional<String>> judge(final NumberedEdges edges) {
        final PathsVerifier verifier = PathsVerifier.ofSmallestParents(edges);
        return answer -> {
            verifier.begin();
            answer.distances().forEach(verifier::distance);
            answer.parents().forEach(verifier::parent);
            return verifier.verdict(answer.source(), answer.reached(), answer.listedEdges(),
                answer.top(1).get(0).value());
        };
    }

    @Override
    protected String verification() {
        return "each edge of the source leads to no vertex on a shorter way, and parents lead to the root over edges "
            + "that make up the distances, the smallest of several";
    }

    @Override
    protected long write(final ShortestPaths answer, final Path file) {
        return answer.distances().write(file);
    }
}
