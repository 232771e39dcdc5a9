package org.gmt4j.apps.graph.command;

import java.nio.file.Path;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.real.RealGraphs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.PosterSource;
import org.gmt4j.graph.source.UniformSource;
import org.gmt4j.graph.table.TableEngine;

/**
 * Which graph: a value that travels to every node as {@link #text()}, so that each opens its own part of the same
 * source.
 *
 * @param kind       where the edges come from
 * @param size       scale of {@code KRONECKER}, {@code UNIFORM} and {@code GRID}, vertices of {@code POSTER}
 * @param degree     edges per vertex of {@code KRONECKER} and {@code UNIFORM}, at most those of {@code GRID}, largest
 *                   degree of {@code POSTER}
 * @param argument   name of a {@code REAL} graph, path of a {@code FILE}, query of {@code SQL}, else empty
 * @param seed       random seed
 * @param symmetrise whether directed edges are wanted in both directions
 */
public record GraphSpec(Kind kind, long size, long degree, String argument, long seed, boolean symmetrise) {
    /** Where edges come from. */
    public enum Kind { KRONECKER, UNIFORM, GRID, POSTER, REAL, FILE, SQL }

    /** A crossing is joined with the next one in its row and in its column. */
    private static final int EDGES_OF_A_CROSSING = 2;

    private static final String SEPARATOR = ";";

    /** Written out: what Java makes for records costs a young JVM 15 ms, and each process of a job compares graphs. */
    @Override
    public boolean equals(final Object other) {
        return other instanceof GraphSpec spec && kind == spec.kind && size == spec.size && degree == spec.degree
            && argument.equals(spec.argument) && seed == spec.seed && symmetrise == spec.symmetrise;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * size + seed) ^ argument.hashCode();
    }

    /**
     * Opens the source; sizes are checked, a file's header is read. Weights are not: their users open files by
     * {@link GraphFiles}.
     */
    public EdgeSource open() {
        switch (kind) {
            case KRONECKER: return new KroneckerSource(Math.toIntExact(size), Math.toIntExact(degree), seed);
            case UNIFORM: return new UniformSource(Math.toIntExact(size), Math.toIntExact(degree), seed);
            case GRID: return GridSource.ofScale(Math.toIntExact(size), seed);
            case POSTER: return new PosterSource(size, degree, seed);
            case REAL: return RealGraphs.open(argument);
            case FILE: return GraphFiles.openWithoutWeights(Path.of(argument));
            case SQL: return TableEngine.get("--sql").query(argument, true);
            default: throw new AssertionError(kind);
        }
    }

    /**
     * Whether searches of this graph follow edges in their listed direction only: the source lists directions (a
     * directed file, a real graph) and {@code -s} does not ask for both.
     */
    public boolean isDirected(final EdgeSource source) {
        return source.directed() && !symmetrise;
    }

    /** One line from which {@link #parse} makes an equal value. */
    public String text() {
        return String.join(SEPARATOR, kind.name(), Long.toString(size), Long.toString(degree), Long.toString(seed),
            Boolean.toString(symmetrise), argument);
    }

    public static GraphSpec parse(final String text) {
        final String[] fields = text.split(SEPARATOR, 6);
        if (fields.length != 6) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION, "not the text of a graph: \"" + text + "\"");
        }
        return new GraphSpec(Kind.valueOf(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[5],
            Long.parseLong(fields[3]), Boolean.parseBoolean(fields[4]));
    }

    /** Streets on a grid of {@code 2^scale} crossings. */
    static GraphSpec grid(final int scale, final long seed, final boolean symmetrise) {
        return new GraphSpec(Kind.GRID, scale, EDGES_OF_A_CROSSING, "", seed, symmetrise);
    }

    /** Parses {@code V,D} of the option {@code --poster}. */
    static GraphSpec poster(final String text, final long seed, final boolean symmetrise) {
        if (!text.matches("[0-9]{1,18},[0-9]{1,18}")) {
            throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                "--poster expects V,D (vertices and largest degree, such as 100000,40), found \"" + text + "\"");
        }
        final String[] numbers = text.split(",");
        return new GraphSpec(Kind.POSTER, Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), "", seed, symmetrise);
    }
}
