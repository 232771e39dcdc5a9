/**
 * The graph library. What every room of it says lies here: {@link org.gmt4j.graph.GraphException}, with a code for each
 * failure.
 *
 * <p>Rooms, each knowing those before it at most: {@code memory} (addresses), {@code source} (edges), {@code file} and
 * {@code real} (where edges come from), {@code serial} (one process), {@code csr} (distributed), {@code values}
 * (answers) and {@code bfs}. The command line does not belong here.
 */
package org.gmt4j.graph;
