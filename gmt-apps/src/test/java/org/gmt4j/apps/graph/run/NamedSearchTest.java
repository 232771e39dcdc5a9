package org.gmt4j.apps.graph.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Bfs;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NamedSearchTest {
    @TempDir
    private Path folder;

    /** The tree is written first: without the levels it is not an answer either. */
    @Test
    void shouldWriteBothFilesOrNone() throws Exception {
        final Path tree = folder.resolve("tree.csv");
        final Path levels = folder.resolve("levels.csv");
        final NamedSearch search = new NamedSearch("0", tree);
        try (GmtCluster cluster = GmtCluster.local(2); Graph graph = Graph.load(cluster, Edges.uniform(5, 4, 1))) {
            search.prepare(graph, 1, 1);
            try (Bfs answer = search.ask(graph, 0)) {
                final Path nowhere = folder.resolve("missing").resolve("levels.csv");
                assertThrows(RuntimeException.class, () -> search.write(answer, nowhere));
                assertFalse(Files.exists(tree));
                final long bytes = search.write(answer, levels);
                assertEquals(Map.of("levels", levels, "tree", tree), search.files(answer, levels));
                assertEquals(Files.size(tree) + Files.size(levels), bytes);
                assertTrue(search.files(answer, tree).isEmpty(), "one file");
                assertEquals(Files.size(tree), search.write(answer, tree));
            }
        }
    }
}
