package org.gmt4j.bench.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.graph.run.GraphShape;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.PairWeightedSource;
import org.gmt4j.graph.source.PairWeights;
import org.gmt4j.graph.source.UniformSource;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench graph}: the kernels of the GAP benchmark suite and those that the library has besides, as a program
 * asks for them, each against one thread of plain Java, in the same run and on the same rows. {@code ratio} is the
 * speed of the nodes over that of the thread: above 1 the nodes win. Every answer is compared with the serial one.
 *
 * <p>Both versions begin with the graph in memory and end with an answer there; both are warm.
 *
 * @see "Beamer, Asanovic, Patterson, The GAP Benchmark Suite, arXiv:1508.03619, 2015"
 */
public final class GraphBenchmark implements GmtApp {
    private static final List<String> MADE = List.of("kronecker", "uniform", "grid");
    private static final List<String> USUAL = List.of("kronecker", "uniform", "grid", "jdk-classes");
    private static final String ALL = "all";
    private static final int LARGEST_SCALE = 24;
    private static final long MOST_EDGES = 1L << 29;
    private static final int MOST_WEIGHT = 255;
    /** Of one thread, for a stored direction: rows, their copy while repetitions are dropped, weights. */
    private static final int SERIAL_BYTES = 16;
    /** Of an edge while it is made, of which pairs of boxed numbers are the most; of a vertex in a search. */
    private static final int JGRAPHT_BYTES = 120;
    private static final int JGRAPHT_VERTEX_BYTES = 200;

    @Option(names = {"-g", "--scale"}, paramLabel = "S", defaultValue = "14",
        description = "2^S vertices in each of the generated graphs (default: ${DEFAULT-VALUE}; of the marks: 20)")
    private int scale;

    @Option(names = "-k", paramLabel = "K", defaultValue = "16",
        description = "edges for each vertex, of kronecker and uniform (default: ${DEFAULT-VALUE})")
    private int degree;

    @Option(names = "--graph", paramLabel = "NAME", split = ",", description = "some of kronecker, uniform, grid, and "
        + "the real graphs debian-deps, jdk-classes, jdk-calls; or all (default: the first three, and jdk-classes)")
    private List<String> graphs = new ArrayList<>();

    @Option(names = "--kernels", paramLabel = "NAME", split = ",",
        description = "some of bfs, sssp, pr, cc, bc, tc, of the GAP suite, and kcore, communities, mis, khop, "
        + "manybfs, walks, and scc on directed graphs (default: all)")
    private List<String> kernels = new ArrayList<>();

    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed pairs of each kernel on each graph; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--jgrapht", paramLabel = "JARS", description = "also time JGraphT: bfs, cc and pr. A folder with "
        + "the jars of jgrapht-core and jgrapht-opt and of what they need, or these jars, separated as in a class path")
    private String jgrapht;

    @Option(names = "--warm-up-seconds", paramLabel = "S", defaultValue = "10",
        description = "longest warm-up of each version of a kernel on a graph; it ends, of the nodes from "
            + "half of it on, when its last third was hardly faster than the one before (default: ${DEFAULT-VALUE})")
    private double warmUpSeconds;

    private final long trialNs;
    /** Of the run: rows of the table, and what has none. */
    private int rows;
    private final List<String> leftOut = new ArrayList<>();

    /** With trials that last long enough to be compared. */
    public GraphBenchmark() {
        this(KernelTrials.TRIAL_NS);
    }

    /** @param trialNs about how long each version of a fast kernel runs in a trial */
    public GraphBenchmark(final long trialNs) {
        this.trialNs = trialNs;
    }

    @Override
    public String name() {
        return "graph";
    }

    @Override
    public String summary() {
        return "Kernels of the graph library on several graphs, against one thread of plain Java.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench graph", "gmt bench graph -g 20 --kernels sssp,cc --graph kronecker,grid");
    }

    @Override
    public void validate(final CommonOptions common) {
        for (final String graph : graphs) {
            if (!MADE.contains(graph) && !RealGraphs.NAMES.contains(graph) && !ALL.equals(graph)) {
                throw CliException.usage("--graph " + graph + ": expected some of " + String.join(", ", MADE) + ", "
                    + String.join(", ", RealGraphs.NAMES) + ", or all.");
            }
        }
        for (final String kernel : kernels) {
            if (!GraphKernel.labels().contains(kernel)) {
                throw CliException.usage("--kernels " + kernel + ": expected some of "
                    + String.join(", ", GraphKernel.labels()) + ".");
            }
        }
        if (scale < 1 || scale > LARGEST_SCALE || degree < 1 || (long) degree << scale > MOST_EDGES) {
            throw CliException.usage("--scale: 1 to " + LARGEST_SCALE + ", with at most 2^29 edges, for one thread's "
                + "arrays.");
        }
        if (jgrapht != null) {
            new JGraphT(jgrapht).close();
        }
        if (trials < 1 || !(warmUpSeconds >= 0)) {
            throw CliException.usage("--trials must be at least 1, --warm-up-seconds at least 0.");
        }
    }

    private List<String> chosenGraphs() {
        return graphs.isEmpty() ? USUAL : !graphs.contains(ALL) ? graphs
            : Stream.concat(MADE.stream(), RealGraphs.NAMES.stream()).toList();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        long vertices = 1;
        long edges = 0;
        for (final String graph : chosenGraphs()) {
            final GraphSize size = source(graph, 1).estimateSize();
            vertices = Math.max(vertices, size.vertices());
            edges = Math.max(edges, size.edges());
        }
        final GraphShape shape = new GraphShape(vertices, edges, false, job.plan().nodes(), job.plan().lanes(), true);
        final AppMemory.Builder memory = AppMemory.builder();
        shape.addGraph(memory, false);
        if (jgrapht != null) {
            memory.heapOfNodeZero("JGraphT's graph", Phase.RUNNING, ByteCount.plus(ByteCount.times(edges,
                JGRAPHT_BYTES), ByteCount.times(vertices, JGRAPHT_VERTEX_BYTES)));
        }
        return memory.array("weights", Phase.RUNNING, shape.entries(), 4)
            .aid("weights while they are sorted", Phase.BUILDING, shape.entries(), 16)
            .array("rows without weights", Phase.RUNNING, shape.entries(), shape.width())
            .array("rows of both directions", Phase.RUNNING, shape.entries(), shape.width())
            .array("levels of many searches", Phase.RUNNING, shape.rows(), 4L * BenchGraph.MANY)
            .aid("work of kernels on edges", Phase.RUNNING, shape.entries(), 2L * shape.width())
            .array("answers", Phase.RUNNING, shape.rows(), 64)
            .heap("work of kernels", Phase.RUNNING, shape.rows(), 64)
            .heapOfNodeZero("one thread's graph and answers", Phase.BOTH,
                ByteCount.plus(ByteCount.times(edges, 3 * SERIAL_BYTES), ByteCount.times(vertices, 100))).build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("graph compares with one thread, whose work is that of all nodes: take --strong.");
    }

    private EdgeSource source(final String graph, final long seed) {
        return switch (graph) {
            case "kronecker" -> weighted(new KroneckerSource(scale, degree, seed), seed);
            case "uniform" -> weighted(new UniformSource(scale, degree, seed), seed);
            case "grid" -> GridSource.ofScale(scale, seed);
            default -> weighted(RealGraphs.open(graph), seed);
        };
    }

    private static EdgeSource weighted(final EdgeSource source, final long seed) {
        return new PairWeightedSource(source, new PairWeights(MOST_WEIGHT, seed));
    }

    private Edges edges(final String graph, final long seed) {
        final GridSource grid = GridSource.ofScale(scale, seed);
        return switch (graph) {
            case "kronecker" -> Edges.kronecker(scale, degree, seed).uniformWeights(MOST_WEIGHT, seed);
            case "uniform" -> Edges.uniform(scale, degree, seed).uniformWeights(MOST_WEIGHT, seed);
            case "grid" -> Edges.grid(grid.rows(), grid.columns(), seed);
            default -> Edges.ofMachine(graph).uniformWeights(MOST_WEIGHT, seed);
        };
    }

    @Override
    public void run(final AppRun run) {
        final GmtCluster cluster = run.cluster(GmtCluster.class);
        final Map<String, Object> setUp = new LinkedHashMap<>();
        rows = 0;
        leftOut.clear();
        try (JGraphTTrials other = jgrapht == null ? null : new JGraphTTrials(jgrapht, System::nanoTime)) {
            boolean isRight = true;
            for (final String name : chosenGraphs()) {
                if (isRight) {
                    final long startNs = System.nanoTime();
                    run.progress().update("building " + name, 0, 0, "");
                    try (BenchGraph graph = new BenchGraph(cluster, edges(name, run.seed()), source(name, run.seed()),
                        trials, run.seed())) {
                        setUp.put(name, (System.nanoTime() - startNs) / 1e9);
                        isRight = measure(run, graph, other);
                    }
                }
            }
        }
        if (rows == 0) {
            throw CliException.usage("--kernels: none of them can be measured on these graphs: "
                + String.join("; ", leftOut) + ".");
        }
        leftOut.forEach(run.result()::note);
        run.result().with("setUp", setUp).note("ratio: median speed of the nodes over one thread of plain Java, pair by"
            + " pair; above 1 the nodes win; set-up is not in the times");
    }

    /** False: an answer is wrong. */
    private boolean measure(final AppRun run, final BenchGraph graph, final JGraphTTrials other) {
        for (final GraphKernel kernel : GraphKernel.values()) {
            final boolean isAsked = kernels.isEmpty() ? kernel.isFor(graph) : kernels.contains(kernel.label());
            if (isAsked && !measure(run, graph, kernel, other)) {
                return false;
            }
        }
        return true;
    }

    /** A kernel that has no answer for a graph is left out, with its reason: those after it are measured. */
    private boolean measure(final AppRun run, final BenchGraph graph, final GraphKernel kernel,
                            final JGraphTTrials other) {
        final String name = kernel.label() + " on " + graph.rows().name();
        if (!kernel.isFor(graph)) {
            leftOut.add(name + ": for directed graphs, and this one is not");
            return true;
        }
        try {
            final boolean isRight = measure(run, graph, kernel, kernel.open(graph), other);
            rows++;
            return isRight;
        } catch (final GraphException refused) {
            if (refused.number() != GraphException.TOO_MANY_PATHS) {
                throw refused;
            }
            leftOut.add(name + ": " + refused.getMessage());
            return true;
        }
    }

    private boolean measure(final AppRun run, final BenchGraph graph, final GraphKernel kernel,
                            final KernelPair<?, ?> pair, final JGraphTTrials other) {
        final String name = graph.rows().name();
        run.progress().update(kernel.label() + " on " + name, 0, 0, "");
        final KernelTrials<?, ?> measured = new KernelTrials<>(pair, run.verify(), System::nanoTime, trialNs);
        final BenchResult result = measured.measure(BenchResult.of(kernel.label()).param("graph", name), trials,
            warmUpSeconds);
        run.result().result(result.param("verified", run.verify() && measured.mistake().isEmpty()));
        if (run.verify()) {
            run.result().verified(measured.mistake().isEmpty());
        }
        if (other != null && measured.mistake().isEmpty()) {
            other.measure(result, kernel, graph, trials, measured.medianSeconds()).ifPresent(text ->
                run.result().note(kernel.label() + " on " + name + ": " + text + "; its time is left out"));
        }
        measured.mistake().ifPresent(text -> run.result().note(kernel.label() + " on " + name + ": " + text));
        return measured.mistake().isEmpty();
    }
}
