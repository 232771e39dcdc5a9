package org.gmt4j.graph.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.NameNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineTableTest {
    private static final String TOO_LONG = "x".repeat(NameNumbers.LONGEST_NAME + 1);

    @TempDir
    private Path folder;

    /** Whichever part finds one, and whatever is wrong. */
    @Test
    void shouldNameTheFirstBadLineInEachPart() throws IOException {
        final String good = "a,b\n".repeat(NameNumbers.LONGEST_NAME);
        for (final String first : List.of("a\n", TOO_LONG + ",b\n")) {
            for (final String last : List.of("a\n", TOO_LONG + ",b\n")) {
                final Path file = Files.writeString(folder.resolve("bad.csv"), "from,to\n" + first + good + last);
                final GraphFormatException bad = assertThrows(GraphFormatException.class, () -> readPart(file, 3, 4));
                assertEquals(2, bad.line(), bad.getMessage().replace(TOO_LONG, "x..."));
            }
        }
    }

    private static void readPart(final Path file, final int part, final int parts) {
        final LineTable table = LineTable.open(file.toString(), new CsvFormat(','),
            new EdgeColumns("from", "to", null, true));
        final EdgeBatch batch = new EdgeBatch();
        try (EdgeCursor cursor = table.open(part, parts, (bytes, offset, length) -> {
            NameNumbers.requireLength(length);
            return 0;
        })) {
            while (cursor.next(batch)) {
                continue;
            }
        }
    }
}
