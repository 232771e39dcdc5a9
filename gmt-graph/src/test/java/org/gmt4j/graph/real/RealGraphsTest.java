package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.serial.BfsTree;
import org.gmt4j.graph.serial.GraphStatistics;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.serial.SerialBfsVerifier;
import org.gmt4j.graph.source.EdgeScan;
import org.gmt4j.graph.source.EdgeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exact sizes depend on the machine; what must hold of any extraction is checked. */
class RealGraphsTest {
    @TempDir
    private Path cache;

    @Test
    void shouldHaveObjectAsHubOfTheJdksClasses() {
        final EdgeSource graph = RealGraphs.open("jdk-classes", cache);
        final LocalCsr csr = checkInvariants(graph);
        assertEquals("java/lang/Object", graph.vertexName(csr.hub()));
        assertTrue(csr.vertexCount() > 5000, () -> csr.vertexCount() + " classes");
    }

    @Test
    void shouldHaveAConstructorAsHubOfTheJdksCalls() {
        final EdgeSource graph = RealGraphs.open("jdk-calls", cache);
        final LocalCsr csr = checkInvariants(graph);
        assertEquals("java/lang/Object.<init>()V", graph.vertexName(csr.hub()));
    }

    @Test
    void shouldHaveTheCLibraryAsHubOfDebian() {
        assumeTrue(Files.isReadable(Path.of("/var/lib/dpkg/status")), "not a Debian system");
        final EdgeSource graph = RealGraphs.open("debian-deps", cache);
        final LocalCsr csr = checkInvariants(graph);
        assertEquals("libc6", graph.vertexName(csr.hub()));
    }

    private static LocalCsr checkInvariants(final EdgeSource graph) {
        graph.prepare();
        final EdgeScan scan = graph.scan(0, 3).merge(graph.scan(1, 3)).merge(graph.scan(2, 3));
        assertEquals(graph.edgeCount().getAsLong(), scan.edgeCount());
        final GraphStatistics figures = GraphStatistics.of(graph, 1);
        assertEquals(0, figures.selfLoops());
        assertEquals(0, figures.duplicates());
        final LocalCsr csr = LocalCsr.symmetrised(graph);
        final BfsTree tree = SerialBfs.search(csr, csr.hub());
        assertEquals(figures.components().largest(), tree.reached());
        assertEquals(Optional.empty(), SerialBfsVerifier.verify(csr, tree.root(), tree.parent(), tree.level()));
        return csr;
    }

    @Test
    void shouldRefuseUnknownNames() {
        assertEquals("GMT-310 unknown graph \"jdk\"; expected one of debian-deps, jdk-classes, jdk-calls",
            assertThrows(GraphException.class, () -> RealGraphs.open("jdk", cache)).getMessage());
    }

    @Test
    void shouldFindTheCacheFolder() {
        assertEquals(Path.of("/x/y"), RealGraphs.cacheFolder(Map.of("GMT_CACHE", "/x/y", "XDG_CACHE_HOME", "/z")));
        assertEquals(RealGraphs.cacheFolder(Map.of()), RealGraphs.cacheFolder(Map.of("GMT_CACHE", "",
            "XDG_CACHE_HOME", "")), "empty means unset");
        assertEquals(cache.resolve("gmt"), RealGraphs.cacheFolder(Map.of("XDG_CACHE_HOME", cache.toString())));
    }
}
