package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The choice of compilers hangs on the expected work of all searches. */
class ShortJobTest {
    @TempDir
    private Path folder;

    private static boolean isShort(final String options) {
        final BfsApp app = new BfsApp();
        new CommandLine(app).setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(options.isEmpty() ? new String[0] : options.split(" "));
        return app.isShort();
    }

    @ParameterizedTest
    @CsvSource({"'',true", "-g 18,true", "-g 20,false", "-g 20 --trials 4 --warm-up 2,true",
        "-g 16 --warm-up 200,false",
        "-g 18 --variant visit,false", "-g 16 --variant visit,true", "-g 16 --variant queue,false",
        "-g 10 --variant lists,true", "-g 10 --baseline,false", "-u 16,true", "'--poster 1000,3',false",
        "-g 40 --trials 2000000000,false"})
    void shouldAddUpEdgesOfAllSearches(final String options, final boolean isShort) {
        assertEquals(isShort, isShort(options));
    }

    @Test
    void shouldNotTrustThinGraphs() throws IOException {
        final StringBuilder path = new StringBuilder();
        for (int v = 0; v < 1000; v++) {
            path.append(v).append(' ').append(v + 1).append('\n');
        }
        final Path file = folder.resolve("path.el");
        Files.writeString(file, path);
        assertEquals(false, isShort("-f " + file));
    }
}
