package org.gmt4j.apps.paper;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.apps.graph.command.CsrMemory;
import org.gmt4j.apps.graph.command.GraphOptions;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.apps.graph.run.GraphWords;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.TimedRuns;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.WeakScaling;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.values.ValueFile;
import org.gmt4j.graph.values.VertexValues;
import org.gmt4j.graph.walks.WalkSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run walk}: random walks over a graph, compared with those of one thread. */
public final class WalkApp implements GmtApp {
    private static final long MOST = 1L << 40;
    /** Bytes of a walker that all might be at one node, in this round and the next. */
    private static final int WALKER_LENGTH = 16;
    private static final String TRAVEL = "travel";
    private static final String FETCH = "fetch";
    /** Directed edges, and vertices, that one thread's arrays hold. */
    private static final long MOST_OF_ONE_THREAD = 1L << 30;

    @Mixin
    private GraphOptions graph = new GraphOptions();

    @Option(names = "--walkers", paramLabel = "N", defaultValue = "65536",
        description = "walkers, each from a random vertex (default: ${DEFAULT-VALUE})")
    private long walkers;

    @Option(names = "--steps", paramLabel = "N", defaultValue = "40",
        description = "steps of a walker, fewer where it comes to a vertex without edges (default: ${DEFAULT-VALUE})")
    private int steps;

    @Option(names = "--variant", paramLabel = "travel|fetch", defaultValue = "travel",
        description = "travel: walkers travel to the nodes of their vertices, many in a message, the fastest; fetch: a "
            + "task for each walker fetches row after row, as in the paper (default: ${DEFAULT-VALUE})")
    private String variant = TRAVEL;

    @Option(names = "--values", paramLabel = "FILE", description = "write how often walkers come to each vertex, when "
        + "no trial is wrong: in one more run that must be like the last trial; .csv or .jsonl, also with .gz, or "
        + ".parquet with the module gmt-sql")
    private Path values;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "walk";
    }

    @Override
    public String summary() {
        return "Random walks over a graph, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run walk -g 18", "gmt run walk -u 20 --walkers 1000000 --steps 40 -n 4 --format json");
    }

    @Override
    public void validate(final CommonOptions common) {
        graph.spec(1);
        if (walkers < 1 || walkers > MOST) {
            throw CliException.usage("--walkers " + walkers + ": 1 to 2^40.");
        }
        if (steps < 1) {
            throw CliException.usage("--steps " + steps + ": at least 1.");
        }
        if (!variant.equals(TRAVEL) && !variant.equals(FETCH)) {
            throw CliException.usage("--variant " + variant + ": travel or fetch.");
        }
        trials.validate();
        if (values != null && !variant.equals(TRAVEL)) {
            throw CliException.usage("--values: --variant fetch keeps no numbers of vertices; leave it out.");
        }
        try {
            if (values != null) {
                ValueFile.check(values);
            }
        } catch (final GraphException e) {
            throw CliException.usage("GMT-" + e.number(), e.getMessage().substring(8));
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int directions = graph.isDirected() ? 1 : 2;
        return graph.memory((memory, vertices, edges) -> {
            CsrMemory.add(memory, vertices, edges, directions, job.plan().nodes(), job.plan().lanes());
            if (variant.equals(TRAVEL)) {
                final int nodes = job.plan().nodes();
                memory.array("visits", AppMemory.Phase.RUNNING, ByteCount.parts(vertices, nodes), 8)
                    .aid("walkers on their way", AppMemory.Phase.RUNNING,
                        Math.min(walkers, nodes * WalkSettings.batch(nodes)), WALKER_LENGTH);
            }
            if (job.options().verify() && fitsOneThread(vertices, edges)) {
                memory.heapOfNodeZero("one thread's graph", AppMemory.Phase.RUNNING,
                    ByteCount.plus(ByteCount.times(vertices, 16), ByteCount.times(edges, directions, 12)));
            }
        }, warning -> job.context().err().println(warning));
    }

    private static boolean fitsOneThread(final long vertices, final long edges) {
        return vertices < MOST_OF_ONE_THREAD && edges < MOST_OF_ONE_THREAD / 2;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        final Map<String, String> options = new HashMap<>(graph.weakOptions(nodes));
        options.put("--walkers", WeakScaling.product("--walkers", walkers, nodes));
        return options;
    }

    @Override
    public Class<?>[] registeredClasses() {
        return Stream.of(new Class<?>[] {WalkApp.class, Walk.class, Outcome.class, GraphSpec.class},
            CsrBuilder.bodyClasses(), VertexValues.bodyClasses()).flatMap(Arrays::stream).toArray(Class<?>[]::new);
    }

    @Override
    public void run(final AppRun run) {
        final GraphSpec spec = graph.spec(run.seed());
        final EdgeSource source = spec.open();
        source.prepare();
        final boolean isDirected = spec.isDirected(source);
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final Optional<CsrGraph> built = build(run, spec, source, isDirected);
        if (built.isEmpty()) {
            return;
        }
        final CsrGraph rows = built.get();
        run.result().graph(rows.name(), rows.vertexCount(), rows.listedEdges(), isDirected)
            .with("walkers", walkers).with("steps", steps).with("variant", variant);
        final Walk plan = Walk.of(walkers, steps, run.seed(), variant.equals(FETCH));
        final Outcome last = new TimedRuns(run, trials, "steps").run(
            () -> cluster.call(ctx -> plan.onNodes(ctx, rows)), serial(run, plan, rows, source, isDirected));
        if (last != null && values != null && rows.vertexCount() == 0) {
            run.result().note("nothing was written to " + values + ": the graph has no vertices");
        } else if (last != null && values != null) {
            final long bytes = write(cluster, plan, last, rows, spec);
            if (bytes == Walk.WRONG) {
                run.result().verified(false).note("the run whose numbers were to be written to " + values
                    + " differs from the last trial; nothing has been written");
                return;
            }
            final Map<String, Object> written = new LinkedHashMap<>();
            written.put("file", values.toString());
            written.put("bytes", bytes);
            run.result().with("values", written);
        }
    }

    /** Nothing: the build has lost or changed edges. */
    private static Optional<CsrGraph> build(final AppRun run, final GraphSpec spec, final EdgeSource source,
                                            final boolean isDirected) {
        try {
            return Optional.of(run.cluster(GmtCluster.class).call(ctx -> isDirected
                ? CsrBuilder.directed(ctx, () -> spec.open(), new BuildTimes())
                : CsrBuilder.symmetrised(ctx, () -> spec.open(), new BuildTimes())));
        } catch (final GmtException | GraphException failure) {
            GraphWords.wrongBuild(failure, source, isDirected, run.result());
            return Optional.empty();
        }
    }

    private long write(final GmtCluster cluster, final Walk plan, final Outcome expected, final CsrGraph rows,
                       final GraphSpec spec) {
        final Path file = values;
        final EdgeSourceOpener names = () -> spec.open();
        try {
            return cluster.call(ctx -> plan.write(ctx, rows, expected, file, names));
        } catch (final GmtException | GraphException failure) {
            throw GraphWords.failed(failure);
        }
    }

    /** One thread's walks, or null where its graph would be too large. */
    private static Supplier<Outcome> serial(final AppRun run, final Walk plan, final CsrGraph rows,
                                            final EdgeSource source, final boolean isDirected) {
        if (!run.verify()) {
            return null;
        }
        if (!fitsOneThread(rows.vertexCount(), rows.listedEdges())) {
            run.result().note("not verified: the graph is too large for one thread's arrays");
            return null;
        }
        final LocalCsr local = LocalCsr.of(source, isDirected);
        return () -> plan.serial(local);
    }
}
