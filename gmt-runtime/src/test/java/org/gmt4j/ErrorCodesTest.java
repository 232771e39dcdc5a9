package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/errors.md lists every code with the packages that say it: one meaning each, whatever module it is in. */
class ErrorCodesTest {
    private static final Pattern CODE = Pattern.compile("\"(GMT-[0-9]{3})");
    /** Classes that number their codes: constants of graph errors, the constants of an enum for the transport's. */
    private static final Pattern GRAPH_NUMBER = Pattern.compile("static final int [A-Z_]+ = ([0-9]{3});");
    private static final Pattern TRANSPORT_NUMBER = Pattern.compile("[A-Z_]+\\(([0-9]{3})\\)[,;]");
    private static final Pattern LAUNCHER_NUMBER = Pattern.compile("\\bfail ([0-9]{3}) ");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");
    private static final Pattern OF_CONTEXT = Pattern.compile("\\bctx\\.([A-Za-z]+)");
    private static final Pattern WITH_COLON = Pattern.compile("GMT-[0-9]{3}:");
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final String[] MODULES = {"gmt-quasar", "gmt-aggregation", "gmt-runtime", "gmt-ga", "gmt-graph",
        "gmt-sql", "gmt-cli", "gmt-apps", "gmt-bench", "gmt-dist", "gmt-jmh", "gmt-maven-plugin"};

    @Test
    void shouldListEveryCodeOnceWithItsPackages() throws IOException {
        assertEquals(String.join("\n", documented()), String.join("\n", said()));
    }

    /** {@code GMT-nnn what, where, why, what to do}: a space behind the code, everywhere. */
    @Test
    void shouldPunctuateCodesAlike() throws IOException {
        final TreeSet<String> odd = new TreeSet<>();
        for (final Path file : sources("main", "test")) {
            if (!file.endsWith("ErrorCodesTest.java") && WITH_COLON.matcher(Files.readString(file)).find()) {
                odd.add(PROJECT.relativize(file).toString());
            }
        }
        assertEquals(Set.of(), odd);
        assertEquals("GMT-999 text", new GmtException("GMT-999", "text").getMessage());
    }

    /** A remedy that does not compile is none. */
    @Test
    void shouldSuggestMethodsThatAContextHas() throws IOException {
        final Set<String> methods = Stream.of(TaskContext.class.getMethods()).map(Method::getName)
            .collect(Collectors.toSet());
        final TreeSet<String> unknown = new TreeSet<>();
        final List<String> texts = new ArrayList<>(List.of(Files.readString(PROJECT.resolve("docs/errors.md"))));
        for (final Path file : sources("main")) {
            LITERAL.matcher(Files.readString(file)).results().forEach(literal -> texts.add(literal.group()));
        }
        texts.forEach(text -> OF_CONTEXT.matcher(text).results().map(found -> found.group(1))
            .filter(name -> !methods.contains(name)).forEach(unknown::add));
        assertEquals(Set.of(), unknown);
    }

    private static List<String> documented() throws IOException {
        return Files.readAllLines(PROJECT.resolve("docs/errors.md")).stream().filter(line -> line.startsWith("| GMT-"))
            .map(line -> {
            final String[] cells = line.split("\\|");
            return cells[1].trim() + " " + cells[cells.length - 1].trim();
        }).toList();
    }

    private static List<String> said() throws IOException {
        final TreeMap<String, Set<String>> found = new TreeMap<>();
        for (final Path file : sources("main")) {
            final String text = Files.readString(file);
            final String name = packageOf(file);
            collect(CODE, "", text, name, found);
            if (file.endsWith("GraphException.java")) {
                collect(GRAPH_NUMBER, "GMT-", text, name, found);
            } else if (file.endsWith("TransportException.java")) {
                collect(TRANSPORT_NUMBER, "GMT-", text, name, found);
            }
        }
        collect(LAUNCHER_NUMBER, "GMT-", Files.readString(PROJECT.resolve("gmt")), "(launcher)", found);
        return found.entrySet().stream().map(entry -> entry.getKey() + " " + String.join(", ", entry.getValue()))
            .toList();
    }

    private static void collect(final Pattern pattern, final String prefix, final String text, final String name,
                                final TreeMap<String, Set<String>> found) {
        final Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.computeIfAbsent(prefix + matcher.group(1), code -> new TreeSet<>()).add(name);
        }
    }

    /** Below org.gmt4j. */
    private static String packageOf(final Path file) {
        final String path = file.getParent().toString().replace('\\', '/');
        final int root = path.lastIndexOf("org/gmt4j");
        final String name = path.substring(root + "org/gmt4j".length()).replace('/', '.');
        return name.isEmpty() ? "(root)" : name.substring(1);
    }

    private static List<Path> sources(final String... kinds) throws IOException {
        final List<Path> found = new ArrayList<>();
        for (final String module : MODULES) {
            for (final String kind : kinds) {
                final Path root = PROJECT.resolve(module).resolve("src/" + kind + "/java/org/gmt4j");
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(path -> path.toString().endsWith(".java")).forEach(found::add);
                    }
                }
            }
        }
        return found;
    }
}
