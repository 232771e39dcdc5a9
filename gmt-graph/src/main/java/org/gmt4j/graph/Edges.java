package org.gmt4j.graph;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gmt4j.graph.csr.EdgeSourceOpener;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;

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
 * asked for. Weights are not stored yet: those of files are skipped.
 */
public final class Edges {
    private final String name;
    /** On every node; null for edges of the caller's process. */
    private final EdgeSourceOpener opener;
    private final boolean isOnePart;
    /** Of the caller's process; else null. */
    private final Supplier<EdgeChunks> chunks;
    /** As the source says where it is null. */
    private final Boolean directed;
    private final boolean isAsListed;

    private Edges(final String name, final EdgeSourceOpener opener, final boolean isOnePart,
                  final Supplier<EdgeChunks> chunks, final Boolean directed, final boolean isAsListed) {
        this.name = name;
        this.opener = opener;
        this.isOnePart = isOnePart;
        this.chunks = chunks;
        this.directed = directed;
        this.isAsListed = isAsListed;
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
        return ofChunks(() -> EdgeChunks.of(sources, targets));
    }

    /**
     * Takes two columns, as {@link #of(long[], long[])} does.
     *
     * @throws GraphException GMT-341 when one is longer than the other
     */
    public static Edges of(final int[] sources, final int[] targets) {
        checkLengths(sources.length, targets.length);
        return ofChunks(() -> EdgeChunks.of(sources, targets));
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
        return new Edges("edges", null, false, chunks, true, false);
    }

    /** Takes what every node brings by itself: nothing passes through the caller's process. */
    public static Edges perNode(final NodeEdges edges) {
        Objects.requireNonNull(edges, "edges");
        return new Edges("edges", () -> new SuppliedEdges("edges", edges), true, null, null, false);
    }

    /**
     * Takes a file that all nodes can read, each its own part: {@code .el}, {@code .wel}, SNAP ({@code .txt},
     * {@code .snap}, {@code .tsv}), Matrix Market ({@code .mtx}), DIMACS ({@code .gr}), and these with {@code .gz}; or
     * {@code .gmtg}. A packed text is read by one node.
     */
    public static Edges file(final Path file) {
        final String path = file.toAbsolutePath().toString();
        return new Edges(file.getFileName().toString(), () -> GraphFiles.openWithoutWeights(Path.of(path)), false, null,
            null, false);
    }

    /**
     * Makes a Kronecker graph as Graph500 does: few vertices have most of the edges. Undirected.
     *
     * @param scale  2^scale vertices, named from 0 on
     * @param degree edges for each vertex
     */
    public static Edges kronecker(final int scale, final int degree, final long seed) {
        return new Edges(new KroneckerSource(scale, degree, seed).name(),
            () -> new KroneckerSource(scale, degree, seed), false, null, null, false);
    }

    /**
     * Makes a graph whose edges join any two vertices alike. Undirected.
     *
     * @param scale  2^scale vertices, named from 0 on
     * @param degree edges for each vertex
     */
    public static Edges uniform(final int scale, final int degree, final long seed) {
        return new Edges(new UniformSource(scale, degree, seed).name(), () -> new UniformSource(scale, degree, seed),
            false, null, null, false);
    }

    // --- what is kept ---

    /** Returns the same edges without a direction: each may be followed both ways. */
    public Edges undirected() {
        return new Edges(name, opener, isOnePart, chunks, false, isAsListed);
    }

    /** Returns the same edges with a direction: each leads from its source to its target only. */
    public Edges directed() {
        return new Edges(name, opener, isOnePart, chunks, true, isAsListed);
    }

    /** Returns the same edges, of which loops and parallel ones are kept. For directed graphs. */
    public Edges asListed() {
        return new Edges(name, opener, isOnePart, chunks, directed, true);
    }

    /** Returns the same edges under a name for messages. */
    public Edges named(final String newName) {
        return new Edges(Objects.requireNonNull(newName, "name"), opener, isOnePart, chunks, directed, isAsListed);
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
        return chunks.get();
    }

    /** @param isSourceDirected where nobody asked for another direction */
    boolean isDirected(final boolean isSourceDirected) {
        return directed == null ? isSourceDirected : directed;
    }

    boolean isAsListed() {
        return isAsListed;
    }
}
