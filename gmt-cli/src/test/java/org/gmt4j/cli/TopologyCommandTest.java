package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopologyCommandTest {
    @TempDir
    private Path folder;
    private final Map<String, String> variables = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String line) {
        out.reset();
        err.reset();
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(variables, Map.of()), folder, Machine.ofProcess(), List::of, List.of(),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "none"))).execute(line.split(" "));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrintShapeNeighboursHopsTreeAndMemory() {
        assertEquals(ExitCode.OK,
            gmt("topology --nodes 7 --kind mfcg --to 2 --buffers 2 --buffer-size 4k --processes 3"), err());
        assertEquals("""
            topology    mfcg, 7 nodes in shape 3x3, routing ldf
            neighbours  4 at most, 3.14 on average, 22 directed edges

                node  coordinates    neighbours
                   0  (0,0)          1 2 3 6
                   1  (1,0)          0 2 4
                   2  (2,0)          0 1 5
                   3  (0,1)          0 4 5 6
                   4  (1,1)          1 3 5
                   5  (2,1)          2 3 4
                   6  (0,2)          0 3

                hops   ordered pairs     share
                   1              22   52.38 %
                   2              20   47.62 %
                mean           1.476

            request buffers of a node with most neighbours
              4 neighbours x 3 processes x 2 buffers x 4096 B = 98304 B

            requests to node 2: height 2, nodes by depth 1 3 3
            2 (2,0)
            |-- 0 (0,0)
            |   `-- 6 (0,2)
            |-- 1 (1,0)
            `-- 5 (2,1)
                |-- 3 (0,1)
                `-- 4 (1,1)
            """, out());
    }

    @Test
    void shouldCutLongListsAndSaySo() {
        assertEquals(ExitCode.OK, gmt("topology -n 12288 --kind cfcg --to 5"), err());
        assertTrue(out().contains("cfcg, 12288 nodes in shape 24x24x22"), out());
        assertTrue(out().contains("one of 12288 nodes"), out());
        assertTrue(out().contains("... and 10240 more nodes"), out());
        assertTrue(out().lines().count() < 2100);
    }

    @ParameterizedTest
    @CsvSource({"fcg,1", "mfcg,1", "cfcg,1", "hypercube,1", "hypercube,13", "fcg,40"})
    void shouldTellOfAnyNumberOfNodes(final String kind, final int nodes) {
        for (final String format : List.of("text", "json", "svg")) {
            assertEquals(ExitCode.OK,
                gmt("topology -n " + nodes + " --kind " + kind + " --to 0 --routing nfdf --format " + format), err());
        }
    }

    @Test
    void shouldWriteJson() throws Exception {
        assertEquals(ExitCode.OK, gmt("topology -n 11 --kind cfcg --shape 3x3x2 --to 0 --format json"), err());
        try (JsonParser parser = new JsonFactory().createParser(out())) {
            while (parser.nextToken() != null) {
                assertTrue(parser.currentLocation().getLineNr() > 0);
            }
        }
        final String flat = out().replaceAll("\\s", "");
        assertTrue(flat.contains("\"kind\":\"cfcg\",\"nodes\":11,\"shape\":[3,3,2],\"routing\":\"ldf\""), flat);
        assertTrue(flat.contains("\"hops\":[11,42,52,16]"), flat);
        assertTrue(flat.contains("\"parents\":[-1,0,0,0,3,3,0,6,6,0,9]"), flat);
        assertEquals(ExitCode.OK, gmt("topology -n 11 --format json"), err());
        assertTrue(out().contains("\"tree\" : null"), out());
        assertEquals(ExitCode.OK, gmt("topology -n 1000000 --kind fcg --format json"), err());
        assertTrue(out().contains("\"byNode\" : null"), "lists of a million times a million are left away");
    }

    @Test
    void shouldDrawTheTree() throws Exception {
        assertEquals(ExitCode.OK, gmt("topology -n 29 --kind hypercube --format svg -o tree.svg"), err());
        assertEquals("", out());
        assertTrue(err().contains("saved"), err());
        final Document picture = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(folder.resolve("tree.svg").toFile());
        assertEquals(29, picture.getElementsByTagName("circle").getLength());
        assertEquals(28, picture.getElementsByTagName("line").getLength());
        final String box = picture.getDocumentElement().getAttribute("viewBox");
        final double width = Double.parseDouble(box.split(" ")[2]);
        for (int i = 0; i < 29; i++) {
            final double x = Double.parseDouble(picture.getElementsByTagName("circle").item(i).getAttributes()
                .getNamedItem("cx").getNodeValue());
            assertTrue(x > 0 && x < width, "inside the picture");
        }
        assertEquals(ExitCode.OK, gmt("topology -n 4096 --kind fcg --format svg"), err());
        assertFalse(out().contains("NaN"), "sound numbers");
    }

    @Test
    void shouldReadTheFileThatIsNamed() throws Exception {
        Files.writeString(folder.resolve("gmt.properties"), "gmt.edge.buffers=16\n");
        Files.writeString(folder.resolve("my.properties"), "gmt.edge.buffers=8\n");
        assertEquals(ExitCode.OK, gmt("topology -n 64"), err());
        assertTrue(out().contains(" x 16 buffers x "), out());
        variables.put("GMT_CONFIG", "my.properties");
        assertEquals(ExitCode.OK, gmt("topology -n 64"), err());
        assertTrue(out().contains(" x 8 buffers x "), out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--nodes 0|GMT-100 --nodes 0: expected 1 ..",
        "--nodes x|GMT-100 gmt topology: Invalid value for option '--nodes'",
        "--nodes 99999999|expected 1 ..",
        "--kind torus|expected one of fcg, mfcg, cfcg, hypercube but was",
        "-n 7 --shape 3x2|GMT-260 shape 3x2 has 6 places for 7 nodes",
        "-n 7 --shape 3x|GMT-260 shape '3x'",
        "-n 7 --shape 7|GMT-260 shape 7 has 1 dimensions",
        "-n 7 --to 7|GMT-262 there is no node 7",
        "-n 7 --to -1|GMT-262 there is no node -1",
        "--routing xyz|GMT-102 gmt.topology.routing = 'xyz' (from flag --routing)",
        "--buffers 0|GMT-102 gmt.edge.buffers = '0' (from flag --buffers)",
        "--buffer-size 1|GMT-102 gmt.edge.buffer.size = '1' (from flag --buffer-size)",
        "--processes 0|GMT-100 --processes 0",
        "--format csv|GMT-100 gmt topology: Invalid value for option '--format'",
        "-n 5000 --format svg|GMT-100 --format svg draws at most 4096 nodes",
        "-o absent/x|GMT-100 -o absent/x: cannot write there",
        "-n 7 --to 7 -o absent/x|GMT-100 -o absent/x: cannot write there"})
    void shouldRefuseWrongUse(final String options, final String message) {
        assertEquals(ExitCode.USAGE, gmt("topology " + options), err());
        assertTrue(err().startsWith(message) || err().contains(message), err());
        assertTrue(err().startsWith("GMT-"), err());
        assertFalse(err().contains("\tat "), err());
        assertEquals("", out());
    }
}
