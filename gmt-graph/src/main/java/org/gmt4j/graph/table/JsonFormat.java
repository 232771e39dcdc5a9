package org.gmt4j.graph.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.gmt4j.graph.file.LineComplaint;
import org.gmt4j.graph.file.TextFile;

/** A JSON object on each line; keys that nobody has asked for may hold anything. Empty lines are left out. */
public final class JsonFormat implements RowFormat {
    private final JsonFactory factory = new JsonFactory();

    @Override
    public RowParser open(final TextFile file, final EdgeColumns columns) {
        return new JsonRows(file.textOffset(), columns);
    }

    /** Rows of one file. Owned by one thread. */
    private final class JsonRows extends RowParser {
        JsonRows(final long bodyOffset, final EdgeColumns columns) {
            super(bodyOffset, columns);
        }

        @Override
        boolean parse(final byte[] line, final int start, final int end) {
            int from = start;
            while (from < end && (line[from] == ' ' || line[from] == '\t')) {
                from++;
            }
            if (from == end) {
                return false;
            }
            forgetCells();
            try (JsonParser json = factory.createParser(line, from, end - from)) {
                object(json);
            } catch (final IOException e) {
                throw new RowException("no JSON object: " + reason(e));
            }
            for (int column = 0; column < columns.count(); column++) {
                if (!hasCell(column)) {
                    throw new RowException("no value for \"" + columns.name(column) + "\"");
                }
            }
            return true;
        }

        private void object(final JsonParser json) throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new RowException("expected a JSON object, found " + LineComplaint.excerpt(json.getText()));
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                final int column = columns.column(json.currentName());
                final JsonToken value = json.nextToken();
                if (column < 0 || column >= columns.count()) {
                    json.skipChildren();
                } else {
                    cell(column, value, json);
                }
            }
            if (json.nextToken() != null) {
                throw new RowException("expected one JSON object on a line, found more behind it");
            }
        }

        private void cell(final int column, final JsonToken value, final JsonParser json) throws IOException {
            if (hasCell(column)) {
                throw new RowException("the key \"" + columns.name(column) + "\" is there twice");
            }
            final boolean isString = value == JsonToken.VALUE_STRING;
            if (!isString && value != JsonToken.VALUE_NUMBER_INT && value != JsonToken.VALUE_NUMBER_FLOAT) {
                throw CellReader.wrong(columns.areTexts() && column < 2 ? "a text" : "a number", columns.name(column),
                    value.isStructStart() ? "a JSON " + (value == JsonToken.START_ARRAY ? "array" : "object")
                        : json.getText());
            }
            if (isString && !(columns.areTexts() && column < 2)) {
                throw CellReader.wrong("a number", columns.name(column), "the string \""
                    + LineComplaint.excerpt(json.getText()) + "\"");
            }
            text(column, json);
        }

        private void text(final int column, final JsonParser json) throws IOException {
            final char[] chars = json.getTextCharacters();
            final int offset = json.getTextOffset();
            final int length = json.getTextLength();
            final byte[] room = room(column, length);
            for (int i = 0; i < length; i++) {
                final char c = chars[offset + i];
                if (c > '~') {
                    final ByteBuffer bytes = encoded(CharBuffer.wrap(chars, offset, length));
                    put(column, bytes.array(), 0, bytes.limit());
                    return;
                }
                room[i] = (byte) c;
            }
            put(column, room, 0, length);
        }
    }

    private static ByteBuffer encoded(final CharBuffer text) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(text);
        } catch (final CharacterCodingException e) {
            throw new RowException("half of a surrogate pair: no text of Unicode");
        }
    }

    /** What Jackson says, without the place, which it counts within the line. */
    private static String reason(final IOException e) {
        final String text = String.valueOf(e.getMessage());
        final int end = text.indexOf('\n');
        return LineComplaint.excerpt(end < 0 ? text : text.substring(0, end));
    }
}
