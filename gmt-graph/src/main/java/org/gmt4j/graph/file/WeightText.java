package org.gmt4j.graph.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.WeightKind;

/** Writes weights so that they are read again as they are. Immutable, any thread; per command. */
final class WeightText {
    /** Up to here every whole double has digits of its own. */
    private static final double LARGEST_EXACT = 1L << 53;

    private final WeightKind kind;

    WeightText(final WeightKind kind) {
        this.kind = kind;
    }

    /** Whether whole numbers say all weights of a batch. */
    boolean areWhole(final EdgeBatch batch) {
        for (int i = 0; i < batch.count(); i++) {
            if (!isWhole(batch.word(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isWhole(final long word) {
        final double number = kind.number(word);
        return !kind.isDouble() || number == Math.rint(number) && Math.abs(number) <= LARGEST_EXACT;
    }

    void put(final long word, final SectionWriter out) throws IOException {
        if (isWhole(word)) {
            out.putDecimal(kind.isDouble() ? (long) kind.number(word) : word);
        } else {
            out.putBytes(kind.text(word).getBytes(StandardCharsets.US_ASCII));
        }
    }
}
