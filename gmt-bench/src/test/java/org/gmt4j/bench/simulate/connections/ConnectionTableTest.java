package org.gmt4j.bench.simulate.connections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ConnectionTableTest {
    private static int[] processesOfNodes(final Placement placement) {
        return IntStream.range(0, placement.nodes()).map(placement::processesOf).toArray();
    }

    @Test
    void shouldFillNodesOrSpreadProcesses() {
        final Placement filled = Placement.filled(15, 6);
        assertArrayEquals(new int[] {6, 6, 3}, processesOfNodes(filled));
        assertEquals(2, filled.nodeOf(12));
        assertEquals(12, filled.masterOf(2));
        final Placement spread = Placement.spread(14, 4);
        assertArrayEquals(new int[] {4, 4, 3, 3}, processesOfNodes(spread));
        assertEquals(1, spread.nodeOf(7));
        assertEquals(2, spread.nodeOf(8));
        assertEquals(14 * 3, spread.mostConnections());
    }

    @Test
    void shouldTakeThePapersNodesForThePapersJobs() {
        final int[] processes = {128, 256, 512, 1024, 2048, 4096};
        assertArrayEquals(new int[] {22, 44, 88, 176, 352, 704},
            IntStream.of(processes).map(count -> new NodeCounts("paper", 6).place(count).nodes()).toArray());
        assertEquals(43, new NodeCounts("fill", 6).place(256).nodes());
        assertEquals(2048, new NodeCounts("paper", 6).place(12288).nodes());
        assertEquals(11, new NodeCounts("paper", 12).place(128).nodes());
        assertEquals(17, new NodeCounts("paper", 6).place(100).nodes());
        assertEquals(50, new NodeCounts("paper", 6).place(300).nodes());
        assertEquals(50, new NodeCounts("50", 6).place(100).nodes());
    }

    @Test
    void shouldCountAPairOnceAndNeverAnOwnNode() {
        final ConnectionTable table = new ConnectionTable(Placement.filled(4, 2));
        table.touchProcess(0, 1);
        table.touchProcess(0, 2);
        table.touchProcess(0, 3);
        table.touch(3, 0);
        table.touch(3, 1);
        assertArrayEquals(new int[] {1, 0, 0, 1}, table.serversOfClients());
        assertArrayEquals(new int[] {1, 1}, table.clientsOfServers());
        assertTrue(table.isConnected(0, 1) && table.isConnected(3, 0));
        assertFalse(table.isConnected(0, 0) || table.isConnected(3, 1) || table.isConnected(1, 1));
        assertTrue(table.isFull(0) && !table.isFull(1) && !table.isFull());
        table.touch(1, 1);
        table.touch(2, 0);
        assertTrue(table.isFull());
    }

    @Test
    void shouldCountBeyondOneWordOfNodes() {
        final ConnectionTable table = new ConnectionTable(Placement.filled(130, 1));
        for (int node = 0; node < 130; node++) {
            table.touch(129, node);
            table.touch(64, 129);
        }
        assertEquals(129, table.serversOfClients()[129]);
        assertEquals(1, table.clientsOfServers()[128]);
        assertEquals(1, table.clientsOfServers()[129]);
        assertEquals(0, table.serversOfClients()[128]);
    }
}
