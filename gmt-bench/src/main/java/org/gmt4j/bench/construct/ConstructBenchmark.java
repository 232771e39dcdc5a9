package org.gmt4j.bench.construct;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.graph.command.CsrMemory;
import org.gmt4j.apps.graph.command.GraphOptions;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench construct}: builds the same graph again and again, from its source to rows in global arrays,
 * symmetrised, and frees it. An operation is an edge of the source. {@code first} is the rate of the very first build,
 * in nodes that have compiled nothing yet: the time of a program that builds one graph. Figures named after the phases
 * of {@link BuildTimes} are median seconds.
 *
 * <p>Every build is verified, outside of the time: counts, order of rows, both directions of every edge, the same edges
 * as in every other build, and, for graphs of up to 4 million edges, as in one that a single thread has built.
 */
public final class ConstructBenchmark implements GmtApp {
    /** Largest graph that one thread builds to compare with: a second, 100 MB. */
    private static final long LARGEST_COMPARED = 1 << 22;

    @Mixin
    private GraphOptions graph = new GraphOptions();

    @Option(names = "--trials", paramLabel = "N", defaultValue = "7",
        description = "timed builds; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", defaultValue = "5",
        description = "builds before them that do not count (default: ${DEFAULT-VALUE})")
    private int warmUp;

    @Override
    public String name() {
        return "construct";
    }

    @Override
    public String summary() {
        return "Rate of building a graph, the first time and warm, and where the time goes.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench construct -g 20",
            "gmt bench construct --graph jdk-calls -n 4 --trials 3 --format json -o construct.json");
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        GraphOptions.open(graph.spec(1));
        if (trials < 1 || warmUp < 0) {
            throw CliException.usage("--trials must be at least 1, --warm-up at least 0.");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return graph.memory((memory, vertices, edges) -> add(memory, vertices, edges, job));
    }

    private static void add(final AppMemory.Builder memory, final long vertices, final long edges,
                            final Invocation job) {
        CsrMemory.add(memory, vertices, edges, 2, job.plan().nodes(), job.plan().lanes());
        if (edges <= LARGEST_COMPARED && job.options().verify()) {
            memory.heapOfNodeZero("one thread's graph", AppMemory.Phase.RUNNING, 16 * edges + 12 * vertices);
        }
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return graph.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return Stream.concat(Stream.of(GraphDigest.class, ConstructBenchmark.class, GraphSpec.class),
            Arrays.stream(CsrBuilder.bodyClasses()))
            .toArray(Class<?>[]::new);
    }

    @Override
    public void run(final AppRun run) {
        final GraphSpec spec = graph.spec(run.seed());
        final EdgeSource source = spec.open();
        source.prepare();
        new Builds(run, spec, source).measure();
    }

    /** All builds of one run, by the main thread of node 0. */
    private final class Builds {
        private final AppRun run;
        private final GmtCluster cluster;
        private final GraphSpec spec;
        private final EdgeSource source;
        private final List<BuildTimes> times = new ArrayList<>();
        private long edges;
        private GraphDigest expected;

        Builds(final AppRun run, final GraphSpec spec, final EdgeSource source) {
            this.run = run;
            this.spec = spec;
            this.source = source;
            cluster = run.cluster(GmtCluster.class);
        }

        void measure() {
            final int builds = warmUp + trials;
            // all nodes are up before the first clock starts
            cluster.run(ctx -> ctx.executeOnAll(node -> node.barrier()));
            for (int i = 0; i < builds; i++) {
                final Optional<String> mistake = build(i);
                if (mistake.isPresent()) {
                    run.result().verified(false);
                    run.result().note("build " + (i + 1) + " is wrong: " + mistake.get());
                    return;
                }
                run.progress().update("build", i + 1, builds, i < warmUp ? "warm-up" : "");
            }
            if (run.verify()) {
                run.result().verified(true);
            }
            report();
        }

        private Optional<String> build(final int number) {
            final BuildTimes phases = new BuildTimes();
            final GraphSpec from = spec;
            final CsrGraph built = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> from.open(), phases));
            times.add(phases);
            edges = built.listedEdges();
            if (number == 0) {
                run.result().graph(built.name(), built.vertexCount(), edges);
            }
            final Optional<String> mistake = run.verify() ? mistake(built) : Optional.empty();
            cluster.run(ctx -> built.free(ctx));
            return mistake;
        }

        private Optional<String> mistake(final CsrGraph built) {
            final GraphDigest digest = cluster.call(ctx -> GraphDigest.of(ctx, built));
            final Optional<String> own = digest.mistake(built.listedEdges(), built.storedEdges());
            if (own.isPresent()) {
                return own;
            }
            if (expected == null) {
                expected = edges <= LARGEST_COMPARED ? GraphDigest.of(LocalCsr.symmetrised(source)) : digest;
            }
            return digest.difference(expected);
        }

        private void report() {
            final List<BuildTimes> counted = times.subList(warmUp, times.size());
            final BenchResult result = BenchResult.of("construct").param("graph", source.name())
                .mops(counted.stream().mapToDouble(build -> edges / build.seconds() / 1e6).toArray())
                .figure("first", edges / times.get(0).seconds() / 1e6)
                .figure("seconds", Medians.of(counted.stream().mapToDouble(BuildTimes::seconds).toArray()));
            final Map<String, double[]> phases = new LinkedHashMap<>();
            for (int i = 0; i < counted.size(); i++) {
                final int trial = i;
                counted.get(i).phases().forEach((phase, seconds) -> phases.computeIfAbsent(phase,
                    name -> new double[trials])[trial] = seconds);
            }
            phases.forEach((phase, seconds) -> result.figure(phase, Medians.of(seconds)));
            run.result().result(result);
        }
    }
}
