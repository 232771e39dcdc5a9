package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.apps.graph.command.CsrMemory;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.PageRank;
import org.gmt4j.graph.ranks.RankIterations;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.serial.RanksVerifier;
import picocli.CommandLine.Option;

/** {@code gmt run pagerank}: the PageRank of each vertex. */
public final class PageRankApp extends GraphApp<PageRank> {
    @Option(names = {"-i", "--iterations"}, paramLabel = "N", defaultValue = "20",
        description = "iterations at most (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Option(names = "--tolerance", paramLabel = "X", defaultValue = "1e-4",
        description = "ends when an iteration changes all ranks together by no more (default: ${DEFAULT-VALUE})")
    private double tolerance;

    @Option(names = "--damping", paramLabel = "X", defaultValue = "0.85",
        description = "probability that the walk follows an edge (default: ${DEFAULT-VALUE})")
    private double damping;

    @Override
    public String name() {
        return "pagerank";
    }

    @Override
    public String summary() {
        return "PageRank of each vertex, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run pagerank -g 18",
            "gmt run pagerank -f follows.el --tolerance 1e-9 --values ranks.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        if (iterations < 1 || !(tolerance > 0) || !(damping >= 0 && damping < 1)) {
            throw CliException.usage("--iterations must be at least 1, --tolerance above 0, --damping from 0 to below "
                + "1.");
        }
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        if (shape.directed()) {
            CsrMemory.addReversed(memory, shape.vertices(), shape.edges(), shape.nodes());
        }
        memory.array("ranks", Phase.RUNNING, shape.rows(),
                8 + RankIterations.rowBytes(shape.vertices(), tolerance))
            .aid("shares of all vertices", Phase.RUNNING, RankIterations.shareBytes(shape.vertices(), tolerance), 1);
        if (shape.verify()) {
            memory.heapOfNodeZero("one thread's graph", Phase.RUNNING,
                ByteCount.plus(ByteCount.times(shape.edges(), 16), ByteCount.times(shape.vertices(), 60)));
        }
    }

    @Override
    protected PageRank ask(final Graph graph, final long trial) {
        return graph.pageRank().damping(damping).tolerance(tolerance).maxIterations(iterations).run();
    }

    @Override
    protected Map<String, Object> facts(final PageRank answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("iterations", answer.iterations());
        facts.put("change", answer.error());
        facts.put("converged", answer.converged());
        return facts;
    }

    @Override
    protected Function<PageRank, Optional<String>> judge(final NumberedEdges edges) {
        final RanksVerifier verifier = new RanksVerifier(edges, damping);
        return answer -> {
            verifier.begin();
            answer.ranks().forEach(verifier::accept);
            return verifier.verdict(answer.iterations(), answer.error(), tolerance, iterations);
        };
    }

    @Override
    protected String verification() {
        return "the sum of all ranks, and one more iteration by one thread on rows of its own, which must change them"
            + " by no more than the last one, damped";
    }

    @Override
    protected long write(final PageRank answer, final Path file) {
        return answer.ranks().write(file);
    }
}
