package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import org.gmt4j.apps.graph.command.GraphOptions;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GridSource;
import org.gmt4j.graph.source.PairWeightedSource;
import org.gmt4j.graph.source.PairWeights;

/**
 * A graph of the command line, twice: as the library loads it, and as one thread reads it, to judge answers.
 *
 * @param edges    for the library
 * @param source   for one thread: the same edges, under the ids of the source
 * @param directed whether edges lead from their source to their target only
 */
public record GraphInput(Edges edges, EdgeSource source, boolean directed) {
    /** Without weights. */
    public static GraphInput plain(final GraphSpec spec) {
        final EdgeSource source = GraphOptions.open(spec);
        return of(spec, edges(spec).withoutWeights(), source);
    }

    /**
     * With weights.
     *
     * @param most whole weights from 1 to this by the seed of the graph, the same in both directions; 0 for those that
     *             the edges have of their own, or one each
     */
    public static GraphInput weighted(final GraphSpec spec, final long most) {
        if (most > 0) {
            return of(spec, edges(spec).uniformWeights(most, spec.seed()),
                new PairWeightedSource(GraphOptions.open(spec), new PairWeights(most, spec.seed())));
        }
        return of(spec, edges(spec), spec.kind() == GraphSpec.Kind.FILE
            ? GraphFiles.openWithExactWeights(Path.of(spec.argument())) : GraphOptions.open(spec));
    }

    private static GraphInput of(final GraphSpec spec, final Edges edges, final EdgeSource source) {
        final boolean isDirected = spec.isDirected(source);
        return new GraphInput(isDirected ? edges.directed() : edges.undirected(), source, isDirected);
    }

    private static Edges edges(final GraphSpec spec) {
        switch (spec.kind()) {
            case KRONECKER:
                return Edges.kronecker(Math.toIntExact(spec.size()), Math.toIntExact(spec.degree()), spec.seed());
            case UNIFORM:
                return Edges.uniform(Math.toIntExact(spec.size()), Math.toIntExact(spec.degree()), spec.seed());
            case GRID:
                final GridSource grid = GridSource.ofScale(Math.toIntExact(spec.size()), spec.seed());
                return Edges.grid(grid.rows(), grid.columns(), spec.seed());
            case POSTER:
                return Edges.poster(spec.size(), spec.degree(), spec.seed());
            case REAL:
                return Edges.ofMachine(spec.argument());
            case FILE:
                return Edges.file(Path.of(spec.argument()));
            case SQL:
                return Edges.sql(spec.argument());
            default:
                throw new AssertionError(spec.kind());
        }
    }
}
