package org.gmt4j.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class LineChartTest {
    private static LineChart chart() {
        return new LineChart("put & <get>", Axis.bytes("bytes"), Axis.log10("us"));
    }

    private static Document parse(final String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<Element> elements(final Document document, final String name) {
        final NodeList found = document.getElementsByTagName(name);
        final List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static List<String> texts(final Document document) {
        return elements(document, "text").stream().map(Element::getTextContent).collect(Collectors.toList());
    }

    /** Paths of lines and of their samples in the legend, in order. */
    private static List<String> lines(final Document document) {
        return elements(document, "path").stream().filter(path -> path.getAttribute("stroke-width").equals("1.8"))
            .map(path -> path.getAttribute("d")).collect(Collectors.toList());
    }

    @Test
    void shouldBeWellFormedWithTitleAxesAndLegend() throws Exception {
        final Document document = parse(chart().line("poll", new double[] {1, 1024, 1 << 20}, new double[] {1, 10, 1000})
            .line("block", new double[] {1, 1024}, new double[] {2, 20}).svg());
        assertTrue(texts(document).containsAll(List.of("put & <get>", "bytes", "us", "poll", "block", "1", "4K", "1M", "10", "100", "1000")),
            () -> texts(document).toString());
        assertEquals(4, lines(document).size());
    }

    @Test
    void shouldPlaceDecadesEvenly() throws Exception {
        final String path = lines(parse(chart().line("a", new double[] {1, 2, 4}, new double[] {1, 10, 100}).svg())).get(0);
        final String[] points = path.substring(1).split("L");
        assertEquals(3, points.length);
        final double[] x = new double[3];
        final double[] y = new double[3];
        for (int i = 0; i < 3; i++) {
            x[i] = Double.parseDouble(points[i].split(" ")[0]);
            y[i] = Double.parseDouble(points[i].split(" ")[1]);
        }
        assertEquals(x[1] - x[0], x[2] - x[1], 0.2);
        assertEquals(y[0] - y[1], y[1] - y[2], 0.2);
        assertTrue(x[0] < x[1] && y[0] > y[1], "to the right and up");
    }

    @Test
    void shouldBreakLinesWhereAnAxisCannotShowAPoint() throws Exception {
        final String path = lines(parse(chart().line("a", new double[] {1, 2, 4, 8, 16}, new double[] {1, 2, 0, Double.NaN, 3}).svg())).get(0);
        assertEquals(2, path.chars().filter(c -> c == 'M').count(), path);
        assertEquals(1, path.chars().filter(c -> c == 'L').count(), path);
        assertFalse(path.contains("NaN"));
    }

    @Test
    void shouldDrawChartsWithoutPoints() throws Exception {
        assertEquals(1, lines(parse(chart().line("nothing", new double[] {1}, new double[] {0}).svg())).size(), "only its legend");
        parse(chart().svg());
        parse(new LineChart("flat", Axis.linear("x"), Axis.linear("y")).line("a", new double[] {0, 0}, new double[] {0, 0}).svg());
    }

    @Test
    void shouldChooseRoundTicks() {
        assertEquals(List.of(0.0, 0.2, 0.4, 0.6, 0.8, 1.0), Axis.linear("y").ticks(0, 1).stream().map(v -> Math.round(v * 10) / 10.0).toList());
        assertEquals("0.2", Axis.linear("y").text(0.2));
        assertEquals("1e-06", Axis.log10("y").text(-6));
        assertEquals("64K", Axis.bytes("x").text(16));
        assertEquals("2G", Axis.bytes("x").text(31));
        final double[] range = Axis.linear("y").range(0.3, 1.17);
        assertTrue(range[0] == 0 && range[1] >= 1.17 && range[1] < 1.5);
    }

    @Test
    void shouldPutChartsOnASheet(@TempDir final Path folder) throws Exception {
        final Path file = folder.resolve("a/b.svg");
        ChartSheet.of(2, List.of(chart(), chart(), chart())).write(file);
        final Document document = parse(Files.readString(file));
        assertEquals(3, elements(document, "g").size());
        assertEquals(String.valueOf(2 * LineChart.HEIGHT), document.getDocumentElement().getAttribute("height"));
        assertThrows(IllegalArgumentException.class, () -> ChartSheet.of(0, List.of(chart())));
        assertThrows(IllegalArgumentException.class, () -> chart().line("a", new double[1], new double[2]));
    }
}
