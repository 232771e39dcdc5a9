package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Graphs 3-1 to 3-3 and 6-1 of the dissertation on Gemini in small: transposes by nodes, sizes and eager limits. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TransposeSeriesTest {
    @TempDir
    private Path folder;

    private SeriesRates series(final String line) {
        final ScaleTestBed bed = new ScaleTestBed(folder);
        bed.answer = bed::inThisProcess;
        assertEquals(ExitCode.OK, bed.gmt((line + " --in-process --wait block --trials 2 --warm-up 0 --repeat 1"
            + " --report r").split(" ")), () -> bed.out() + bed.err());
        return SeriesRates.of(bed.series("r"));
    }

    private static List<String> places(final SeriesRates rates, final String name) {
        return rates.rows(name).stream().map(RateRow::point).map(SeriesRates::place).toList();
    }

    /** Rates of single ranks, which differ from point to point, are no lines of it. */
    @Test
    void shouldShowNodesAndSizesInOnePicture() throws Exception {
        final SeriesRates rates = series("scale transpose --strong -n 1,2,3 --sweep size=20,30 --limits 1k");
        assertEquals(List.of("naive", "library"), rates.names());
        for (final String way : rates.names()) {
            assertEquals(List.of("1 node, size=20", "2 nodes, size=20", "3 nodes, size=20", "1 node, size=30",
                "2 nodes, size=30", "3 nodes, size=30"), places(rates, way));
            rates.rows(way).forEach(row -> assertEquals("Mops/s 2", row.unit() + " " + row.statistics().count()));
        }
        final String svg = Files.readString(folder.resolve("r/series.svg"));
        assertTrue(svg.contains("transpose naive, strong scaling") && svg.contains("transpose library, strong scaling")
            && svg.contains("size=20") && svg.contains("size=30"), svg);
    }

    @Test
    void shouldShowEagerLimitsInOnePicture() throws Exception {
        final SeriesRates rates = series("scale transpose --strong -n 1,2 -g 20 --limits 1k,2k");
        assertEquals(List.of("naive limit=1k", "library limit=1k", "naive limit=2k", "library limit=2k"),
            rates.names());
        rates.names().forEach(name -> assertEquals(List.of("1 node", "2 nodes"), places(rates, name)));
        assertEquals(1 + 4 * 2 * 2, Files.readAllLines(folder.resolve("r/series.csv")).size());
    }
}
