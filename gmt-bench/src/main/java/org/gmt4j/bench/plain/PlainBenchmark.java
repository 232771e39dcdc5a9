package org.gmt4j.bench.plain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.graph.source.KroneckerSource;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench plain}: simple programs as a newcomer writes them, each against one thread of plain Java with the
 * same algorithm, in the same run. {@code ratio} is the speed of the nodes over that of the thread: above 1 the nodes
 * win. Every answer is compared with the serial one.
 *
 * <p>Both versions begin with their input in memory, the nodes in global arrays, the thread in Java arrays; the time
 * for making these is shown as set-up. Both end with the answer in a Java array of node 0. Both are warm.
 */
public final class PlainBenchmark implements GmtApp {
    /** Unit of programs whose rate is Graph500's: edges as listed of the component searched. */
    static final String TRAVERSED = "traversed edges";
    private static final List<String> NAMES =
        List.of("shortest-paths", "components", "pagerank", "words", "triangles", "bfs");
    private static final int LARGEST_SCALE = 24;
    private static final int LARGEST_TRIANGLE_SCALE = 12;
    private static final double ROUNDING = 1e-9;

    @Option(names = {"-g", "--scale"}, paramLabel = "S", defaultValue = "14",
        description = "Kronecker graph of 2^S vertices (default: ${DEFAULT-VALUE}; of the marks: 20)")
    private int scale;

    @Option(names = "-k", paramLabel = "K", defaultValue = "16",
        description = "edges for each vertex (default: ${DEFAULT-VALUE})")
    private int degree;

    @Option(names = "--triangle-scale", paramLabel = "S",
        description = "the graph whose triangles are counted (default: that of --scale, at most 12)")
    private Integer triangleScale;

    @Option(names = "--words", paramLabel = "N", defaultValue = "1000000",
        description = "words of the text (default: ${DEFAULT-VALUE}; of the marks: 20000000)")
    private int words;

    @Option(names = "--kinds", paramLabel = "N", defaultValue = "100000",
        description = "different words (default: ${DEFAULT-VALUE})")
    private int kinds;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "10",
        description = "rounds of pagerank (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--programs", paramLabel = "NAME", split = ",",
        description = "some of shortest-paths, components, pagerank, words, triangles, bfs (default: all)")
    private List<String> programs = new ArrayList<>();

    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed pairs of each program; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--warm-up-seconds", paramLabel = "S", defaultValue = "4",
        description = "longest warm-up of a program; it ends from half of it on, when neither version "
            + "becomes faster (default: ${DEFAULT-VALUE})")
    private double warmUpSeconds;

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public String summary() {
        return "Simple programs, one access at a time, against one thread of plain Java with the same algorithm.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench plain", "gmt bench plain -g 20 --words 20000000 --warm-up-seconds 60"
            + " --programs words,bfs --format json -o plain.json");
    }

    @Override
    public void validate(final CommonOptions common) {
        for (final String program : programs) {
            if (!NAMES.contains(program)) {
                throw CliException.usage("--programs " + program + ": expected some of " + String.join(", ", NAMES)
                    + ".");
            }
        }
        if (scale < 1 || scale > LARGEST_SCALE || triangleScale() < 1 || triangleScale() > LARGEST_SCALE
            || degree < 1 || (long) degree << Math.max(scale, triangleScale()) > 1 << 29) {
            throw CliException.usage("--scale, --triangle-scale: 1 to " + LARGEST_SCALE + ", with at most 2^29 edges, "
                + "for one thread's arrays.");
        }
        if (words < 1 || kinds < 1 || rounds < 1 || trials < 1 || !(warmUpSeconds >= 0)) {
            throw CliException.usage("--words, --kinds, --rounds and --trials must be at least 1, --warm-up-seconds at "
                + "least 0.");
        }
    }

    private int triangleScale() {
        return triangleScale == null ? Math.min(scale, LARGEST_TRIANGLE_SCALE) : triangleScale;
    }

    private boolean isChosen(final String program) {
        return programs.isEmpty() || programs.contains(program);
    }

    private boolean needsGraph() {
        return programs.isEmpty() || programs.stream().anyMatch(name -> !List.of("words", "triangles").contains(name));
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final int nodes = job.plan().nodes();
        final int lanes = job.plan().lanes();
        final AppMemory.Builder memory = AppMemory.builder();
        if (needsGraph()) {
            addGraph(memory, "graph", scale, nodes);
            memory.array("labels, ranks, queues", AppMemory.Phase.BOTH, ByteCount.parts(1L << scale, nodes), 3 * 8)
                .heap("sums of threads", AppMemory.Phase.BOTH, lanes * 2L << scale, 8)
                .heapOfNodeZero("answers", AppMemory.Phase.BOTH, (5L * 8) << scale);
        }
        if (isChosen("triangles")) {
            addGraph(memory, "graph of triangles", triangleScale(), nodes);
        }
        if (isChosen("words")) {
            memory.array("text", AppMemory.Phase.BOTH, ByteCount.parts(words, nodes), 4)
                .array("counters", AppMemory.Phase.BOTH, ByteCount.parts(kinds, nodes), 8)
                .heap("counters of threads", AppMemory.Phase.BOTH, (long) lanes * kinds, 8)
                .heapOfNodeZero("text of one thread", AppMemory.Phase.BOTH, 4L * words + 3 * 8L * kinds);
        }
        return memory.build();
    }

    private void addGraph(final AppMemory.Builder memory, final String name, final int log2, final int nodes) {
        final long directions = (2L * degree) << log2;
        memory.array(name, AppMemory.Phase.BOTH, ByteCount.parts(directions, nodes), 8)
            .array("offsets of the " + name, AppMemory.Phase.BOTH, ByteCount.parts((1L << log2) + 1, nodes), 8)
            // rows are copied once when repetitions have been dropped, and weights are as many again
            .heapOfNodeZero(name + " of one thread", AppMemory.Phase.BOTH, 12 * directions + (20L << log2));
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("plain compares with one thread, whose work is that of all nodes: take --strong.");
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {GlobalGraph.class, ShortestPaths.class, Components.class, PlainPageRank.class,
            WordCount.class, Triangles.class, QueueBfs.class};
    }

    @Override
    public void run(final AppRun run) {
        new Session(run).measure();
    }

    /** One run, by the main thread of node 0. */
    private final class Session {
        private final AppRun run;
        private final GmtCluster cluster;
        private final Map<String, Double> setUp = new LinkedHashMap<>();

        Session(final AppRun run) {
            this.run = run;
            cluster = run.cluster(GmtCluster.class);
        }

        void measure() {
            final boolean isRight = !needsGraph() || onGraph();
            if (isRight && (!isChosen("words") || onText()) && isChosen("triangles")) {
                triangles();
            }
            final Map<String, Object> timed = new LinkedHashMap<>();
            timed.put("seconds", setUp.values().stream().mapToDouble(Double::doubleValue).sum());
            timed.put("phases", setUp);
            run.result().with("setUp", timed)
                .note("ratio: median speed of the nodes over one thread of plain Java, pair by pair; above 1 the nodes "
                    + "win; mteps: harmonic mean; set-up is not in the times");
        }

        private <T> T timed(final String step, final Supplier<T> work) {
            final long startNs = System.nanoTime();
            final T made = work.get();
            setUp.put(step, (System.nanoTime() - startNs) / 1e9);
            return made;
        }

        private boolean onGraph() {
            final SerialGraph serial = timed("graph", () ->
                SerialGraph.of(new KroneckerSource(scale, degree, run.seed())));
            if (serial.targets().length == 0) {
                throw CliException.failed("GMT-330", "kron-" + scale + " has no edge between two vertices, so there is"
                    + " nothing to search. Choose a larger --scale or -k, or another --seed.", null);
            }
            final GlobalGraph graph = timed("graphToNodes", () -> cluster.call(ctx -> GlobalGraph.of(ctx, serial)));
            run.result().graph("kron-" + scale, serial.vertexCount(), (long) degree << scale, false);
            final long directions = serial.targets().length;
            final long seed = run.seed();
            final boolean isRight = measure(new PlainProgram<>("shortest-paths", "stored edges",
                (ctx, number) -> ShortestPaths.onNodes(ctx, graph, serial.root(seed, number)),
                number -> ShortestPaths.serial(serial, serial.root(seed, number)), Arrays::equals,
                answer -> directions))
                && measure(new PlainProgram<>("components", "stored edges",
                    (ctx, number) -> Components.onNodes(ctx, graph), number -> Components.serial(serial),
                    Arrays::equals, answer -> directions))
                && measure(new PlainProgram<>("pagerank", "stored edges x rounds",
                    (ctx, number) -> PlainPageRank.onNodes(ctx, graph, rounds),
                    number -> PlainPageRank.serial(serial, rounds), PlainBenchmark::agree,
                    answer -> directions * rounds))
                && measure(new PlainProgram<>("bfs", TRAVERSED,
                    (ctx, number) -> QueueBfs.onNodes(ctx, graph, serial.root(seed, number)),
                    number -> QueueBfs.serial(serial, serial.root(seed, number)), Arrays::equals,
                    levels -> serial.listedEdges(levels, QueueBfs.UNREACHED)));
            cluster.run(graph::free);
            return isRight;
        }

        private boolean onText() {
            final int[] serial = timed("text", () -> WordCount.text(words, kinds, run.seed()));
            final GlobalIntArray text = timed("textToNodes", () ->
                cluster.call(ctx -> GlobalIntArray.of(ctx, serial)));
            final boolean isRight = measure(new PlainProgram<>("words", "words",
                (ctx, number) -> WordCount.onNodes(ctx, text, kinds), number -> WordCount.serial(serial, kinds),
                Arrays::equals, counts -> words));
            cluster.run(text::free);
            return isRight;
        }

        private void triangles() {
            final SerialGraph serial = timed("triangleGraph", () ->
                SerialGraph.of(new KroneckerSource(triangleScale(), degree, run.seed())));
            final GlobalGraph graph = timed("triangleGraphToNodes", () ->
                cluster.call(ctx -> GlobalGraph.of(ctx, serial)));
            run.result().with("triangleGraph", "kron-" + triangleScale());
            measure(new PlainProgram<>("triangles", "stored edges", (ctx, number) -> Triangles.onNodes(ctx, graph),
                number -> Triangles.serial(serial), Long::equals, answer -> serial.targets().length));
            cluster.run(graph::free);
        }

        /** False: an answer is wrong. */
        private <A> boolean measure(final PlainProgram<A> program) {
            if (!isChosen(program.name())) {
                return true;
            }
            run.progress().update(program.name(), 0, 0, "");
            final PlainTrials<A> measured = new PlainTrials<>(cluster, program, run.verify(), System::nanoTime);
            run.result().result(measured.measure(trials, warmUpSeconds));
            if (run.verify()) {
                run.result().verified(measured.isRight());
            }
            if (!measured.isRight()) {
                run.result().note(program.name() + ": the answer of the nodes differs from that of one thread");
            }
            return measured.isRight();
        }
    }

    /** Sums of floating-point numbers in another order differ in their last digits. */
    private static boolean agree(final double[] ours, final double[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(ours[i] - expected[i]) <= ROUNDING * expected[i])) {
                return false;
            }
        }
        return ours.length == expected.length;
    }
}
