package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
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
    /** With a note of who connects, and who calls what that leads to: statements, rows. */
    private static final class NotingDriver extends DuckDriver {
        private final Queue<String> threads = new ConcurrentLinkedQueue<>();

        @Override
        Connection connected(final Connection duck) {
            return noting(Connection.class, duck);
        }

        private <T> T noting(final Class<T> type, final T inner) {
            threads.add(Thread.currentThread().getName());
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    threads.add(Thread.currentThread().getName());
                    try {
                        final Object made = method.invoke(inner, arguments);
                        return made instanceof ResultSet rows ? noting(ResultSet.class, rows)
                            : made instanceof PreparedStatement statement ? noting(PreparedStatement.class, statement)
                            : made;
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
        }
    }

    @Test
    void shouldAskDataBasesByPlainThreads() throws SQLException {
        final NotingDriver driver = new NotingDriver();
        DriverManager.registerDriver(driver);
        try (GmtCluster cluster = GmtCluster.local(2)) {
            final String query = "select i as a, i + 1 from range(20000) r(i)";
            for (final Edges edges : new Edges[] {Edges.jdbc(DuckDriver.URL, query),
                Edges.jdbc(DuckDriver.URL, query, "a", 0, 19_999)}) {
                try (Graph graph = Graph.load(cluster, edges)) {
                    assertEquals(20_000, graph.listedEdges());
                }
            }
        } finally {
            DriverManager.deregisterDriver(driver);
        }
        assertFalse(driver.threads.isEmpty());
        assertEquals(List.of(),
            driver.threads.stream().filter(name -> !name.contains("-blocking-")).distinct().toList());
    }
}
