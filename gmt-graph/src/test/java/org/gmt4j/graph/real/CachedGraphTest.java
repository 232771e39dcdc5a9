package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gmt4j.graph.source.EdgeLists;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class CachedGraphTest {
    @TempDir
    private Path folder;
    private final AtomicInteger extractions = new AtomicInteger();

    @Test
    void shouldExtractOnceForManyNodes() throws InterruptedException, ExecutionException {
        final int nodes = 8;
        final CountDownLatch start = new CountDownLatch(1);
        final ExecutorService pool = Executors.newFixedThreadPool(nodes);
        final List<Future<List<String>>> results = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            final EdgeSource graph = new CachedGraph(extractor("one"), folder);
            results.add(pool.submit(() -> {
                start.await();
                return EdgeLists.all(graph);
            }));
        }
        start.countDown();
        for (final Future<List<String>> result : results) {
            assertEquals(List.of("0>1*3"), result.get());
        }
        pool.shutdown();
        pool.awaitTermination(60, TimeUnit.SECONDS);
        assertEquals(1, extractions.get());
    }

    @Test
    void shouldExtractAgainWhenTheMaterialChanged() {
        new CachedGraph(extractor("one"), folder).prepare();
        new CachedGraph(extractor("two"), folder).prepare();
        new CachedGraph(extractor("one"), folder).prepare();
        assertEquals(2, extractions.get());
    }

    @Test
    void shouldReplaceADamagedFile() throws IOException {
        new CachedGraph(extractor("one"), folder).prepare();
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file : files.filter(f -> f.toString().endsWith(".gmtg")).toList()) {
                Files.writeString(file, "damaged");
            }
        }
        final EdgeSource graph = new CachedGraph(extractor("one"), folder);
        assertEquals(List.of("0>1*3"), EdgeLists.all(graph));
        assertEquals("b", graph.vertexName(1));
        assertEquals(2, extractions.get());
    }

    private GraphExtractor extractor(final String fingerprint) {
        return new GraphExtractor() {
            @Override
            public String name() {
                return "tiny";
            }

            @Override
            public String fingerprint() {
                return fingerprint;
            }

            @Override
            public boolean weighted() {
                return true;
            }

            @Override
            public EdgeSource extract() {
                extractions.incrementAndGet();
                final ListedEdges edges = new ListedEdges("tiny", 2, true, true).withVertexNames(new String[] {"a",
                    "b"});
                edges.add(0, 1, 3);
                return edges;
            }
        };
    }
}
