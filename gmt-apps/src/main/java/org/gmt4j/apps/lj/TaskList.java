package org.gmt4j.apps.lj;

/**
 * The tasks of a step: task {@code t} is the forces between blocks {@code first[t]} and {@code second[t]}, the first
 * not greater. Tasks of one first block follow each other. The same on all nodes. Immutable; any thread.
 */
final class TaskList {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final int[] first;
    private final int[] second;
    private final long allMarks;

    TaskList(final BlockGrid grid) {
        final int count = Math.toIntExact(grid.tasks());
        first = new int[count];
        second = new int[count];
        final int[] offsets = grid.nearOffsets();
        int at = 0;
        for (int block = 0; block < grid.blocks(); block++) {
            for (final int offset : offsets) {
                final int other = grid.moved(block, offset);
                if (other >= block) {
                    first[at] = block;
                    second[at++] = other;
                }
            }
        }
        long marks = 0;
        for (int task = 0; task < count; task++) {
            marks += mark(task);
        }
        allMarks = marks;
    }

    int size() {
        return first.length;
    }

    int first(final int task) {
        return first[task];
    }

    int second(final int task) {
        return second[task];
    }

    /** Returns a number of a task that looks random (SplitMix64): sums of them tell sets of tasks apart. */
    static long mark(final long task) {
        long mixed = (task + 1) * GOLDEN;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** Returns the sum of the marks of all tasks, each once. */
    long allMarks() {
        return allMarks;
    }
}
