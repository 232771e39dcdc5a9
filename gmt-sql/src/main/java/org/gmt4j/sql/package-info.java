/**
 * Parquet, SQL and JDBC for the graph library, by DuckDB. Nothing here is called by programs: the library finds
 * {@link org.gmt4j.sql.DuckEngine} by the service loader.
 */
package org.gmt4j.sql;
