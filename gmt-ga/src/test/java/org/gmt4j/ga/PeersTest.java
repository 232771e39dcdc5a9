package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Owners and peers that are told without a matrix, against matrices and against walks through all blocks. */
@Timeout(120)
class PeersTest {
    private static final int BLOCKS = 13;

    private static List<MatrixSpec> specs() {
        return List.of(MatrixSpec.longs(1), MatrixSpec.longs(12), MatrixSpec.doubles(30, 41),
            MatrixSpec.doubles(50, 3).chunks(1, 3), MatrixSpec.doubles(24, 24).blockCyclic(5, 5),
            MatrixSpec.doubles(9, 8, 7), MatrixSpec.doubles(9, 8, 7).grid(1, 1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldNameTheOwnersThatMatricesHave(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes, PeersTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> differences(ctx)));
        }
    }

    private static String differences(final TaskContext ctx) throws SuspendExecution {
        final StringBuilder found = new StringBuilder();
        for (final MatrixSpec spec : specs()) {
            final MatrixOwners owners = MatrixOwners.of(spec, ctx.nodeCount());
            final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
            for (int node = 0; node < ctx.nodeCount(); node++) {
                if (!matrix.distribution(node).equals(owners.distribution(node))) {
                    found.append(spec).append(" node ").append(node).append("; ");
                }
            }
            final List<Integer> told = new ArrayList<>();
            owners.visitAll(told::add);
            final List<Integer> runs = new ArrayList<>();
            owners.visitRuns(matrix.box(), (first, last) -> IntStream.rangeClosed(first, last).forEach(runs::add));
            if (!told.equals(runs) || !told.equals(matrix.locate(matrix.box()).stream().map(Share::node).toList())) {
                found.append(spec).append(told);
            }
            matrix.destroy(ctx);
        }
        return found.toString();
    }

    @Test
    void shouldRefuseABoxBeyondTheMatrix() {
        final MatrixOwners owners = MatrixOwners.of(MatrixSpec.longs(4), 3);
        final MatrixException refusal = assertThrows(MatrixException.class,
            () -> owners.visit(Box.of(2, 5), node -> assertTrue(node < 3)));
        assertTrue(refusal.getMessage().startsWith("GMT-380"), refusal.getMessage());
        assertThrows(MatrixException.class, () -> owners.visitRuns(Box.of(2, 5), (first, last) -> { }));
    }

    /** The same sets by walking through all blocks of all steps, as the class comment of the factorisation has them. */
    @Test
    void shouldFindThePeersOfAllBlocksOfAllSteps() {
        for (int nodes = 1; nodes <= 17; nodes++) {
            for (int blocks = 1; blocks <= BLOCKS; blocks++) {
                final LuPeers peers = LuPeers.of(10 * blocks, 10, nodes);
                for (final LuForm form : LuForm.values()) {
                    final List<Set<Integer>> expected = walk(peers.rows(), peers.columns(), blocks, form);
                    for (int node = 0; node < nodes; node++) {
                        final Set<Integer> found = new TreeSet<>();
                        peers.visit(node, form, found::add);
                        assertEquals(node < expected.size() ? expected.get(node) : Set.of(), found,
                            form + " " + blocks + " blocks, node " + node + " of " + nodes);
                    }
                }
            }
        }
    }

    private static List<Set<Integer>> walk(final int rows, final int columns, final int blocks, final LuForm form) {
        final List<Set<Integer>> peers = new ArrayList<>();
        for (int node = 0; node < rows * columns; node++) {
            peers.add(new TreeSet<>());
        }
        for (int k = 0; k < blocks; k++) {
            for (int i = k + 1; i < blocks; i++) {
                need(peers, owner(rows, columns, i, k), owner(rows, columns, k, k), form);
                need(peers, owner(rows, columns, k, i), owner(rows, columns, k, k), form);
                tell(peers, owner(rows, columns, k, k), owner(rows, columns, i, k));
                tell(peers, owner(rows, columns, k, k), owner(rows, columns, k, i));
                for (int j = k + 1; j < blocks; j++) {
                    final int updated = owner(rows, columns, i, j);
                    need(peers, updated, owner(rows, columns, i, k), form);
                    need(peers, updated, owner(rows, columns, k, j), form);
                    tell(peers, owner(rows, columns, i, k), updated);
                    tell(peers, owner(rows, columns, k, j), updated);
                    taken(peers, new int[] {rows, columns, blocks}, new int[] {i, j, k}, form);
                }
            }
        }
        return peers;
    }

    /** Who has taken blocks out of its buffer tells who writes there two steps later. */
    private static void taken(final List<Set<Integer>> peers, final int[] shape, final int[] at, final LuForm form) {
        final int next = at[2] + 2;
        if (form != LuForm.PUT_NB || next >= shape[2]) {
            return;
        }
        final int row = at[0] % shape[0];
        final int column = at[1] % shape[1];
        final int node = row * shape[1] + column;
        if (column != at[2] % shape[1]) {
            tell(peers, node, row * shape[1] + next % shape[1]);
        }
        if (row != at[2] % shape[0]) {
            tell(peers, node, next % shape[0] * shape[1] + column);
        }
    }

    private static void need(final List<Set<Integer>> peers, final int reader, final int owner, final LuForm form) {
        if (form != LuForm.PUT_NB) {
            tell(peers, reader, owner);
        }
    }

    private static void tell(final List<Set<Integer>> peers, final int from, final int to) {
        if (from != to) {
            peers.get(from).add(to);
        }
    }

    private static int owner(final int rows, final int columns, final int i, final int j) {
        return i % rows * columns + j % columns;
    }
}
