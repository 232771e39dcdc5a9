package org.gmt4j.graph.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.EdgeProgress;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.table.CsvFormat;
import org.gmt4j.graph.table.EdgeColumns;
import org.gmt4j.graph.table.LineTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that somebody writes to while nodes open them. */
@Timeout(120)
class SameEdgesTest {
    private static final Object ONE_AT_A_TIME = new Object();

    @TempDir
    private Path folder;

    private static EdgeSource open(final String file) {
        return file.endsWith(".el") ? GraphFiles.open(Path.of(file))
            : LineTable.open(file, new CsvFormat(','), new EdgeColumns("a", "b", null, false));
    }

    /** Nobody opens the file that the other one has opened. */
    private static EdgeSource openAndWrite(final String file, final String written) {
        synchronized (ONE_AT_A_TIME) {
            final EdgeSource source = open(file);
            try {
                Files.writeString(Path.of(written), "1,2\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return source;
        }
    }

    /** Each part is cut by the length that its node has found: lines between two cuts would belong to nobody. */
    @Test
    void shouldRefuseFilesThatAreOthersForAnotherNode() throws IOException {
        Files.writeString(folder.resolve("calls.el"), "0 1\n1 2\n");
        Files.writeString(folder.resolve("calls.csv"), "a,b\n1,2\n");
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(SameEdgesTest.class).start()) {
            refused(cluster, "calls.el", "calls.el");
            refused(cluster, "calls.csv", "calls.csv");
            refused(cluster, "*.csv", "more.csv");
        }
    }

    private void refused(final GmtCluster cluster, final String name, final String written) {
        final String file = folder.resolve(name).toString();
        final String grows = folder.resolve(written).toString();
        final RuntimeException failure = assertThrows(RuntimeException.class, () -> cluster.call(ctx -> {
            CsrBuilder.symmetrised(ctx, () -> openAndWrite(file, grows)).free(ctx);
            return null;
        }));
        assertTrue(String.valueOf(failure).contains("GMT-303 " + name + ": the nodes find other files"),
            String.valueOf(failure));
    }

    @Test
    void shouldReadWhatWasThereWhenTheFileWasOpened() throws IOException {
        for (final String name : new String[] {"grows.el", "grows.csv"}) {
            final boolean isTable = name.endsWith(".csv");
            final String line = isTable ? "1,2\n" : "1 2\n";
            final Path file = Files.writeString(folder.resolve(name), (isTable ? "a,b\n" : "") + line.repeat(100));
            final EdgeSource source = open(file.toString());
            long edges = source.scan(0, 2).edgeCount();
            Files.writeString(file, line.repeat(50), StandardOpenOption.APPEND);
            edges += source.scan(1, 2).edgeCount();
            assertEquals(100, edges, name);
            Files.writeString(file, (isTable ? "a,b\n" : "") + line.repeat(60));
            final GraphException shorter = assertThrows(GraphException.class, () -> source.scan(1, 2));
            assertEquals(GraphException.VERTEX_OUT_OF_RANGE, shorter.number(), shorter.getMessage());
            assertTrue(shorter.getMessage().contains(name + " has become shorter"), shorter.getMessage());
        }
    }

    /** Of as many vertices and edges. */
    @Test
    void shouldRefuseAGraphFileThatIsReplacedBeforeAllHaveOpenedIt() {
        final String file = folder.resolve("ring.gmtg").toString();
        final String other = folder.resolve("other.gmtg").toString();
        GraphFiles.write(ListedEdges.undirected("ring", 3, 0, 1, 1, 2), Path.of(file), EdgeProgress.NONE);
        GraphFiles.write(ListedEdges.undirected("ring", 3, 0, 2, 2, 1), Path.of(other), EdgeProgress.NONE);
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(SameEdgesTest.class).start()) {
            final RuntimeException failure = assertThrows(RuntimeException.class, () -> cluster.call(ctx -> {
                CsrBuilder.symmetrised(ctx, () -> openAndReplace(file, other)).free(ctx);
                return null;
            }));
            assertTrue(String.valueOf(failure).contains("GMT-303 ring: the nodes find other files"),
                String.valueOf(failure));
        }
    }

    private static EdgeSource openAndReplace(final String file, final String other) {
        synchronized (ONE_AT_A_TIME) {
            final EdgeSource source = GraphFiles.open(Path.of(file));
            try {
                if (Files.exists(Path.of(other))) {
                    Files.move(Path.of(other), Path.of(file), StandardCopyOption.REPLACE_EXISTING);
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return source;
        }
    }
}
