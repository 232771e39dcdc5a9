package org.gmt4j.bench.scale.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesFixture;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SeriesPageTest {
    private static final String HOSTILE = "\"'><script>alert(1)</script><img src=x "
        + "onerror=alert(2)>&lt;</style></svg>--><![CDATA[";

    private static Series hostile() {
        return new SeriesFixture().app(HOSTILE).preset(HOSTILE).commandLine("scale", HOSTILE, "two words", "it's")
            .environment(HOSTILE, HOSTILE).setting(
            HOSTILE, HOSTILE, HOSTILE, HOSTILE)
            .result(Map.of("notes", List.of(HOSTILE), "profile", Map.of(HOSTILE, List.of(Map.of("a", HOSTILE), 0.5,
                "x\ny")))).point(1, HOSTILE, HOSTILE).ok(new Rate(HOSTILE, HOSTILE, new double[] {1, 2, 3}))
            .point(2, HOSTILE, HOSTILE).ok(new Rate(HOSTILE,
                    HOSTILE, new double[] {1, 2, 3})).lost(HOSTILE).build();
    }

    @Test
    void shouldShowEverythingOnce() {
        final String page = SeriesPage.of(new SeriesFixture().preset("gmt-weak").trials(2)
            .result(Map.of("notes", List.of("a note of the job"), "profile",
            Map.of("worker", Map.of("running", 0.75)))).point(1).ok(10, 11).point(4).ok(30, 31)
            .lost("node 2 died").build());
        for (final String part : List.of("bfs, weak scaling, gmt-weak", "commit 0123abc", "<svg ", "nodes exceed cores",
            "node 2 died", "./gmt scale bfs --weak -n 1,2,4 -g 16", "a note of the job", "0.750", "gmt.fibers",
            "--set", "17.0.15", "10.0  11.0", "share of rate")) {
            assertTrue(page.contains(part), part + " in " + page);
        }
    }

    @Test
    void shouldNeedNothingElse() {
        final String page = SeriesPage.of(SeriesFixture.weak());
        assertFalse(Pattern.compile("(?i)https?:|src=|href=|@import|url\\(|<script|<link|<iframe").matcher(page)
            .find(), page);
        assertTrue(page.contains("default-src 'none'"));
    }

    @Test
    void shouldEscapeHostileStrings() {
        final String page = SeriesPage.of(hostile());
        assertFalse(page.contains("<script") || page.contains("<img") || page.contains("<![CDATA"), page);
        assertEquals(1, page.split("</style>", -1).length - 1);
        assertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assertTrue(page.contains("&#39;two words&#39; &#39;it&#39;\\&#39;&#39;s&#39;"),
            "the command is quoted for a shell");
    }

    @Test
    void shouldBeUsableWithoutSight() {
        final String page = SeriesPage.of(SeriesFixture.weak());
        assertTrue(page.contains("<html lang=\"en\">")
            && page.contains("role=\"img\" aria-label=\"Line chart: rate of bfs. 1 node: 10.0 MTEPS; "), page);
        assertEquals(count(page, "<table>"), count(page, "<caption>"));
        assertFalse(page.contains("<th>"), "each header says what it heads");
    }

    private static int count(final String text, final String what) {
        return text.split(what, -1).length - 1;
    }

    @Test
    void shouldShowNoRateOfAWrongSeries() {
        final String page = SeriesPage.of(new SeriesFixture().result(Map.of("notes", List.of("4711 MTEPS")))
            .point(1).ok(4711).point(2).wrong(
            "vertex 7 has level 3").build());
        assertFalse(page.contains("4711") || page.contains("4,711") || page.contains("<svg"), page);
        assertTrue(page.contains("vertex 7 has level 3") && page.contains("role=\"alert\""), page);
    }

    @Test
    void shouldBeAPageWithoutAnything() {
        assertTrue(SeriesPage.of(new SeriesFixture().build()).contains("No rates"));
    }

    /** A browser finds what was written, complains of nothing, and runs nothing of what hostile strings say. */
    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldOpenInChromium(@TempDir final Path folder) throws Exception {
        for (final Series series : List.of(SeriesFixture.weak(), hostile())) {
            final Path page = Files.writeString(folder.resolve("page.html"), SeriesPage.of(series));
            final Path dom = folder.resolve("dom.html");
            final Path words = folder.resolve("words.txt");
            final Process browser = new ProcessBuilder(chromium(), "--headless", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--user-data-dir=" + folder.resolve("profile"), "--enable-logging=stderr",
                "--v=0", "--dump-dom", page.toUri().toString()).redirectOutput(dom
                    .toFile()).redirectError(words.toFile()).start();
            final boolean hasEnded = browser.waitFor(80, TimeUnit.SECONDS);
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
            Assumptions.assumeTrue(hasEnded && browser.exitValue() == 0, "the browser does not run here");
            final String found = Files.readString(dom);
            assertEquals(4, count(found, "<svg ") * 2, "rate and efficiency\n" + found);
            assertTrue(found.contains("<main>") && found.contains("</table>") && !found.contains("<script")
                && !found.contains("<img"), found);
            final List<String> complaints = new String(Files.readAllBytes(words), StandardCharsets.UTF_8)
                .lines().filter(line -> line.contains("CONSOLE")).toList();
            assertEquals(List.of(), complaints);
        }
    }

    private static String chromium() {
        final List<String> found = new ArrayList<>();
        for (final String name : List.of("chromium", "chromium-browser", "google-chrome")) {
            Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(place -> Path.of(place, name)).filter(
                Files::isExecutable).forEach(path -> found.add(path.toString()));
        }
        Assumptions.assumeFalse(found.isEmpty(), "no Chromium on the PATH");
        return found.get(0);
    }
}
