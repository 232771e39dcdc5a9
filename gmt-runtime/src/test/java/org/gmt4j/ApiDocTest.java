package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compiler's look at the documentation of the API's packages: each public type and member has a text, links lead
 * somewhere, HTML and tags are right. Tags for parameters, results and exceptions are not asked for where the sentence
 * says all: a {@code @throws SuspendExecution} would even be untrue.
 */
class ApiDocTest {
    private static final Path RUNTIME = Path.of("src/main/java/org/gmt4j");
    private static final Path FIBERS = Path.of("../gmt-quasar/src/main/java/org/gmt4j/fibers");
    private static final String PACKAGES = "org.gmt4j,org.gmt4j.armci,org.gmt4j.fibers";

    @TempDir
    Path folder;

    private List<String> remarks(final List<Path> sources) throws IOException {
        final DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        final var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            compiler.getTask(null, files, found, List.of("-proc:none", "-implicit:none", "-d", folder.toString(),
                "-cp", System.getProperty("java.class.path"), "-Xdoclint:all/protected",
                "-Xdoclint/package:" + PACKAGES, "-Xmaxwarns", "10000"), null,
                files.getJavaFileObjectsFromPaths(sources)).call();
        }
        return found.getDiagnostics().stream().filter(remark -> remark.getKind() != Diagnostic.Kind.NOTE)
            .map(remark -> (remark.getSource() == null ? "" : remark.getSource().getName()) + ":"
                + remark.getLineNumber() + " " + remark.getMessage(Locale.ROOT))
            .filter(remark -> !remark.matches("(?s).* no (@param|@return|@throws).*")).toList();
    }

    private static List<Path> sourcesOf(final Path... folders) throws IOException {
        final List<Path> sources = new ArrayList<>();
        for (final Path folder : folders) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    @Test
    void shouldDocumentTheWholeApi() throws IOException {
        final List<Path> sources = sourcesOf(RUNTIME, RUNTIME.resolve("armci"), FIBERS);
        assertTrue(sources.size() > 100, "not the sources of the API: " + sources.size());
        assertEquals("", String.join("\n", remarks(sources)));
    }

    @Test
    void shouldFindWhatIsMissingAndWhatLeadsNowhere() throws IOException {
        final Path source = Files.writeString(Files.createDirectories(folder.resolve("src")).resolve("Word.java"), """
            package org.gmt4j;

            /** See {@link Nowhere}. */
            public interface Word {
                void say(String what);

                /**
                 * A <b>word.
                 *
                 * @param other of no parameter
                 */
                void write(String what);
            }
            """);
        final String found = String.join("\n", remarks(List.of(source)));
        for (final String expected : List.of("reference not found", "no comment", "element not closed: b",
            "@param name not found")) {
            assertTrue(found.contains(expected), expected + " is not among\n" + found);
        }
    }
}
