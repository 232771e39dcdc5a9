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
        final Document document = parse(chart().line("poll", new double[] {1, 1024, 1 << 20},
            new double[] {1, 10, 1000})
            .line("block", new double[] {1, 1024}, new double[] {2, 20}).svg());
        assertTrue(texts(document)
            .containsAll(List.of("put & <get>", "bytes", "us", "poll", "block", "1", "4K", "1M", "10", "100", "1000")),
            () -> texts(document).toString());
        assertEquals(4, lines(document).size());
    }

    @Test
    void shouldPlaceDecadesEvenly() throws Exception {
        final String path = lines(parse(chart().line("a", new double[] {1, 2, 4}, new double[] {1, 10, 100}).svg()))
            .get(0);
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
        final String path = lines(parse(chart().line("a", new double[] {1, 2, 4, 8, 16},
            new double[] {1, 2, 0, Double.NaN, 3}).svg())).get(0);
        assertEquals(2, path.chars().filter(c -> c == 'M').count(), path);
        assertEquals(1, path.chars().filter(c -> c == 'L').count(), path);
        assertFalse(path.contains("NaN"));
    }

    @Test
    void shouldDrawChartsWithoutPoints() throws Exception {
        assertEquals(1, lines(parse(chart().line("nothing", new double[] {1}, new double[] {0}).svg())).size(),
            "only its legend");
        parse(chart().svg());
        parse(new LineChart("flat", Axis.linear("x"), Axis.linear("y")).line("a", new double[] {0, 0},
            new double[] {0, 0}).svg());
    }

    @Test
    void shouldChooseRoundTicks() {
        assertEquals(List.of(0.0, 0.2, 0.4, 0.6, 0.8, 1.0), Axis.linear("y").ticks(0, 1).stream()
            .map(v -> Math.round(v * 10) / 10.0).toList());
        assertEquals(List.of("1e-06", "0.001", "1", "100000", "1e+06"),
            Axis.log10("y").texts(List.of(-6.0, -3.0, 0.0, 5.0, 6.0)));
        assertEquals(List.of("64K", "2G"), Axis.bytes("x").texts(List.of(16.0, 31.0)));
        final double[] range = Axis.linear("y").range(0.3, 1.17);
        assertTrue(range[0] == 0 && range[1] >= 1.17 && range[1] < 1.5);
    }

    private static List<String> labels(final Axis axis, final double least, final double most) {
        final double[] range = axis.range(least, most);
        return axis.texts(axis.ticks(range[0], range[1]));
    }

    @Test
    void shouldWriteEachTickAsTheNumberThatItIs() {
        final Axis axis = Axis.linear("y");
        assertEquals(List.of("0", "5e+05", "1e+06", "1.5e+06", "2e+06"), labels(axis, 0, 1_920_000));
        assertEquals(List.of("0", "0.0005", "0.001", "0.0015"), labels(axis, 0, 0.0015));
        assertEquals(List.of("0", "0.2", "0.4", "0.6", "0.8", "1"), labels(axis, 0, 1));
        assertEquals(List.of("0", "100", "200"), axis.texts(List.of(0.0, 100.0, 200.0)));
        for (double most = 1e-6; most <= 1e12; most *= 1.37) {
            for (final double least : new double[] {0, -most / 3, -most}) {
                final double[] range = axis.range(least, most);
                final List<Double> ticks = axis.ticks(range[0], range[1]);
                final List<String> labels = axis.texts(ticks);
                assertEquals(labels.size(), labels.stream().distinct().count(), labels.toString());
                for (int i = 0; i < labels.size(); i++) {
                    assertEquals(ticks.get(i), Double.parseDouble(labels.get(i)), 0.01 * (ticks.get(1) - ticks.get(0)),
                        labels.toString());
                    assertTrue(labels.get(i).length() <= 8, "no more room: " + labels);
                }
            }
        }
    }

    @Test
    void shouldDrawBandsReferencesAndShade() throws Exception {
        final double none = Double.NaN;
        final Document document = parse(new LineChart("t", Axis.log2("nodes"), Axis.linear("y"))
            .line("a", new double[] {1, 2, 4, 8}, new double[] {1, 2, 3,
            4}, new double[] {0.5, 1.5, none, 3}, new double[] {1.5, 2.5, none, 5})
            .reference("ideal", new double[] {1, 2}, new double[] {1, 2}).shade(3,
                "beyond").svg());
        assertTrue(texts(document).containsAll(List.of("1", "2", "4", "8", "ideal", "beyond")),
            () -> texts(document).toString());
        final List<Element> bands = elements(document, "path").stream()
            .filter(path -> path.getAttribute("fill-opacity").equals("0.18")).toList();
        assertEquals(1, bands.size(), "two neighbours with a range; the fourth has none beside it");
        assertEquals(3, bands.get(0).getAttribute("d").chars().filter(c -> c == 'L').count(), "there and back again");
        assertEquals(3, elements(document, "path").stream()
            .filter(path -> path.getAttribute("stroke-width").equals("1.1")).count(), "whiskers");
        assertEquals(2, elements(document, "rect").stream().filter(rect -> !rect.getAttribute("fill").equals("#D55E00"))
            .count(), "paper and shade");
        assertThrows(IllegalArgumentException.class,
            () -> chart().line("a", new double[2], new double[2], new double[1], new double[2]));
    }

    @Test
    void shouldPutWordsAtEvenDistances() throws Exception {
        final Axis axis = Axis.words("how",
            List.of("on", "off", "a very long word for so little room in this picture of three words"));
        assertEquals(List.of(0.0, 1.0, 2.0), axis.ticks(-0.5, 2.5));
        final List<String> labels = axis.texts(axis.ticks(-0.5, 2.5));
        assertEquals("off", labels.get(1));
        assertTrue(labels.get(2).endsWith("\u2026") && labels.get(2).length() < 30, labels.get(2));
        assertEquals(List.of("64"), Axis.log2("n").texts(List.of(6.0)));
        parse(new LineChart("t", axis, Axis.linear("y")).line("a", new double[] {0, 2}, new double[] {1, 2}).svg());
    }

    @Test
    void shouldGrowWithItsLegend() throws Exception {
        final LineChart chart = chart();
        for (int i = 0; i < 20; i++) {
            chart.line("a line with a name of thirty c", new double[] {1}, new double[] {1});
        }
        assertTrue(chart.height() > LineChart.HEIGHT);
        assertEquals(String.valueOf(chart.height()), parse(chart.svg()).getDocumentElement().getAttribute("height"));
    }

    @Test
    void shouldBePartOfAPageInThePagesColours() throws Exception {
        final String inline = chart().line("a", new double[] {1, 2}, new double[] {1, 10})
            .description("says \"<what>\"").inline();
        final Element root = parse(inline).getDocumentElement();
        assertEquals("says \"<what>\"", root.getAttribute("aria-label"));
        assertEquals("img", root.getAttribute("role"));
        assertEquals("currentColor", root.getAttribute("fill"));
        assertFalse(inline.contains("white") || inline.contains("black"), inline);
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
