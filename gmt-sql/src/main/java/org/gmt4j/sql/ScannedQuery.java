package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A query that looks at the rows of some Parquet files one by one, so that it may be asked of each part of the rows:
 * {@code select a, abs(b) from 'edges/*.parquet' where a <> b}. Immutable, any thread.
 *
 * <p>Only what is known to give the same rows in parts is taken for one: a selection without grouping, order, limit,
 * sample, windows and inner queries, of one pattern of files that have the same columns, by functions that DuckDB's own
 * catalogue calls consistent, of columns that the files have. Anything else is asked once, as a whole.
 */
final class ScannedQuery {
    private static final String ROWS = "gmt rows";
    private static final String NODE = "$.statements[0].node.";
    private static final String FROM = NODE + "from_table.";
    private static final List<String> EXPRESSIONS = List.of(NODE + "select_list[", NODE + "where_clause.");
    /** What of a selection may hold anything. */
    private static final List<String> KNOWN = List.of("type", "aggregate_handling", "select_list[", "where_clause.",
        "from_table.");
    private static final Set<String> ROW_BY_ROW = Set.of("COLUMN_REF", "CONSTANT", "COMPARISON", "CONJUNCTION",
        "OPERATOR", "BETWEEN", "CASE", "CAST", "TYPE", "FUNCTION", "STAR");

    private final List<String> files;
    /** Where the rows of each file begin among all, and where the last ones end. */
    private final long[] starts;
    private final String sql;

    /**
     * Some rows of a file.
     *
     * @param file  of the rows
     * @param first of them, counted from 0
     * @param sql   what makes the view
     */
    record View(String file, long first, String sql) {
    }

    private ScannedQuery(final List<String> files, final long[] starts, final String sql) {
        this.files = files;
        this.starts = starts;
        this.sql = sql;
    }

    /** Looks at a query, and at the footers of its files; empty where it must be asked as a whole. */
    static Optional<ScannedQuery> of(final Connection connection, final String sql) {
        try {
            final Map<String, String> tree = tree(connection, sql);
            final String pattern = pattern(tree);
            if (pattern == null || !isSelectionOnly(tree)) {
                return Optional.empty();
            }
            final List<String> files = new ArrayList<>();
            final long[] starts = rows(connection, pattern, files);
            final Set<String> columns = commonColumns(connection, files);
            if (columns.isEmpty() || !areRowByRow(connection, tree, columns)) {
                return Optional.empty();
            }
            final ScannedQuery found = new ScannedQuery(files, starts, ofRows(connection, sql,
                tree.getOrDefault(FROM + "alias", "")));
            Duck.execute(connection, found.view(0, 0, 0));
            connection.prepareStatement(found.sql()).close();       // names of columns are those of the files
            return Optional.of(found);
        } catch (final SQLException e) {
            return Optional.empty();                // it is asked as a whole, and DuckDB says what is wrong with it
        }
    }

    /** The leaves of the query's tree, by their paths. */
    private static Map<String, String> tree(final Connection connection, final String sql) throws SQLException {
        final Map<String, String> tree = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement("select fullkey, atom ->> '$' from json_tree("
            + "json_serialize_sql(" + Duck.quoted(sql) + ")::json) where atom is not null and type <> 'NULL'");
             ResultSet leaves = statement.executeQuery()) {
            while (leaves.next()) {
                tree.put(leaves.getString(1), leaves.getString(2));
            }
        }
        return tree;
    }

    /** The files that the query looks at; null where it looks at something else. */
    private static String pattern(final Map<String, String> tree) {
        if ("BASE_TABLE".equals(tree.get(FROM + "type"))) {
            final String name = tree.getOrDefault(FROM + "table_name", "");
            return name.endsWith(".parquet") && isBare(tree) ? name : null;
        }
        final String argument = FROM + "function.arguments[";
        final boolean isOneText = tree.keySet().stream().noneMatch(key -> key.startsWith(argument + "1]"))
            && "STRING".equals(tree.get(argument + "0].expression.literal.kind"));
        return "TABLE_FUNCTION".equals(tree.get(FROM + "type")) && isOneText && isBare(tree)
            && "read_parquet".equals(tree.get(FROM + "function.function_name"))
            ? tree.get(argument + "0].expression.literal.text") : null;
    }

    /** Without sample, names for columns, schema, numbers of rows. */
    private static boolean isBare(final Map<String, String> tree) {
        return tree.getOrDefault(FROM + "schema_name", "").isEmpty()
            && tree.getOrDefault(FROM + "with_ordinality", "WITHOUT_ORDINALITY").equals("WITHOUT_ORDINALITY")
            && tree.keySet().stream().noneMatch(key -> key.startsWith(FROM + "sample")
                || key.startsWith(FROM + "at_clause") || key.startsWith(FROM + "column_name_alias"));
    }

    private static boolean isSelectionOnly(final Map<String, String> tree) {
        return "false".equals(tree.get("$.error")) && "SELECT_NODE".equals(tree.get(NODE + "type"))
            && "STANDARD_HANDLING".equals(tree.get(NODE + "aggregate_handling"))
            && tree.keySet().stream().allMatch(key -> key.equals("$.error") || key.startsWith(NODE)
                && KNOWN.stream().anyMatch(known -> key.startsWith(known, NODE.length())));
    }

    private static long[] rows(final Connection connection, final String pattern, final List<String> files)
        throws SQLException {
        final List<Long> counts = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet footers = statement.executeQuery(
            "select file_name, num_rows from parquet_file_metadata(" + Duck.quoted(pattern) + ")")) {
            while (footers.next()) {
                files.add(footers.getString(1));
                counts.add(footers.getLong(2));
            }
        }
        final long[] starts = new long[counts.size() + 1];
        for (int i = 0; i < counts.size(); i++) {
            starts[i + 1] = starts[i] + counts.get(i);
        }
        return starts;
    }

    /** The columns that all files have; none where they differ, or where folders add some. */
    private static Set<String> commonColumns(final Connection connection, final List<String> files)
        throws SQLException {
        List<String> first = null;
        final Set<String> names = new HashSet<>();
        try (Statement statement = connection.createStatement()) {
            for (final String file : files) {
                final List<String> columns = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery("describe from read_parquet(" + Duck.file(file) + ")")) {
                    while (rows.next()) {
                        columns.add(rows.getString(1) + ' ' + rows.getString(2));
                        names.add(rows.getString(1).toLowerCase(Locale.ROOT));
                    }
                }
                first = first == null ? columns : first;
                if (!columns.equals(first) || file.contains("=")) {
                    return Set.of();
                }
            }
        }
        return names;
    }

    private static boolean areRowByRow(final Connection connection, final Map<String, String> tree,
                                       final Set<String> columns) throws SQLException {
        final Set<String> functions = new HashSet<>();
        for (final Map.Entry<String, String> leaf : tree.entrySet()) {
            final String key = leaf.getKey();
            if (EXPRESSIONS.stream().noneMatch(key::startsWith)) {
                continue;
            }
            if (key.endsWith(".class") && !ROW_BY_ROW.contains(leaf.getValue())) {
                return false;
            }
            if (key.endsWith(".function_name")) {
                functions.add(leaf.getValue());
            }
            final int names = key.lastIndexOf(".column_names[");
            final String next = names < 0 ? "" : key.substring(0, names) + ".column_names[1]";
            if (names >= 0 && !columns.contains(tree.getOrDefault(next, leaf.getValue())
                .toLowerCase(Locale.ROOT))) {
                return false;               // such as current_date, which two nodes might see on two days
            }
        }
        return areConsistent(connection, functions);
    }

    private static boolean areConsistent(final Connection connection, final Set<String> functions)
        throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select coalesce(bool_and(function_type ="
            + " 'scalar' and stability = 'CONSISTENT'), false) from duckdb_functions() where function_name = ?")) {
            for (final String function : functions) {
                statement.setString(1, function);
                try (ResultSet found = statement.executeQuery()) {
                    if (!found.next() || !found.getBoolean(1)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** The same query of a view. */
    private static String ofRows(final Connection connection, final String sql, final String alias)
        throws SQLException {
        final String view = "from " + Duck.name(ROWS) + (alias.isEmpty() ? "" : " as " + Duck.name(alias));
        final String from = "-> '$.statements[0].node.from_table')::varchar";
        try (Statement statement = connection.createStatement(); ResultSet made = statement.executeQuery(
            "select json_deserialize_sql(replace(q::varchar, (q " + from + ", (v " + from + ")::json) from (select"
            + " json_serialize_sql(" + Duck.quoted(sql) + ")::json as q, json_serialize_sql(" + Duck.quoted(view)
            + ")::json as v)")) {
            made.next();
            return made.getString(1);
        }
    }

    /** The query, to be asked of each view. */
    String sql() {
        return sql;
    }

    long rowCount() {
        return starts[files.size()];
    }

    /** See {@link org.gmt4j.graph.source.EdgeSource#extent}. */
    long extent() {
        return 31L * files.hashCode() + Arrays.hashCode(starts);
    }

    /** What makes the views of some rows of all files, one after the other. */
    List<View> views(final long from, final long to) {
        final List<View> views = new ArrayList<>();
        for (int file = 0; file < files.size(); file++) {
            final long first = Math.max(from, starts[file]) - starts[file];
            final long end = Math.min(to, starts[file + 1]) - starts[file];
            if (first < end) {
                views.add(new View(files.get(file), first, view(file, first, end)));
            }
        }
        return views;
    }

    private String view(final int file, final long first, final long end) {
        return "create or replace temporary view " + Duck.name(ROWS) + " as select * exclude (file_row_number) from"
            + " read_parquet(" + Duck.file(files.get(file)) + ", file_row_number = true) where file_row_number >= "
            + first + " and file_row_number < " + end;
    }
}
