package org.gmt4j.graph.ranks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.WindowedCluster;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.RoundingRule;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where shares of other nodes are found, which ranks do not show: in pieces, on a board of the host, of each node. */
@Timeout(120)
class RankPiecesTest {
    private static final int SCALE = 8;
    private static final int DEGREE = 8;
    private static final RankSettings SETTINGS = new RankSettings(0.85, 1e-9, 100, new long[] {0, 3, 200});

    /** What one piece length and number of nodes finds, for all others: by rounding and degree. Not to be changed. */
    private static final Map<List<Object>, double[]> EXPECTED = new HashMap<>();

    private static synchronized double[] expected(final int nodes, final boolean isSingle, final int pieceLength,
                                                  final int degree) {
        return EXPECTED.computeIfAbsent(List.of(nodes, isSingle, pieceLength, degree),
            shape -> ranks(nodes, isSingle, pieceLength, degree));
    }

    private static double[] ranks(final int nodes, final boolean isSingle, final int pieceLength) {
        return ranks(nodes, isSingle, pieceLength, DEGREE);
    }

    private static double[] ranks(final int nodes, final boolean isSingle, final int pieceLength, final int degree) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(RankPiecesTest.class).start()) {
            return cluster.call(ctx -> ranks(ctx, isSingle, pieceLength, degree));
        }
    }

    private static double[] ranks(final TaskContext ctx, final boolean isSingle, final int pieceLength,
                                  final int degree) throws SuspendExecution {
        final CsrGraph rows = CsrBuilder.directed(ctx, () -> new KroneckerSource(SCALE, degree, 1), new BuildTimes());
        final CsrGraph inRows = CsrBuilder.reversed(ctx, rows);
        return RankIterations.find(ctx, rows, inRows, SETTINGS, (iteration, error) -> { }, isSingle, pieceLength)
            .ranks().toArray(ctx);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 85, 86, 1 << 22})
    void shouldFindTheSameInPiecesOfAnyLength(final int pieceLength) {
        assertArrayEquals(expected(1, false, 1, DEGREE), ranks(3, false, pieceLength));
        assertArrayEquals(expected(1, true, 1, DEGREE), ranks(3, true, pieceLength));
    }

    /** Few edges: shares are read where others note them, not copied. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldFindTheSameWithoutCopies(final int nodes) {
        for (final boolean isSingle : new boolean[] {true, false}) {
            assertArrayEquals(expected(2, isSingle, 85, 1), ranks(nodes, isSingle, 1 << 22, 1));
        }
    }

    /** Boards: one, one for each host, one for each node because one of them shares nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"one one one one", "one two one two", "one one two three", "one one one private"})
    void shouldFindTheSameOnBoardsOfHosts(final String hosts, @TempDir final Path folder) throws Exception {
        final List<String> names = List.of(hosts.split(" "));
        final WindowPlan shared = WindowedCluster.plan(folder, names.size(), 0);
        final List<WindowPlan> plans = names.stream().map(name -> name.equals("private") ? WindowPlan.OFF : shared)
            .toList();
        final List<String> named = names.stream().map(name -> name.equals("private") ? "one" : name).toList();
        try (WindowedCluster nodes = WindowedCluster.startOnHosts(Plan.COMBINED, plans, named, RankPiecesTest.class)) {
            for (final boolean isSingle : new boolean[] {true, false}) {
                assertArrayEquals(expected(1, isSingle, 1, DEGREE),
                    nodes.cluster.<double[]>call(ctx -> ranks(ctx, isSingle, 1 << 22, DEGREE)));
            }
            assertEquals(hosts.equals("one one one one"), nodes.count("window.puts") == 0, "puts to other boards");
        }
    }

    /** Rounded shares change ranks by as much as the rule says, and not their sum. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRoundByNoMoreThanTheRuleSays(final int nodes) {
        final double[] exact = ranks(nodes, false, 100);
        final double[] rounded = ranks(nodes, true, 100);
        double difference = 0;
        for (int v = 0; v < exact.length; v++) {
            difference += Math.abs(exact[v] - rounded[v]);
        }
        assertTrue(difference > 1e-10 && difference <= RoundingRule.ofRanks(0.85) / 2, "difference " + difference);
        assertEquals(1, Arrays.stream(rounded).sum(), 1e-12);
    }

    /** Whatever ends the task that iterates. */
    @Test
    void shouldLeaveNothingAfterAnError() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(RankPiecesTest.class).start()) {
            assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                final CsrGraph rows = CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(SCALE, 8, 1));
                try {
                    RankIterations.find(ctx, rows, rows, SETTINGS, (iteration, error) -> {
                        throw new AssertionError("iteration " + iteration);
                    });
                } finally {
                    rows.free(ctx);
                }
            }));
            assertEquals(0, NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum());
        }
    }

    /** Sums neither overflow nor forget what is large enough to matter. */
    @Test
    void shouldSumInFixedPoint() {
        final long[] sums = RankSums.none();
        RankSums.add(sums, new long[] {RankSums.idle(1), RankSums.change(-2)});
        assertEquals(1, new RankSums(sums).idle());
        assertEquals(2, new RankSums(sums).change());
        final double[] values = new double[1000];
        Arrays.setAll(values, i -> 1e-3 / (i + 1));
        final long[] small = RankSums.none();
        for (final double value : values) {
            RankSums.add(small, new long[] {RankSums.idle(value), RankSums.change(value)});
        }
        assertEquals(Arrays.stream(values).sum(), new RankSums(small).idle(), 1e-15);
        assertEquals(Arrays.stream(values).sum(), new RankSums(small).change(), 1e-15);
    }
}
