package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.graph.Communities;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.communities.LabelPropagation;
import org.gmt4j.graph.serial.CommunitiesVerifier;
import org.gmt4j.graph.serial.NumberedEdges;
import picocli.CommandLine.Option;

/** {@code gmt run communities}: communities by label propagation, by weight where that is asked for. */
public final class CommunitiesApp extends GraphApp<Communities> {
    /** Of a thread, for the sums of labels. */
    private static final long SUMS = 32L << 20;
    private static final long MOST_WEIGHT = 1L << 53;

    @Option(names = {"-i", "--iterations"}, paramLabel = "N", defaultValue = "100",
        description = "iterations at most (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Option(names = "--weights", paramLabel = "W", description = "edges count as much as they weigh: whole weights from"
        + " 1 to W, by the seed, instead of those of a file or query; 0 for those (default: each edge counts one)")
    private Long weights;

    @Override
    public String name() {
        return "communities";
    }

    @Override
    public String summary() {
        return "Communities by label propagation, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run communities -g 18",
            "gmt run communities -f calls.wel --weights 0 --values parts.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        if (iterations < 1) {
            throw CliException.usage("--iterations " + iterations + ": at least 1.");
        }
        if (weights != null && (weights < 0 || weights > MOST_WEIGHT)) {
            throw CliException.usage("--weights " + weights + ": 0, or up to 2^53.");
        }
    }

    @Override
    protected GraphInput input(final GraphSpec spec) {
        return weights == null ? super.input(spec) : GraphInput.weighted(spec, weights);
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addBothWays(memory);
        memory.array("labels and sizes", Phase.RUNNING, shape.rows(), 8 + shape.width())
            .aid("labels of all vertices", Phase.RUNNING, shape.vertices(), shape.width())
            .array("names, sums and leads", Phase.RUNNING, shape.rows(), 36)
            .aid("labels on their way", Phase.RUNNING, LabelPropagation.mailBytes(shape.nodes()), 1)
            .aid("sums of labels", Phase.RUNNING, Math.min(SUMS / 32, shape.vertices()), 32L * shape.lanes());
        if (weights != null) {
            memory.array("weights", Phase.RUNNING, shape.entries(), weightBytes(weights))
                .aid("weights while they are sorted", Phase.BUILDING, shape.entries(), 16);
        }
        if (shape.directed()) {
            final long both = ByteCount.times(2, shape.entries());
            memory.array("weights of both directions", Phase.RUNNING, both,
                    weights == null ? Integer.BYTES : weightBytes(weights))
                .aid("weights of both directions while they are sorted", Phase.RUNNING, both, 8);
        }
        shape.addJudge(memory, "one thread's communities", weights == null && !shape.directed() ? 16 : 48, 60);
    }

    @Override
    protected Communities ask(final Graph graph, final long trial) {
        return graph.communities().maxIterations(iterations).run();
    }

    @Override
    protected Map<String, Object> facts(final Communities answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("communities", answer.count());
        facts.put("largest", ComponentsApp.largest(answer.top(1)));
        facts.put("modularity", answer.modularity());
        facts.put("iterations", answer.iterations());
        facts.put("converged", answer.converged());
        return facts;
    }

    @Override
    protected Function<Communities, Optional<String>> judge(final NumberedEdges edges) {
        final CommunitiesVerifier verifier = new CommunitiesVerifier(edges, weights != null, iterations);
        return answer -> {
            verifier.begin();
            answer.labels().forEach(verifier::accept);
            return verifier.verdict(answer.iterations(), answer.converged(), answer.modularity(), answer.count(),
                ComponentsApp.largest(answer.top(1)));
        };
    }

    @Override
    protected String verification() {
        return "the community of each vertex and the modularity, against label propagation by one thread on a graph of"
            + " its own; and at rest no vertex has more neighbours, by weight, in another community";
    }

    @Override
    protected long write(final Communities answer, final Path file) {
        return answer.labels().write(file);
    }
}
