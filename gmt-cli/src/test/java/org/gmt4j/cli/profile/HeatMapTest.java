package org.gmt4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HeatMapTest {
    private static Document parsed(final String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void shouldDrawACellForEachPairTheDarkerTheMore() throws Exception {
        final String svg = new HeatMap("bytes", new long[][] {{0, 100}, {50, 0}}, String::valueOf).svg();
        final Document document = parsed(svg);
        assertEquals(4, document.getElementsByTagName("rect").getLength());
        assertTrue(svg.contains("fill=\"#08306b\" stroke=\"#ccc\" stroke-width=\"0.5\"><title>node 0 "
            + "to node 1: 100</title>"), svg);
        assertTrue(svg.contains("fill=\"#f4f7fb\" stroke=\"#ccc\" stroke-width=\"0.5\"><title>node 0 "
            + "to node 0: 0</title>"), svg);
        assertTrue(svg.contains("node 1 to node 0: 50"), svg);
    }

    @Test
    void shouldEscapeWhatItIsGiven() throws Exception {
        final String svg = new HeatMap("<script>&\"'", new long[][] {{1}}, value -> "<b>" + value + "&</b>").svg();
        assertFalse(svg.contains("<script>") || svg.contains("<b>"), svg);
        assertEquals("<script>&\"'", parsed(svg).getElementsByTagName("text").item(0).getTextContent());
    }

    @Test
    void shouldDrawManyNodesWithoutFiguresAndFewerLabels() throws Exception {
        final long[][] matrix = new long[100][100];
        matrix[99][0] = 7;
        final Document document = parsed(new HeatMap("many", matrix, String::valueOf).svg());
        assertEquals(10_000, document.getElementsByTagName("rect").getLength());
        assertTrue(document.getElementsByTagName("text").getLength() < 100);
    }

    @Test
    void shouldDrawNothingOfNothing() throws Exception {
        parsed(new HeatMap("none", new long[0][0], String::valueOf).svg());
        parsed(new HeatMap("still", new long[][] {{0, 0}, {0, 0}}, String::valueOf).svg());
    }
}
