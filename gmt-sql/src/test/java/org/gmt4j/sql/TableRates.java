package org.gmt4j.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;

/**
 * How fast tables become graphs: a program to measure with, no test. Its arguments are a folder for the files, the
 * number of nodes, how often to load each, and the kinds to load.
 */
final class TableRates {
    private static final long LONG_EDGES = 16_000_000;
    private static final long TEXT_EDGES = 8_000_000;

    private static final String LONG_QUERY = "select (hash(i) % 1000000)::bigint * 1000003 as f,"
        + " (hash(i + 1000000000) % 1000000)::bigint * 1000003 as t";
    private static final String TEXT_QUERY = "select 'user-' || hash(i) % 1000000 as f,"
        + " 'user-' || hash(i + 1000000000) % 1000000 as t";

    private TableRates() {
    }

    /** A kind of files: what makes them, and how they are read. */
    enum Kind {
        LONGS(LONG_EDGES, "longs.parquet", LONG_QUERY),
        TEXTS(TEXT_EDGES, "texts.parquet", TEXT_QUERY),
        TEXTS_CSV(TEXT_EDGES, "texts.csv", TEXT_QUERY),
        LONGS_CSV(LONG_EDGES, "longs.csv", LONG_QUERY),
        SQL_LONGS(LONG_EDGES, "longs.parquet", LONG_QUERY),
        SQL_TEXTS(TEXT_EDGES, "texts.parquet", TEXT_QUERY),
        ONCE_LONGS(LONG_EDGES, "longs.parquet", LONG_QUERY),
        ONCE_TEXTS(TEXT_EDGES, "texts.parquet", TEXT_QUERY),
        EL(LONG_EDGES, "longs.el", "select (hash(i) % 1000000)::bigint as f,"
            + " (hash(i + 1000000000) % 1000000)::bigint as t");

        private final long edges;
        private final String file;
        private final String query;

        Kind(final long edges, final String file, final String query) {
            this.edges = edges;
            this.file = file;
            this.query = query;
        }

        private void make(final Path path) throws SQLException {
            final String options = file.endsWith(".parquet") ? "(format parquet)" : file.endsWith(".csv")
                ? "(format csv, header)" : "(format csv, header false, delimiter ' ')";
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
                connection.createStatement().execute("copy (" + query + " from range(" + edges + ") r(i)) to '" + path
                    + "' " + options);
            }
        }

        private Edges edges(final Path path) {
            switch (this) {
                case LONGS, TEXTS: return Edges.parquet(path).columns("f", "t");
                case TEXTS_CSV: return Edges.csv(path).textNames().columns("f", "t");
                case LONGS_CSV: return Edges.csv(path).columns("f", "t");
                case ONCE_LONGS, ONCE_TEXTS: return Edges.sql("select f, t from '" + path + "' limit " + edges);
                case SQL_LONGS, SQL_TEXTS: return Edges.sql("select f, t from '" + path + "'");
                default: return Edges.file(path);
            }
        }
    }

    public static void main(final String[] args) throws SQLException, IOException {
        final Path folder = Files.createDirectories(Path.of(args[0]));
        for (int i = 3; i < args.length; i++) {
            final Path file = folder.resolve(Kind.valueOf(args[i]).file);
            if (!Files.exists(file)) {
                Kind.valueOf(args[i]).make(file);
            }
        }
        try (GmtCluster cluster = GmtCluster.local(Integer.parseInt(args[1]))) {
            for (int turn = 0; turn < Integer.parseInt(args[2]); turn++) {
                for (int i = 3; i < args.length; i++) {
                    measure(cluster, Kind.valueOf(args[i]), folder);
                }
            }
        }
    }

    private static void measure(final GmtCluster cluster, final Kind kind, final Path folder) {
        final long start = System.nanoTime();
        try (Graph graph = Graph.load(cluster, kind.edges(folder.resolve(kind.file)))) {
            final double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf("%s: %,d vertices, %.2f s, %.1f M edges/s%n", kind, graph.vertices(), seconds,
                graph.listedEdges() / seconds / 1e6);
        }
    }
}
