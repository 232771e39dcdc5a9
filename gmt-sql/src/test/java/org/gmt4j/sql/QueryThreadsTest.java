package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data base may take its time, and so no thread of a node calls it that runs tasks. */
@Timeout(240)
class QueryThreadsTest {
    private static final String URL = "jdbc:noting:";

    /** DuckDB, with a note of who connects. */
    private static final class NotingDriver implements Driver {
        private final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Override
        public Connection connect(final String url, final Properties info) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            threads.add(Thread.currentThread().getName());
            return DriverManager.getConnection(Duck.URL);
        }

        @Override
        public boolean acceptsURL(final String url) {
            return url.equals(URL);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(final String url, final Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    @Test
    void shouldAskDataBasesByPlainThreads() throws SQLException {
        final NotingDriver driver = new NotingDriver();
        DriverManager.registerDriver(driver);
        try (GmtCluster cluster = GmtCluster.local(2)) {
            for (final Edges edges : new Edges[] {Edges.jdbc(URL, "select 1 as a, 2"),
                Edges.jdbc(URL, "select 1 as a, 2", "a", 1, 9)}) {
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
