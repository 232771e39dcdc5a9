package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.PairWeightedSource;
import org.gmt4j.graph.source.PairWeights;
import org.gmt4j.graph.source.PosterSource;
import org.gmt4j.graph.source.UniformSource;
import org.gmt4j.graph.source.WeightKind;
import org.gmt4j.graph.table.JdbcRange;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.TableFiles;

/**
 * Where the edges of a graph come from, and what is kept of them. Immutable; describes only: nothing is read before
 * {@link Graph#load}. Any thread.
 *
 * <p><b>Names.</b> A vertex is named by any {@code long}, negative ones included. Edges of arrays, iterables, streams
 * and nodes, and files without a header ({@code .el}, {@code .wel}, SNAP), make the vertices that they name, and no
 * others. Generators and files with a header ({@code .mtx}, {@code .gr}, {@code .gmtg}) say how many vertices there
 * are: those without an edge are vertices, too. Ids in text files are from 0 to 2^40 - 1.
 *
 * <p><b>Direction.</b> A file says whether its edges have one; generated graphs have none; all others have one. Either
 * may be asked for: an undirected graph has each edge in both directions, a directed one has them as they are listed.
 *
 * <p><b>Loops and parallel edges.</b> Loops are dropped and parallel edges are stored once, unless {@link #asListed} is
 * asked for.
 *
 * <p><b>Weights.</b> Edges without weights have the weight one, and cost no memory for it. Columns of {@code int} and
 * {@code long}, {@code .gr}, {@code .gmtg}, {@code .mtx} of integers, grids and whole columns of Parquet, SQL and JDBC
 * give whole numbers, which stay exact; columns of {@code float} and {@code double}, {@link Edge}s, {@code .wel},
 * {@code .mtx} of reals, columns of CSV and JSON lines and columns of reals give doubles. {@code Edge}s, CSV and JSON
 * lines whose weights are all one make a graph without weights. A weight may be negative or zero; NaN and the
 * infinities are refused, with the edge or the line (GMT-345, GMT-302). Of parallel edges that are stored once the
 * smallest weight is kept, unless {@link #parallel} asks for another one.
 */
public final class Edges {
    /** Weights by {@link #uniformWeights} are whole numbers that a double holds. */
    private static final long MOST_WEIGHT = 1L << 53;

    private final String name;
    /** On every node; null for edges of the caller's process. */
    private final EdgeSourceOpener opener;
    /** The same without weights. */
    private final EdgeSourceOpener plainOpener;
    private final boolean isOnePart;
    /** Of the caller's process; else null. */
    private final Own own;
    private final Kept kept;

    /**
     * What is kept of the edges.
     *
     * @param directed   as the source says where it is null
     * @param isAsListed loops and parallel edges are kept
     * @param isWeighted weights are kept
     * @param merge      of parallel edges
     */
    private record Kept(Boolean directed, boolean isAsListed, boolean isWeighted, ParallelEdges merge) {
    }

    /**
     * Edges of the caller's process.
     *
     * @param chunks     of them
     * @param count      how many there are; negative where nobody knows
     * @param isWeighted they have weights, or may have
     */
    private record Own(Supplier<EdgeChunks> chunks, long count, boolean isWeighted) {
    }

    private Edges(final String name, final EdgeSourceOpener opener, final EdgeSourceOpener plainOpener,
                  final boolean isOnePart, final Own own, final Kept kept) {
        this.name = name;
        this.opener = opener;
        this.plainOpener = plainOpener;
        this.isOnePart = isOnePart;
        this.own = own;
        this.kept = kept;
    }

    static Edges ofSource(final String name, final EdgeSourceOpener opener, final EdgeSourceOpener plainOpener,
                                  final boolean isOnePart) {
        return new Edges(name, opener, plainOpener, isOnePart, null, new Kept(null, false, true, ParallelEdges.MIN));
    }

    private Edges with(final Kept other) {
        return new Edges(name, opener, plainOpener, isOnePart, own, other);
    }

    // --- where from ---

    /**
     * Takes two columns: an edge leads from {@code sources[i]} to {@code targets[i]}. The arrays must not change before
     * the graph is loaded.
     *
     * @throws GraphException GMT-341 when one is longer than the other
     */
    public static Edges of(final long[] sources, final long[] targets) {
        checkLengths(sources.length, targets.length);
        return columns(sources, targets, WeightKind.NONE, null);
    }

    /**
     * Takes two columns, as {@link #of(long[], long[])} does.
     *
     * @throws GraphException GMT-341 when one is longer than the other
     */
    public static Edges of(final int[] sources, final int[] targets) {
        checkLengths(sources.length, targets.length);
        return ofChunks(sources.length, false, () -> EdgeChunks.of(sources.length, EdgeChunks.Column.of(sources),
            EdgeChunks.Column.of(targets), WeightKind.NONE, null));
    }

    /**
     * Takes three columns: the edge from {@code sources[i]} to {@code targets[i]} has the weight {@code weights[i]}.
     * The arrays must not change before the graph is loaded.
     *
     * @throws GraphException GMT-341 when one is longer than another
     */
    public static Edges of(final long[] sources, final long[] targets, final int[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        return columns(sources, targets, WeightKind.LONG, EdgeChunks.Column.of(weights));
    }

    /**
     * Takes three columns, as {@link #of(long[], long[], int[])} does.
     *
     * @throws GraphException GMT-341 when one is longer than another
     */
    public static Edges of(final long[] sources, final long[] targets, final long[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        return columns(sources, targets, WeightKind.LONG, EdgeChunks.Column.of(weights));
    }

    /**
     * Takes three columns, as {@link #of(long[], long[], int[])} does.
     *
     * @throws GraphException GMT-341 when one is longer than another; GMT-345 when a weight is not finite
     */
    public static Edges of(final long[] sources, final long[] targets, final float[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        return reals(sources, targets, i -> weights[i]);
    }

    /**
     * Takes three columns, as {@link #of(long[], long[], int[])} does.
     *
     * @throws GraphException GMT-341 when one is longer than another; GMT-345 when a weight is not finite
     */
    public static Edges of(final long[] sources, final long[] targets, final double[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        return reals(sources, targets, i -> weights[i]);
    }

    /**
     * Takes two columns of names that are texts, as {@link #of(long[], long[])} does. See {@link Graph#vertex(String)}.
     *
     * @throws GraphException GMT-341 when one is longer than the other; by the load, GMT-372 for null, half of a
     *                        surrogate pair, and more than a megabyte
     */
    public static Edges of(final String[] sources, final String[] targets) {
        checkLengths(sources.length, targets.length);
        return ofChunks(sources.length, false, () -> new TextChunks(sources, targets, WeightKind.NONE, null));
    }

    /** Takes two columns of texts and one of weights, as {@link #of(String[], String[])} does. */
    public static Edges of(final String[] sources, final String[] targets, final long[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        return ofChunks(sources.length, true, () -> new TextChunks(sources, targets, WeightKind.LONG,
            EdgeChunks.Column.of(weights)));
    }

    /**
     * Takes two columns of texts and one of weights, as {@link #of(String[], String[])} does.
     *
     * @throws GraphException GMT-341 as there; GMT-345 when a weight is not finite
     */
    public static Edges of(final String[] sources, final String[] targets, final double[] weights) {
        checkLengths(sources.length, targets.length, weights.length);
        for (int i = 0; i < weights.length; i++) {
            if (!Double.isFinite(weights[i])) {
                throw new GraphException(GraphException.BAD_WEIGHT, "edge " + i + " (counted from 0) has the weight "
                    + weights[i] + ": a weight is a finite number");
            }
        }
        return ofChunks(sources.length, true, () -> new TextChunks(sources, targets, WeightKind.DOUBLE,
            i -> WeightKind.wordOf(weights[i])));
    }

    private static Edges reals(final long[] sources, final long[] targets, final IntToDoubleFunction weights) {
        for (int i = 0; i < sources.length; i++) {
            if (!Double.isFinite(weights.applyAsDouble(i))) {
                throw EdgeChunks.badWeight(i, sources[i], targets[i], weights.applyAsDouble(i));
            }
        }
        return columns(sources, targets, WeightKind.DOUBLE, i -> WeightKind.wordOf(weights.applyAsDouble(i)));
    }

    private static Edges columns(final long[] sources, final long[] targets, final WeightKind kind,
                                 final EdgeChunks.Column words) {
        return ofChunks(sources.length, kind != WeightKind.NONE, () -> EdgeChunks.of(sources.length,
            EdgeChunks.Column.of(sources), EdgeChunks.Column.of(targets), kind, words));
    }

    private static void checkLengths(final int sources, final int targets, final int weights) {
        checkLengths(sources, targets);
        if (sources != weights) {
            throw new GraphException(GraphException.BAD_EDGES, "columns of different lengths: " + sources
                + " edges, " + weights + " weights. An edge takes one");
        }
    }

    private static void checkLengths(final int sources, final int targets) {
        if (sources != targets) {
            throw new GraphException(GraphException.BAD_EDGES, "columns of different lengths: " + sources
                + " sources, " + targets + " targets. An edge takes one of each");
        }
    }

    /** Takes edges one by one, by the thread that loads the graph. */
    public static Edges of(final Iterable<Edge> edges) {
        Objects.requireNonNull(edges, "edges");
        return ofChunks(() -> EdgeChunks.of(edges.iterator()));
    }

    /** Takes the edges of a stream, by the thread that loads the graph, which can be done once; closes the stream. */
    public static Edges of(final Stream<Edge> edges) {
        Objects.requireNonNull(edges, "edges");
        final AtomicBoolean isRead = new AtomicBoolean();
        return ofChunks(() -> {
            if (isRead.getAndSet(true)) {
                throw new GraphException(GraphException.BAD_EDGES, "the stream of edges has been read: a stream can be"
                    + " loaded once, an Iterable several times");
            }
            return EdgeChunks.of(edges);
        });
    }

    private static Edges ofChunks(final Supplier<EdgeChunks> chunks) {
        return ofChunks(-1, true, chunks);
    }

    private static Edges ofChunks(final long count, final boolean isWeighted, final Supplier<EdgeChunks> chunks) {
        return new Edges("edges", null, null, false, new Own(chunks, count, isWeighted),
            new Kept(true, false, true, ParallelEdges.MIN));
    }

    /** Takes what every node brings by itself: nothing passes through the caller's process. */
    public static Edges perNode(final NodeEdges edges) {
        Objects.requireNonNull(edges, "edges");
        final EdgeSourceOpener opener = () -> new SuppliedEdges("edges", edges);
        return ofSource("edges", opener, opener, true);
    }

    /**
     * Takes a file that all nodes can read, each its own part: {@code .el}, {@code .wel}, SNAP ({@code .txt},
     * {@code .snap}, {@code .tsv}), Matrix Market ({@code .mtx}), DIMACS ({@code .gr}), and these with {@code .gz}; or
     * {@code .gmtg}. A packed text is read by one node.
     */
    public static Edges file(final Path file) {
        final String path = file.toAbsolutePath().toString();
        return ofSource(TableFiles.name(path), () -> GraphFiles.openWithExactWeights(Path.of(path)),
            () -> GraphFiles.openWithoutWeights(Path.of(path)), false);
    }

    /**
     * Takes files of comma-separated values with a line of column names, each node its own part: {@code
     * Edges.csv("follows/*.csv").columns("from", "to", "weight")}.
     *
     * @param files a file, or a pattern with {@code *}, {@code ?}, {@code [..]}, <code>{..}</code> and {@code **}
     * @throws GraphException GMT-300 where it is neither, such as a brace that is not closed
     */
    public static EdgeTable csv(final String files) {
        return EdgeTable.csv(files);
    }

    /** Takes a file of comma-separated values, as {@link #csv(String)} does. */
    public static EdgeTable csv(final Path file) {
        return EdgeTable.csv(TableFiles.only(file));
    }

    /**
     * Takes files with a JSON object on each line, each node its own part.
     *
     * @param files a file, or a pattern as for {@link #csv(String)}
     */
    public static EdgeTable jsonLines(final String files) {
        return EdgeTable.jsonLines(files);
    }

    /**
     * Takes Parquet files, each node its own row groups. Needs the module gmt-sql, else the load is refused (GMT-373).
     *
     * @param files a file, or a pattern as for {@link #csv(String)}
     */
    public static EdgeTable parquet(final String files) {
        return EdgeTable.parquet(files);
    }

    /** Takes a Parquet file, as {@link #parquet(String)} does. */
    public static EdgeTable parquet(final Path file) {
        return EdgeTable.parquet(TableFiles.only(file));
    }

    /**
     * Takes the rows of a query of DuckDB over files: {@code select a, b from 'edges/*.parquet'}. Its first two columns
     * are the ends of edges, a third one is the weight. More are refused. Needs the module gmt-sql.
     *
     * <p>The query is asked once, by one node, which deals the rows to all: so each row that it has makes one edge, of
     * {@code limit}, {@code random()}, {@code using sample} and {@code row_number()}, too. A query that looks at the
     * rows of Parquet files one by one - columns, conditions and functions that have no memory, as above - is asked by
     * each thread of its part of the rows.
     */
    public static Edges sql(final String query) {
        return ofSource("query", () -> TableEngine.get("a query").query(query, true),
            () -> TableEngine.get("a query").query(query, false), false);
    }

    /**
     * Takes the rows of a query of any data base with a JDBC driver, read by one node and dealt to all. Columns as for
     * {@link #sql}. Needs the module gmt-sql.
     */
    public static Edges jdbc(final String url, final String query) {
        return ofSource("query", () -> TableEngine.get("a query").jdbc(url, query, null, true),
            () -> TableEngine.get("a query").jdbc(url, query, null, false), true);
    }

    /**
     * Takes the rows of a query of any data base, each node those of a range of values of a column of whole numbers.
     * Rows below {@code low} and above {@code high} are read, too. Needs the module gmt-sql.
     *
     * @param column of the query: one of its ends, its weight, or a fourth one
     */
    public static Edges jdbc(final String url, final String query, final String column, final long low,
                             final long high) {
        final JdbcRange range = new JdbcRange(column, low, high);
        return ofSource("query", () -> TableEngine.get("a query").jdbc(url, query, range, true),
            () -> TableEngine.get("a query").jdbc(url, query, range, false), true);
    }

    /** Takes a file with a JSON object on each line. */
    public static EdgeTable jsonLines(final Path file) {
        return EdgeTable.jsonLines(TableFiles.only(file));
    }

    /**
     * Makes a Kronecker graph as Graph500 does: few vertices have most of the edges. Undirected.
     *
     * @param scale  2^scale vertices, named from 0 on
     * @param degree edges for each vertex
     */
    public static Edges kronecker(final int scale, final int degree, final long seed) {
        final EdgeSourceOpener opener = () -> new KroneckerSource(scale, degree, seed);
        return ofSource(opener.open().name(), opener, opener, false);
    }

    /**
     * Makes a graph whose edges join any two vertices alike. Undirected.
     *
     * @param scale  2^scale vertices, named from 0 on
     * @param degree edges for each vertex
     */
    public static Edges uniform(final int scale, final int degree, final long seed) {
        final EdgeSourceOpener opener = () -> new UniformSource(scale, degree, seed);
        return ofSource(opener.open().name(), opener, opener, false);
    }

    /**
     * Makes streets on a grid: a vertex at each crossing, named row by row from 0 on, joined with the next one in its
     * row and in its column. Weights are whole numbers from 1 to 255, by the seed. Undirected.
     *
     * @param rows    of crossings
     * @param columns crossings of a row
     */
    public static Edges grid(final long rows, final long columns, final long seed) {
        final EdgeSourceOpener opener = () -> new GridSource(rows, columns, seed);
        return ofSource(opener.open().name(), opener, opener, false);
    }

    /**
     * Makes the graph of GMT's poster: each vertex has a random number of edges, up to a largest one, to random
     * vertices. Undirected.
     *
     * @param vertices named from 0 on
     */
    public static Edges poster(final long vertices, final long largestDegree, final long seed) {
        final EdgeSourceOpener opener = () -> new PosterSource(vertices, largestDegree, seed);
        return ofSource(opener.open().name(), opener, opener, false);
    }

    /**
     * Takes a graph that most machines have: {@code debian-deps} (packages that need others), {@code jdk-classes} or
     * {@code jdk-calls} of the running Java. It is extracted when it is loaded first, and kept in a file. Directed.
     */
    public static Edges ofMachine(final String name) {
        final EdgeSourceOpener opener = () -> RealGraphs.open(name);
        return ofSource(opener.open().name(), opener, opener, false);
    }

    // --- what is kept ---

    /** Returns the same edges without a direction: each may be followed both ways. */
    public Edges undirected() {
        return with(new Kept(false, kept.isAsListed(), kept.isWeighted(), kept.merge()));
    }

    /** Returns the same edges with a direction: each leads from its source to its target only. */
    public Edges directed() {
        return with(new Kept(true, kept.isAsListed(), kept.isWeighted(), kept.merge()));
    }

    /** Returns the same edges, of which loops and parallel ones are kept. For directed graphs. */
    public Edges asListed() {
        return with(new Kept(kept.directed(), true, kept.isWeighted(), kept.merge()));
    }

    /**
     * Returns the same edges, of which another weight is kept where parallel ones are stored once: otherwise the
     * smallest. {@link ParallelEdges#SUM} counts parallel edges where there are no weights, or they are left
     * out.
     */
    public Edges parallel(final ParallelEdges merge) {
        return with(new Kept(kept.directed(), kept.isAsListed(), kept.isWeighted(),
            Objects.requireNonNull(merge, "merge")));
    }

    /** Returns the same edges without weights, as if each were one; in files they may be anything then. */
    public Edges withoutWeights() {
        return new Edges(name, plainOpener, plainOpener, isOnePart, own,
            new Kept(kept.directed(), kept.isAsListed(), false, kept.merge()));
    }

    /**
     * Returns the same edges with whole weights from 1 to {@code most}, all equally likely, instead of their own. They
     * follow from the names of both ends: the same in both directions, for parallel edges, and with any number of
     * nodes.
     *
     * @param most 1 to 2^53
     * @param seed another one gives other weights
     * @throws GraphException GMT-341, by the load, where vertices are named by texts
     */
    public Edges uniformWeights(final long most, final long seed) {
        if (most < 1 || most > MOST_WEIGHT) {
            throw new IllegalArgumentException("weights from 1 to " + most + ": at least 1, at most " + MOST_WEIGHT);
        }
        final Kept weighted = new Kept(kept.directed(), kept.isAsListed(), true, kept.merge());
        if (opener == null) {
            final Supplier<EdgeChunks> chunks = own.chunks();
            return new Edges(name, null, null, isOnePart, new Own(() -> EdgeChunks.weighted(chunks.get(),
                new PairWeights(most, seed)), own.count(), true), weighted);
        }
        final EdgeSourceOpener plain = plainOpener;
        return new Edges(name, () -> new PairWeightedSource(plain.open(), new PairWeights(most, seed)), plain,
            isOnePart, null, weighted);
    }

    /** Returns the same edges under a name for messages. */
    public Edges named(final String newName) {
        return new Edges(Objects.requireNonNull(newName, "name"), opener, plainOpener, isOnePart, own, kept);
    }

    // --- for the loader ---

    String name() {
        return name;
    }

    /** Null for edges of the caller's process. */
    EdgeSourceOpener opener() {
        return opener;
    }

    boolean isOnePart() {
        return isOnePart;
    }

    EdgeChunks openChunks() {
        return own.chunks().get();
    }

    /** How many edges the caller's process has, where that is known. */
    OptionalLong count() {
        return own == null || own.count() < 0 ? OptionalLong.empty() : OptionalLong.of(own.count());
    }

    /**
     * Whether weights are kept that there may be, or come to be.
     *
     * @param source of these edges, opened; null for those of the caller's process
     */
    boolean mayHaveWeights(final EdgeSource source) {
        return isSummed()
            || isWeighted() && (own == null ? source.weightKind() != WeightKind.NONE : own.isWeighted());
    }

    /** @param isSourceDirected where nobody asked for another direction */
    boolean isDirected(final boolean isSourceDirected) {
        return kept.directed() == null ? isSourceDirected : kept.directed();
    }

    boolean isAsListed() {
        return kept.isAsListed();
    }

    boolean isWeighted() {
        return kept.isWeighted();
    }

    /** Whether parallel edges are counted instead of weights that are left out. */
    boolean isCounted() {
        return !kept.isWeighted() && isSummed();
    }

    private boolean isSummed() {
        return kept.merge() == ParallelEdges.SUM && !kept.isAsListed();
    }

    /** Which weight is kept of parallel edges; null where none is. */
    ParallelEdges merge() {
        return kept.isWeighted() ? kept.merge() : null;
    }
}
