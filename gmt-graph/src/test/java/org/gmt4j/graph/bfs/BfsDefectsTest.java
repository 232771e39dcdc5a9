package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.BfsRule;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.BfsViolation;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.serial.SerialBfsVerifier;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wrong answers of every kind on graphs with odd cycles, undirected and directed: what must be caught is, by the rule
 * and with the example that is said here, and the distributed verifier and the serial one say the same of all of them.
 */
@Timeout(240)
class BfsDefectsTest {
    private static final int NONE = BfsTree.UNREACHED;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(BfsDefectsTest.class, TestGraph.class, DirectedGraph.class)
            .register(CsrBuilder.bodyClasses()).register(BfsVariant.bodyClasses())
            .timeout(Duration.ofSeconds(120)).start();
    }

    /** One graph on all nodes, with a verifier: asks both verifiers about any tree. */
    private static final class Court implements AutoCloseable {
        private final GmtCluster cluster;
        private final LocalCsr local;
        private final CsrGraph graph;
        private final BfsVerifier verifier;
        private final IntegerArray tree;

        Court(final GmtCluster cluster, final int number) {
            this.cluster = cluster;
            final boolean isDirected = graph(number).directed();
            local = LocalCsr.of(graph(number), isDirected);
            graph = cluster.call(ctx -> isDirected ? CsrBuilder.directed(ctx, () -> graph(number), new BuildTimes())
                : CsrBuilder.symmetrised(ctx, () -> graph(number)));
            verifier = cluster.call(ctx -> BfsVerifier.open(ctx, graph));
            tree = cluster.call(ctx -> Parents.allocate(ctx, graph.vertexCount()));
        }

        Optional<BfsViolation> verdict(final int root, final int[] parents) {
            final Optional<BfsViolation> serial = SerialBfsVerifier.verify(local, root, parents);
            final Optional<BfsViolation> distributed = cluster.call(ctx -> {
                put(ctx, tree, parents);
                return verifier.verify(ctx, root, tree);
            });
            assertEquals(serial.map(Object::toString), distributed.map(Object::toString),
                local.name() + " from " + root);
            return distributed;
        }

        private static void put(final TaskContext ctx, final IntegerArray tree, final int[] parents)
            throws SuspendExecution {
            for (int v = 0; v < parents.length; v++) {
                tree.swap(ctx, v, parents[v]);
            }
        }

        void assertCaught(final BfsRule rule, final long vertex, final long other, final int root,
                          final int... parents) {
            final BfsViolation violation = verdict(root, parents)
                .orElseThrow(() -> new AssertionError(Arrays.toString(parents) + " was accepted"));
            assertEquals(rule + " " + vertex + " " + other, violation.rule() + " " + violation.vertex()
                + " " + violation.other());
        }

        @Override
        public void close() {
            cluster.run(verifier::free);
            cluster.run(tree::free);
            cluster.run(graph::free);
        }
    }

    /**
     * 0: a triangle with a tail; 1: the same, directed 0 -> 1 -> 2 -> 0, 0 -> 2 -> 3 -> 4, 4 -> 1; others: random ones.
     */
    private static EdgeSource graph(final int number) {
        switch (number) {
            case 0:
                return TestGraph.TRIANGLE_WITH_TAIL.edges();
            case 1:
                return directed("tail", 6, 0, 1, 1, 2, 2, 0, 0, 2, 2, 3, 3, 4, 4, 1);
            case 2:
                return new UniformSource(5, 2, 11);
            case 3:
                return new KroneckerSource(6, 3, 5);
            case 4:
                return DirectedGraph.SHORT_CUT_BACK.edges();
            case 5:
                return random(40, 90, 3);
            default:
                return random(70, 300, number);
        }
    }

    private static ListedEdges directed(final String name, final int vertices, final long... pairs) {
        final ListedEdges edges = new ListedEdges(name, vertices, true, false);
        for (int i = 0; i < pairs.length; i += 2) {
            edges.add(pairs[i], pairs[i + 1], 1);
        }
        return edges;
    }

    private static ListedEdges random(final int vertices, final int count, final int seed) {
        final ListedEdges edges = new ListedEdges("random-" + seed, vertices, true, false);
        final Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            edges.add(random.nextInt(vertices), random.nextInt(vertices), 1);
        }
        return edges;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCatchWhatIsWrongInATriangleWithATail(final int nodes) {
        try (GmtCluster cluster = cluster(nodes); Court court = new Court(cluster, 0)) {
            assertEquals(Optional.empty(), court.verdict(0, new int[] {0, 0, 0, 2, 3, 4, 5}));
            assertEquals(Optional.empty(), court.verdict(6, new int[] {2, 2, 3, 4, 5, 6, 6}));
            // By way of 1 to 2: all tree edges exist, but 0 and 2 are neighbours two levels apart.
            court.assertCaught(BfsRule.EDGE_LEVELS, 0, 2, 0, 0, 0, 1, 2, 3, 4, 5);
            // The search stops at its root, after one level, before the end.
            court.assertCaught(BfsRule.COMPONENT, 0, 1, 0, 0, NONE, NONE, NONE, NONE, NONE, NONE);
            court.assertCaught(BfsRule.COMPONENT, 2, 3, 0, 0, 0, 0, NONE, NONE, NONE, NONE);
            court.assertCaught(BfsRule.COMPONENT, 5, 6, 0, 0, 0, 0, 2, 3, 4, NONE);
            // Vertex 1 is forgotten beside the way.
            court.assertCaught(BfsRule.COMPONENT, 0, 1, 0, 0, NONE, 0, 2, 3, 4, 5);
            // A tree edge that is none, one level deep as it should be; one that is too short.
            court.assertCaught(BfsRule.TREE_EDGES_EXIST, 3, 1, 0, 0, 0, 0, 1, 3, 4, 5);
            court.assertCaught(BfsRule.TREE_EDGES_EXIST, 4, 0, 0, 0, 0, 0, 4, 0, 4, 5);
            // Everybody's parent is the root.
            court.assertCaught(BfsRule.TREE_EDGES_EXIST, 3, 0, 0, 0, 0, 0, 0, 3, 4, 5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldCatchWhatIsWrongInADirectedGraph(final int nodes) {
        try (GmtCluster cluster = cluster(nodes); Court court = new Court(cluster, 1)) {
            assertEquals(Optional.empty(), court.verdict(0, new int[] {0, 0, 0, 2, 3, NONE}));
            assertEquals(Optional.empty(), court.verdict(3, new int[] {2, 4, 1, 3, 3, NONE}));
            assertEquals(Optional.empty(), court.verdict(5, new int[] {NONE, NONE, NONE, NONE, NONE, 5}));
            court.assertCaught(BfsRule.COMPONENT, 0, 1, 0, 0, NONE, NONE, NONE, NONE, NONE);
            court.assertCaught(BfsRule.COMPONENT, 3, 4, 0, 0, 0, 0, 2, NONE, NONE);
            court.assertCaught(BfsRule.EDGE_LEVELS, 0, 2, 0, 0, 0, 1, 2, 3, NONE);
            // From 3 an edge leads to 4 only; 2 -> 3 is there, 3 -> 2 is not: the search has gone against the
            // direction.
            court.assertCaught(BfsRule.TREE_EDGES_EXIST, 2, 3, 3, 2, 4, 3, 3, 3, NONE);
            // 5 has no edge at all.
            court.assertCaught(BfsRule.TREE_EDGES_EXIST, 5, 4, 0, 0, 0, 0, 2, 3, 4);
            court.assertCaught(BfsRule.TREE, 0, 2, 3, 2, 2, 1, 3, 3, NONE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSayOfEveryDefectWhatTheSerialVerifierSays(final int nodes) {
        int caught = 0;
        int tried = 0;
        try (GmtCluster cluster = cluster(nodes)) {
            for (int number = 2; number < 9; number++) {
                try (Court court = new Court(cluster, number)) {
                    final Random random = new Random(number);
                    for (int round = 0; round < 4; round++) {
                        final int root = round == 0 ? court.local.hub() : random.nextInt(court.local.vertexCount());
                        final BfsTree right = SerialBfs.search(court.local, root);
                        assertEquals(Optional.empty(), court.verdict(root, right.parent()));
                        for (final int[] wrong : wrongTrees(court.local, right, random)) {
                            tried++;
                            final boolean isCaught = court.verdict(root, wrong).isPresent();
                            caught += isCaught ? 1 : 0;
                            assertEquals(!isRight(court.local, right, wrong), isCaught,
                                () -> court.local.name() + " from " + root + " " + Arrays.toString(wrong));
                        }
                    }
                }
            }
        }
        assertTrue(tried > 150 && caught > 120, caught + " of " + tried + " were wrong");
    }

    /** By definition, without any rule: who is reached, and every parent is a neighbour one step nearer to the root. */
    private static boolean isRight(final LocalCsr graph, final BfsTree right, final int[] parents) {
        for (int v = 0; v < parents.length; v++) {
            final int parent = parents[v];
            final boolean isFine = right.level()[v] == NONE ? parent == NONE : v == right.root() ? parent == v
                : parent >= 0 && right.level()[parent] == right.level()[v] - 1 && graph.hasEdge(parent, v);
            if (!isFine) {
                return false;
            }
        }
        return true;
    }

    private static List<int[]> wrongTrees(final LocalCsr graph, final BfsTree right, final Random random) {
        final int count = graph.vertexCount();
        final List<int[]> trees = new ArrayList<>();
        trees.add(cutBelow(right, 0));
        trees.add(cutBelow(right, 1));
        trees.add(depthFirst(graph, right.root()));
        for (int i = 0; i < 3; i++) {
            final int vertex = random.nextInt(count);
            trees.add(with(right, vertex, NONE));
            trees.add(with(right, vertex, random.nextInt(count)));
            trees.add(with(right, vertex, vertex));
            if (graph.degree(vertex) > 0) {
                trees.add(with(right, vertex,
                    graph.targets()[graph.offsets()[vertex] + random.nextInt(graph.degree(vertex))]));
            }
        }
        return trees;
    }

    private static int[] with(final BfsTree right, final int vertex, final int parent) {
        final int[] parents = right.parent().clone();
        parents[vertex] = parent;
        return parents;
    }

    private static int[] cutBelow(final BfsTree right, final int level) {
        final int[] parents = right.parent().clone();
        for (int v = 0; v < parents.length; v++) {
            parents[v] = right.level()[v] > level ? NONE : parents[v];
        }
        return parents;
    }

    /** All tree edges exist and all is reached, but levels are much too deep. */
    private static int[] depthFirst(final LocalCsr graph, final int root) {
        final int[] parents = new int[graph.vertexCount()];
        Arrays.fill(parents, NONE);
        parents[root] = root;
        visit(graph, root, parents);
        return parents;
    }

    private static void visit(final LocalCsr graph, final int vertex, final int[] parents) {
        for (int e = graph.offsets()[vertex]; e < graph.offsets()[vertex + 1]; e++) {
            if (parents[graph.targets()[e]] == NONE) {
                parents[graph.targets()[e]] = vertex;
                visit(graph, graph.targets()[e], parents);
            }
        }
    }
}
