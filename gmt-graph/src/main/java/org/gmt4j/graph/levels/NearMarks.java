package org.gmt4j.graph.levels;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The vertices that a {@link NearSearch} has found: a byte for each vertex of the graph, 0 of those that it has not,
 * else the steps and one. Owned by one task.
 */
final class NearMarks {
    /** The largest number of steps that a byte holds. */
    static final int MOST_STEPS = 254;
    /** The largest graph for which one node has a byte for each vertex. */
    static final int MOST_VERTICES = 1 << 24;
    private static final int VERTICES_PER_EDGE = 64;
    /** Bytes of a word, of which most are 0. */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final byte[] marks;

    private NearMarks(final int vertexCount) {
        marks = new byte[vertexCount];
    }

    /** Returns whether following so many edges takes longer than to clear, and to look through, all marks. */
    static boolean pay(final long vertexCount, final long edges) {
        return vertexCount <= MOST_VERTICES && vertexCount <= VERTICES_PER_EDGE * edges;
    }

    /** Marks the first vertices of a list. */
    static NearMarks of(final int vertexCount, final long[] found, final int[] steps, final int count) {
        final NearMarks made = new NearMarks(vertexCount);
        for (int i = 0; i < count; i++) {
            made.marks[(int) found[i]] = (byte) (steps[i] + 1);
        }
        return made;
    }

    /**
     * Marks those of the first vertices that are not yet, and adds them to a list, which has room for all of them.
     *
     * @return the length of the list
     */
    int add(final int[] vertices, final int length, final int level, final long[] found, final int count) {
        final byte[] all = marks;
        int end = count;
        for (int i = 0; i < length; i++) {
            final int vertex = vertices[i];
            final int mark = all[vertex] & 0xff;
            final int isNew = mark - 1 >>> Integer.SIZE - 1;      // no branch: nobody could predict it
            all[vertex] = (byte) (mark | -isNew & level + 1);
            found[end] = vertex;
            end += isNew;
        }
        return end;
    }

    /** Marks those of the first vertices that are not yet; returns how many those are. */
    int add(final int[] vertices, final int length, final int level) {
        final byte[] all = marks;
        int count = 0;
        for (int i = 0; i < length; i++) {
            final int vertex = vertices[i];
            final int mark = all[vertex] & 0xff;
            final int isNew = mark - 1 >>> Integer.SIZE - 1;
            all[vertex] = (byte) (mark | -isNew & level + 1);
            count += isNew;
        }
        return count;
    }

    /** Lists the marked vertices, ascending, and the steps to each. */
    void list(final long[] numbers, final int[] steps) {
        int count = 0;
        final int wordsEnd = marks.length & -Long.BYTES;
        for (int from = 0; from < wordsEnd; from += Long.BYTES) {
            if ((long) WORDS.get(marks, from) != 0) {
                count = list(from, from + Long.BYTES, numbers, steps, count);
            }
        }
        list(wordsEnd, marks.length, numbers, steps, count);
    }

    private int list(final int from, final int to, final long[] numbers, final int[] steps, final int count) {
        int end = count;
        for (int vertex = from; vertex < to; vertex++) {
            if (marks[vertex] != 0) {
                numbers[end] = vertex;
                steps[end++] = Byte.toUnsignedInt(marks[vertex]) - 1;
            }
        }
        return end;
    }
}
