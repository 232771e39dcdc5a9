package org.gmt4j.graph.cores;

import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/** A set of vertices, numbered in their order from 0 on. Owned by one task; per vertex. Memory: 12 bits for each 8. */
final class NumberedVertices implements AutoCloseable {
    private final LocalView bits;
    /** By word of bits, how many vertices are in the words before. */
    private final LocalView before;
    private long count;

    NumberedVertices(final long vertexCount) {
        bits = LocalView.allocate(words(vertexCount), true);
        before = LocalView.allocate(words(vertexCount), false);
        bits.fill(0);
    }

    /** Words of bits. */
    static long words(final long vertexCount) {
        return (vertexCount >>> 6) + 1;
    }

    void add(final long vertex) {
        bits.setWord(vertex >>> 6, bits.word(vertex >>> 6) | 1L << vertex);
    }

    /** Gives the numbers, when all vertices are in the set. */
    void number() {
        count = 0;
        for (long word = 0; word < bits.count(); word++) {
            before.set(word, count);
            count += Long.bitCount(bits.word(word));
        }
    }

    long count() {
        return count;
    }

    /**
     * Finds the numbers of the targets of a row that are in the set, without a branch that nobody could predict.
     *
     * @param numbers takes them; has room for one more than there are
     * @return how many there are
     */
    int numbersOf(final CsrPart part, final long row, final LocalView numbers) {
        final long begin = part.begin(row);
        final int count = (int) (part.begin(row + 1) - begin);
        final LocalView targets = part.targets().from(begin);
        int found = 0;
        for (int at = 0; at < count; at++) {
            final long target = targets.get(at);
            numbers.setNarrow(found, at);
            found += (int) (bits.word(target >>> 6) >>> target & 1);
        }
        for (int at = 0; at < found; at++) {
            numbers.setNarrow(at, (int) numberOf(targets.get(numbers.narrow(at))));
        }
        return found;
    }

    /** The number of a vertex of the set. */
    long numberOf(final long vertex) {
        return before.narrow(vertex >>> 6) + Long.bitCount(bits.word(vertex >>> 6) & (1L << vertex) - 1);
    }

    /** The first vertex of the set from one on; -1 where there is none. */
    long next(final long vertex) {
        long at = vertex >>> 6;
        if (at >= bits.count()) {
            return -1;
        }
        long word = bits.word(at) & -1L << vertex;
        while (word == 0) {
            if (++at == bits.count()) {
                return -1;
            }
            word = bits.word(at);
        }
        return (at << 6) + Long.numberOfTrailingZeros(word);
    }

    @Override
    public void close() {
        bits.close();
        before.close();
    }
}
