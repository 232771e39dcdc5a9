package org.gmt4j.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gmt4j.ElementView;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.bfs.BfsRoots;
import org.gmt4j.graph.bfs.HybridBfs;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.memory.FreedMemory;
import org.gmt4j.graph.names.TextBlock;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.values.ValueTarget;

/**
 * A graph in the memory of all nodes of a cluster, and what can be asked of it. Its edges do not change. Vertices are
 * called as {@link Edges} has called them.
 *
 * <pre>{@code
 * try (GmtCluster cluster = GmtCluster.local(2);
 *      Graph graph = Graph.load(cluster, Edges.file(Path.of("follows.el")))) {
 *     Bfs bfs = graph.bfs(7).run();
 *     bfs.top(10).forEach(r -> System.out.println(r.vertex() + " is " + r.value() + " steps from 7"));
 *     bfs.levels().write(Path.of("levels.csv"));
 * }
 * }</pre>
 *
 * <p>Any thread of the program, several at the same time; several graphs on one cluster. Searches of one graph take
 * turns. Not for use inside of tasks. Memory of a node: 12 bytes for each of its vertices and 4 (8 beyond 2^31
 * vertices) for each of their edges, twice that of an undirected one; 8 more an edge for its weight, 4 where all are
 * whole numbers that an int holds; 8 more a vertex where names are not 0, 1, 2, ...
 * or 1, 2, 3, ...; and what the first search has made for itself and the next. {@link #close} gives all of it back,
 * with that of results.
 */
public final class Graph extends Algorithms implements AutoCloseable {
    private final GmtCluster cluster;
    private final GraphLoader.Loaded loaded;
    /** Held for reading by who uses the graph, for writing by who closes it. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private final ReentrantLock search = new ReentrantLock();
    /** Written under {@link #search}; null before the first search. */
    private volatile HybridBfs kernel;
    private final OtherRows otherRows;
    private final Attributes attributes = new Attributes(this);
    /** Results that have not been closed. Guarded by itself. */
    private final Set<ResultLife> results = new HashSet<>();
    private boolean isClosed;

    Graph(final GmtCluster cluster, final GraphLoader.Loaded loaded) {
        this.cluster = cluster;
        this.loaded = loaded;
        otherRows = new OtherRows(loaded.graph(), loaded.names());
    }

    /**
     * Loads a graph: reads the edges, finds the vertices that they name, and deals both to the nodes. Time O(E) and
     * that of sorting the names, divided by the nodes; while it runs, memory of 8 bytes for each direction of an edge
     * besides the graph, 16 with weights, and for named vertices 8 (16) for each edge and some 60 for each name that a
     * node has read.
     *
     * @param cluster to hold it; outlives the graph
     * @param edges   to load
     * @return the graph, to be closed by the caller
     * @throws GraphException with its code, for files and edges that are not well formed; nothing stays allocated
     */
    public static Graph load(final GmtCluster cluster, final Edges edges) {
        return loading(cluster, edges).run();
    }

    /**
     * Describes the load of a graph, as {@link #load} does it at once: with its progress, a time limit, an estimate,
     * and for another thread to cancel. The steps of its progress are {@code reading edges}, {@code numbering vertices}
     * where they are named by edges, and those of making rows. Estimates count parallel edges, and are refused with
     * GMT-344 where nobody knows how many edges there are.
     *
     * @param cluster to hold it; outlives the graph
     * @param edges   to load
     */
    public static GraphRun<Graph> loading(final GmtCluster cluster, final Edges edges) {
        return new LoadRun(Objects.requireNonNull(cluster, "cluster"), Objects.requireNonNull(edges, "edges"));
    }

    // --- what it is ---

    /** Returns the number of vertices. */
    public long vertices() {
        return names().count();
    }

    /** Returns the number of edges that are kept; an edge of an undirected graph is one. */
    public long edges() {
        return isDirected() ? rows().storedEdges() : rows().storedEdges() / 2;
    }

    /** Returns the number of edges that were read, loops and parallel ones included. */
    public long listedEdges() {
        return rows().listedEdges();
    }

    /** Returns whether edges lead from their source to their target only. */
    public boolean isDirected() {
        return !rows().symmetric();
    }

    /** Returns the attributes of the vertices: numbers of the program's own, and answers that it keeps. */
    public Attributes attributes() {
        return attributes;
    }

    // --- names that are texts ---

    /** Returns whether vertices are named by texts; otherwise by numbers. */
    public boolean hasTextNames() {
        return names().areTexts();
    }

    /**
     * Returns the vertex of a name. Vertices that are named by texts are numbered from 0 on in the order of their names
     * (of their code points), the same with any number of nodes: this library takes and gives these numbers. Where
     * vertices are named by numbers, the text is such a number.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long vertex(final String name) {
        Objects.requireNonNull(name, "name");
        final OptionalLong found = find(name);
        return found.orElseThrow(() -> GraphException.unknownVertex(name, names().count()));
    }

    private OptionalLong find(final String name) {
        if (hasTextNames()) {
            final byte[] text;
            try {
                text = TextBlock.bytesOf(name);
            } catch (final GraphException noName) {
                return OptionalLong.empty();
            }
            final VertexNames names = names();
            final long number = call(ctx -> names.number(ctx, text));
            return number == VertexNames.NOBODY ? OptionalLong.empty() : OptionalLong.of(number);
        }
        try {
            final long vertex = Long.parseLong(name);
            return contains(vertex) ? OptionalLong.of(vertex) : OptionalLong.empty();
        } catch (final NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns whether the graph has a vertex of this name, see {@link #vertex}. */
    public boolean contains(final String name) {
        return find(Objects.requireNonNull(name, "name")).isPresent();
    }

    /**
     * Returns the name of a vertex as a text.
     *
     * @throws GraphException GMT-340 where there is no such vertex
     */
    public String name(final long vertex) {
        return names(vertex)[0];
    }

    /**
     * Returns the names of vertices as texts, with one job for all.
     *
     * @throws GraphException GMT-340 where there is no such vertex
     */
    public String[] names(final long... vertices) {
        final VertexNames names = names();
        final long[] asked = vertices.clone();
        if (!names.areTexts()) {
            call(ctx -> ManyBfsRun.numbers(ctx, names, asked));     // refuses unknown ones
            return Arrays.stream(asked).mapToObj(Long::toString).toArray(String[]::new);
        }
        for (final long vertex : asked) {
            if (vertex < 0 || vertex >= names.count()) {
                throw names.unknown(vertex);
            }
        }
        final byte[][] texts = call(ctx -> names.texts(ctx, asked, asked.length));
        return Arrays.stream(texts).map(text -> new String(text, StandardCharsets.UTF_8)).toArray(String[]::new);
    }

    /** Returns whether the graph has a vertex of this name. Costs a job and up to two messages, as {@code degree}. */
    public boolean contains(final long vertex) {
        final VertexNames names = names();
        return call(ctx -> names.number(ctx, vertex)) != VertexNames.NOBODY;
    }

    /**
     * Returns the number of edges of a vertex; of a directed graph, of those that begin at it.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long degree(final long vertex) {
        return call(ctx -> rows().degree(ctx, number(ctx, vertex)));
    }

    /**
     * Returns the vertices to which edges lead from a vertex, ascending; where parallel edges are kept, once for each.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long[] neighbours(final long vertex) {
        return call(ctx -> neighbours(ctx, vertex));
    }

    private long[] neighbours(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final ElementView row = rows().neighbours(ctx, number(ctx, vertex));
        final long[] neighbours = new long[row.size()];
        for (int i = 0; i < neighbours.length; i++) {
            neighbours[i] = row.getInteger(i);
        }
        names().replace(ctx, neighbours, neighbours.length);
        return neighbours;
    }

    /** Returns whether edges have weights; otherwise each weight is one. */
    public boolean isWeighted() {
        return rows().weights() != null;
    }

    /**
     * Returns the weights of the edges of a vertex, in the order of {@link #neighbours}; parallel edges that are kept
     * ascend by weight. Whole numbers beyond 2^53 are rounded.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double[] weights(final long vertex) {
        return call(ctx -> weights(ctx, vertex));
    }

    private double[] weights(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final long number = number(ctx, vertex);
        if (!isWeighted()) {
            final double[] ones = new double[Math.toIntExact(rows().degree(ctx, number))];
            Arrays.fill(ones, 1);
            return ones;
        }
        final ElementView row = rows().weights(ctx, number);
        final double[] weights = new double[row.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = rows().weights().kind().number(row.getInteger(i));
        }
        return weights;
    }

    /**
     * Returns random vertices that have an edge (of a directed graph: one that begins there), as sources of searches:
     * different ones while there are enough, then the same again in turn; the same for the same seed.
     *
     * @param count 0 or more
     * @return {@code count} vertices; none where the graph has no edge
     */
    public long[] sample(final int count, final long seed) {
        if (count < 0) {
            throw new IllegalArgumentException("a sample of " + count + " vertices: 0 or more");
        }
        return call(ctx -> {
            final long[] chosen = BfsRoots.choose(ctx, rows(), count, seed).stream().mapToLong(Long::longValue)
                .toArray();
            names().replace(ctx, chosen, chosen.length);
            return chosen;
        });
    }

    private long number(final TaskContext ctx, final long vertex) throws SuspendExecution {
        final long number = names().number(ctx, vertex);
        if (number == VertexNames.NOBODY) {
            throw names().unknown(vertex);
        }
        return number;
    }

    // --- for runs and results ---

    @Override
    Graph graph() {
        return this;
    }

    GmtCluster cluster() {
        return cluster;
    }

    CsrGraph rows() {
        return loaded.graph();
    }

    VertexNames names() {
        return loaded.names();
    }

    RunSizes sizes() {
        return whileOpen(() -> RunSizes.of(rows(), cluster.nodeCount(), loaded.lanes()));
    }

    OtherRows otherRows() {
        return otherRows;
    }

    /** Bytes that a node will take for rows which there are not yet. */
    long bytesToCome(final OtherRows.Kind kind) {
        return otherRows.bytesToCome(kind, sizes());
    }

    boolean hasKernel() {
        return kernel != null;
    }

    /** Runs a body that reads and writes what is there, to its last task: nobody may free that before, in any case. */
    <R> R call(final TaskFunction<R> body) {
        return whileOpen(() -> WholeJob.call(cluster, null, body, (ctx, found) -> { }));
    }

    /** Runs a body that makes something, and gives that back where the caller was interrupted meanwhile. */
    <R> R make(final TaskFunction<R> body, final WholeJob.Freeing<R> freeing) {
        return whileOpen(() -> WholeJob.call(cluster, null, body, freeing));
    }

    /** Runs a body that writes a file. Where it is cancelled, nothing of the file is left behind its last task. */
    <R> R write(final ValueTarget target, final TaskFunction<R> body) {
        return whileOpen(() -> {
            try {
                return WholeJob.call(cluster, null, body, (ctx, written) -> { });
            } catch (final GraphException failure) {
                throw failure;                                  // which has seen to the parts
            } catch (final RuntimeException | Error failure) {
                free(target::deleteParts);
                throw failure;
            }
        });
    }

    /** Does something before anybody may close the graph. */
    <R> R whileOpen(final Supplier<R> work) {
        use.readLock().lock();
        try {
            if (isClosed) {
                throw new GraphException(GraphException.CLOSED, "the graph has been closed");
            }
            return work.get();
        } finally {
            use.readLock().unlock();
        }
    }

    /**
     * Uses the kernel alone. After a search that has not come to its end, whatever has ended it, the next one gets a
     * new one. A search in a callback of a search, which has the kernel, gets one for itself; so does one in a callback
     * of a run that makes rows: a callback of the search that has the kernel may wait for these.
     *
     * @param locking takes a lock, or gives the run up before it has it
     */
    <R> R withKernel(final Function<HybridBfs, R> work, final OtherRows.Runner<HybridBfs> runner,
                     final Consumer<ReentrantLock> locking) {
        return whileOpen(() -> {
            if (search.isHeldByCurrentThread() || otherRows.areBeingMadeByCurrentThread()) {
                final HybridBfs own = runner.call(this::openKernel);
                try {
                    return work.apply(own);
                } finally {
                    free(ctx -> own.free(ctx));
                }
            }
            locking.accept(search);
            try {
                if (kernel == null) {
                    kernel = runner.call(this::openKernel);
                }
                return work.apply(kernel);
            } catch (final RuntimeException | Error failure) {
                if (kernel != null && kernel.isHalfway()) {
                    dropKernel();
                }
                throw failure;
            } finally {
                search.unlock();
            }
        });
    }

    private HybridBfs openKernel(final TaskContext ctx) throws SuspendExecution {
        return HybridBfs.open(ctx, rows(), DirectionRule.usual());
    }

    private void dropKernel() {
        final HybridBfs dropped = kernel;
        kernel = null;
        if (dropped != null) {
            free(ctx -> dropped.free(ctx));
        }
    }

    /** Notes a result that ends with the graph at the latest. */
    void keep(final ResultLife result) {
        synchronized (results) {
            results.add(result);
        }
    }

    void forget(final ResultLife result) {
        synchronized (results) {
            results.remove(result);
        }
    }

    /** Runs a body that frees memory. Never throws. */
    void free(final TaskBody body) {
        WholeJob.free(cluster, body);
    }

    /**
     * Gives all memory back, that of results included, also in an interrupted thread. Processes keep what large graphs
     * have taken outside of the heap for the next one; machines have it back a second later where none has followed.
     * Waits for the end of what other threads do with the graph. Idempotent.
     *
     * @throws GraphException GMT-347 in a callback of a run of this graph, which would wait for its own end; otherwise
     *                        it throws nothing
     */
    @Override
    public void close() {
        if (use.getReadHoldCount() > 0) {
            throw GraphException.inUse("the graph");
        }
        use.writeLock().lock();
        try {
            if (isClosed) {
                return;
            }
            isClosed = true;
            final List<ResultLife> all;
            synchronized (results) {
                all = List.copyOf(results);
            }
            all.forEach(ResultLife::close);
            dropKernel();
            free(ctx -> loaded.free(ctx));
            otherRows.close(rows -> free(ctx -> rows.free(ctx)));
            free(FreedMemory::giveBackSoon);
        } finally {
            use.writeLock().unlock();
        }
    }
}
