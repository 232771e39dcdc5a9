package org.gmt4j.graph.values;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;

/**
 * A file with a line for each vertex: id and value, ascending by vertex. Written beside its place and renamed when it
 * is whole. The end of the name chooses the format, {@code .csv} (with a line of names first) or {@code .jsonl}, packed
 * with {@code .gz}. Any thread.
 */
public final class ValueFile {
    private static final SecureRandom RANDOM = new SecureRandom();

    private ValueFile() {
    }

    /**
     * Refuses a name that {@link #write} could not write, before work is done for it.
     *
     * @throws GraphException GMT-315 for an unknown format, GMT-314 where the folder is not there or may not be written
     */
    public static void check(final Path file) {
        if (ValueFormat.of(file) == ValueFormat.PARQUET) {
            ValueFormat.engine(file);
        }
        final Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(file)) {
            throw new GraphException(GraphException.VALUES_NOT_WRITABLE, "cannot write " + file + ": "
                + (Files.isDirectory(file) ? "it is a folder"
                    : "no folder " + folder + " that this user may write to"));
        }
    }

    /**
     * Writes the vertices from 0 to {@code count - 1}.
     *
     * @param column name of the values
     * @param ids    id of each vertex in the file
     * @param values of each vertex
     * @return length of the file in bytes
     */
    public static long write(final Path file, final String column, final long count, final LongUnaryOperator ids,
                             final LongUnaryOperator values) {
        check(file);
        final Path part = beside(file, "0." + token());
        try {
            try (ValueRows lines = open(part, file, column, false, TableEngine.Values.LONGS, true)) {
                for (long v = 0; v < count; v++) {
                    lines.add(ids.applyAsLong(v), values.applyAsLong(v));
                }
            }
            return join(file, List.of(part));
        } catch (final IOException e) {
            throw notWritable(file, e);
        } finally {
            delete(part);
        }
    }

    /** Makes one file of its parts, which are gone afterwards. */
    static long join(final Path file, final List<Path> parts) throws IOException {
        if (ValueFormat.of(file) == ValueFormat.PARQUET) {
            return joinTables(file, parts);
        }
        final Path whole = parts.get(0);
        try (FileChannel to = FileChannel.open(whole, StandardOpenOption.WRITE)) {
            to.position(to.size());
            for (final Path part : parts.subList(1, parts.size())) {
                append(part, to);
                Files.delete(part);
            }
        }
        final long length = Files.size(whole);
        Files.move(whole, file.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return length;
    }

    private static long joinTables(final Path file, final List<Path> parts) throws IOException {
        final Path whole = beside(file, "all." + token());
        try {
            ValueFormat.engine(file).join(parts, whole);
            final long length = Files.size(whole);
            Files.move(whole, file.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
            return length;
        } finally {
            delete(whole);
            parts.forEach(ValueFile::delete);
        }
    }

    /**
     * Opens a part of a file.
     *
     * @param areTexts names of vertices are texts
     * @param values   of the vertices
     * @param isFirst  of the file's parts
     */
    static ValueRows open(final Path part, final Path file, final String column, final boolean areTexts,
                          final TableEngine.Values values, final boolean isFirst) throws IOException {
        return ValueFormat.of(file) == ValueFormat.PARQUET
            ? ValueFormat.engine(file).openPart(part, column, areTexts, values)
            : ValueLines.open(part, file, column, isFirst);
    }

    private static void append(final Path part, final FileChannel to) throws IOException {
        try (FileChannel from = FileChannel.open(part, StandardOpenOption.READ)) {
            final long length = from.size();
            for (long at = 0; at < length; ) {
                at += from.transferTo(at, length - at, to);
            }
        }
    }

    /** A hidden file in the same folder. */
    static Path beside(final Path file, final String suffix) {
        return file.toAbsolutePath().resolveSibling("." + file.getFileName() + "." + suffix + ".part");
    }

    /** Tells the parts of one writing from those of another. */
    static String token() {
        return Long.toHexString(RANDOM.nextLong());
    }

    static void delete(final Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (final IOException e) {
            // the error that brought us here is the one to report; the hidden file may stay
        }
    }

    static GraphException notWritable(final Path file, final IOException cause) {
        final String reason = cause instanceof AccessDeniedException ? "permission denied"
            : cause instanceof NoSuchFileException ? "no file " + cause.getMessage()
            : String.valueOf(cause.getMessage());
        return new GraphException(GraphException.VALUES_NOT_WRITABLE, "cannot write " + file + ": " + reason, cause);
    }
}
