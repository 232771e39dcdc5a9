package org.gmt4j.graph.table;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
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
     * Finds files, in the order of their names: the same on all nodes that see the same folder. Links to folders are
     * followed, as by a shell: not by {@code **}, which would find files twice.
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
        final boolean isDeep = pattern.contains("**");
        final Set<FileVisitOption> links = isDeep ? Set.of() : EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        final Finder finder = new Finder(root, matcher(pattern));
        try {
            Files.walkFileTree(finder.start, links, isDeep ? Integer.MAX_VALUE
                : file.getNameCount() - root.getNameCount(), finder);
        } catch (final IOException e) {
            throw new GraphException(GraphException.UNREADABLE, "cannot read " + pattern + ": no such file", e);
        }
        if (finder.found.isEmpty()) {
            throw new GraphException(GraphException.UNREADABLE, "cannot read " + pattern + ": no such file");
        }
        Collections.sort(finder.found);
        return finder.found;
    }

    /** Notes files. Owned by one thread. */
    private static final class Finder extends SimpleFileVisitor<Path> {
        private final Path root;
        /** Within the root, which may be a link. */
        private final Path start;
        private final PathMatcher matcher;
        private final List<Path> found = new ArrayList<>();

        Finder(final Path root, final PathMatcher matcher) {
            this.root = root;
            start = root.resolve(".");
            this.matcher = matcher;
        }

        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
            final Path path = root.resolve(file.subpath(start.getNameCount(), file.getNameCount()));
            if (matcher.matches(path) && Files.isRegularFile(path)) {
                found.add(path);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
            if (failure instanceof FileSystemLoopException) {
                return FileVisitResult.CONTINUE;            // a link to a folder around it
            }
            throw failure;
        }
    }

    /** The deepest folder above the first wildcard; a character behind a backslash is none. */
    private static Path root(final String pattern) {
        int wild = 0;
        while (wild < pattern.length() && "*?[{".indexOf(pattern.charAt(wild)) < 0) {
            wild += pattern.charAt(wild) == '\\' ? 2 : 1;
        }
        final int end = pattern.lastIndexOf('/', Math.min(wild, pattern.length() - 1));
        return Path.of(pattern.substring(0, Math.max(1, end)).replaceAll("\\\\(.)", "$1"));
    }

    /**
     * Returns an absolute file or pattern: of a pattern within a folder, in whose own name there are no wildcards.
     *
     * @param folder absolute
     */
    public static String within(final Path folder, final String pattern) {
        final Path file = folder.resolve(pattern);
        final boolean isFile = !pattern.matches(".*[*?\\[{\\\\].*") || Files.exists(file);
        return isFile || Path.of(pattern).isAbsolute() ? file.toString()
            : folder.toString().replaceAll("([*?\\[\\]{}\\\\])", "\\\\$1") + "/" + pattern;
    }
}
