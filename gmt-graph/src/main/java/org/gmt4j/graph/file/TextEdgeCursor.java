package org.gmt4j.graph.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;

/**
 * Parses the lines whose first byte lies in {@code [start, end)}. Owned by one thread. Grade: per command in
 * {@link #parseLine}, per buffer in {@link #refill}; an error re-parses its line slowly to find the words for it.
 *
 * <p>The buffer always holds whole lines up to {@code limit}, each ended by a newline (one is added at the end of the
 * file), so the parser needs no end checks of its own.
 */
final class TextEdgeCursor implements EdgeCursor {
    static final long NOT_PROMISED = -1;
    private static final int LONGEST_LINE = 1 << 24;
    private static final byte NEWLINE = '\n';

    private final TextFile file;
    private final LineGrammar grammar;
    private final InputStream in;
    private final long bodyOffset;
    private final long start;
    private final long end;
    private final long promisedEdges;
    private final boolean isArcFormat;
    private final boolean isWeightRequired;
    private final boolean isWeightUsed;
    /** Null where weights are ints or nobody needs them. */
    private final ExactWeight exactWeights;
    private final int idBase;
    private final long sourceLimit;
    private final long targetLimit;
    private byte[] buffer;      // capacity bytes and padding for the number parser
    private int capacity;
    private long base;          // offset in the file of buffer[0]
    private int position;       // first byte of the next line
    private int limit;          // after the newline of the last whole line
    private int filled;
    private boolean isAtEndOfFile;
    private long edges;

    TextEdgeCursor(final TextFile file, final LineGrammar grammar, final long bodyOffset, final long start,
                   final long end, final long promisedEdges, final int bufferBytes) {
        this.file = file;
        this.grammar = grammar;
        this.bodyOffset = bodyOffset;
        this.start = start;
        this.end = end;
        this.promisedEdges = promisedEdges;
        this.isArcFormat = grammar.arcPrefix();
        this.isWeightRequired = grammar.weights() != LineGrammar.Weights.NONE
            && grammar.weights() != LineGrammar.Weights.IGNORED;
        this.isWeightUsed = grammar.weights() == LineGrammar.Weights.REQUIRED;
        this.exactWeights = grammar.weights() == LineGrammar.Weights.REAL ? new ExactWeight(true)
            : grammar.weights() == LineGrammar.Weights.WHOLE ? new ExactWeight(false) : null;
        this.idBase = grammar.base();
        this.sourceLimit = grammar.sourceLimit();
        this.targetLimit = grammar.targetLimit();
        this.capacity = bufferBytes;
        this.buffer = new byte[bufferBytes + Decimal.PADDING];
        this.base = start > bodyOffset ? start - 1 : start;
        this.in = start < end ? file.openAt(base) : InputStream.nullInputStream();
        if (start < end && start > bodyOffset) {
            skipLineOfPreviousPart();
        }
    }

    /** The byte before the range tells whether its first byte begins a line. */
    private void skipLineOfPreviousPart() {
        while (true) {
            final int length = file.read(in, buffer, 0, capacity);
            if (length <= 0) {
                isAtEndOfFile = true;
                return;
            }
            for (int i = 0; i < length; i++) {
                if (buffer[i] == NEWLINE) {
                    position = i + 1;
                    filled = length;
                    limit = endOfLastLine(position, position);
                    return;
                }
            }
            base += length;
        }
    }

    @Override
    public boolean next(final EdgeBatch batch) {
        batch.clear();
        while (!batch.isFull()) {
            final int stop = (int) Math.min(limit, end - base);
            if (position < stop) {
                parseLines(stop, batch);
            } else if (base + position >= end || !refill()) {
                checkLength();
                break;
            }
        }
        edges += batch.count();
        checkPromise(batch.count() == 0);
        return batch.count() > 0;
    }

    /** Of a packed file: bytes that have been unpacked so far. */
    long packedBytes() {
        return TextFile.packedBytes(in);
    }

    private void checkLength() {
        if (start < end && base + position < end && end < TextEdgeSource.UNKNOWN_END) {
            throw file.shortened();
        }
    }

    private void checkPromise(final boolean isExhausted) {
        if (promisedEdges != NOT_PROMISED && (edges > promisedEdges || isExhausted && edges < promisedEdges)) {
            throw GraphFormatException.wrongCount(file.path().toString(), promisedEdges, edges);
        }
    }

    /** Moves the incomplete line to the front and reads until a line is whole; false at the end of the file. */
    private boolean refill() {
        System.arraycopy(buffer, position, buffer, 0, filled - position);
        base += position;
        filled -= position;
        position = 0;
        limit = 0;
        while (limit == 0 && !isAtEndOfFile) {
            if (filled == capacity) {
                grow();
            }
            readMore();
        }
        return limit > 0;
    }

    private void readMore() {
        final int length = file.read(in, buffer, filled, capacity - filled);
        if (length > 0) {
            final int from = filled;
            filled += length;
            limit = endOfLastLine(from, 0);
        } else {
            isAtEndOfFile = true;
            if (filled > 0) {
                buffer[filled++] = NEWLINE;     // there is room: see refill
                limit = filled;
            }
        }
    }

    private int endOfLastLine(final int from, final int none) {
        for (int i = filled - 1; i >= from; i--) {
            if (buffer[i] == NEWLINE) {
                return i + 1;
            }
        }
        return none;
    }

    private void grow() {
        if (filled >= LONGEST_LINE) {
            throw error(GraphException.MALFORMED_LINE, 0, "line is longer than " + LONGEST_LINE + " bytes");
        }
        capacity = Math.max(64, 2 * filled);
        buffer = Arrays.copyOf(buffer, capacity + Decimal.PADDING);
    }

    private void parseLines(final int stop, final EdgeBatch batch) {
        int p = position;
        while (p < stop && !batch.isFull()) {
            p = parseLine(p, batch);
        }
        position = p;
    }

    /** Returns the first byte of the next line. */
    private int parseLine(final int start, final EdgeBatch batch) {
        final byte[] b = buffer;
        int p = start;
        if ((char) (b[p] - '0') > 9 || isArcFormat) {
            p = parseLineStart(start);
            if (p < 0) {
                return -p;
            }
        }
        final long first = Decimal.parse(b, p);
        final long source = Decimal.value(first) - idBase;
        p += Decimal.length(first);
        if (b[p] != ' ' && b[p] != '\t' && b[p] != '\r' || Decimal.isTooLong(first) || source < 0
            || source >= sourceLimit) {
            throw explain(start);
        }
        p = skipBlanks(b, p + 1);
        final long second = Decimal.parse(b, p);
        final long target = Decimal.value(second) - idBase;
        p += Decimal.length(second);
        if (Decimal.length(second) == 0 || Decimal.isTooLong(second) || target < 0 || target >= targetLimit) {
            throw explain(start);
        }
        if (b[p] == NEWLINE && !isWeightRequired) {
            batch.add(source, target);
            return p + 1;
        }
        return finishLine(start, p, source, target, batch);
    }

    private int finishLine(final int start, final int afterTarget, final long source, final long target,
                           final EdgeBatch batch) {
        final byte[] b = buffer;
        final int p = skipBlanks(b, afterTarget);
        if (p == afterTarget && b[p] != NEWLINE) {
            throw explain(start);       // the target is only the beginning of a word
        }
        if (exactWeights != null) {
            return parseExactWeight(start, p, source, target, batch);
        }
        if (isWeightRequired) {
            return isWeightUsed ? parseWeight(start, p, source, target, batch)
                : skipWeight(start, p, source, target, batch);
        }
        if (b[p] != NEWLINE && grammar.weights() == LineGrammar.Weights.NONE) {
            throw explain(start);
        }
        batch.add(source, target);
        return endOfRest(start, afterTarget);
    }

    /**
     * The next line, behind columns or a comment that nobody reads: but where an edge seems to stand behind a carriage
     * return alone, it is an end of a line that nobody takes for one.
     */
    private int endOfRest(final int start, final int from) {
        int p = from;
        while (buffer[p] != NEWLINE) {
            if (buffer[p] == '\r' && (char) (buffer[p + 1] - '0') <= 9) {
                throw error(GraphException.MALFORMED_LINE, start, "a carriage return with a number behind it: are these"
                    + " the line ends of old Macs? Convert them: tr '\\r' '\\n' < " + file.path() + " > FILE");
            }
            p++;
        }
        return p + 1;
    }

    private int parseWeight(final int start, final int first, final long source, final long target,
                            final EdgeBatch batch) {
        final byte[] b = buffer;
        final long parsed = Decimal.parse(b, first);
        long weight = Decimal.value(parsed);
        int p = first + Decimal.length(parsed);
        if (p == first || (b[p] & 0xFF) > ' ' || weight > Integer.MAX_VALUE) {
            p = wordEnd(buffer, first);
            weight = parseWholeWeight(start, new String(b, first, p - first, StandardCharsets.UTF_8));
        }
        p = skipBlanks(b, p);
        if (b[p] != NEWLINE) {
            throw explain(start);
        }
        batch.add(source, target, (int) weight);
        return p + 1;
    }

    private int parseExactWeight(final int start, final int first, final long source, final long target,
                                 final EdgeBatch batch) {
        int p = exactWeights.parse(buffer, first);
        if (p < 0) {
            final int end = wordEnd(buffer, first);
            throw error(GraphException.MALFORMED_LINE, start, exactWeights.expected() + ", found " + (end == first
                ? "the end of the line"
                : "\"" + LineComplaint.excerpt(new String(buffer, first, end - first, StandardCharsets.UTF_8)) + "\""));
        }
        p = skipBlanks(buffer, p);
        if (buffer[p] != NEWLINE) {
            throw explain(start);
        }
        batch.addWord(source, target, exactWeights.word());
        return p + 1;
    }

    /** Nobody needs it: it must be there, and be one column, whatever it says. */
    private int skipWeight(final int start, final int first, final long source, final long target,
                           final EdgeBatch batch) {
        int p = wordEnd(buffer, first);
        if (p == first) {
            throw error(GraphException.MALFORMED_LINE, start, "expected a weight, found the end of the line");
        }
        p = skipBlanks(buffer, p);
        if (buffer[p] != NEWLINE) {
            throw explain(start);
        }
        batch.add(source, target);
        return p + 1;
    }

    /** A weight that is rounded is another graph: who asks for ints gets those of the file, or none. */
    private long parseWholeWeight(final int start, final String text) {
        double value = Double.NaN;
        try {
            value = Decimal.isPlain(text) ? Double.parseDouble(text) : Double.NaN;
        } catch (final NumberFormatException e) {
            // reported below like any other bad weight
        }
        if (!(value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE)) {
            throw error(GraphException.MALFORMED_LINE, start, text.isEmpty()
                ? "expected a weight, found the end of the line"
                : "expected a weight that fits an int, found \"" + LineComplaint.excerpt(text) + "\"");
        }
        if (value != Math.rint(value)) {
            throw error(GraphException.NOT_WHOLE, start, "the weight " + LineComplaint.excerpt(text)
                + " is not whole, and a .gmtg file holds whole weights only; write a .wel or .mtx file,"
                + " or multiply all weights first");
        }
        return (long) value;
    }

    /**
     * Handles a character that is not a digit: returns where the ids begin, or minus the next line's start when there
     * are none.
     */
    private int parseLineStart(final int start) {
        final int first = skipBlanks(buffer, start);
        final byte c = buffer[first];
        if (c == NEWLINE || c == '#' || c == '%' || isArcFormat && c == 'c') {
            return -endOfRest(start, first);
        }
        final int p = isArcFormat && c == 'a' ? skipBlanks(buffer, first + 1) : first;
        if ((char) (buffer[p] - '0') > 9 || isArcFormat && p < first + 2) {
            throw explain(start);
        }
        return p;
    }

    /** Control characters belong to words, so that messages show them. */
    static int wordEnd(final byte[] b, final int first) {
        int p = first;
        while ((b[p] & 0xFF) > ' ' || b[p] != ' ' && b[p] != '\t' && b[p] != '\r' && b[p] != NEWLINE) {
            p++;
        }
        return p;
    }

    private static int skipBlanks(final byte[] b, final int from) {
        int p = from;
        while (b[p] == ' ' || b[p] == '\t' || b[p] == '\r') {
            p++;
        }
        return p;
    }

    private int endOfLine(final int from) {
        int p = from;
        while (buffer[p] != NEWLINE) {
            p++;
        }
        return p + 1;
    }

    private GraphFormatException explain(final int start) {
        final String line = new String(buffer, start, endOfLine(start) - 1 - start, StandardCharsets.UTF_8);
        final LineComplaint complaint = LineComplaint.about(line, grammar);
        return error(complaint.code(), start, complaint.reason());
    }

    private GraphFormatException error(final int code, final int line, final String reason) {
        final GraphFormatException earlier = firstErrorBefore();
        return earlier != null ? earlier : file.malformed(code, file.lineNumber(base + line), reason);
    }

    /**
     * Parts are read at the same time: whoever finds a bad line looks through the parts before its own, so that all
     * name the first one of the file, whoever is first to speak.
     */
    private GraphFormatException firstErrorBefore() {
        if (start <= bodyOffset) {
            return null;
        }
        final EdgeBatch batch = new EdgeBatch();
        try (TextEdgeCursor before = new TextEdgeCursor(file, grammar, bodyOffset, bodyOffset, start, NOT_PROMISED,
            TextEdgeSource.BUFFER_BYTES)) {
            while (before.next(batch)) {
                continue;
            }
            return null;
        } catch (final GraphFormatException e) {
            return e;
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (final IOException e) {
            throw GraphException.unreadable(file.path(), e);
        }
    }
}
