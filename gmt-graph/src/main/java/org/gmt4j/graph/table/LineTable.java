package org.gmt4j.graph.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.gmt4j.graph.file.TextFile;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.NameNumbers;
import org.gmt4j.graph.source.PartRange;
import org.gmt4j.graph.source.WeightKind;

/**
 * Edges of text files with a row on each line. The bytes of all files, in the order of their names, are cut into parts
 * of as many each: plain files at line boundaries, while a packed one belongs to the part of its middle as a whole. So
 * the rows of a part come before those of the next one, however many parts there are. Immutable, any thread.
 */
public final class LineTable implements EdgeSource {
    /** A packed byte takes about as long as so many plain ones. */
    private static final int PACKED_WEIGHT = 4;

    private final String name;
    private final RowFormat format;
    private final EdgeColumns columns;
    private final List<TextFile> files;
    /** Where each file begins among all of their bytes, and where the last one ends. */
    private final long[] offsets;

    /** A part of a file: the lines that begin in {@code [start, end)}. */
    record Piece(TextFile file, long start, long end) {
    }

    private LineTable(final String name, final List<Path> files, final RowFormat format, final EdgeColumns columns) {
        this.name = name;
        this.format = format;
        this.columns = columns;
        this.files = files.stream().map(file -> new TextFile(file, isPacked(file))).toList();
        offsets = new long[files.size() + 1];
        for (int i = 0; i < files.size(); i++) {
            final TextFile file = this.files.get(i);
            offsets[i + 1] = offsets[i] + (file.packed() ? PACKED_WEIGHT : 1) * file.length();
        }
    }

    @Override
    public long extent() {
        long extent = 1;
        for (int i = 0; i < files.size(); i++) {
            extent = 31 * (31 * extent + files.get(i).path().hashCode()) + offsets[i + 1];
        }
        return extent;
    }

    private static boolean isPacked(final Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /**
     * Opens files.
     *
     * @param pattern absolute, see {@link TableFiles}
     */
    public static LineTable open(final String pattern, final RowFormat format, final EdgeColumns columns) {
        return new LineTable(TableFiles.name(pattern), TableFiles.find(pattern), format, columns);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.empty();
    }

    @Override
    public boolean directed() {
        return true;
    }

    @Override
    public boolean weighted() {
        return columns.weight() != null;
    }

    @Override
    public WeightKind weightKind() {
        return weighted() ? WeightKind.DOUBLE_IF_ANY : WeightKind.NONE;
    }

    @Override
    public boolean hasTextNames() {
        return columns.areTexts();
    }

    @Override
    public EdgeCursor open(final int part, final int parts, final NameNumbers names) {
        return new LineTableCursor(pieces(part, parts), format, columns, names);
    }

    /** Of text names, each edge is from 0 to 0: to be counted. */
    @Override
    public EdgeCursor open(final int part, final int parts) {
        return open(part, parts, (bytes, offset, length) -> 0);
    }

    private List<Piece> pieces(final int part, final int parts) {
        final List<Piece> pieces = new ArrayList<>();
        final PartRange bytes = PartRange.of(offsets[files.size()], part, parts);
        for (int i = 0; i < files.size(); i++) {
            final TextFile file = files.get(i);
            final long start = offsets[i];
            final long length = offsets[i + 1] - start;
            final long first = file.packed() ? start + length / 2 : Math.max(bytes.start(), start);
            final long end = Math.min(bytes.end(), start + length);
            final boolean isEmpty = length == 0;
            if (isEmpty ? part == 0 : bytes.start() <= first && first < end) {      // an empty file: somebody says so
                pieces.add(file.packed() ? new Piece(file, 0, Long.MAX_VALUE)
                    : new Piece(file, first - start, end - start));
            }
        }
        return pieces;
    }
}
