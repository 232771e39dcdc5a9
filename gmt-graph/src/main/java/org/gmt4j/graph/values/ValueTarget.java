package org.gmt4j.graph.values;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.table.TableEngine;
import org.gmt4j.graph.table.ValueRows;

/**
 * Where a table goes: a file, or a table of a data base. Its parts are written beside the file, and it has its name
 * when it is whole. Immutable; travels as a captured value.
 *
 * @param path   absolute
 * @param format of the file
 * @param table  of the data base that the file is; empty for the other formats
 * @param token  in the names of its parts, which tells them from those of another writing
 */
public record ValueTarget(String path, ValueFormat format, String table, String token) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A file whose name says the format. */
    public static ValueTarget of(final Path file) {
        return new ValueTarget(file.toAbsolutePath().toString(), ValueFormat.of(file), "", newToken());
    }

    /** A file of a format, whatever its name. */
    public static ValueTarget of(final Path file, final ValueFormat format) {
        return new ValueTarget(file.toAbsolutePath().toString(), format, "", newToken());
    }

    /** A table of a data base of DuckDB. */
    public static ValueTarget of(final Path database, final String table) {
        return new ValueTarget(database.toAbsolutePath().toString(), ValueFormat.DUCKDB, table, newToken());
    }

    /** The same for another writing, which may be at the same time. */
    public ValueTarget again() {
        return new ValueTarget(path, format, table, newToken());
    }

    private static String newToken() {
        return Long.toHexString(RANDOM.nextLong());
    }

    private Path file() {
        return Path.of(path);
    }

    private TableEngine engine() {
        return TableEngine.get("writing " + this);
    }

    /**
     * Refuses what could not be written, before work is done for it.
     *
     * @throws GraphException GMT-314 where the folder is not there or may not be written, or the data base does not
     *                        open; GMT-373 where an engine is needed and there is none
     */
    public void check() {
        final TableEngine engine = format.needsEngine() ? engine() : null;
        final Path file = file();
        final Path folder = file.getParent();
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new GraphException(GraphException.VALUES_NOT_WRITABLE, "cannot write " + this + ": it is "
                + (Files.isDirectory(file) ? "a folder" : "no regular file, and would be replaced by one"));
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new GraphException(GraphException.VALUES_NOT_WRITABLE, "cannot write " + this + ": no folder "
                + folder + " that this user may write to");
        }
        if (format == ValueFormat.DUCKDB) {
            try {
                engine.checkTable(file, table);
            } catch (final IOException e) {
                throw notWritable(e);
            }
        }
    }

    /**
     * Refuses columns that readers could not tell apart, before anything is written. Engines compare names without
     * case.
     *
     * @throws GraphException GMT-259
     */
    public void checkNames(final List<String> names) {
        final Map<String, String> known = new HashMap<>();
        for (final String name : names) {
            final String earlier = known.putIfAbsent(format.needsEngine() ? name.toLowerCase(Locale.ROOT) : name, name);
            if (earlier != null) {
                throw new GraphException(GraphException.SAME_COLUMNS, "cannot write " + this + ": "
                    + (earlier.equals(name) ? "two columns are named \"" + name + "\""
                    : "the columns \"" + earlier + "\" and \"" + name + "\" differ in case only, which is no"
                    + " difference there; .csv and .jsonl tell them apart"));
            }
        }
    }

    /**
     * Opens a part.
     *
     * @param isFirst of the parts
     */
    ValueRows open(final Path part, final List<TableEngine.Column> columns, final boolean isFirst) throws IOException {
        return format.needsEngine() ? engine().openPart(part, columns)
            : new ValueLines(part, format, ValueFormat.isPacked(file()), columns, isFirst);
    }

    /** Makes the whole of its parts, which are gone afterwards; returns the length of the file. */
    long join(final List<Path> parts) throws IOException {
        try {
            switch (format) {
                case DUCKDB: return makeTable(parts);
                case PARQUET: return joinTables(parts);
                default: return joinLines(parts);
            }
        } finally {
            parts.forEach(ValueTarget::delete);
        }
    }

    private long joinLines(final List<Path> parts) throws IOException {
        final Path whole = parts.get(0);
        try (FileChannel to = FileChannel.open(whole, StandardOpenOption.WRITE)) {
            to.position(to.size());
            for (final Path part : parts.subList(1, parts.size())) {
                append(part, to);
                Files.delete(part);
            }
        }
        return rename(whole);
    }

    private long joinTables(final List<Path> parts) throws IOException {
        final Path whole = beside("all." + token);
        try {
            engine().join(parts, whole);
            return rename(whole);
        } finally {
            delete(whole);
        }
    }

    /**
     * A data base that is not there yet is made beside its place. Where somebody else makes one meanwhile, that one
     * stays, and the table is made in it.
     */
    private long makeTable(final List<Path> parts) throws IOException {
        final Path whole = beside("all." + token);
        try {
            if (!Files.exists(file())) {
                engine().makeTable(parts, whole, table);
                if (isNamed(whole)) {
                    return Files.size(file());
                }
            }
            engine().makeTable(parts, file(), table);
            return Files.size(file());
        } finally {
            delete(whole);
        }
    }

    /** Gives a file its name, too, unless there is one of this name: in one step, where the file system has links. */
    private boolean isNamed(final Path whole) throws IOException {
        try {
            Files.createLink(file(), whole);
            return true;
        } catch (final FileAlreadyExistsException e) {
            return false;
        } catch (final UnsupportedOperationException | IOException e) {
            return isMoved(whole);
        }
    }

    private boolean isMoved(final Path whole) throws IOException {
        try {
            Files.move(whole, file());
            return true;
        } catch (final FileAlreadyExistsException e) {
            return false;
        }
    }

    private long rename(final Path whole) throws IOException {
        final long length = Files.size(whole);
        Files.move(whole, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return length;
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
    Path beside(final String suffix) {
        return file().resolveSibling("." + file().getFileName() + "." + suffix + ".part");
    }

    /** The part that a node writes. */
    Path part(final int node) {
        return beside(token + "." + node);
    }

    /** Deletes what the nodes have written of a file that will not be whole. Called by one task. */
    public void deleteParts(final TaskContext ctx) throws SuspendExecution {
        final ValueTarget target = this;
        ctx.executeOnAll(node -> delete(target.part(node.nodeId())));
    }

    static void delete(final Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (final IOException e) {
            // the error that brought us here is the one to report; the hidden file may stay
        }
    }

    GraphException notWritable(final IOException cause) {
        final String reason = cause instanceof AccessDeniedException ? "permission denied"
            : cause instanceof NoSuchFileException ? "no file " + cause.getMessage()
            : String.valueOf(cause.getMessage());
        return new GraphException(GraphException.VALUES_NOT_WRITABLE, "cannot write " + this + ": " + reason, cause);
    }

    @Override
    public String toString() {
        return format == ValueFormat.DUCKDB ? "table " + table + " of " + path : path;
    }
}
