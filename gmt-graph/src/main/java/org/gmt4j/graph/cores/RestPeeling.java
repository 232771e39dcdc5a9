package org.gmt4j.graph.cores;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * Takes away the vertices of a small graph in one thread, those of the fewest neighbours first. Words of rows are as
 * {@link DenseRest} has them: they are counted, then added, in any order. Owned by one task; per edge.
 */
final class RestPeeling implements AutoCloseable {
    private static final long MASK = 0xFFFF;
    private static final int LEVELS_BETWEEN_YIELDS = 4;

    private final int count;
    private final int[] begins;
    private final int[] cores;
    private final int[] left;
    private final int[] stack;
    private int stackSize;
    /** Neighbours that are left; of those that have been taken away, at most the core number. */
    private final LocalView degrees;
    private LocalView words;

    RestPeeling(final long vertices) {
        count = Math.toIntExact(vertices);
        begins = new int[count + 2];
        cores = new int[count];
        left = new int[count];
        stack = new int[count];
        degrees = LocalView.allocate(count, false);
        degrees.fill(0);
    }

    void count(final LocalView some) {
        for (long at = 0; at < some.count(); at++) {
            final long word = some.word(at);
            final long row = word >>> 48;
            begins[(int) row + 2]++;
            final int neighbours = ((word & MASK) != row ? 1 : 0) + ((word >>> 16 & MASK) != row ? 1 : 0)
                + ((word >>> 32 & MASK) != row ? 1 : 0);
            degrees.set(row, degrees.narrow(row) + neighbours);
        }
    }

    /** Makes room, when all words have been counted. */
    void makeRows() {
        for (int i = 2; i <= count + 1; i++) {
            begins[i] += begins[i - 1];
        }
        words = LocalView.allocate(begins[count + 1], true);
    }

    /** After all words, {@code begins[row]} is where a row begins. */
    void add(final LocalView some) {
        for (long at = 0; at < some.count(); at++) {
            final long word = some.word(at);
            words.setWord(begins[(int) (word >>> 48) + 1]++, word);
        }
    }

    void peel(final TaskContext ctx) throws SuspendExecution {
        int leftCount = count;
        for (int row = 0; row < count; row++) {
            left[row] = row;
            cores[row] = -1;
        }
        for (int levels = 1; leftCount > 0; levels++) {
            int level = Integer.MAX_VALUE;
            int kept = 0;
            for (int at = 0; at < leftCount; at++) {
                final int row = left[at];
                if (cores[row] < 0) {
                    left[kept++] = row;
                    level = Math.min(level, degrees.narrow(row));
                }
            }
            leftCount = kept;
            for (int at = 0; at < leftCount; at++) {
                if (degrees.narrow(left[at]) == level) {
                    push(left[at], level);
                }
            }
            takeAway(level);
            if (levels % LEVELS_BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    private void push(final int row, final int level) {
        cores[row] = level;
        stack[stackSize++] = row;
    }

    private void takeAway(final int level) {
        while (stackSize > 0) {
            final int row = stack[--stackSize];
            for (int at = begins[row]; at < begins[row + 1]; at++) {
                final long word = words.word(at);
                loseNeighbour((int) (word & MASK), level);
                loseNeighbour((int) (word >>> 16 & MASK), level);
                loseNeighbour((int) (word >>> 32 & MASK), level);
            }
        }
    }

    private void loseNeighbour(final int row, final int level) {
        final int degree = degrees.narrow(row);
        degrees.set(row, degree - (level - degree >>> 31));
        if (degree == level + 1) {
            push(row, level);
        }
    }

    int core(final int row) {
        return cores[row];
    }

    @Override
    public void close() {
        degrees.close();
        if (words != null) {
            words.close();
        }
    }
}
