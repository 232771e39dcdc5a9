package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.GmtCluster;
import org.gmt4j.JobCancelledException;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the rows of any data base are asked for. */
@Timeout(240)
class JdbcCursorTest {
    private final NotingDriver driver = new NotingDriver();

    /** Notes what is called. */
    private static final class NotingDriver extends DuckDriver {
        private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        private boolean hasTransactions = true;
        private boolean isBroken;
        /** Counted down when a query runs, which ends once its thread is interrupted; null where it ends by itself. */
        private CountDownLatch untilInterrupted;

        @Override
        Connection connected(final Connection duck) {
            return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    final String call = method.getName();
                    if (call.equals("setAutoCommit") && !hasTransactions) {
                        throw new SQLFeatureNotSupportedException(call);
                    }
                    if (call.equals("prepareStatement") && !arguments[0].toString().endsWith("where 1 = 0")) {
                        calls.add("commits by itself: " + duck.getAutoCommit());
                        if (isBroken) {
                            throw new SQLException("broken");
                        }
                    } else if (call.equals("rollback") || call.equals("close")) {
                        calls.add(call);
                    }
                    try {
                        final Object made = method.invoke(duck, arguments);
                        return call.equals("prepareStatement") && untilInterrupted != null
                            && !arguments[0].toString().endsWith("where 1 = 0") ? slow((PreparedStatement) made) : made;
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        }

        /** Its query has rows in spite of the interrupt, as that of many drivers. */
        private PreparedStatement slow(final PreparedStatement duck) {
            return (PreparedStatement) Proxy.newProxyInstance(Connection.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery")) {
                        untilInterrupted.countDown();
                        while (!Thread.interrupted()) {
                            LockSupport.park();
                        }
                    }
                    return method.invoke(duck, arguments);
                });
        }
    }

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(driver);
    }

    @AfterEach
    void deregister() throws SQLException {
        DriverManager.deregisterDriver(driver);
    }

    private List<String> callsOfOneLoad() {
        try (GmtCluster cluster = GmtCluster.local(1);
             Graph graph = Graph.load(cluster, Edges.jdbc(DuckDriver.URL, "select i, i + 1 from range(20000) r(i)"))) {
            assertEquals(20_000, graph.listedEdges());
        }
        return driver.calls.subList(1, driver.calls.size());    // the types had a connection of their own
    }

    /** A file of DuckDB, or a host behind a fire wall, can be asked by one node only. */
    @Test
    void shouldAskFromOneNodeOnlyForUniformWeights() {
        final Edges edges = Edges.jdbc(DuckDriver.URL, "select i, i + 1 from range(20000) r(i)").uniformWeights(9, 1);
        try (GmtCluster cluster = GmtCluster.local(3); Graph graph = Graph.load(cluster, edges)) {
            assertEquals(20_000, graph.listedEdges());
            assertEquals(2, driver.calls.stream().filter("close"::equals).count(), "one for the types, one for rows");
            final Edges texts = Edges.jdbc(DuckDriver.URL, "select 'a' as a, 'b' as b").uniformWeights(9, 1);
            assertEquals(GraphException.BAD_EDGES,
                assertThrows(GraphException.class, () -> Graph.load(cluster, texts)).number());
        }
    }

    /** The driver of PostgreSQL reads all rows into memory first where each statement commits by itself. */
    @Test
    void shouldReadWithinATransaction() {
        assertEquals(List.of("commits by itself: false", "rollback", "close"), callsOfOneLoad());
    }

    @Test
    void shouldEndTheTransactionOfAQueryThatFails() {
        driver.isBroken = true;
        assertThrows(GraphException.class, this::callsOfOneLoad);
        assertEquals(List.of("close", "commits by itself: false", "rollback", "close"), driver.calls);
    }

    /** Data bases without a bigint have no other whole numbers. */
    @Test
    void shouldTakeDecimalsWithoutAFractionForWholeNumbers() {
        try (GmtCluster cluster = GmtCluster.local(1);
             Graph graph = Graph.load(cluster, Edges.jdbc(DuckDriver.URL, "select cast(999999999999999999 as"
                 + " decimal(18, 0)) as a, cast(-7 as decimal(9, 0))"))) {
            assertArrayEquals(new long[] {-7}, graph.neighbours(999_999_999_999_999_999L));
            for (final String type : List.of("decimal(19, 0)", "decimal(9, 2)")) {
                final Edges wide = Edges.jdbc(DuckDriver.URL, "select cast(1 as " + type + "), cast(2 as " + type
                    + ")");
                assertEquals(GraphException.BAD_VALUE,
                    assertThrows(GraphException.class, () -> Graph.load(cluster, wide)).number());
            }
        }
    }

    /** The data base would keep the session, within its transaction, until the node ends. */
    @Test
    void shouldGiveTheConnectionBackOfALoadThatIsCancelledWhileItsQueryRuns() throws Exception {
        driver.untilInterrupted = new CountDownLatch(1);
        try (GmtCluster cluster = GmtCluster.local(1)) {
            final GraphRun<Graph> load = Graph.loading(cluster, Edges.jdbc(DuckDriver.URL, "select 1 as a, 2"));
            final CompletableFuture<Graph> loaded = CompletableFuture.supplyAsync(load::run);
            driver.untilInterrupted.await();
            load.cancel();
            final CompletionException cancelled = assertThrows(CompletionException.class, loaded::join);
            assertInstanceOf(JobCancelledException.class, cancelled.getCause());
        }
        assertEquals(List.of("close", "commits by itself: false", "rollback", "close"), driver.calls);
    }

    @Test
    void shouldReadFromADataBaseWithoutTransactions() {
        driver.hasTransactions = false;
        assertEquals(List.of("commits by itself: true", "close"), callsOfOneLoad());
    }
}
