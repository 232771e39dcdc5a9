package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The examples of pages: the lines between {@code // example} and {@code // end} of a test that runs them. */
public final class PageExamples {
    private PageExamples() {
    }

    /**
     * Requires that pages of docs/ show exactly the examples of a test.
     *
     * @param source file of the test
     * @param least  examples that it has
     */
    public static void requireSame(final String source, final int least, final String... pages) throws IOException {
        final List<String> compiled = examples(Path.of(source), "// example", "// end");
        final List<String> shown = new ArrayList<>();
        for (final String page : pages) {
            shown.addAll(examples(Path.of("../docs", page), "```java", "```"));
        }
        assertTrue(compiled.size() >= least, "examples of the test: " + compiled.size());
        assertEquals(String.join("\n----\n", compiled), String.join("\n----\n", shown));
    }

    private static List<String> examples(final Path file, final String begin, final String end) throws IOException {
        final List<String> examples = new ArrayList<>();
        StringBuilder example = null;
        for (final String line : Files.readAllLines(file)) {
            if (example == null && line.strip().equals(begin)) {
                example = new StringBuilder();
            } else if (example != null && line.strip().equals(end)) {
                examples.add(example.toString().stripTrailing().stripIndent());
                example = null;
            } else if (example != null) {
                example.append(line).append('\n');
            }
        }
        return examples;
    }
}
