package org.gmt4j.graph;

/**
 * The algorithms of a {@link Graph}, as its methods. Each describes a run, which begins with {@link GraphRun#run}. Any
 * thread.
 */
abstract sealed class Algorithms permits Graph {
    /** The graph that runs are of. */
    abstract Graph graph();

    /**
     * Describes a breadth-first search, which follows edges in their direction. Time O(V + E), memory see {@link Bfs};
     * the first search of a graph also makes an index, of a directed graph as large as the graph.
     *
     * @param source where it begins; an unknown one is refused by {@code run}, with GMT-340
     * @see "Beamer, Asanovic, Patterson, Direction-Optimizing Breadth-First Search, SC 2012"
     */
    public GraphRun<Bfs> bfs(final long source) {
        return new BfsRun(graph(), source);
    }

    /**
     * Describes the same from a vertex that is named by a text.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public GraphRun<Bfs> bfs(final String source) {
        return bfs(graph().vertex(source));
    }

    /** Describes a search for the connected components. Time O(E log V) at most, memory see {@link Components}. */
    public GraphRun<Components> components() {
        return new ComponentsRun(graph());
    }

    /**
     * Describes a run of PageRank: 0.85, 1e-6 and 100 iterations, unless its methods set others. Time O(V + E) for each
     * iteration, memory see {@link PageRank}. While it runs, a graph of up to 4 million vertices takes 16 bytes for
     * each of its vertices on one node of each host, a larger one 32 bytes for each vertex of a node, and 32 MB; 8
     * bytes, 24 bytes and 16 MB where shares are rounded. Of a directed graph the first run also makes rows of
     * in-edges, as large as the graph, which stay.
     *
     * @see "Page, Brin, Motwani, Winograd, The PageRank Citation Ranking: Bringing Order to the Web, Stanford 1999"
     */
    public PageRankRun pageRank() {
        return new PageRankRun(graph());
    }

    /**
     * Describes a search for the shortest paths from a vertex; edges are followed in their direction, and count one
     * where they have no weights. Time and memory see the page on the library. Refused by {@code run}: an unknown
     * source with GMT-340, a negative weight with GMT-345.
     *
     * @see "Meyer, Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49, 2003"
     */
    public ShortestPathsRun shortestPaths(final long source) {
        return new ShortestPathsRun(graph(), source);
    }

    /**
     * Describes the same from a vertex that is named by a text.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public ShortestPathsRun shortestPaths(final String source) {
        return shortestPaths(graph().vertex(source));
    }

    /**
     * Describes a run of betweenness: how much of the shortest paths from some vertices leads over each vertex. Edges
     * are followed in their direction, and count one each. Time O(V + E) for each source, memory see
     * {@link Betweenness}; of a directed graph the first run also makes rows of in-edges, as large as the graph.
     *
     * @param sources where paths begin; none for all vertices, unless {@link BetweennessRun#samples} chooses some.
     *                Unknown ones are refused by {@code run}, with GMT-340
     * @see "Brandes, A faster algorithm for betweenness centrality, Journal of Mathematical Sociology 25, 2001"
     */
    public BetweennessRun betweenness(final long... sources) {
        return new BetweennessRun(graph(), sources);
    }

    /**
     * Describes a count of the triangles; directions, loops and parallel edges do not count. Time O(E^1.5) at most,
     * memory see the page on the library; of a directed graph the first run also makes rows of both directions, up to
     * twice as large as the graph, which stay.
     *
     * @see "Schank, Wagner, Finding, Counting and Listing All Triangles in Large Graphs, WEA 2005"
     */
    public TrianglesRun triangles() {
        return new TrianglesRun(graph());
    }

    /**
     * Describes breadth-first searches from several vertices, 64 of them at a time in one pass over the graph. Time
     * O(V + E) for each 64 sources at best, O(V + E) for each source at worst; memory see {@link ManyBfs}; of a
     * directed graph the first run also makes rows of in-edges, as large as the graph.
     *
     * @param sources where they begin, one or more; unknown ones are refused by {@code run}, with GMT-340
     * @see "Then et al., The More the Merrier: Efficient Multi-Source Graph Traversal, VLDB 2014"
     */
    public GraphRun<ManyBfs> manyBfs(final long... sources) {
        return new ManyBfsRun(graph(), sources);
    }

    /**
     * Describes a search for the vertices within some steps of a vertex. Time O(V), and that of the edges of the
     * vertices found.
     *
     * @param source unknown ones are refused by {@code run}, with GMT-340
     * @param steps  0 or more
     */
    public GraphRun<Neighbourhood> neighbourhood(final long source, final int steps) {
        return new NeighbourhoodRun(graph(), source, steps);
    }

    /**
     * Describes a search for the strong components: two vertices are in one where paths along edges in their direction
     * lead from each to the other. Of an undirected graph they are its components. Time O(E log V) expected, memory see
     * {@link Components}, and 76 bytes a vertex more while it runs; the first run of a directed graph also makes rows
     * of in-edges, as large as the graph.
     *
     * @see "Slota, Rajamanickam, Madduri, BFS and Coloring-based Parallel Algorithms for Strongly Connected Components
     *      and Related Problems, IPDPS 2014"
     */
    public GraphRun<Components> strongComponents() {
        return graph().isDirected() ? new StrongComponentsRun(graph()) : components();
    }

    /**
     * Describes a search for the core number of each vertex; directions, loops and parallel edges do not count. Time
     * O(V + E), memory see the page on the library; of a directed graph rows are made as by {@link #triangles}.
     *
     * @see "Batagelj, Zaversnik, An O(m) Algorithm for Cores Decomposition of Networks, 2003"
     */
    public GraphRun<Cores> cores() {
        return new CoresRun(graph());
    }

    /**
     * Describes a search for communities by label propagation; directions and loops do not count, weights do, and those
     * of edges to and fro or in parallel are added up, one for each edge without. Time O(V + E) for each iteration,
     * memory see the page on the library; of a directed graph rows are made as by {@link #triangles}, with weights
     * unless each is one. Negative weights, and those without a sum that a double (a long, of whole ones in both
     * directions) holds, are refused by {@code run} with GMT-345.
     *
     * @see "Raghavan, Albert, Kumara, Near linear time algorithm to detect community structures, Phys. Rev. E 76, 2007"
     */
    public CommunitiesRun communities() {
        return new CommunitiesRun(graph());
    }

    /**
     * Describes a search for a maximal independent set; directions, loops and parallel edges do not count. O(log V)
     * rounds with high probability of O(V + E) each, memory see the page on the library; of a directed graph rows are
     * made as by {@link #triangles}.
     *
     * @see "Luby, A Simple Parallel Algorithm for the Maximal Independent Set Problem, SIAM J. Comput. 15, 1986"
     */
    public IndependentSetRun independentSet() {
        return new IndependentSetRun(graph());
    }

    /**
     * Describes random walks along edges in their direction, at first one of 80 steps from each vertex. Time
     * O(walkers x length), memory see {@link Walks}.
     *
     * @see "Grover, Leskovec, node2vec: Scalable Feature Learning for Networks, KDD 2016"
     */
    public WalksRun walks() {
        return new WalksRun(graph());
    }
}
