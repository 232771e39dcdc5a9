package org.gmt4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A wrong program of the folder {@code src/test/wrong}: its first line is a comment that says what is wrong, its last
 * ones hold the message that it gets, behind the step that gives it: {@code build} (the instrumentation step),
 * {@code run}, or {@code plain} (run without having been instrumented). {@code [...]} in a message stands for any text.
 */
record WrongProgram(Path file, String name, String title, String step, String message, String code) {
    private static final Path FOLDER = Path.of("src", "test", "wrong");

    static List<WrongProgram> all() throws IOException {
        final List<WrongProgram> programs = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (final Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                programs.add(read(file));
            }
        }
        return programs;
    }

    private static WrongProgram read(final Path file) throws IOException {
        final List<String> lines = Files.readAllLines(file);
        int end = lines.size();
        while (lines.get(end - 1).startsWith("// ")) {
            end--;
        }
        final StringBuilder message = new StringBuilder();
        lines.subList(end, lines.size()).forEach(l -> message.append(message.length() == 0 ? "" : " ")
            .append(l.substring(3).strip()));
        final int colon = message.indexOf(": ");
        return new WrongProgram(file, file.getFileName().toString().replace(".java", ""), lines.get(0).substring(3),
            message.substring(0, colon), message.substring(colon + 2),
            String.join("\n", lines.subList(1, end)).strip());
    }

    /** Whether a message holds the one expected, in full. */
    boolean isMessage(final String given) {
        final StringBuilder pattern = new StringBuilder();
        for (final String part : message.split(Pattern.quote("[...]"), -1)) {
            pattern.append(pattern.length() == 0 ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(given).find();
    }
}
