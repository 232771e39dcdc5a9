package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.PairWeightedSource;
import org.gmt4j.graph.source.PairWeights;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges of triangles, cores, communities, strong components, sets, levels and betweenness: defects are found. */
class AlgorithmJudgesTest {
    static Stream<NumberedEdges> graphs() {
        return Stream.of(new KroneckerSource(9, 6, 1), new UniformSource(8, 1, 2), new GridSource(11, 13, 3),
            new GridSource(1, 1, 1), new GridSource(1, 300, 1), new UniformSource(5, 4, 1))
            .flatMap(source -> Stream.of(true, false).map(isDirected -> NumberedEdges.of(source, isDirected)));
    }

    private static LocalCsr bothWays(final NumberedEdges edges) {
        return LocalCsr.symmetrised(edges.toSource());
    }

    private static LocalCsr rows(final NumberedEdges edges) {
        return LocalCsr.of(edges.toSource(), edges.isDirected());
    }

    private static void assertContains(final String part, final Optional<String> verdict) {
        assertTrue(verdict.orElse("").contains(part), () -> "\"" + verdict.orElse("right") + "\" without " + part);
    }

    private static NumberedEdges listed(final int vertices, final boolean isDirected, final int[]... pairs) {
        final ListedEdges edges = new ListedEdges("listed", vertices, isDirected, false);
        for (final int[] pair : pairs) {
            edges.add(pair[0], pair[1], 1);
        }
        return NumberedEdges.of(edges, isDirected);
    }

    // --- triangles ---

    private static Optional<String> judge(final TrianglesVerifier judge, final long[] counts, final LocalCsr graph,
                                          final double error, final long total) {
        judge.begin();
        for (int v = 0; v < counts.length; v++) {
            judge.count(v, counts[v]);
        }
        double sum = 0;
        double pairs = 0;
        for (int v = 0; v < counts.length; v++) {
            final double own = graph.degree(v) * (graph.degree(v) - 1) / 2.0;
            final double coefficient = own == 0 ? 0 : counts[v] / own;
            judge.clustering(v, coefficient + (error > 1 ? 0 : error));
            sum += coefficient;
            pairs += own;
        }
        return judge.verdictOfAll(total, sum / counts.length + (error > 1 ? 1 : 0), pairs == 0 ? 0 : 3 * total / pairs);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeTriangles(final NumberedEdges edges) {
        final LocalCsr graph = bothWays(edges);
        final SerialTriangles serial = new SerialTriangles(graph);
        final long total = serial.total();
        final long[] counts = serial.counts();
        final TrianglesVerifier judge = new TrianglesVerifier(edges);
        assertEquals(Optional.empty(), judge(judge, counts, graph, 0, total));
        assertEquals(Optional.empty(), judge.verdict(total));
        assertContains("triangles, one thread counts " + total, judge.verdict(total + 1));
        assertContains("has the coefficient", judge(judge, counts, graph, 1e-9, total));
        assertContains("the mean coefficient is said", judge(judge, counts, graph, 2, total));
        counts[counts.length - 1]++;
        assertContains("vertex " + (counts.length - 1) + " has ", judge(judge, counts, graph, 0, total));
    }

    // --- cores ---

    private static Optional<String> judge(final CoresVerifier judge, final int[] cores, final long degeneracy) {
        judge.begin();
        for (int v = 0; v < cores.length; v++) {
            judge.accept(v, cores[v]);
        }
        return judge.verdict(degeneracy, IntStream.of(cores).filter(core -> core == degeneracy).count());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeCores(final NumberedEdges edges) {
        final int[] cores = TextbookCores.find(bothWays(edges));
        final int degeneracy = IntStream.of(cores).max().orElse(0);
        final CoresVerifier judge = new CoresVerifier(edges);
        assertEquals(Optional.empty(), judge(judge, cores, degeneracy));
        assertContains("the degeneracy is said", judge(judge, cores, degeneracy + 1));
        assertContains("are said to have the core number", judge.verdict(degeneracy, 0));
        for (int v = 0; v < cores.length; v += 1 + cores.length / 50) {
            cores[v]++;
            assertTrue(judge(judge, cores, degeneracy).isPresent(), "one too high");
            cores[v] -= 2;
            assertTrue(judge(judge, cores, degeneracy).isPresent(), "one too low");
            cores[v]++;
        }
        if (degeneracy > 0) {
            assertContains("neighbours are left when all that have fewer are gone",
                judge(judge, IntStream.of(cores).map(core -> core == degeneracy ? core - 1 : core).toArray(),
                    degeneracy));
        }
    }

    // --- communities ---

    private static long largest(final int... labels) {
        return IntStream.of(labels).mapToLong(label -> IntStream.of(labels).filter(l -> l == label).count()).max()
            .orElse(0);
    }

    private static Optional<String> judge(final CommunitiesVerifier judge, final int[] labels,
                                          final SerialCommunities serial, final double modularity) {
        judge.begin();
        for (int v = 0; v < labels.length; v++) {
            judge.accept(v, labels[v]);
        }
        return judge.verdict(serial.iterations(), serial.isStable(), modularity,
            IntStream.of(labels).distinct().count(), largest(labels));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeCommunities(final NumberedEdges edges) {
        final double[][] ones = matrix(edges, word -> 1);
        for (final int most : new int[] {2, 200}) {
            final SerialCommunities serial = SerialCommunities.of(edges);
            final int[] labels = serial.find(most);
            final double modularity = modularity(ones, labels);
            final CommunitiesVerifier judge = new CommunitiesVerifier(edges, false, most);
            assertTrue(most == 2 || serial.isStable());
            assertEquals(Optional.empty(), judge(judge, labels, serial, modularity));
            assertContains("the modularity is said to be", judge(judge, labels, serial, modularity + 1e-6));
            assertContains("communities, not", judge.verdict(serial.iterations(), serial.isStable(), modularity, 0, 0));
            assertContains("the largest of the communities", judge.verdict(serial.iterations(), serial.isStable(),
                modularity, IntStream.of(labels).distinct().count(), largest(labels) + 1));
            final int last = labels.length - 1;
            labels[last] = labels[last] == last ? last + 1 : last;
            assertContains("vertex " + last + " has community", judge(judge, labels, serial, modularity));
        }
    }

    static Stream<NumberedEdges> weightedGraphs() {
        return Stream.of(new KroneckerSource(8, 6, 1), new UniformSource(7, 2, 2), new GridSource(9, 8, 3))
            .flatMap(source -> Stream.of(true, false).map(isDirected ->
                NumberedEdges.of(new PairWeightedSource(source, new PairWeights(9, 4)), isDirected)));
    }

    private static double[][] matrix(final NumberedEdges edges, final LongToDoubleFunction weight) {
        final int vertices = edges.vertexCount();
        final double[][] smallest = new double[vertices][vertices];
        for (final double[] row : smallest) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        edges.forEachDirection((from, to, word) ->
            smallest[from][to] = Math.min(smallest[from][to], weight.applyAsDouble(word)));
        final double[][] joined = new double[vertices][vertices];
        for (int a = 0; a < vertices; a++) {
            for (int b = 0; b < vertices; b++) {
                final double there = Double.isFinite(smallest[a][b]) ? smallest[a][b] : 0;
                final double back = Double.isFinite(smallest[b][a]) ? smallest[b][a] : 0;
                joined[a][b] = a == b ? 0 : edges.isDirected() ? there + back : there;
            }
        }
        return joined;
    }

    private static double modularity(final double[][] weights, final int[] labels) {
        final double[] ofVertices = Arrays.stream(weights).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
        final double all = Arrays.stream(ofVertices).sum();
        double sum = 0;
        for (int a = 0; a < labels.length; a++) {
            for (int b = 0; b < labels.length; b++) {
                sum += labels[a] == labels[b] ? weights[a][b] - ofVertices[a] * ofVertices[b] / all : 0;
            }
        }
        return all == 0 ? 0 : sum / all;
    }

    @ParameterizedTest
    @MethodSource("weightedGraphs")
    void shouldJudgeCommunitiesByWeight(final NumberedEdges edges) {
        final double[][] weights = matrix(edges, word -> edges.weightKind().number(word));
        final JoinedRows joined = JoinedRows.of(edges);
        for (int v = 0; v < weights.length; v++) {
            for (int at = joined.rows().offsets()[v]; at < joined.rows().offsets()[v + 1]; at++) {
                assertEquals(weights[v][joined.rows().targets()[at]], joined.weights()[at]);
            }
        }
        final SerialCommunities serial = new SerialCommunities(joined);
        final int[] labels = serial.find(200);
        assertTrue(serial.isStable());
        for (int v = 0; v < labels.length; v++) {
            final double[] sums = new double[labels.length];
            for (int other = 0; other < labels.length; other++) {
                sums[labels[other]] += weights[v][other];
            }
            assertEquals(Arrays.stream(sums).max().getAsDouble(), sums[labels[v]], "at rest, vertex " + v);
        }
        final CommunitiesVerifier judge = new CommunitiesVerifier(edges, true, 200);
        final double modularity = modularity(weights, labels);
        assertEquals(Optional.empty(), judge(judge, labels, serial, modularity));
        assertContains("the modularity is said to be", judge(judge, labels, serial, modularity + 1e-6));
        labels[0] = labels[0] == 0 ? 1 : 0;
        assertContains("vertex 0 has community", judge(judge, labels, serial, modularity));
    }

    @Test
    void shouldCountEdgesToAndFroTwice() {
        final NumberedEdges edges = listed(4, true, new int[] {0, 1}, new int[] {1, 0}, new int[] {1, 2},
            new int[] {2, 3}, new int[] {2, 3});
        assertArrayEquals(new double[] {2, 2, 1, 1, 1, 1}, JoinedRows.plain(edges).weights());
        assertNull(JoinedRows.plain(listed(3, true, new int[] {0, 1}, new int[] {2, 1})).weights());
        assertNull(JoinedRows.plain(listed(2, false, new int[] {0, 1}, new int[] {1, 0})).weights());
    }

    // --- strong components ---

    private static Optional<String> judge(final StrongComponentsVerifier judge, final int... labels) {
        judge.begin();
        for (int v = 0; v < labels.length; v++) {
            judge.accept(v, labels[v]);
        }
        return judge.verdict(IntStream.range(0, labels.length).filter(v -> labels[v] == v).count(), largest(labels));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeStrongComponents(final NumberedEdges edges) {
        final int[] labels = new SerialStrongComponents(rows(edges)).find();
        final StrongComponentsVerifier judge = new StrongComponentsVerifier(edges);
        assertEquals(Optional.empty(), judge(judge, labels));
        for (int v = 0; v < labels.length; v += 1 + labels.length / 50) {
            final int kept = labels[v];
            labels[v] = kept == v ? v - 1 : v;
            assertTrue(judge(judge, labels).isPresent(), "vertex " + v + " elsewhere");
            labels[v] = kept;
        }
    }

    @Test
    void shouldTellWhatIsWrongWithStrongComponents() {
        final StrongComponentsVerifier judge = new StrongComponentsVerifier(listed(5, true, new int[] {0, 1},
            new int[] {1, 2}, new int[] {2, 0}, new int[] {2, 3}));
        assertEquals(Optional.empty(), judge(judge, 0, 0, 0, 3, 4));
        assertContains("said to be 4 components, not 3", judge.verdict(4, 3));
        assertContains("said to have 2 vertices, not 3", judge.verdict(3, 2));
        assertContains("lies on a circle", judge(judge, 0, 1, 2, 3, 4));
        assertContains("no path within it leads from", judge(judge, 0, 0, 0, 0, 4));
        assertContains("no path within it leads to", judge(judge, 0, 0, 0, 3, 3));
        assertContains("which is not the smallest", judge(judge, 1, 1, 1, 3, 4));
    }

    // --- independent sets ---

    private static Optional<String> judge(final IndependentSetVerifier judge, final int count,
                                          final IntUnaryOperator rounds) {
        final int last = IntStream.range(0, count).map(v -> Math.abs(rounds.applyAsInt(v))).max().orElse(0);
        judge.begin();
        final int[] members = IntStream.range(0, count).filter(v -> rounds.applyAsInt(v) > 0).toArray();
        IntStream.of(members).forEach(v -> judge.accept(v, rounds.applyAsInt(v)));
        return judge.verdict(members.length, last);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeIndependentSets(final NumberedEdges edges) {
        final LocalCsr graph = bothWays(edges);
        final int[] rounds = SerialIndependentSet.rounds(graph, 7);
        final IndependentSetVerifier judge = new IndependentSetVerifier(edges, 7);
        assertEquals(Optional.empty(), judge(judge, rounds.length, v -> rounds[v]));
        assertContains("the set is said to have 0", judge.verdict(0, 0));
        assertContains("the last round is said to be 0",
            judge.verdict(IntStream.of(rounds).filter(round -> round > 0).count(), 0));
        final int member = IntStream.range(0, rounds.length).filter(v -> rounds[v] > 0).max().orElseThrow();
        assertContains("vertex " + member + " has joined in round",
            judge(judge, rounds.length, v -> v == member ? 99 : rounds[v]));
        assertContains("nor is any neighbour of it", judge(judge, rounds.length, v -> v == member ? 0 : rounds[v]));
        if (graph.storedEdgeCount() > 0) {
            assertContains("an edge joins the vertices", judge(judge, rounds.length, v -> 1));
        }
    }

    // --- levels ---

    private static Optional<String> judge(final LevelsVerifier judge, final int[] steps, final int source,
                                          final long most) {
        judge.begin();
        for (int v = 0; v < steps.length; v++) {
            if (steps[v] >= 0) {
                judge.accept(v, steps[v]);
            }
        }
        assertContains("vertices are said to be reached", judge.end(source, most, steps.length + 1));
        return judge.end(source, most, IntStream.of(steps).filter(step -> step >= 0).count());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeLevels(final NumberedEdges edges) {
        final LocalCsr graph = rows(edges);
        final int source = graph.hub();
        final LevelsVerifier judge = new LevelsVerifier(edges, 1);
        for (final int most : new int[] {0, 2, Integer.MAX_VALUE}) {
            final int[] steps = new SerialNeighbourhood(graph).find(source, most).clone();
            assertEquals(Optional.empty(), judge(judge, steps, source, most));
            if (most > 2) {
                assertArrayEquals(SerialBfs.search(graph, source).level(), steps);
            }
            final int far = IntStream.range(0, steps.length).reduce(source, (a, b) -> steps[b] > steps[a] ? b : a);
            if (far != source) {
                final int right = steps[far];
                for (final int wrong : new int[] {-1, right - 1, right + 1}) {
                    steps[far] = wrong;
                    assertTrue(judge(judge, steps, source, most).isPresent(), right + " as " + wrong);
                }
            } else {
                steps[far] = 1;
                assertContains("is not at 0 steps", judge(judge, steps, source, most));
            }
        }
    }

    /** Forty answers in passes of sixteen, one of which is wrong. */
    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeManyLevels(final NumberedEdges edges) {
        final LocalCsr graph = rows(edges);
        final LevelsVerifier judge = new LevelsVerifier(edges, 40);
        for (int wrong = -1; wrong < 40; wrong += 3) {
            Optional<String> found = Optional.empty();
            for (int i = 0; i < 40 && found.isEmpty(); i++) {
                final int source = i % edges.vertexCount();
                final int[] steps = SerialBfs.search(graph, source).level().clone();
                final int other = (source + 1) % edges.vertexCount();
                steps[other] += i == wrong ? 1 : 0;
                judge.begin();
                IntStream.range(0, steps.length).filter(v -> steps[v] >= 0).forEach(v -> judge.accept(v, steps[v]));
                found = judge.end(source, Long.MAX_VALUE, IntStream.of(steps).filter(step -> step >= 0).count());
            }
            found = found.isPresent() ? found : judge.verdict();
            assertEquals(wrong >= 0, found.isPresent(), () -> "answer is wrong");
            if (wrong >= 0) {
                assertContains("from " + wrong % edges.vertexCount() + ": ", found);
            }
            assertEquals(Optional.empty(), judge.verdict(), "nothing waits");
        }
    }

    // --- betweenness ---

    private static Optional<String> judge(final BetweennessVerifier judge, final double[] scores, final double factor,
                                          final long... sources) {
        judge.begin();
        for (int v = 0; v < scores.length; v++) {
            judge.accept(v, scores[v] * factor);
        }
        return judge.verdict(sources, factor);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldJudgeBetweenness(final NumberedEdges edges) {
        final LocalCsr graph = rows(edges);
        final int hub = graph.hub();
        final SerialBrandes serial = new SerialBrandes(graph);
        serial.add(hub);
        serial.add(graph.vertexCount() - 1);
        final BetweennessVerifier judge = new BetweennessVerifier(edges);
        final long[] sources = {hub, graph.vertexCount() - 1};
        final double[] scores = serial.scores();
        assertEquals(Optional.empty(), judge(judge, scores, 1, sources));
        assertEquals(Optional.empty(), judge(judge, scores, 0.125, sources));
        final int best = IntStream.range(0, scores.length).reduce(0, (a, b) -> scores[b] > scores[a] ? b : a);
        judge(judge, scores, 1, sources);
        assertEquals(Optional.empty(), judge.highest(best, scores[best]));
        assertContains("the highest value", judge.highest(best, scores[best] + 1));
        assertContains("the highest value", judge.highest(-1, scores[best]));
        final int least = IntStream.range(0, scores.length).reduce(0, (a, b) -> scores[b] < scores[a] ? b : a);
        assertEquals(scores[least] < scores[best], judge.highest(least, scores[least]).isPresent(), "another one");
        scores[0]++;
        assertContains("all values together", judge(judge, scores, 1, sources));
        if (scores.length > 1) {
            scores[1]--;
            assertContains("one thread says", judge(judge, scores, 1, sources));
        }
    }

    // --- names ---

    @Test
    void shouldMissVerticesAndRefuseUnknownOnes() {
        final CoresVerifier judge = new CoresVerifier(listed(3, false, new int[] {0, 1}));
        assertContains("2 vertices have a core number, of 3", judge(judge, new int[] {1, 1}, 1));
        assertContains("there is no vertex 3", judge(judge, new int[] {1, 1, 0, 0}, 1));
    }
}
