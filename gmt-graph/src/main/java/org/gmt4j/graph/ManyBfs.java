package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.graph.levels.ManySearch;

/**
 * Breadth-first searches from several vertices: for each of them the distance of each vertex in edges. The same with
 * any number of nodes. Any thread. Memory of the nodes: 4 bytes a vertex for each source, given back by {@link #close}
 * of this or of the graph.
 */
public final class ManyBfs implements AutoCloseable {
    private static final String COLUMN = "level_";

    private final ResultLife life;
    private final Graph graph;
    private final long[] sources;
    private final ManySearch found;
    private final List<VertexLongs> levels = new ArrayList<>();
    private final List<VertexLongs> allLevels = new ArrayList<>();

    ManyBfs(final Graph graph, final long[] sources, final ManySearch found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.graph = graph;
        this.sources = sources;
        this.found = found;
        for (int i = 0; i < sources.length; i++) {
            levels.add(VertexLongs.ofLengths(life, graph.names(), "level", found.levels().get(i), false));
            allLevels.add(VertexLongs.ofNumbers(life, graph.names(), "level", found.levels().get(i)));
        }
    }

    /** Returns the vertices where the searches began, as they were named. */
    public long[] sources() {
        return sources.clone();
    }

    /** Returns the number of vertices that the search from a source has reached, the source included. */
    public long reached(final long source) {
        return found.reached()[index(source)];
    }

    /** Returns the largest level of the search from a source. */
    public long depth(final long source) {
        return found.depth()[index(source)];
    }

    /**
     * Returns the level of a vertex in the search from a source, {@link Bfs#UNREACHED} where it was not reached.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long source, final long vertex) {
        return allLevels(source).value(vertex);
    }

    /** Returns the levels of the vertices that the search from a source has reached. */
    public VertexLongs levels(final long source) {
        return levels.get(index(source));
    }

    /** Returns the levels of all vertices in the search from a source, {@link Bfs#UNREACHED} where it was not there. */
    public VertexLongs allLevels(final long source) {
        return allLevels.get(index(source));
    }

    private int index(final long source) {
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == source) {
                return i;
            }
        }
        throw new IllegalArgumentException("no search began at " + source);
    }

    /**
     * Writes a row for each vertex, with a column {@code level_} and the name for each source, {@link Bfs#UNREACHED}
     * where its search was not there, by all nodes at the same time; whole or not at all. A source that was named
     * several times has several columns: {@code level_7}, {@code level_7_2}.
     *
     * @return the number of rows
     * @throws GraphException GMT-314; GMT-259 where names of sources differ in case only, in Parquet and DuckDB
     */
    public long write(final Table table) {
        return table.write(life, parts());
    }

    private Table.Part[] parts() {
        final List<String> columns = columns(graph.names(sources));
        final Table.Part[] parts = new Table.Part[columns.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = allLevels.get(i).part(columns.get(i));
        }
        return parts;
    }

    /** Different ones: {@code level_a_2} is taken where there is a source of the name {@code a_2}. */
    private static List<String> columns(final String[] sources) {
        final Set<String> taken = new HashSet<>();
        for (final String source : sources) {
            taken.add(COLUMN + source);
        }
        final Map<String, Integer> seen = new HashMap<>();
        final List<String> columns = new ArrayList<>();
        for (final String source : sources) {
            String column = COLUMN + source;
            int number = seen.merge(column, 1, Integer::sum);
            if (number > 1) {
                while (!taken.add(column + "_" + number)) {
                    number++;
                }
                seen.put(column, number);
                column += "_" + number;
            }
            columns.add(column);
        }
        return columns;
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
