package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebianExtractorTest {
    @TempDir
    private Path root;
    private Path lists;
    private Path status;

    @BeforeEach
    void createFolders() throws IOException {
        lists = Files.createDirectories(root.resolve("var/lib/apt/lists"));
        status = Files.createDirectories(root.resolve("var/lib/dpkg")).resolve("status");
    }

    @Test
    void shouldReadRelationsWithVersionsAlternativesAndContinuations() throws IOException {
        final ControlFileParser parser = new ControlFileParser();
        parser.parse(new BufferedReader(new StringReader(String.join("\n",
            "Package: a", "Depends: b (>= 1.0), c:any |", " d [amd64] <!nocheck>,a", "Description: x",
                " Depends: not-this",
            "Suggests: b, e", "", "", "Package: b", "Status: deinstall ok config-files", "Depends: gone", "",
            "Package: f", "Status: install ok installed", "Pre-Depends: b", "Provides: g (= 2)"))));
        assertEquals(Set.of("a>b*2", "a>c*2", "a>d*2", "a>e*4", "f>b*1", "f>g*5"), named(parser.graph().toEdges("x",
            true, v -> true)));
        assertEquals(2, parser.packageCount());
    }

    @Test
    void shouldPreferPackageListsToInstalledPackages() throws IOException {
        writePackages(status, "installed", 150);
        assertTrue(named(extract()).contains("installed7>common*2"));
        writePackages(lists.resolve("host_dists_x_main_binary-amd64_Packages"), "listed", 150);
        final Set<String> edges = named(extract());
        assertTrue(edges.contains("listed7>common*2"));
        assertEquals(150, edges.size());
    }

    @Test
    void shouldNoticeChangedLists() throws IOException {
        writePackages(status, "p", 150);
        final String before = new DebianExtractor(root).fingerprint();
        writePackages(status, "p", 151);
        assertNotEquals(before, new DebianExtractor(root).fingerprint());
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        Files.writeString(lists.resolve("host_Packages.xz"), "");
        final GraphException missing = assertThrows(GraphException.class, this::extract);
        assertEquals("GMT-320 debian-deps: no package metadata on this machine: " + lists
            + " has no *_Packages file that is "
            + "plain, .gz or .lz4 (1 packed otherwise), and there is no " + status
            + "; on Debian run 'apt-get update' as root, "
            + "elsewhere choose another graph, such as jdk-classes", missing.getMessage());
        writePackages(status, "few", 3);
        assertEquals("GMT-320 debian-deps: found 3 packages in [" + status
            + "], expected at least 100; run 'apt-get update' as "
            + "root, or choose another graph", assertThrows(GraphException.class, this::extract).getMessage());
    }

    @Test
    void shouldNameADamagedList() throws IOException {
        final Path list = Files.writeString(lists.resolve("host_Packages.lz4"), "not lz4");
        assertEquals("GMT-300 cannot read " + list + ": not in LZ4 frame format",
            assertThrows(GraphException.class, this::extract).getMessage());
    }

    private EdgeSource extract() {
        return new DebianExtractor(root).extract();
    }

    private static void writePackages(final Path file, final String prefix, final int count) throws IOException {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("Package: ").append(prefix).append(i).append("\nStatus: install ok installed\nDepends: "
                + "common\n\n");
        }
        Files.writeString(file, text);
    }

    private static Set<String> named(final EdgeSource graph) {
        final Set<String> edges = new TreeSet<>();
        graph.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                edges.add(graph.vertexName(batch.source(i)) + ">" + graph.vertexName(batch.target(i)) + "*"
                    + batch.weight(i));
            }
        });
        return edges;
    }
}
