package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The page that says which benchmarks have no limit of time. */
class LimitPageTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/commands.md");
    private static final Pattern WITHOUT = Pattern.compile("([^.:]*)\\s+do not take `--within`");

    @Test
    void shouldNameTheBenchmarksWithoutALimit() throws IOException {
        final Matcher sentence = WITHOUT.matcher(Files.readString(PAGE));
        assertTrue(sentence.find(), "no sentence about them");
        final Set<String> named = Pattern.compile("`(\\w+)`").matcher(sentence.group(1)).results()
            .map(name -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
        final Set<String> without = ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get)
            .filter(app -> app.isBenchmark()
                && CommandSpec.forAnnotatedObject(app).findOption("--within") == null)
            .map(GmtApp::name).collect(Collectors.toCollection(TreeSet::new));
        without.add("jmh");         // no application: it has JMH's own options
        assertEquals(without, named);
    }
}
