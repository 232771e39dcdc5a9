package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskBody;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random patches of matrices whose parts are long enough to be shared, with every way to say who owns what, on each
 * number of nodes: through windows, and as messages, eagerly and by rendezvous.
 */
@Timeout(240)
class RandomSharesTest {
    private static final Class<?>[] PROGRAMS = {RandomSharesTest.class, RandomPatches.class};
    private static final int OPERATIONS = 20;
    private static final long SHORT = 64;
    private static final long LONG = 1 << 20;
    private static final String PUTS = "window.puts";
    private static final String GETS = "window.gets";
    private static final String STORES = "rendezvous.stores";
    /** Elements of a row of 128 KB. */
    private static final int ROW = 1 << 14;

    /** Ways to distribute a matrix. */
    private enum Shares {
        GHOSTS {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                return whole.ghosts(widths(whole.dims(), random));
            }
        },
        GROUP {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                return whole.on(someOf(random, nodes));
            }
        },
        GRID {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                return whole.grid(grid(whole.dims(), random, nodes));
            }
        },
        CUTS {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                return whole.irregular(cuts(whole, grid(whole.dims(), random, nodes), random));
            }
        },
        DEALT_TO_A_GRID {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                return whole.blockCyclic(IntStream.range(0, whole.dims()).mapToLong(dim -> 1 + random.nextInt(7))
                    .toArray()).grid(grid(whole.dims(), random, nodes));
            }
        },
        GRID_OF_A_GROUP_WITH_GHOSTS {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                final ProcessGroup group = someOf(random, nodes);
                return whole.on(group).grid(grid(whole.dims(), random, group.members().length))
                    .ghosts(widths(whole.dims(), random));
            }
        },
        CUTS_OF_A_GROUP {
            @Override
            MatrixSpec of(final MatrixSpec whole, final Random random, final int nodes) {
                final ProcessGroup group = someOf(random, nodes);
                return whole.on(group).irregular(cuts(whole, grid(whole.dims(), random, group.members().length),
                    random));
            }
        };

        abstract MatrixSpec of(MatrixSpec whole, Random random, int nodes);
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
            Arguments.of(1, true, TopologyKind.FCG, SHORT), Arguments.of(1, false, TopologyKind.FCG, LONG),
            Arguments.of(2, true, TopologyKind.FCG, SHORT), Arguments.of(2, false, TopologyKind.FCG, SHORT),
            Arguments.of(2, false, TopologyKind.MFCG, LONG),
            Arguments.of(3, true, TopologyKind.HYPERCUBE, LONG), Arguments.of(3, false, TopologyKind.CFCG, SHORT),
            Arguments.of(3, false, TopologyKind.FCG, LONG),
            Arguments.of(5, true, TopologyKind.MFCG, SHORT), Arguments.of(5, false, TopologyKind.FCG, SHORT),
            Arguments.of(5, false, TopologyKind.HYPERCUBE, LONG),
            Arguments.of(7, true, TopologyKind.CFCG, LONG), Arguments.of(7, false, TopologyKind.MFCG, SHORT),
            Arguments.of(7, false, TopologyKind.FCG, LONG));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldAgreeWithACopy(final int nodes, final boolean isShared, final TopologyKind kind, final long eager) {
        try (GmtCluster cluster = TestClusters.builder(nodes, TestClusters.Plan.COMBINED, PROGRAMS)
            .set("gmt.armci.shared", isShared ? "auto" : "off").set("gmt.topology", kind).set(TopologyConfig.DEFAULT)
            .set(ProtocolConfig.upTo(eager)).start()) {
            final Random random = new Random(100L * nodes + eager + kind.ordinal());
            for (final Shares shares : Shares.values()) {
                final MatrixSpec spec = shares.of(whole(random, nodes).named(shares.name()), random, nodes);
                final long own = random.nextLong();
                assertEquals("", cluster.call(ctx -> RandomPatches.run(ctx, spec, own, OPERATIONS)), shares::name);
            }
            final boolean isByWindows = nodes > 1 && isShared;
            assertEquals(isByWindows, count(cluster, PUTS) > 0, PUTS);
            assertEquals(isByWindows, count(cluster, GETS) > 0, GETS);
            assertPaths(cluster, isByWindows, nodes > 1 && eager == SHORT);
        }
    }

    /** Patches of the last node alone, so that the data of tasks, which may go by rendezvous too, is not counted. */
    private static void assertPaths(final GmtCluster cluster, final boolean isByWindows, final boolean isLong) {
        final GlobalMatrix matrix = cluster.call(ctx -> GlobalMatrix.create(ctx,
            MatrixSpec.longs(ctx.nodeCount(), ROW).chunks(1, ROW)));
        final Box last = Box.of(matrix.extent(0) - 1, matrix.extent(0), 0, ROW);
        assertPath(cluster, isByWindows ? PUTS : STORES, isByWindows || isLong,
            ctx -> matrix.put(ctx, last, Tile.of(new long[ROW], 1, ROW)));
        assertPath(cluster, STORES, isLong, ctx -> matrix.accumulate(ctx, last, Tile.of(new long[ROW], 1, ROW), 1));
        assertPath(cluster, isByWindows ? GETS : "rendezvous.gets", isByWindows || isLong,
            ctx -> matrix.get(ctx, last));
    }

    private static void assertPath(final GmtCluster cluster, final String counter, final boolean isTaken,
                                   final TaskBody body) {
        final long before = count(cluster, counter);
        cluster.run(body);
        assertEquals(isTaken, count(cluster, counter) > before, counter);
    }

    private static long count(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().getOrDefault(name, 0L)).sum();
    }

    // --- specifications ---

    /** Returns a matrix of a little more bytes than are shared for each node. */
    private static MatrixSpec whole(final Random random, final int nodes) {
        final MatrixType type = MatrixType.values()[random.nextInt(MatrixType.values().length)];
        final long elements = nodes * (ArmciMemory.SHORTEST_MAPPED * 5 / 4) / type.length();
        final long rows = 40 + random.nextInt(60);
        final long layers = 20 + random.nextInt(10);
        return switch (random.nextInt(3)) {
            case 0 -> MatrixSpec.of(type, elements);
            case 1 -> MatrixSpec.of(type, rows, elements / rows + 1);
            default -> MatrixSpec.of(type, layers, 15, elements / layers / 15 + 16);
        };
    }

    private static int[] widths(final int dims, final Random random) {
        return IntStream.range(0, dims).map(dim -> random.nextInt(3)).toArray();
    }

    /** Some of the nodes, in any order. */
    private static ProcessGroup someOf(final Random random, final int nodes) {
        final List<Integer> members = IntStream.range(0, nodes).boxed().collect(Collectors.toList());
        Collections.shuffle(members, random);
        return new ProcessGroup(1, members.subList(0, nodes - random.nextInt((nodes + 1) / 2)).stream()
            .mapToInt(Integer::intValue).toArray());
    }

    /** Most of the nodes, in as many dimensions as they can be. */
    private static int[] grid(final int dims, final Random random, final int nodes) {
        final int[] grid = new int[dims];
        Arrays.fill(grid, 1);
        int left = nodes;
        for (int dim = random.nextInt(dims), i = 0; i < dims; dim = (dim + 1) % dims, i++) {
            grid[dim] = i == dims - 1 || left < 4 ? left : left / 2;
            left /= grid[dim];
        }
        return grid;
    }

    /** Blocks of random lengths, at least one element each. */
    private static long[][] cuts(final MatrixSpec whole, final int[] grid, final Random random) {
        final long[][] starts = new long[grid.length][];
        for (int dim = 0; dim < grid.length; dim++) {
            starts[dim] = LongStream.concat(LongStream.of(0), random.longs(1, whole.extent(dim)).distinct()
                .limit(grid[dim] - 1L)).sorted().toArray();
        }
        return starts;
    }
}
