package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.serial.LocalCsr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorTest {
    private static final List<EdgeSource> SOURCES = List.of(
        new KroneckerSource(10, 16, 1), new KroneckerSource(0, 3, 1), new KroneckerSource(1, 5, 2),
        new KroneckerSource(13, 3, 9), new UniformSource(11, 7, 1), new UniformSource(0, 2, 1),
        new PosterSource(1000, 40, 1), new PosterSource(1, 3, 1), new PosterSource(3, 20_000, 5),
        new PosterSource(10, 0, 1), new GridSource(30, 70, 1), new GridSource(1, 1, 1), new GridSource(1, 5000, 2),
        new GridSource(5000, 1, 3));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64})
    void shouldGiveTheSameEdgesForAnyNumberOfParts(final int parts) {
        for (final EdgeSource source : SOURCES) {
            assertEquals(EdgeLists.all(source), EdgeLists.joined(source, parts), source.name());
        }
    }

    @Test
    void shouldListAsManyEdgesAsPromisedWithinTheVertices() {
        for (final EdgeSource source : SOURCES) {
            final EdgeScan scan = source.scan(0, 1);
            source.checkTotal(scan.edgeCount());
            assertTrue(scan.maxVertex() < source.vertexCount().getAsLong(), source.name());
        }
    }

    @Test
    void shouldMergeScansOfParts() {
        final EdgeSource source = new UniformSource(9, 3, 4);
        final EdgeScan merged = source.scan(0, 3).merge(source.scan(1, 3)).merge(source.scan(2, 3));
        assertEquals(source.scan(0, 1), merged);
    }

    @Test
    void shouldDependOnTheSeed() {
        assertNotEquals(EdgeLists.all(new KroneckerSource(8, 4, 1)), EdgeLists.all(new KroneckerSource(8, 4, 2)));
        assertNotEquals(EdgeLists.all(new UniformSource(8, 4, 1)), EdgeLists.all(new UniformSource(8, 4, 2)));
        assertNotEquals(EdgeLists.all(new PosterSource(99, 9, 1)), EdgeLists.all(new PosterSource(99, 9, 2)));
        assertNotEquals(EdgeLists.all(new GridSource(9, 9, 1)), EdgeLists.all(new GridSource(9, 9, 2)));
    }

    @Test
    void shouldJoinEachCrossingWithItsNeighbours() {
        final LocalCsr grid = LocalCsr.symmetrised(new GridSource(3, 4, 1));
        assertEquals(List.of(2, 3, 3, 2, 3, 4, 4, 3, 2, 3, 3, 2),
            IntStream.range(0, 12).map(grid::degree).boxed().toList());
        assertTrue(grid.hasEdge(5, 1) && grid.hasEdge(5, 4) && grid.hasEdge(5, 6) && grid.hasEdge(5, 9));
        assertThrows(GraphException.class, () -> new GridSource(0, 4, 1));
        assertThrows(GraphException.class, () -> new GridSource(1L << 21, 1L << 20, 1));
    }

    /**
     * The sum of squared degrees of a Kronecker graph is known: each level multiplies it by the sum of squared row
     * shares.
     */
    @Test
    void shouldBeAsSkewedAsGraph500SaysAndNotMore() {
        final int scale = 14;
        final EdgeSource source = new KroneckerSource(scale, 16, 3);
        final double edges = source.edgeCount().getAsLong();
        final double[] out = new double[1 << scale];
        source.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                out[(int) batch.source(i)]++;
            }
        });
        final double squares = Arrays.stream(out).map(d -> d * d).sum();
        final double expected = edges + edges * (edges - 1) * Math.pow(0.76 * 0.76 + 0.24 * 0.24, scale);
        assertEquals(1, squares / expected, 0.05);
    }

    @Test
    void shouldPutTheHubOfAKroneckerGraphAnywhere() {
        final HashSet<Integer> hubs = new HashSet<>();
        for (int seed = 0; seed < 8; seed++) {
            hubs.add(LocalCsr.symmetrised(new KroneckerSource(10, 16, seed)).hub());
        }
        assertTrue(hubs.size() >= 7, () -> "hubs " + hubs);
    }

    @Test
    void shouldSpreadUniformEdgesEvenly() {
        final long[] degrees = EdgeLists.degrees(new UniformSource(12, 16, 1));
        assertEquals(2L * 16 << 12, EdgeLists.sum(degrees));
        final double variance = Arrays.stream(degrees).mapToDouble(d -> (d - 32) * (d - 32.0)).average().orElse(0);
        assertEquals(32, variance, 3, "a binomial degree has a variance equal to its mean");
    }

    @Test
    void shouldGiveThePosterAllDegreesUpToTheLargest() {
        final PosterSource source = new PosterSource(20_000, 9, 1);
        final long[] counts = new long[10];
        for (long v = 0; v < 20_000; v++) {
            counts[(int) source.degree(v)]++;
        }
        for (final long count : counts) {
            assertEquals(2000, count, 200);
        }
    }

    @Test
    void shouldRefuseImpossibleSizes() {
        final List<String> messages = new ArrayList<>();
        for (final Runnable bad : List.<Runnable>of(
            () -> new KroneckerSource(41, 16, 1), () -> new KroneckerSource(-1, 16, 1),
            () -> new UniformSource(4, 0, 1), () -> new PosterSource(0, 4, 1), () -> new PosterSource(4, -1, 1))) {
            messages.add(assertThrows(GraphException.class, bad::run).getMessage());
        }
        assertEquals(List.of(
            "GMT-310 scale 41 is outside 0..40 (a graph has 2^scale vertices)",
            "GMT-310 scale -1 is outside 0..40 (a graph has 2^scale vertices)",
            "GMT-310 edge factor 0 is outside 1..1048576 (edges per vertex)",
            "GMT-310 vertex count 0 is outside 1..1099511627776",
            "GMT-310 largest degree -1 is outside 0..2147483647"), messages);
    }
}
