package org.gmt4j.bench.simulate.connections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.gmt4j.bench.simulate.connections.FlowPattern.Reductions;
import org.gmt4j.bench.simulate.connections.LuPattern.Diagonal;
import org.gmt4j.bench.simulate.connections.ProcessGrid.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PatternTest {
    private static ConnectionTable run(final Pattern pattern, final Placement placement) {
        final ConnectionTable table = new ConnectionTable(placement);
        pattern.run(table);
        return table;
    }

    private static Set<Integer> serversOf(final ConnectionTable table, final int client) {
        final Set<Integer> servers = new TreeSet<>();
        IntStream.range(0, table.placement().nodes()).filter(node -> table.isConnected(client, node))
            .forEach(servers::add);
        return servers;
    }

    private static List<Pattern> all(final int processes) {
        final ProcessGrid grid = ProcessGrid.nearSquare(processes, Ranks.ROW);
        return List.of(new LuPattern(2 * processes, grid, Diagonal.PANEL),
            new LuPattern(processes + 1, grid, Diagonal.ALL), new RandomAccessPattern(7, 1),
            new RandomAccessPattern(10_000, 1), new LennardJonesPattern(1000, 9, 1),
            new LennardJonesPattern(3, 2, 1), new FlowPattern(grid, 1, false, Reductions.TREE),
            new FlowPattern(grid, 1, true, Reductions.NONE), new NwchemPattern(5, 1));
    }

    @Test
    void shouldConnectTwoNodesOnceForEachProcess() {
        for (final Pattern pattern : List.of(new LuPattern(8, new ProcessGrid(2, 2, Ranks.ROW), Diagonal.PANEL),
            new RandomAccessPattern(1000, 1), new LennardJonesPattern(1000, 10, 1),
            new FlowPattern(new ProcessGrid(2, 2, Ranks.ROW), 1, false, Reductions.NONE), new NwchemPattern(100, 1))) {
            final ConnectionTable table = run(pattern, Placement.filled(4, 2));
            assertArrayEquals(new int[] {1, 1, 1, 1}, table.serversOfClients(), pattern.toString());
            assertArrayEquals(new int[] {2, 2}, table.clientsOfServers(), pattern.toString());
        }
    }

    @Test
    void shouldCountTheSameConnectionsFromBothSidesForAllNumbersOfProcesses() {
        for (int processes = 2; processes <= 200; processes += 1 + processes / 12) {
            for (final int perNode : new int[] {1, 6, 12}) {
                for (final Pattern pattern : all(processes)) {
                    final ConnectionTable table = run(pattern, Placement.filled(processes, perNode));
                    int pairs = 0;
                    for (int client = 0; client < processes; client++) {
                        pairs += serversOf(table, client).size();
                    }
                    assertEquals(pairs, Arrays.stream(table.serversOfClients()).sum(), pattern.toString());
                    assertEquals(pairs, Arrays.stream(table.clientsOfServers()).sum(), pattern.toString());
                    assertTrue(pairs <= table.placement().mostConnections(), pattern.toString());
                }
            }
        }
    }

    /** 3 x 4 processes, two on a node: 0 has its row 0 to 3 and its column 0, 4, 8. */
    @Test
    void shouldReadRowAndColumnOfTheGridInLu() {
        final ConnectionTable table = run(new LuPattern(24, new ProcessGrid(3, 4, Ranks.ROW), Diagonal.PANEL),
            Placement.filled(12, 2));
        assertEquals(Set.of(1, 2, 4), serversOf(table, 0));
        assertEquals(Set.of(1, 2, 5), serversOf(table, 7)); // row 4 to 7, column 3, 7, 11: nodes 2, 3 and 1, 3, 5
    }

    /** The same by walking through all blocks in all steps. */
    @ParameterizedTest
    @EnumSource(Diagonal.class)
    void shouldFindTheOwnersThatTheLoopsOfLuTouch(final Diagonal diagonal) {
        for (final Ranks ranks : Ranks.values()) {
            for (final int processes : new int[] {2, 6, 7, 12, 16}) {
                final ProcessGrid grid = ProcessGrid.nearSquare(processes, ranks);
                for (final int blocks : new int[] {1, 2, 3, 5, 8, 13, 21}) {
                    final Placement placement = Placement.filled(processes, 1);
                    final ConnectionTable expected = new ConnectionTable(placement);
                    for (int step = 0; step < blocks; step++) {
                        walk(expected, grid, blocks, step, diagonal);
                    }
                    final LuPattern lu = new LuPattern(blocks, grid, diagonal);
                    for (int client = 0; client < processes; client++) {
                        assertEquals(serversOf(expected, client), serversOf(run(lu, placement), client), lu + " "
                            + client);
                    }
                }
            }
        }
    }

    private static void walk(final ConnectionTable table, final ProcessGrid grid, final int blocks, final int step,
                             final Diagonal diagonal) {
        final int pivot = owner(grid, step, step);
        for (int client = 0; diagonal == Diagonal.ALL && client < table.placement().processes(); client++) {
            table.touchProcess(client, pivot);
        }
        for (int i = step + 1; i < blocks; i++) {
            table.touchProcess(owner(grid, i, step), pivot);
            table.touchProcess(owner(grid, step, i), pivot);
            for (int j = step + 1; j < blocks; j++) {
                table.touchProcess(owner(grid, i, j), owner(grid, i, step));
                table.touchProcess(owner(grid, i, j), owner(grid, step, j));
            }
        }
    }

    private static int owner(final ProcessGrid grid, final int i, final int j) {
        return grid.process(i % grid.rows(), j % grid.cols());
    }

    /** Four columns, three rows, one process on a node. */
    @Test
    void shouldReadNeighboursWithinTheBordersInFlow() {
        final ProcessGrid grid = new ProcessGrid(3, 4, Ranks.ROW);
        final Placement alone = Placement.filled(12, 1);
        final ConnectionTable four = run(new FlowPattern(grid, 1, false, Reductions.NONE), alone);
        assertEquals(Set.of(1, 4, 6, 9), serversOf(four, 5));
        assertEquals(Set.of(1, 4), serversOf(four, 0));
        assertEquals(Set.of(7, 10), serversOf(four, 11));
        final ConnectionTable eight = run(new FlowPattern(grid, 1, true, Reductions.NONE), alone);
        assertEquals(Set.of(0, 1, 2, 4, 6, 8, 9, 10), serversOf(eight, 5));
        final ConnectionTable down = run(new FlowPattern(new ProcessGrid(3, 4, Ranks.COLUMN), 1, false,
            Reductions.NONE), alone);
        assertEquals(Set.of(1, 3, 5, 7), serversOf(down, 4));
        final ConnectionTable deep = run(new FlowPattern(new ProcessGrid(2, 3, Ranks.ROW), 2, false, Reductions.NONE),
            alone);
        assertEquals(Set.of(0, 2, 4, 7), serversOf(deep, 1));
    }

    /** Node 3's parent is 2; of 1, 2 and 4 it is 0. Only masters take part. */
    @Test
    void shouldReduceInATreeOfMasters() {
        final ProcessGrid grid = new ProcessGrid(1, 10, Ranks.ROW);
        final Placement placement = Placement.filled(10, 2);
        final ConnectionTable with = run(new FlowPattern(grid, 1, false, Reductions.TREE), placement);
        assertEquals(Set.of(1, 2, 4), serversOf(with, 0));
        assertEquals(Set.of(1, 0, 3), serversOf(with, 4));
        assertEquals(Set.of(3, 0), serversOf(with, 8));
        assertEquals(Set.of(), serversOf(with, 9));
        final ConnectionTable without = run(new FlowPattern(grid, 1, false, Reductions.NONE), placement);
        assertEquals(Set.of(3), serversOf(without, 8));
        assertEquals(Set.of(), serversOf(without, 0));
    }

    @Test
    void shouldTouchTheCounterAndTheAtomsOfBlocksInLennardJones() {
        // 12 atoms on 12 processes, 2 x 2 blocks: nodes 0 to 5 and 6 to 11; processes 0 to 3 have a task each
        final ConnectionTable table = run(new LennardJonesPattern(12, 6, 1), Placement.filled(12, 1));
        assertEquals(Set.of(1, 2, 3, 4, 5), serversOf(table, 0));
        assertEquals(11, serversOf(table, 1).size());
        assertEquals(Set.of(0, 6, 7, 8, 9, 10, 11), serversOf(table, 3));
        assertEquals(Set.of(0), serversOf(table, 4));
    }

    @Test
    void shouldMakeFewerConnectionsWithFewUpdatesAndAllWithMany() {
        final Placement placement = Placement.filled(60, 6);
        assertEquals(60 * 9, Arrays.stream(run(new RandomAccessPattern(5000, 3), placement).serversOfClients()).sum());
        final ConnectionTable one = run(new RandomAccessPattern(1, 3), placement);
        assertTrue(Arrays.stream(one.serversOfClients()).allMatch(count -> count <= 1)
            && Arrays.stream(one.serversOfClients()).sum() > 40, Arrays.toString(one.serversOfClients()));
        assertEquals(54, run(new NwchemPattern(1, 3), placement).clientsOfServers()[0]);
    }

    @Test
    void shouldChooseTheGridNearestToASquareAndTheShortestSides() {
        assertEquals(new ProcessGrid(8, 16, Ranks.ROW), ProcessGrid.nearSquare(128, Ranks.ROW));
        assertEquals(new ProcessGrid(96, 128, Ranks.ROW), ProcessGrid.nearSquare(12288, Ranks.ROW));
        assertEquals(new ProcessGrid(1, 7, Ranks.ROW), ProcessGrid.nearSquare(7, Ranks.ROW));
        assertEquals(new ProcessGrid(8, 16, Ranks.ROW), ProcessGrid.shortestSides(128, 200, 200, Ranks.ROW));
        assertEquals(new ProcessGrid(16, 8, Ranks.ROW), ProcessGrid.shortestSides(128, 200, 400, Ranks.ROW));
        assertEquals(new ProcessGrid(1, 16, Ranks.ROW), ProcessGrid.shortestSides(16, 1600, 100, Ranks.ROW));
        assertEquals("200x200x15 400x400x15 400x400x15 800x800x15 800x800x15", String.join(" ",
            IntStream.of(256, 512, 1024, 2048, 12288).mapToObj(Field::papers).map(Field::toString).toList()));
    }

    @Test
    void shouldCountAProcessesOwnNodeOnlyIfAsked() {
        final Placement placement = Placement.filled(9, 6);
        final Pattern all = new RandomAccessPattern(1000, 1);
        final AppConnections remote = AppConnections.of(App.RANDOM_ACCESS, all, placement, false, Optional.empty());
        assertEquals(1, remote.clients().mean());
        assertEquals(4.5, remote.servers().mean());
        assertEquals(6, remote.servers().most());
        assertEquals(0, remote.saved(false));
        final AppConnections own = AppConnections.of(App.RANDOM_ACCESS, all, placement, true, Optional.empty());
        assertEquals(2, own.clients().mean());
        assertEquals(9, own.servers().mean());
        assertEquals(18, own.connections());
        assertEquals(0, own.saved(true));
    }

    @Test
    void shouldKnowWhichFiguresOfThePaperContradictEachOther() {
        assertTrue(new PaperFigures.Figure(12, 71).isPossible(Placement.spread(128, 22)));
        assertTrue(new PaperFigures.Figure(3, 23).isPossible(Placement.spread(512, 88))); // 3.95, cut to 3
        final Placement large = Placement.spread(1024, 176);
        assertTrue(!new PaperFigures.Figure(31, 263).isPossible(large));
        assertTrue(!new PaperFigures.Figure(60, 263).isPossible(large));
        assertEquals(45.2, new PaperFigures.Figure(31, 263).impliedClientServer(large), 0.01);
    }
}
