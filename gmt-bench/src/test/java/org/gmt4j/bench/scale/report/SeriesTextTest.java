package org.gmt4j.bench.scale.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.bench.scale.series.SeriesFixture;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Test;

class SeriesTextTest {
    private static String row(final String text, final String beginning) {
        return text.lines().filter(line -> line.strip().startsWith(beginning)).findFirst()
            .orElse("no line " + beginning + " in\n" + text);
    }

    private static void fits(final String text) {
        assertTrue(text.lines().allMatch(line -> line.length() <= SeriesText.WIDTH), text);
    }

    @Test
    void shouldShowRatesEfficiencyAndWhatIsNoSpeedUp() {
        final String text = SeriesText.of(SeriesFixture.weak());
        fits(text);
        assertTrue(row(text, "2").contains("0.90") && row(text, "2").contains("1.80 x"), text);
        assertTrue(row(text, "4").contains("0.40") && row(text, "4").contains("1.60 share of rate"), text);
        assertTrue(text.contains("From 4 nodes on, nodes exceed the 2 cores"), text);
        assertTrue(text.contains("lost: 4 nodes, trial 2, seed 2: node 3 of 4 died: exit code 137"), text);
        assertTrue(text.contains("COST of bfs: 2 nodes on 2 cores beat one thread (1.49 times its rate)"), text);
    }

    @Test
    void shouldShowSweptValues() {
        final String text = SeriesText.of(SeriesFixture.sweep());
        fits(text);
        assertTrue(text.lines().anyMatch(line -> line.contains("fibers") && line.contains("to first swept")), text);
        assertTrue(text.lines().anyMatch(line -> line.contains("1024") && line.contains("20.00 x")), text);
        assertFalse(text.contains("efficiency"), "one count of nodes: nothing to be efficient at\n" + text);
    }

    @Test
    void shouldShowATableForEachRate() {
        final String text = SeriesText.of(new SeriesFixture().app("putget").point(1)
            .ok(new Rate("get bytes=8", "Mops/s", new double[] {5}), new Rate(
            "put bytes=8", "Mops/s", new double[] {7})).point(2).ok(new Rate("get bytes=8", "Mops/s", new double[] {6}))
            .build());
        fits(text);
        assertTrue(text.contains("get bytes=8, Mops/s") && text.contains("put bytes=8, Mops/s"), text);
        assertFalse(text.contains("none") || text.contains("quartiles"),
            "single samples have neither intervals nor quartiles\n" + text);
    }

    @Test
    void shouldShowOneTableWhereThereAreManyRates() {
        final Rate[] rates = new Rate[12];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = new Rate("put bytes=" + (1 << i), i < 6 ? "Mops/s" : "MB/s", new double[] {i + 1, i + 2});
        }
        final String text = SeriesText.of(new SeriesFixture().app("putget").point(1).ok(rates).point(2)
            .ok(rates).build());
        fits(text);
        assertEquals(1, text.lines().filter(line -> line.contains("median ")).count(), text);
        assertTrue(text.contains("rates, medians of the launches' medians"), text);
        assertTrue(row(text, "put bytes=2048").contains("MB/s") && row(text, "put bytes=2048").contains("12.5"), text);
    }

    @Test
    void shouldShowNoRateOfAWrongSeries() {
        final String text = SeriesText.of(new SeriesFixture().point(1).ok(4711).point(2).ok(4711)
            .wrong("vertex 7 has level 3, not 2").build());
        assertFalse(text.contains("4711") || text.contains("4,711") || text.contains("median"), text);
        assertTrue(text.replaceAll("\\s+", " ")
            .contains("WRONG RESULT with 2 nodes, trial 2, seed 2: vertex 7 has level 3, not 2"), text);
    }

    @Test
    void shouldSayWhatIsMissing() {
        final String text = SeriesText.of(new SeriesFixture().trials(2).point(1).lost("killed").build());
        assertTrue(text.contains("no rates") && text.contains("1 trial is missing"), text);
        assertEquals(1, SeriesText.of(new SeriesFixture().build()).lines()
            .filter(line -> line.contains("no rates")).count());
    }

    @Test
    void shouldFitHoweverMuchThereIsToSay() {
        final SeriesFixture fixture = new SeriesFixture().cores(64).trials(1);
        for (final int nodes : List.of(1, 2, 128, 1024)) {
            fixture.point(nodes, 16, "gmt.block.length", "65536", "gmt.comm.buffer.size", "1048576")
                .ok(123456789, 123456790, 1e9).lost("why ".repeat(
                60));
        }
        final String text = SeriesText.of(fixture.build());
        fits(text);
        assertTrue(text.contains("(no room for:"), text);
    }
}
