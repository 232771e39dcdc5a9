package org.gmt4j.graph.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Reads and writes tables that need a data base: Parquet, SQL, JDBC. Found by the service loader; the module gmt-sql
 * has one. Any thread.
 */
public interface TableEngine {
    /** What the values of a table are. */
    enum Values {
        /** Whole numbers, and vertices that are named by numbers. */
        LONGS,
        /** Numbers. */
        DOUBLES,
        /** Vertices that are named by texts. */
        TEXTS
    }

    /**
     * Opens Parquet files, whose rows are edges.
     *
     * @param pattern absolute, see {@link TableFiles}
     * @param columns texts where they are asked for or where the files have them
     */
    EdgeSource parquet(String pattern, EdgeColumns columns);

    /**
     * Opens a query over files: its first two columns are the ends of edges, a third one is the weight. More are
     * refused.
     *
     * @param isWeighted whether a third column is looked at
     */
    EdgeSource query(String sql, boolean isWeighted);

    /**
     * Opens a query of any data base, as {@link #query} does.
     *
     * @param range by which parts read, its column may be a fourth one; null where one of them reads all
     */
    EdgeSource jdbc(String url, String sql, JdbcRange range, boolean isWeighted);

    /**
     * A column of a table that is written.
     *
     * @param name of it
     * @param type of its cells
     */
    record Column(String name, Values type) {
    }

    /** Opens a part of a Parquet file, which is made. */
    ValueRows openPart(Path part, List<Column> columns) throws IOException;

    /** Makes one Parquet file of its parts, which stay. */
    void join(List<Path> parts, Path whole) throws IOException;

    /**
     * Requires that a table of a data base in a file can be made: that the file is none yet, or is one that opens.
     *
     * @throws IOException with the reason
     */
    void checkTable(Path database, String table) throws IOException;

    /** Makes a table of Parquet files, whole or not at all, in place of one of this name. The files stay. */
    void makeTable(List<Path> parts, Path database, String table) throws IOException;

    /**
     * Returns the engine.
     *
     * @param purpose what it is asked for, for the message
     * @throws GraphException GMT-373 where there is none
     */
    static TableEngine get(final String purpose) {
        for (final ClassLoader loader : new ClassLoader[] {TableEngine.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader()}) {
            final var found = ServiceLoader.load(TableEngine.class, loader).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new GraphException(GraphException.NO_ENGINE, purpose + " needs the module gmt-sql, which is not on the"
            + " class path: add the dependency org.gmt4j:gmt-sql. The command gmt of a checkout is built with it"
            + " by GMT_SQL=on ./gmt, once");
    }
}
