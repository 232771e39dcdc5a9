package org.gmt4j.graph.table;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.gmt4j.graph.GraphException;

/** The files that a pattern names. No state, any thread. */
public final class TableFiles {
    /** Between the parts of a pattern: none within braces. */
    private static final String SLASH = "/(?![^{}]*\\})";

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

    /** A short name of a file or of a pattern: that of the root folder is a slash. */
    public static String name(final String pattern) {
        final Path name = Path.of(pattern).getFileName();
        return name == null ? pattern : name.toString();
    }

    /** A pattern that only this file matches, whatever its name: it may be one that is there for the nodes only. */
    public static String only(final Path file) {
        final String path = file.toAbsolutePath().toString();
        return Files.exists(file) ? path : escaped(path);
    }

    private static String escaped(final String path) {
        return path.replaceAll("([*?\\[\\]{}\\\\])", "\\\\$1");
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
     * Finds files, in the order of their names: the same on all nodes that see the same folder. As by a shell, links to
     * folders are followed, but not by {@code **}, which would find files twice; and names that begin with a dot are
     * left out, unless a part of the pattern between slashes begins with a dot and matches them.
     *
     * @param pattern absolute: a file, or a glob of Java
     * @throws GraphException GMT-300 where there are none, or a folder cannot be read
     */
    public static List<Path> find(final String pattern) {
        final Path file = Path.of(pattern);
        if (Files.exists(file)) {
            return List.of(file);
        }
        final Path root = root(pattern);
        final boolean isDeep = pattern.contains("**");
        final Set<FileVisitOption> links = isDeep ? Set.of() : EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        final Finder finder = new Finder(root, pattern);
        try {
            Files.walkFileTree(finder.start, links, isDeep ? Integer.MAX_VALUE
                : file.getNameCount() - root.getNameCount(), finder);
        } catch (final IOException e) {
            throw GraphException.unreadable(Path.of(pattern), e);
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
        /** Of names that begin with a dot: those which the pattern asks for. */
        private final List<PathMatcher> dotted;
        private final List<Path> found = new ArrayList<>();

        Finder(final Path root, final String pattern) {
            this.root = root;
            start = root.resolve(".");
            matcher = matcher(pattern);
            dotted = Arrays.stream(pattern.split(SLASH)).filter(part -> part.startsWith("."))
                .map(TableFiles::matcher).toList();
        }

        private Path asAskedFor(final Path path) {
            return path.equals(start) ? root : root.resolve(path.subpath(start.getNameCount(), path.getNameCount()));
        }

        private boolean isHidden(final Path path) {
            final Path name = path.getFileName();
            return !path.equals(start) && name.toString().startsWith(".")
                && dotted.stream().noneMatch(asked -> asked.matches(name));
        }

        /** Copies and drafts that programs keep, and parts of files that are being written. */
        @Override
        public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
            return isHidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
            final Path path = asAskedFor(file);
            if (!isHidden(file) && matcher.matches(path) && Files.isRegularFile(path)) {
                found.add(path);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
            final boolean isLoop = failure instanceof FileSystemLoopException;          // a link to a folder around it
            final boolean isGone = failure instanceof NoSuchFileException || file.equals(start)
                && !(failure instanceof AccessDeniedException) && !Files.isDirectory(root);
            if (isLoop || isGone || isHidden(file)) {
                return FileVisitResult.CONTINUE;
            }
            throw GraphException.unreadable(asAskedFor(file), failure);
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
            : escaped(folder.toString()) + "/" + pattern;
    }
}
