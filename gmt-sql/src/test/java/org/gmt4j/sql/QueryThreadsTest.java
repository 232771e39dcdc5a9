package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data base may take its time, and so no thread of a node calls it that runs tasks. */
@Timeout(240)
class QueryThreadsTest {
    /** With a note of who connects. */
    private static final class NotingDriver extends DuckDriver {
        private final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Override
        Connection connected(final Connection duck) {
            threads.add(Thread.currentThread().getName());
            return duck;
        }
    }

    @Test
    void shouldAskDataBasesByPlainThreads() throws SQLException {
        final NotingDriver driver = new NotingDriver();
        DriverManager.registerDriver(driver);
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : new Edges[] {Edges.jdbc(DuckDriver.URL, "select 1 as a, 2"),
                Edges.jdbc(DuckDriver.URL, "select 1 as a, 2", "a", 1, 9)}) {
                try (Graph graph = Graph.load(cluster, edges)) {
                    assertEquals(1, graph.listedEdges());
                }
            }
        } finally {
            DriverManager.deregisterDriver(driver);
        }
        assertFalse(driver.threads.isEmpty());
        assertTrue(driver.threads.stream().allMatch(name -> name.contains("-blocking-")), driver.threads.toString());
    }
}
