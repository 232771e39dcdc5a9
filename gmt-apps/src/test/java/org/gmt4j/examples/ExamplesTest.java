package org.gmt4j.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples against serial programs; one screen each. */
@Timeout(120)
class ExamplesTest {
    private static final int LONGEST_EXAMPLE = 60;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes)
            .register(Hello.class, Histogram.class, PosterBfs.class, PageRank.class, ExamplesTest.class)
            .start();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldDoWhatTheySay(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final String greetings = Hello.greetings(cluster);
            assertEquals(nodes, greetings.lines().count());
            assertTrue(greetings.endsWith("hello from node " + (nodes - 1) + " of " + nodes + "\n"), greetings);

            final long[] bins = Histogram.count(cluster, 100_000, 1_000);
            assertEquals(1_000, bins.length);
            assertEquals(100_000, Arrays.stream(bins).sum());
            assertTrue(Arrays.stream(bins).allMatch(bin -> bin > 40 && bin < 180),
                "100 on average, give or take six deviations");

            assertEquals("farthest from 442079460000: VertexLong[vertex=442079460350, value=50]; groups "
                + "[VertexLong[vertex=442079460000, value=100], VertexLong[vertex=-1, value=2]]",
                Friends.describe(cluster, 100));

            final LocalCsr graph = LocalCsr.symmetrised(new KroneckerSource(9, 8, 5));
            final long[] levels = cluster.call(ctx -> PosterBfs.search(ctx,
                CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(9, 8, 5)), 3));
            assertArrayEquals(Arrays.stream(SerialBfs.search(graph, 3).level()).asLongStream().toArray(), levels);

            final double[] ranks = cluster.call(ctx -> PageRank.rank(ctx,
                CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(9, 8, 5)), 12));
            assertArrayEquals(serialRanks(graph, 12), ranks, 1e-12);
        }
    }

    private static double[] serialRanks(final LocalCsr graph, final int iterations) {
        final int n = graph.vertexCount();
        double[] ranks = new double[n];
        Arrays.fill(ranks, 1.0 / n);
        for (int k = 0; k < iterations; k++) {
            final double[] next = new double[n];
            double idle = 0;
            for (int v = 0; v < n; v++) {
                final int degree = graph.degree(v);
                idle += degree == 0 ? ranks[v] : 0;
                for (int e = graph.offsets()[v]; e < graph.offsets()[v + 1]; e++) {
                    next[graph.targets()[e]] += 0.85 * ranks[v] / degree;
                }
            }
            for (int v = 0; v < n; v++) {
                next[v] += (0.15 + 0.85 * idle) / n;
            }
            ranks = next;
        }
        return ranks;
    }

    @Test
    void shouldRunAsTheyAre() {
        Hello.main(new String[0]);
        Histogram.main(new String[] {"100000", "100"});
        PosterBfs.main(new String[] {"8"});
        PageRank.main(new String[] {"8", "5"});
        Friends.main(new String[] {"1000"});
    }

    @Test
    void shouldFitOnAScreen() throws IOException {
        final Path folder = Path.of("src/main/java/org/gmt4j/examples");
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.toList()) {
                final List<String> lines = Files.readAllLines(file);
                assertTrue(lines.size() <= LONGEST_EXAMPLE, file + " has " + lines.size() + " lines");
            }
        }
    }
}
