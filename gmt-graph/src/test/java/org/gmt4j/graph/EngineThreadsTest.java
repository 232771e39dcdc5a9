package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.JdbcRange;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine does takes long, and so no thread of a node does it that runs tasks. */
@Timeout(240)
class EngineThreadsTest {
    /** A value for which there is no room. */
    private static final long FULL = 13;
    private static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** An engine that notes who calls it. */
    public static final class NotingEngine implements TableEngine {
        private static void note(final String what) {
            CALLS.add(what + " " + Thread.currentThread().getName());
        }

        @Override
        public EdgeSource parquet(final String pattern, final EdgeColumns columns) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EdgeSource query(final String sql, final boolean isWeighted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EdgeSource jdbc(final String url, final String sql, final JdbcRange range, final boolean isWeighted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ValueRows openPart(final Path part, final List<Column> columns) throws IOException {
            note("open");
            Files.createFile(part);
            return new ValueRows() {
                @Override
                public void add(final long value) throws IOException {
                    if (value == FULL) {
                        throw new IOException("no space left");
                    }
                }

                @Override
                public void add(final double value) {
                }

                @Override
                public void add(final byte[] text) {
                }

                @Override
                public void endRow() {
                }

                @Override
                public void abandon() {
                    note("abandon");
                }

                @Override
                public void close() {
                    note("close");
                }
            };
        }

        @Override
        public void join(final List<Path> parts, final Path whole) throws IOException {
            note("join");
            Files.createFile(whole);
        }

        @Override
        public void checkTable(final Path database, final String table) {
            note("check");
        }

        @Override
        public void makeTable(final List<Path> parts, final Path database, final String table) throws IOException {
            note("make");
            Files.createFile(database);
        }
    }

    /** Nodes inherit the loader of the thread that starts them. */
    @BeforeEach
    void offerTheEngine() throws IOException {
        final Path names = Files.writeString(folder.resolve("engines"), NotingEngine.class.getName());
        final URL url = names.toUri().toURL();
        Thread.currentThread().setContextClassLoader(new ClassLoader(before) {
            @Override
            public Enumeration<URL> getResources(final String name) throws IOException {
                return name.equals("META-INF/services/" + TableEngine.class.getName())
                    ? new Vector<>(List.of(url)).elements() : super.getResources(name);
            }
        });
        CALLS.clear();
    }

    @AfterEach
    void takeTheEngineBack() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void shouldCallTheEngineByPlainThreads() {
        final String caller = Thread.currentThread().getName();
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {2}))) {
            graph.components().run().write(Tables.parquet(folder.resolve("parts.parquet")));
            graph.walks().keepPaths().run().writePaths(Tables.duckdb(folder.resolve("walks.duckdb"), "walks"));
        }
        assertEquals(List.of(1L, 1L, 4L, 4L, 1L), List.of(count("check gmt-"), count("join "), count("open "),
            count("close "), count("make ")), CALLS.toString());
        for (final String call : CALLS) {
            assertTrue(call.contains("-blocking-") || call.equals("check " + caller), CALLS.toString());
        }
    }

    @Test
    void shouldAbandonPartsThatWillNotBeWhole() {
        try (GmtCluster cluster = GmtCluster.local(1);
             Graph graph = Graph.load(cluster, Edges.of(new long[] {1}, new long[] {FULL}));
             Components parts = graph.components().run()) {
            final Table table = Tables.parquet(folder.resolve("parts.parquet"));
            assertThrows(GraphException.class, () -> parts.write(table));
        }
        assertEquals(List.of(1L, 1L, 0L), List.of(count("open "), count("abandon "), count("close ")),
            CALLS.toString());
    }

    /** A node's own edges come from its files and data bases. */
    @Test
    void shouldAskIteratorsOfNodesByPlainThreads() {
        final int count = 200_000;
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(EngineThreadsTest.class).start();
             Graph graph = Graph.load(cluster, Edges.perNode((node, nodes) -> noted(count)))) {
            assertEquals(2L * count, graph.listedEdges());
        }
        assertEquals(2L * count, count("next "));
        assertEquals(List.of(), CALLS.stream().filter(call -> !call.contains("-blocking-")).distinct().toList());
    }

    private static Iterator<Edge> noted(final int count) {
        return IntStream.range(0, count).mapToObj(i -> {
            NotingEngine.note("next");
            return new Edge(i, i + 1);
        }).iterator();
    }

    private static long count(final String start) {
        return CALLS.stream().filter(call -> call.startsWith(start)).count();
    }
}
