package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/errors.md lists every code with the packages that say it: one meaning each. */
class ErrorCodesTest {
    private static final Pattern CODE = Pattern.compile("\"(GMT-[0-9]{3})");
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    @Test
    void shouldListEveryCodeOnceWithItsPackages() throws IOException {
        assertEquals(String.join("\n", documented()), String.join("\n", said()));
    }

    private static List<String> documented() throws IOException {
        return Files.readAllLines(PROJECT.resolve("docs/errors.md")).stream().filter(line -> line.startsWith("| GMT-") && !line.startsWith("| GMT-5")).map(line -> {
            final String[] cells = line.split("\\|");
            return cells[1].trim() + " " + cells[cells.length - 1].trim();
        }).toList();
    }

    private static List<String> said() throws IOException {
        final TreeMap<String, Set<String>> found = new TreeMap<>();
        for (final String module : new String[] {"gmt-aggregation", "gmt-runtime"}) {
            final Path root = PROJECT.resolve(module).resolve("src/main/java/org/gmt4j");
            try (Stream<Path> files = Files.walk(root)) {
                for (final Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    final String name = root.relativize(file.getParent()).toString().replace('/', '.');
                    final Matcher matcher = CODE.matcher(Files.readString(file));
                    while (matcher.find()) {
                        found.computeIfAbsent(matcher.group(1), code -> new TreeSet<>()).add(name.isEmpty() ? "(root)" : name);
                    }
                }
            }
        }
        return found.entrySet().stream().map(entry -> entry.getKey() + " " + String.join(", ", entry.getValue())).toList();
    }
}
