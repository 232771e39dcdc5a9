/**
 * Edges as rows of tables: comma-separated values and JSON lines, by columns that the caller names.
 *
 * <p>Floor: {@code graph.source} and {@code graph.file}; knows nothing of nodes. Read first:
 * {@link org.gmt4j.graph.table.LineTable}, {@link org.gmt4j.graph.table.RowFormat},
 * {@link org.gmt4j.graph.table.CellReader}.
 */
package org.gmt4j.graph.table;
