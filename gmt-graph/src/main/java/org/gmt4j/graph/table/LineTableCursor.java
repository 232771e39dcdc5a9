package org.gmt4j.graph.table;

import java.util.Iterator;
import java.util.List;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;

/** Reads the edges of some pieces of files, one after the other. Owned by one thread. */
final class LineTableCursor implements EdgeCursor {
    private static final int FROM = 0;
    private static final int TO = 1;
    private static final int WEIGHT = 2;

    private final Iterator<LineTable.Piece> pieces;
    private final RowFormat format;
    private final EdgeColumns columns;
    private final NameNumbers names;
    private final boolean isWeighted;
    private LineTable.Piece piece;
    private RowParser parser;
    private LineReader lines;

    LineTableCursor(final List<LineTable.Piece> pieces, final RowFormat format, final EdgeColumns columns,
                    final NameNumbers names) {
        this.names = names;
        this.pieces = pieces.iterator();
        this.format = format;
        this.columns = columns;
        isWeighted = columns.weight() != null;
    }

    @Override
    public boolean next(final EdgeBatch batch) {
        batch.clear();
        while (!batch.isFull()) {
            if (lines != null && lines.next()) {
                add(batch);
            } else if (!nextPiece()) {
                break;
            }
        }
        return batch.count() > 0;
    }

    private boolean nextPiece() {
        close();
        if (!pieces.hasNext()) {
            return false;
        }
        piece = pieces.next();
        parser = format.open(piece.file(), columns);
        lines = new LineReader(piece.file(), parser.bodyOffset, Math.max(piece.start(), parser.bodyOffset),
            piece.end());
        return true;
    }

    private void add(final EdgeBatch batch) {
        try {
            if (!parser.parse(lines.buffer(), lines.lineStart(), lines.lineEnd())) {
                return;
            }
            final long from = name(FROM);
            final long to = name(TO);
            if (isWeighted) {
                batch.addWord(from, to, CellReader.weight(parser, WEIGHT));
            } else {
                batch.add(from, to);
            }
        } catch (final RowException e) {
            throw firstError(GraphException.BAD_VALUE, e.getMessage());
        }
    }

    private long name(final int column) {
        if (!columns.areTexts()) {
            return CellReader.id(parser, column);
        }
        try {
            return names.number(parser.cell(column), parser.start(column), parser.end(column) - parser.start(column));
        } catch (final GraphException e) {
            throw firstError(e.number(), "column \"" + columns.name(column) + "\": " + e.reason());
        }
    }

    /** Parts are read at the same time: all name the first bad line of a file, whoever is first to speak. */
    private GraphFormatException firstError(final int code, final String reason) {
        final GraphFormatException earlier = firstErrorBefore();
        return earlier != null ? earlier : piece.file().malformed(code, lines.lineNumber(), reason);
    }

    /** Null where there is none before the part. */
    private GraphFormatException firstErrorBefore() {
        if (piece.start() <= parser.bodyOffset) {
            return null;
        }
        final EdgeBatch batch = new EdgeBatch();
        try (LineTableCursor before = new LineTableCursor(
            List.of(new LineTable.Piece(piece.file(), 0, piece.start())), format, columns,
            LineTableCursor::check)) {
            while (before.next(batch)) {
                continue;
            }
            return null;
        } catch (final GraphFormatException e) {
            return e;
        }
    }

    private static int check(final byte[] bytes, final int offset, final int length) {
        NameNumbers.requireLength(length);
        return 0;
    }

    @Override
    public void close() {
        if (lines != null) {
            lines.close();
            lines = null;
        }
    }
}
