package org.gmt4j.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.GlobalStringCounters.Count;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.KroneckerSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples, each against a figure that is known or a serial program. */
@Timeout(120)
class ExamplesTest {
    private static final int LONGEST_EXAMPLE = 60;
    private static final Path JOB_TEST = Path.of("src/test/java/org/gmt4j/examples/JobTest.java");

    @TempDir
    private Path folder;

    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.local(nodes, Histogram.class, PosterBfs.class, WordCount.class, TreeSearch.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldDoWhatTheySay(final int nodes) throws IOException, SQLException {
        try (GmtCluster cluster = cluster(nodes)) {
            final long[] bins = Histogram.count(cluster, 100_000, 1_000);
            assertEquals(1_000, bins.length);
            assertEquals(100_000, Arrays.stream(bins).sum());
            assertTrue(Arrays.stream(bins).allMatch(bin -> bin > 40 && bin < 180),
                "100 on average, give or take six deviations");

            final LocalCsr graph = LocalCsr.symmetrised(new KroneckerSource(9, 8, 5));
            final long[] levels = cluster.call(ctx -> PosterBfs.search(ctx,
                CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(9, 8, 5)), 3));
            assertArrayEquals(Arrays.stream(SerialBfs.search(graph, 3).level()).asLongStream().toArray(), levels);

            assertEquals("farthest from 442079460000: 442079460350 50; groups [442079460000 100, -1 2]",
                Friends.describe(cluster, 100));
            assertEquals("320.0 s over 23 corners, first 110000 100000 100001 100002", Roads.describe(cluster, 20));
            assertEquals(63_914, TreeSearch.count(cluster, 7), "counted by a serial program in another language");
            assertEquals(1, TreeSearch.count(cluster, 0));
            checkWords(cluster);
            checkUsers(cluster);
        }
    }

    private void checkWords(final GmtCluster cluster) throws IOException {
        final Path file = folder.resolve("text.txt");
        final StringBuilder text = new StringBuilder();
        final Map<String, Long> expected = new TreeMap<>();
        for (int i = 0; i < 3_000; i++) {
            final String word = i % 7 == 0 ? "stra\u00dfe" : "w" + i % 50;
            expected.merge(word, 1L, Long::sum);
            text.append(i % 2 == 0 ? word : word.replace('w', 'W'))
                .append(i % 11 == 0 ? ".\n" : i % 5 == 0 ? ", " : " ");
        }
        Files.writeString(file, text);
        for (final int piece : new int[] {7, 1 << 12, 1 << 20}) {
            assertEquals(expected, WordCount.top(cluster, file.toString(), piece, 100).stream()
                .collect(Collectors.toMap(Count::key, Count::count, Long::sum, TreeMap::new)), "pieces of " + piece);
        }
        Files.writeString(file, "");
        assertEquals(List.of(), WordCount.top(cluster, file.toString(), 1 << 20, 10));
    }

    private void checkUsers(final GmtCluster cluster) throws SQLException {
        final String file = folder.resolve("social.duckdb").toString();
        ProcessesTest.makeUsers(file, "(7, 'Ada'), (-3, 'Grace'), (9, 'Alan')", "(7, -3), (9, -3), (-3, 7)");
        // x, y, z of Grace, Ada, Alan: z = 0.05, y = 0.05 + 0.85 x, x = 0.05 + 0.85 (y + z)
        final List<String> expected = List.of("0.486486 Grace", "0.463514 Ada", "0.050000 Alan");
        assertEquals(expected, RankedUsers.rank(cluster, file));
        assertEquals(expected, RankedUsers.rank(cluster, file), "the table of ranks is replaced");
    }

    @Test
    void shouldRunAsTheyAre() throws IOException {
        Histogram.main(new String[] {"100000", "100"});
        PosterBfs.main(new String[] {"8"});
        Friends.main(new String[] {"1000"});
        Roads.main(new String[0]);
        TreeSearch.main(new String[] {"8"});
        WordCount.main(new String[] {"README.md"});
        assertThrows(IllegalArgumentException.class, () -> RankedUsers.main(new String[0]));
    }

    @Test
    void shouldFitOnAScreen() throws IOException {
        final String index = Files.readString(Path.of("README.md"));
        try (Stream<Path> programs = Files.list(Path.of("src/main/java/org/gmt4j/examples"))) {
            for (final Path file : Stream.concat(programs, Stream.of(JOB_TEST)).toList()) {
                final int lines = Files.readAllLines(file).size();
                assertTrue(lines <= LONGEST_EXAMPLE, file + " has " + lines + " lines");
                assertTrue(file.endsWith("package-info.java") || index.contains("(" + file + ")"),
                    file + " is not in README.md");
            }
        }
    }
}
