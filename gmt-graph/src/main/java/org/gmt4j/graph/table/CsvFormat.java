package org.gmt4j.graph.table;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.LineComplaint;
import org.gmt4j.graph.file.TextFile;

/**
 * Comma-separated values (RFC 4180) with a line of names. Fields may be quoted, and a quote in them is doubled; a
 * quoted field ends on its line, so that a file can be entered anywhere. Empty lines are left out. Immutable.
 */
public final class CsvFormat implements RowFormat {
    /** Bytes of the names of all columns. */
    private static final int LONGEST_NAMES = 1 << 20;

    private final byte separator;

    /** @param separator of fields, an ASCII character */
    public CsvFormat(final char separator) {
        this.separator = (byte) separator;
    }

    @Override
    public RowParser open(final TextFile file, final EdgeColumns columns) {
        final long start = file.textOffset();
        final byte[] line = firstLine(file, start);
        final int length = lengthWithoutBreak(line);
        if (length == 0) {
            throw file.malformed(GraphException.NO_COLUMN, 1, (isWithoutText(file, start) ? "the file is empty"
                : "the first line is empty") + "; it must begin with a line of column names");
        }
        final List<String> names = new ArrayList<>();
        try {
            split(line, 0, length, (field, bytes, from, to) ->
                names.add(new String(bytes, from, to - from, StandardCharsets.UTF_8).strip()));
        } catch (final RowException e) {
            throw file.malformed(GraphException.NO_COLUMN, 1, e.getMessage());
        }
        final int[] roles = new int[names.size()];
        Arrays.fill(roles, -1);
        for (int column = 0; column < columns.count(); column++) {
            final int field = names.indexOf(columns.name(column));
            if (field < 0) {
                throw file.malformed(GraphException.NO_COLUMN, 1, "no column \"" + columns.name(column)
                    + "\"; the first line names " + LineComplaint.excerpt(String.join(", ", names)));
            }
            if (field != names.lastIndexOf(columns.name(column))) {
                throw file.malformed(GraphException.NO_COLUMN, 1, "column \"" + columns.name(column)
                    + "\" is there twice; the first line names " + LineComplaint.excerpt(String.join(", ", names)));
            }
            roles[field] = column;
        }
        return new CsvRows(start + line.length, columns, roles, names);
    }

    private static int lengthWithoutBreak(final byte[] line) {
        final int end = line.length > 0 && line[line.length - 1] == '\n' ? line.length - 1 : line.length;
        return end > 0 && line[end - 1] == '\r' ? end - 1 : end;
    }

    private static boolean isWithoutText(final TextFile file, final long start) {
        try (InputStream in = file.openAt(start)) {
            return in.read() < 0;
        } catch (final IOException e) {
            throw file.failed(e);
        }
    }

    /** With its line break, if it has one: in a packed file nobody can go beyond the end. */
    private static byte[] firstLine(final TextFile file, final long start) {
        try (InputStream in = new BufferedInputStream(file.openAt(start))) {
            final ByteArrayOutputStream line = new ByteArrayOutputStream();
            int b = in.read();
            while (b >= 0) {
                if (line.size() == LONGEST_NAMES) {
                    throw file.malformed(GraphException.NO_COLUMN, 1, "the first line is longer than " + LONGEST_NAMES
                        + " bytes; it must be a line of column names, which ends with a line feed");
                }
                line.write(b);
                b = b == '\n' ? -1 : in.read();
            }
            return line.toByteArray();
        } catch (final IOException e) {
            throw file.failed(e);
        }
    }

    /** Is given the fields of a line. */
    @FunctionalInterface
    private interface FieldSink {
        void accept(int field, byte[] bytes, int start, int end);
    }

    /** Returns the number of fields. Grade: per field. */
    private int split(final byte[] line, final int start, final int end, final FieldSink sink) {
        int field = 0;
        int at = start;
        while (true) {
            if (at < end && line[at] == '"') {
                at = quoted(line, at + 1, end, field, sink);
            } else {
                final int from = at;
                while (at < end && line[at] != separator) {
                    at++;
                }
                sink.accept(field, line, from, at);
            }
            field++;
            if (at >= end) {
                return field;
            }
            if (line[at] != separator) {
                throw new RowException("text behind the quote that ends field " + field);
            }
            at++;
        }
    }

    /** Returns the position behind the closing quote. */
    private static int quoted(final byte[] line, final int start, final int end, final int field,
                              final FieldSink sink) {
        int at = start;
        boolean isDoubled = false;
        while (at < end && (line[at] != '"' || at + 1 < end && line[at + 1] == '"')) {
            isDoubled |= line[at] == '"';
            at += line[at] == '"' ? 2 : 1;
        }
        if (at >= end) {
            throw new RowException("the quoted field " + (field + 1) + " does not end on its line");
        }
        if (isDoubled) {
            final byte[] single = new byte[at - start];
            int length = 0;
            for (int i = start; i < at; i++) {
                single[length++] = line[i];
                i += line[i] == '"' ? 1 : 0;
            }
            sink.accept(field, single, 0, length);
        } else {
            sink.accept(field, line, start, at);
        }
        return at + 1;
    }

    /** Rows of one file. Owned by one thread. */
    private final class CsvRows extends RowParser implements FieldSink {
        /** By field: the column, or -1. */
        private final int[] roles;
        private final List<String> names;

        CsvRows(final long bodyOffset, final EdgeColumns columns, final int[] roles, final List<String> names) {
            super(bodyOffset, columns);
            this.roles = roles;
            this.names = names;
        }

        @Override
        boolean parse(final byte[] line, final int start, final int end) {
            if (start == end) {
                return false;
            }
            final int fields = split(line, start, end, this);
            if (fields != roles.length) {
                throw new RowException("expected " + roles.length + " columns, found " + fields
                    + (fields < roles.length ? ": column \"" + names.get(fields) + "\" is missing" : ""));
            }
            return true;
        }

        @Override
        public void accept(final int field, final byte[] bytes, final int start, final int end) {
            if (field < roles.length && roles[field] >= 0) {
                if (columns.areTexts() && roles[field] < 2) {
                    checkText(names.get(field), bytes, start, end);
                }
                put(roles[field], bytes, start, end);
            }
        }

        /** Of another encoding several names would look alike, and none could be asked for. */
        private void checkText(final String column, final byte[] bytes, final int start, final int end) {
            final int wrong = Utf8.firstWrong(bytes, start, end);
            if (wrong < end) {
                throw CellReader.wrong("a text in UTF-8", column, String.format("the byte %02X in \"%s\"; convert the"
                    + " file, one of Windows or Latin-1 by iconv -f CP1252 -t UTF-8", bytes[wrong],
                    LineComplaint.excerpt(new String(bytes, start, end - start, StandardCharsets.UTF_8))));
            }
        }
    }
}
