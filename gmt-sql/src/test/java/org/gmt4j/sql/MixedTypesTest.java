package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data base with values of any type in any column, whose driver makes numbers of all of them, as that of SQLite. */
@Timeout(240)
class MixedTypesTest {
    /** Of its numbers each 7 is a text in truth, each 8 is one and a half, and each 9 is bytes. */
    private static final class MixedDriver extends DuckDriver {
        @Override
        Connection connected(final Connection duck) {
            return wrapped(Connection.class, duck);
        }

        private static <T> T wrapped(final Class<T> type, final Object inner) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    try {
                        return wrapped(method.getName(), method.invoke(inner, arguments));
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
        }

        private static Object wrapped(final String call, final Object made) {
            switch (call) {
                case "getDatabaseProductName": return "SQLite";
                case "getMetaData": return made instanceof DatabaseMetaData ? wrapped(DatabaseMetaData.class, made)
                    : made;
                case "prepareStatement": return wrapped(PreparedStatement.class, made);
                case "executeQuery": return wrapped(ResultSet.class, made);
                case "getObject": return value((Number) made);
                default: return made;
            }
        }

        private static Object value(final Number number) {
            switch (number.intValue()) {
                case 7: return "x7";
                case 8: return 1.5;
                case 9: return new byte[] {9};
                default: return number;
            }
        }
    }

    @Test
    void shouldLookAtTheTypeOfEachValue() throws SQLException {
        final MixedDriver driver = new MixedDriver();
        DriverManager.registerDriver(driver);
        try (GmtCluster cluster = GmtCluster.local(1)) {
            load(cluster, "select i as a, i + 1 as b from range(5) r(i)");
            load(cluster, "select 1::bigint as a, 2 as b, 2.5::double as w");
            load(cluster, "select 1::bigint as a, 2 as b, 8::double as w");
            refuse(cluster, "select i as a, 1::bigint as b from range(6, 8) r(i)", "row 2 ",
                "column \"a\": expected a whole number, found \"x7\"");
            refuse(cluster, "select 1 as a, 8 as b", "column \"b\": expected a whole number, found \"1.5\"");
            refuse(cluster, "select 1 as a, 9 as b", "column \"b\": expected a whole number, found bytes");
            refuse(cluster, "select 1 as a, 2 as b, 8 as w", "column \"w\": expected a whole number, found \"1.5\"");
            refuse(cluster, "select 1 as a, 2 as b, 7::double as w", "column \"w\": expected a number, found \"x7\"");
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    private static void load(final GmtCluster cluster, final String query) {
        Graph.load(cluster, Edges.jdbc(DuckDriver.URL, query)).close();
    }

    private static void refuse(final GmtCluster cluster, final String query, final String... parts) {
        final GraphException refused = assertThrows(GraphException.class, () -> load(cluster, query), query);
        assertEquals(GraphException.BAD_VALUE, refused.number(), refused.getMessage());
        for (final String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
    }
}
