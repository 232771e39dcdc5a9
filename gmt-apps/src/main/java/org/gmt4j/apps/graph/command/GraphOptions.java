package org.gmt4j.apps.graph.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.gmt4j.apps.graph.command.GraphSpec.Kind;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.WeakScaling;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;
import org.gmt4j.graph.source.KroneckerSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The graph sources of {@code run} and {@code scale}, a picocli mixin: at most one of them, {@code -g 16} by default.
 */
public final class GraphOptions {
    private static final int DEFAULT_SCALE = 16;
    private static final String GRID = "grid";
    private static final int DEFAULT_EDGE_FACTOR = 16;
    /**
     * Of a pass over all rows that does nothing with most of them: the time of a run of 2^31 vertices, 28 s for some
     * passes, by its rows.
     */
    private static final double NS_PER_VERTEX = 13;

    @Option(names = "-g", paramLabel = "S", description = "Graph500 Kronecker graph with 2^S vertices (default: 16);"
        + " with --graph grid the crossings of the grid")
    private Integer kroneckerScale;

    @Option(names = "-u", paramLabel = "S", description = "uniform random graph with 2^S vertices")
    private Integer uniformScale;

    @Option(names = "-k", paramLabel = "K", description = "edges per vertex of -g and -u (default: 16)")
    private Integer edgeFactor;

    @Option(names = "--poster", paramLabel = "V,D",
        description = "the GMT poster's graph: V vertices, each with a random degree up to D")
    private String poster;

    @Option(names = "--graph", paramLabel = "NAME",
        description = "grid: streets with 2^S crossings of -g, weights from 1 to 255; or a real graph of this machine:"
            + " debian-deps, jdk-classes or jdk-calls")
    private String named;

    @Option(names = "-f", paramLabel = "FILE",
        description = "a graph file: .gmtg, .el, .wel, SNAP .txt, .mtx, .gr; text also with .gz")
    private String file;

    @Option(names = {"-s", "--symmetrize", "--symmetrise"},
        description = "symmetrise: take every edge in both directions. Generated graphs and undirected files"
        + " (symmetric .mtx, SNAP 'Undirected graph', .gmtg with the flag) are undirected anyway; "
        + "others are searched as listed")
    private boolean symmetrise;

    /** Of an application that takes any names of vertices; null where none is given. */
    private String query;

    /** Of the chosen graph, once somebody has asked: many shapes of a job are looked at, and a query takes its time. */
    private GraphSize size;
    private GraphSpec chosen;
    private EdgeSource source;
    private boolean isWarned;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** The memory of an application on a node for a graph of a known size. */
    @FunctionalInterface
    public interface Needs {
        void add(AppMemory.Builder memory, long vertices, long edges);
    }

    /** Takes the edges of a query in place of the other sources; null for none. */
    public void query(final String sql) {
        query = sql;
    }

    /** Whether {@code -s} was given. */
    public boolean isSymmetriseGiven() {
        return symmetrise;
    }

    /** Whether edges of the chosen graph are taken in their listed direction only, see {@link GraphSpec#isDirected}. */
    public boolean isDirected() {
        final GraphSpec spec = spec(1);
        return spec.isDirected(source(spec));
    }

    /** The chosen graph, opened once to look at it; its faults are refused as bad usage. */
    public EdgeSource source() {
        return source(spec(1));
    }

    private boolean isGrid() {
        return GRID.equals(named);
    }

    /** The option whose value is the binary logarithm of the number of vertices, where the chosen graph has one. */
    private Optional<String> scaleOption() {
        return poster != null || named != null && !isGrid() || file != null || query != null ? Optional.empty()
            : Optional.of(uniformScale != null ? "-u" : "-g");
    }

    /**
     * The chosen graph; every option is checked, so that bad usage is refused before a node starts.
     *
     * @throws ParameterException with a text for the user, when the options belong to a command
     * @throws GraphException     with the same text otherwise
     */
    public GraphSpec spec(final long seed) {
        try {
            final GraphSpec spec = choose(seed);
            if (spec.kind() != Kind.FILE && !spec.equals(chosen)) {
                source = spec.open();       // refuses sizes, names and queries
                chosen = spec;
            }
            return spec;
        } catch (final GraphException e) {
            throw command == null ? e : new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private EdgeSource source(final GraphSpec spec) {
        if (!spec.equals(chosen)) {
            source = open(spec);
            chosen = spec;
        }
        return source;
    }

    /** Opens the chosen graph to look at it; its faults are refused as bad usage. */
    public static EdgeSource open(final GraphSpec spec) {
        try {
            return spec.open();
        } catch (final GraphException e) {
            throw CliException.usage(e.getMessage().replaceFirst("^GMT-\\d+ ", ""));
        }
    }

    /** The memory of the application for the chosen graph, and for others of its kind where it has a scale. */
    public AppMemory memory(final Needs needs) {
        return memory(needs, warning -> { });
    }

    /**
     * The same.
     *
     * @param warn hears once, before anything is started, that most vertices of a file are never listed and the memory
     *             that they cost
     */
    public AppMemory memory(final Needs needs, final Consumer<String> warn) {
        final GraphSpec spec = spec(1);
        final GraphSize seen = size(spec);
        final AppMemory.Builder memory = AppMemory.builder();
        needs.add(memory, seen.vertices(), seen.edges());
        if (!seen.isExact()) {
            memory.unknown("edges beyond some " + approximately(seen.edges()) + " and ids beyond "
                + approximately(seen.vertices()) + ": the graph does not say how many it has, "
                + "and was looked at in some places only; 'gmt info' or 'gmt convert' tell");
        }
        if (seen.hasGaps() && !isWarned) {
            isWarned = true;
            warn.accept(gaps(seen, needs));
        }
        scaleOption().ifPresent(option -> memory.input(new AppMemory.Input(option, (int) spec.size(),
            0, KroneckerSource.MAX_SCALE, scale -> {
            final AppMemory.Builder other = AppMemory.builder();
            needs.add(other, 1L << scale, ByteCount.times(spec.degree(), 1L << scale));
            return other.build();
        })));
        return memory.build();
    }

    /** How large the chosen graph is, as far as could be seen in a moment. */
    public GraphSize size() {
        return size(spec(1));
    }

    /** Looked at once: the same graph is asked about for many shapes of a job. */
    private GraphSize size(final GraphSpec spec) {
        if (size == null) {
            try {
                size = source(spec).estimateSize();
            } catch (final GraphException e) {
                throw CliException.failed("GMT-" + e.number(), e.getMessage().replaceFirst("^GMT-\\d+ ", ""), e);
            }
        }
        return size;
    }

    private String gaps(final GraphSize seen, final Needs needs) {
        final long all = bytes(seen.vertices(), seen.edges(), needs);
        final long dense = bytes(Math.min(seen.vertices(), 2 * seen.edges()), seen.edges(), needs);
        return String.format(Locale.ROOT,
            "GMT-%d %s: ids up to %,d, but only %,d edges: at least %,d vertices are never listed, and cost some %s"
            + " on the fullest node and %s for every pass over them all the same. Close the gaps first: "
            + "gmt convert %s dense.gmtg --ids dense --ids-map ids.csv", GraphException.IDS_WITH_GAPS,
            file, seen.vertices() - 1, seen.edges(), seen.neverListed(),
            ByteCount.megabytes(Math.max(0, all - dense)), seconds(seen.neverListed() * NS_PER_VERTEX), file);
    }

    private static String seconds(final double ns) {
        return ns < 1e9 ? "a moment" : String.format(Locale.ROOT, "%.0f s", ns / 1e9);
    }

    private static long bytes(final long vertices, final long edges, final Needs needs) {
        final AppMemory.Builder memory = AppMemory.builder();
        needs.add(memory, vertices, edges);
        final AppMemory made = memory.build();
        long most = 0;
        for (final AppMemory.Phase phase : new AppMemory.Phase[] {AppMemory.Phase.BUILDING, AppMemory.Phase.RUNNING}) {
            long sum = 0;
            for (final AppMemory.Kind kind : AppMemory.Kind.values()) {
                sum = ByteCount.plus(sum, made.bytes(kind, phase));
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    private static String approximately(final long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * Options of a graph with so many times the vertices, and the same edges per vertex.
     *
     * @param nodes by how much it grows
     * @throws CliException (usage) for graphs that cannot grow so
     */
    public Map<String, String> weakOptions(final int nodes) {
        if (file != null || named != null && !isGrid() || query != null) {
            throw CliException.usage((file != null ? "-f " + file : query != null ? "--sql" : "--graph " + named)
                + " has the size it has: weak scaling needs a graph that grows (--poster V,D for any count of nodes, "
                + "-g, -u or --graph grid), or take --strong.");
        }
        if (poster != null) {
            final GraphSpec one = GraphSpec.poster(poster, 1, symmetrise);
            return Map.of("--poster", WeakScaling.product("--poster", one.size(), nodes) + "," + one.degree());
        }
        final String instead = "--poster V,D grows to any count.";
        return uniformScale != null ? Map.of("-u", WeakScaling.scale("-u", uniformScale, nodes, instead))
            : Map.of("-g", WeakScaling.scale("-g", scale(), nodes, instead));
    }

    private GraphSpec choose(final long seed) {
        checkOneSource();
        final int degree = edgeFactor == null ? DEFAULT_EDGE_FACTOR : edgeFactor;
        if (poster != null) {
            return GraphSpec.poster(poster, seed, symmetrise);
        }
        if (isGrid()) {
            return GraphSpec.grid(scale(), seed, symmetrise);
        }
        if (named != null) {
            return new GraphSpec(Kind.REAL, 0, 0, checkedName(named), seed, symmetrise);
        }
        if (query != null) {
            return new GraphSpec(Kind.SQL, 0, 0, query, seed, symmetrise);
        }
        if (file != null) {
            return new GraphSpec(Kind.FILE, 0, 0, file, seed, symmetrise);
        }
        if (uniformScale != null) {
            return new GraphSpec(Kind.UNIFORM, uniformScale, degree, "", seed, symmetrise);
        }
        return new GraphSpec(Kind.KRONECKER, scale(), degree, "", seed, symmetrise);
    }

    private int scale() {
        return kroneckerScale == null ? DEFAULT_SCALE : kroneckerScale;
    }

    private void checkOneSource() {
        final List<String> given = new ArrayList<>();
        addIfGiven(given, "-g", isGrid() ? null : kroneckerScale);
        addIfGiven(given, "-u", uniformScale);
        addIfGiven(given, "--poster", poster);
        addIfGiven(given, "--graph", named);
        addIfGiven(given, "-f", file);
        addIfGiven(given, "--sql", query);
        if (given.size() > 1) {
            throw usage("choose one graph: " + String.join(" and ", given) + " exclude each other");
        }
        if (edgeFactor != null && !given.isEmpty() && !given.contains("-g") && !given.contains("-u")) {
            throw usage("-k (edges per vertex) belongs to -g and -u, not to " + given.get(0));
        }
    }

    private static void addIfGiven(final List<String> given, final String name, final Object value) {
        if (value != null) {
            given.add(name);
        }
    }

    private static String checkedName(final String name) {
        if (!RealGraphs.NAMES.contains(name)) {
            throw usage("unknown graph \"" + name + "\"; --graph expects " + GRID + " or one of "
                + String.join(", ", RealGraphs.NAMES));
        }
        return name;
    }

    private static GraphException usage(final String text) {
        return new GraphException(GraphException.BAD_GRAPH_OPTION, text);
    }
}
