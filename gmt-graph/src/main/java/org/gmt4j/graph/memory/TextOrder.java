package org.gmt4j.graph.memory;

import java.util.Arrays;

/**
 * Sorts texts that are all different: eight bytes at a time, by quicksort with three parts, and texts that have the
 * same eight by the next. Time O(n log n) in the mean, and the bytes that texts have in common. Owned by one thread.
 *
 * <p>Memory: 12 bytes of heap a text.
 */
public final class TextOrder {
    private static final int FEW = 16;
    /** Texts that are alike up to here are compared one by one: rare, and their pieces would nest too deeply. */
    private static final int DEEPEST = 512;

    private final TextList texts;
    private final int[] numbers;
    private final long[] pieces;

    private TextOrder(final TextList texts) {
        this.texts = texts;
        numbers = new int[texts.count()];
        pieces = new long[texts.count()];
        Arrays.setAll(numbers, i -> i);
    }

    /** The numbers of texts, ascending by text. */
    public static int[] of(final TextList texts) {
        final TextOrder order = new TextOrder(texts);
        order.sort(0, order.numbers.length, 0);
        return order.numbers;
    }

    /** Sorts {@code from .. to - 1}, which have their first {@code depth} bytes in common. */
    private void sort(final int from, final int to, final int depth) {
        if (to - from < 2) {
            return;
        }
        if (depth >= DEEPEST) {
            compareAll(from, to, depth);
            return;
        }
        for (int i = from; i < to; i++) {
            pieces[i] = texts.piece(numbers[i], depth);
        }
        byPiece(from, to);
        int begin = from;
        while (begin < to) {
            int end = begin + 1;
            while (end < to && pieces[end] == pieces[begin]) {
                end++;
            }
            if (end - begin > 1) {
                sort(endedFirst(begin, end, depth + 8), end, depth + 8);
            }
            begin = end;
        }
    }

    /** Those that have ended come first, the shortest before all: they differ in zeros at the end. */
    private int endedFirst(final int from, final int to, final int depth) {
        int ended = from;
        for (int i = from; i < to; i++) {
            if (texts.length(numbers[i]) <= depth) {
                int at = ended++;
                swap(i, at);
                for (; at > from && texts.length(numbers[at - 1]) > texts.length(numbers[at]); at--) {
                    swap(at, at - 1);
                }
            }
        }
        return ended;
    }

    private void byPiece(final int first, final int behind) {
        int from = first;
        int to = behind;
        while (to - from > FEW) {
            final long pivot = median(pieces[from], pieces[(from + to) >>> 1], pieces[to - 1]);
            int low = from;
            int high = to;
            for (int i = from; i < high; ) {
                if (pieces[i] < pivot) {
                    swap(i++, low++);
                } else if (pieces[i] > pivot) {
                    swap(i, --high);
                } else {
                    i++;
                }
            }
            if (low - from < to - high) {
                byPiece(from, low);
                from = high;
            } else {
                byPiece(high, to);
                to = low;
            }
        }
        for (int i = from + 1; i < to; i++) {
            for (int at = i; at > from && pieces[at - 1] > pieces[at]; at--) {
                swap(at, at - 1);
            }
        }
    }

    private static long median(final long a, final long b, final long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private void swap(final int one, final int other) {
        final long piece = pieces[one];
        pieces[one] = pieces[other];
        pieces[other] = piece;
        final int number = numbers[one];
        numbers[one] = numbers[other];
        numbers[other] = number;
    }

    private void compareAll(final int from, final int to, final int depth) {
        final Integer[] boxed = new Integer[to - from];
        Arrays.setAll(boxed, i -> numbers[from + i]);
        Arrays.sort(boxed, (one, other) -> texts.compare(one, other, depth));
        for (int i = from; i < to; i++) {
            numbers[i] = boxed[i - from];
        }
    }
}
