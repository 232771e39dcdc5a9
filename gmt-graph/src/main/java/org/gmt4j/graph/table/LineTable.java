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
 * Edges of text files with a row on each line. Plain files are cut at line boundaries into parts of as many bytes each;
 * packed ones are dealt to the parts as a whole. Immutable, any thread.
 */
public final class LineTable implements EdgeSource {
    private final String name;
    private final RowFormat format;
    private final EdgeColumns columns;
    private final List<TextFile> packed = new ArrayList<>();
    private final List<TextFile> plain = new ArrayList<>();
    /** Of plain files: where each begins among all of their bytes, and where the last one ends. */
    private final long[] offsets;

    /** A part of a file: the lines that begin in {@code [start, end)}. */
    record Piece(TextFile file, long start, long end) {
    }

    private LineTable(final String name, final List<Path> files, final RowFormat format, final EdgeColumns columns) {
        this.name = name;
        this.format = format;
        this.columns = columns;
        for (final Path file : files) {
            final boolean isPacked = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
            (isPacked ? packed : plain).add(new TextFile(file, isPacked));
        }
        offsets = new long[plain.size() + 1];
        for (int i = 0; i < plain.size(); i++) {
            offsets[i + 1] = offsets[i] + plain.get(i).length();
        }
    }

    /**
     * Opens files.
     *
     * @param pattern absolute, see {@link TableFiles}
     */
    public static LineTable open(final String pattern, final RowFormat format, final EdgeColumns columns) {
        return new LineTable(Path.of(pattern).getFileName().toString(), TableFiles.find(pattern), format, columns);
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
        final PartRange bytes = PartRange.of(offsets[plain.size()], part, parts);
        for (int i = 0; i < plain.size(); i++) {
            final long start = Math.max(bytes.start(), offsets[i]);
            final long end = Math.min(bytes.end(), offsets[i + 1]);
            if (start < end || part == 0 && offsets[i] == offsets[i + 1]) {     // an empty file: somebody says so
                pieces.add(new Piece(plain.get(i), start - offsets[i], end - offsets[i]));
            }
        }
        for (int i = part; i < packed.size(); i += parts) {
            pieces.add(new Piece(packed.get(i), 0, Long.MAX_VALUE));
        }
        return pieces;
    }
}
