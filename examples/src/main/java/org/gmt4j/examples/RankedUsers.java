package org.gmt4j.examples;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.PageRank;
import org.gmt4j.graph.Tables;

/**
 * Ranks the users of a data base of DuckDB by who follows whom. Reads edges from a table, writes PageRank to another
 * one, and joins that with a third. The data base has the tables {@code users (id, name)} and {@code follows (follower,
 * followed)}; {@code ranks (vertex, rank)} is made. Needs gmt-sql.
 *
 * <pre>./gmt run --classes examples/target/classes RankedUsers -n 2 -- social.duckdb</pre>
 */
public final class RankedUsers {
    private static final String JOINED = "select rank, name from ranks join users on vertex = id order by rank desc";

    private RankedUsers() {
    }

    public static void main(final String[] args) {
        if (args.length != 1) {
            throw new IllegalArgumentException("expected a file of DuckDB, such as social.duckdb");
        }
        GmtCluster.main(cluster -> rank(cluster, args[0]).forEach(System.out::println));
    }

    static List<String> rank(final GmtCluster cluster, final String file) {
        final String database = "jdbc:duckdb:" + file;
        try (Graph graph = Graph.load(cluster, Edges.jdbc(database, "select follower, followed from follows"));
             PageRank ranks = graph.pageRank().tolerance(1e-9).run()) {
            GmtResult.verified(ranks.converged());
            ranks.write(Tables.duckdb(file, "ranks"));
        }
        final List<String> lines = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(database);
             ResultSet rows = connection.createStatement().executeQuery(JOINED)) {
            while (rows.next()) {
                lines.add(String.format(Locale.ROOT, "%.6f %s", rows.getDouble(1), rows.getString(2)));
            }
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
        return lines;
    }
}
