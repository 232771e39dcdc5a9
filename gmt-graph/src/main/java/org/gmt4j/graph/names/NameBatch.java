package org.gmt4j.graph.names;

import java.util.Arrays;
import org.gmt4j.graph.memory.TextTable;
import org.gmt4j.graph.source.NameNumbers;

/**
 * Names of one batch of edges, numbered from 0 on as they come: a table gives all of them their own numbers afterwards,
 * at the same time, which is faster. Owned by one thread; reused.
 */
final class NameBatch implements NameNumbers {
    private static final int FIRST_NAMES = 1 << 13;
    /** Bytes from which names are looked up before the end of the batch. */
    private static final int MOST_BYTES = 1 << 25;

    private final TextTable table;

    private byte[] bytes = new byte[16 * FIRST_NAMES];
    private int[] offsets = new int[FIRST_NAMES];
    private int[] lengths = new int[FIRST_NAMES];
    private int[] numbers = new int[FIRST_NAMES];
    private int length;
    private int count;
    /** Names that have been looked up. */
    private int known;

    NameBatch(final TextTable table) {
        this.table = table;
    }

    void clear() {
        length = 0;
        count = 0;
        known = 0;
    }

    /** Names that have come since {@link #clear}. */
    int count() {
        return count;
    }

    @Override
    public int number(final byte[] source, final int offset, final int textLength) {
        NameNumbers.requireLength(textLength);
        if (length + textLength > MOST_BYTES) {
            lookUp(bytes);
            length = 0;
        }
        if (textLength > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + textLength, 2 * bytes.length));
        }
        System.arraycopy(source, offset, bytes, length, textLength);
        note(length, textLength);
        length += textLength;
        return count - 1;
    }

    private void note(final int offset, final int textLength) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        offsets[count] = offset;
        lengths[count++] = textLength;
    }

    /** Readers of several parts have one table where their tasks share a thread, and plain threads read meanwhile. */
    private void lookUp(final byte[] source) {
        synchronized (table) {
            table.numbers(source, offsets, lengths, known, count, numbers);
        }
        known = count;
    }

    /** The numbers that the table has for the names; valid until {@link #clear}. */
    int[] numbers() {
        lookUp(bytes);
        return numbers;
    }

    /** The numbers that the table has for the names of a {@link TextBlock}, whose bytes are not copied. */
    int[] numbers(final byte[] block) {
        clear();
        TextBlock.forEach(block, (index, source, offset, textLength) -> note(offset, textLength));
        lookUp(block);
        return numbers;
    }
}
