package org.gmt4j.bench.scale.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gmt4j.bench.chart.PngPicture;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesFixture;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class SeriesChartsTest {
    private static String svg(final Series series) throws Exception {
        final String svg = SeriesCharts.svg(series);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
        return svg;
    }

    private static int count(final String text, final String what) {
        return text.split(what, -1).length - 1;
    }

    @Test
    void shouldShowIdealOnlyUpToTheCoresAndShadeTheRest() throws Exception {
        final String svg = svg(SeriesFixture.weak());
        assertEquals(2, count(svg, "nodes exceed cores: no speed-up"), "rate and efficiency");
        assertEquals(2, count(svg, ">ideal, up to the cores<"));
        final String few = svg(new SeriesFixture().point(1).ok(1, 2).point(2).ok(2, 3).build());
        assertEquals(0, count(few, "exceed"), "two nodes on two cores");
        final String none = svg(new SeriesFixture().point(2).ok(1).point(4).ok(1).build());
        assertEquals(0, count(none, "ideal"), "a single point has its cores");
        final String all = svg(new SeriesFixture().cores(1).point(2).ok(1).point(4).ok(1).build());
        assertEquals(2, count(all, "exceed"));
    }

    @Test
    void shouldCountThreadsOfNodes() throws Exception {
        assertEquals(0, count(svg(new SeriesFixture().cores(4).point(1, 2).ok(1).point(2, 2).ok(2).build()), "exceed"));
        assertEquals(2, count(svg(new SeriesFixture().cores(3).point(1, 2).ok(1).point(2, 2).ok(2).build()), "exceed"));
    }

    @Test
    void shouldDrawALineForEachCombination() throws Exception {
        final String svg = svg(new SeriesFixture().point(1, "gmt.fibers", "1").ok(1, 2).point(2, "gmt.fibers", "1")
            .ok(1, 2).point(1, "gmt.fibers", "16").ok(1, 2).point(2, "gmt.fibers", "16").ok(1, 2).build());
        assertEquals(2, count(svg, ">fibers=1<"));
        assertEquals(2, count(svg, ">fibers=16<"));
    }

    @Test
    void shouldPutSweptValuesOnTheAxisWhereNodesAreTheSame() throws Exception {
        final String svg = svg(SeriesFixture.sweep());
        assertTrue(svg.contains(">1024</text>") && svg.contains(">gmt.fibers</text>")
            && svg.contains(">2 nodes</text>"), svg);
        assertFalse(svg.contains("efficiency"), svg);
    }

    @Test
    void shouldDrawSomethingWithoutRates() throws Exception {
        assertTrue(svg(new SeriesFixture().build()).contains("no rates"));
        final String wrong = svg(new SeriesFixture().point(1).ok(4711).wrong("levels").build());
        assertTrue(wrong.contains("a result is wrong") && !wrong.contains("4711"), wrong);
    }

    @Test
    void shouldEscapeHostileWords() throws Exception {
        svg(new SeriesFixture().app("</svg><script>&\"'\u0000\u0001").point(1, "<k>", "]]>&amp;").ok(1, 2)
            .point(1, "<k>", "\uD800x\uFFFF").ok(1).build());
    }

    @Test
    void shouldMakePng(@TempDir final Path folder) throws Exception {
        final Path file = folder.resolve("a.png");
        final StringWriter err = new StringWriter();
        final boolean isWritten = SeriesCharts.writePng(SeriesFixture.weak(), file, new PrintWriter(err));
        Assumptions.assumeTrue(isWritten, err::toString);
        final var image = ImageIO.read(new ByteArrayInputStream(Files.readAllBytes(file)));
        assertEquals(2080, image.getWidth());
        assertEquals(720, image.getHeight());
        int inked = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                inked += (image.getRGB(x, y) & 0xFFFFFF) == 0xFFFFFF ? 0 : 1;
            }
        }
        assertTrue(inked > 20_000, "pixels that are not white: " + inked);
    }

    @Test
    void shouldSayWhyThereIsNoPng() {
        final CliException refusal = assertThrows(CliException.class, () -> PngPicture.of("no picture"));
        assertTrue(refusal.getMessage().startsWith("GMT-624 "), refusal.getMessage());
    }

    @Test
    void shouldKeepLargeSheetsWithinMemory() throws Exception {
        final SeriesFixture fixture = new SeriesFixture();
        for (int nodes = 1; nodes <= 2; nodes++) {
            fixture.point(nodes);
            final Rate[] rates = new Rate[40];
            for (int i = 0; i < rates.length; i++) {
                rates[i] = new Rate("rate " + i, "Mops/s", new double[] {i, i + 1});
            }
            fixture.ok(rates);
        }
        try {
            final var image = ImageIO.read(new ByteArrayInputStream(SeriesCharts.png(fixture.build())));
            assertTrue((long) image.getWidth() * image.getHeight() < 12_100_000L,
                image.getWidth() + " x " + image.getHeight());
        } catch (final CliException e) {
            Assumptions.abort(e.getMessage());
        }
    }
}
