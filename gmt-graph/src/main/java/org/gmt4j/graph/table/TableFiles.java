package org.gmt4j.graph.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.gmt4j.graph.GraphException;

/** The files that a pattern names. No state, any thread. */
public final class TableFiles {
    private TableFiles() {
    }

    /**
     * Refuses what is neither a file here nor a pattern, before nodes look for it.
     *
     * @throws GraphException GMT-300
     */
    public static String checked(final String pattern) {
        if (!Files.exists(Path.of(pattern))) {
            matcher(pattern);
        }
        return pattern;
    }

    private static PathMatcher matcher(final String pattern) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (final PatternSyntaxException e) {
            throw new GraphException(GraphException.UNREADABLE, "cannot read " + pattern + ": no such file, and no"
                + " pattern of files: " + e.getDescription(), e);
        }
    }

    /**
     * Finds files, in the order of their names: the same on all nodes that see the same folder.
     *
     * @param pattern absolute: a file, or a glob of Java
     * @throws GraphException GMT-300 where there are none
     */
    public static List<Path> find(final String pattern) {
        final Path file = Path.of(pattern);
        if (Files.exists(file)) {
            return List.of(file);
        }
        final Path root = root(pattern);
        final PathMatcher matcher = matcher(pattern);
        try (Stream<Path> files = Files.walk(root, pattern.contains("**") ? Integer.MAX_VALUE
            : file.getNameCount() - root.getNameCount())) {
            final List<Path> found = files.filter(path -> matcher.matches(path) && Files.isRegularFile(path))
                .sorted().toList();
            if (!found.isEmpty()) {
                return found;
            }
        } catch (final IOException | UncheckedIOException e) {
            throw new GraphException(GraphException.UNREADABLE, "cannot read " + pattern + ": no such file", e);
        }
        throw new GraphException(GraphException.UNREADABLE, "cannot read " + pattern + ": no such file");
    }

    /** The deepest folder above the first wildcard. */
    private static Path root(final String pattern) {
        int wild = 0;
        while (wild < pattern.length() && "*?[{\\".indexOf(pattern.charAt(wild)) < 0) {
            wild++;
        }
        return Path.of(pattern.substring(0, Math.max(1, pattern.lastIndexOf('/', wild))));
    }
}
