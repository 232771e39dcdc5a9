package org.gmt4j.bench;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.graph.memory.LocalView;

/**
 * The expected effect of the one-sided verbs, from the random sequence alone: fills memory before a run and counts the
 * words that are wrong after it. Every word is looked at, also those that nobody should have touched. Bodies run on the
 * node whose memory it is; outside of the measured time.
 */
final class ArmciProof {
    /**
     * Values are whole numbers of 52 bits, more than 0: exact as doubles, and the value of another place or seed never
     * fits.
     */
    private static final int SHIFT = 12;

    private ArmciProof() {
    }

    /** The node that a word of the random sequence names. */
    static int node(final long bits, final int nodes) {
        return (int) ((bits >>> 48) * nodes >>> 16);
    }

    /** The value of a word of a node's memory under a seed. */
    static double word(final long seed, final int node, final long index) {
        return (RandomIndex.mix(seed ^ RandomIndex.mix((long) node << 40 | index)) >>> SHIFT) + 1;
    }

    /** The same for the place that a word of the random sequence names. */
    static double value(final long seed, final long bits, final int nodes, final long wordsPerNode) {
        return word(seed, node(bits, nodes), bits & wordsPerNode - 1);
    }

    /** Values of a list that differ from those of its places. */
    static long wrongInList(final double[] values, final long seed, final long first, final int nodes,
                            final long wordsPerNode) {
        long wrong = 0;
        for (int k = 0; k < values.length; k++) {
            wrong += values[k] == value(seed, RandomIndex.word(seed, first + k), nodes, wordsPerNode) ? 0 : 1;
        }
        return wrong;
    }

    /** Fills the first words of this node's part with their values, or zeros. */
    static TaskBody fill(final ArmciMemory memory, final long words, final boolean isZero, final long seed) {
        return ctx -> fill(LocalView.of(memory, true), words, isZero, seed, ctx.nodeId());
    }

    /** The same for an array. */
    static TaskBody fill(final GlobalLongArray array, final long words, final boolean isZero, final long seed) {
        return ctx -> fill(LocalView.of(array), words, isZero, seed, ctx.nodeId());
    }

    private static void fill(final LocalView part, final long words, final boolean isZero, final long seed,
                             final int node) {
        for (long i = 0; i < words; i++) {
            part.setWord(i, Double.doubleToRawLongBits(isZero ? 0 : word(seed, node, i)));
        }
    }

    /** What belongs to the first words of a node. */
    static long[] words(final int count, final long seed, final int node) {
        final long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = Double.doubleToRawLongBits(word(seed, node, i));
        }
        return words;
    }

    /** After a put of the first words of node 0 to an array: wrong words of this node's part; those behind are 0. */
    static TaskFunction<Long> wrongAfterMove(final GlobalLongArray array, final long words, final long seed,
                                             final long moved) {
        return ctx -> {
            final LocalView part = LocalView.of(array);
            long wrong = 0;
            for (long i = 0; i < words; i++) {
                wrong += Double.longBitsToDouble(part.word(i)) == (i < moved ? word(seed, 0, i) : 0) ? 0 : 1;
            }
            return wrong;
        };
    }

    /** Words that are not those of a node. */
    static long wrongIn(final long[] values, final long seed, final int node) {
        long wrong = 0;
        for (int i = 0; i < values.length; i++) {
            wrong += values[i] == Double.doubleToRawLongBits(word(seed, node, i)) ? 0 : 1;
        }
        return wrong;
    }

    /**
     * After a put, or a get: wrong words of this node's part.
     *
     * @param source    where the words come from
     * @param row       words of a row, next to each other here
     * @param rowStride words between the beginnings of two rows there
     * @param moved     words that were to be moved; those behind are 0
     */
    static TaskFunction<Long> wrongAfterMove(final ArmciMemory memory, final long words, final long seed,
                                             final int source, final long row, final long rowStride, final long moved) {
        return ctx -> {
            final LocalBuffer part = memory.local();
            long wrong = 0;
            for (long i = 0; i < words; i++) {
                final double expected = i < moved ? word(seed, source, i / row * rowStride + i % row) : 0;
                wrong += part.getDouble(i * 8) == expected ? 0 : 1;
            }
            return wrong;
        };
    }

    /** After {@code operations} accumulates into zeros: wrong words of this node's part, which is destroyed. */
    static TaskFunction<Long> wrongAfterSums(final ArmciMemory table, final long wordsPerNode, final long seed,
                                             final long operations) {
        return ctx -> {
            final LocalBuffer part = table.local();
            for (long i = 0; i < operations; i++) {
                final long bits = RandomIndex.word(seed, i);
                if (node(bits, ctx.nodeCount()) == ctx.nodeId()) {
                    final long place = (bits & wordsPerNode - 1) * 8;
                    part.putDouble(place, part.getDouble(place) - 1);
                }
            }
            long wrong = 0;
            for (long i = 0; i < wordsPerNode; i++) {
                wrong += part.getDouble(i * 8) == 0 ? 0 : 1;
            }
            return wrong;
        };
    }

    /** After {@code operations} fetch-and-adds to zeros: wrong longs of this node's part, which is destroyed. */
    static TaskFunction<Long> wrongAfterCounts(final ArmciMemory table, final long wordsPerNode, final long seed,
                                               final long operations) {
        return ctx -> wrongAfterCounts(LocalView.of(table, true), wordsPerNode, seed, operations, ctx);
    }

    /** The same for an array. */
    static TaskFunction<Long> wrongAfterCounts(final GlobalLongArray array, final long wordsPerNode, final long seed,
                                               final long operations) {
        return ctx -> wrongAfterCounts(LocalView.of(array), wordsPerNode, seed, operations, ctx);
    }

    private static long wrongAfterCounts(final LocalView part, final long wordsPerNode, final long seed,
                                         final long operations, final TaskContext ctx) {
        for (long i = 0; i < operations; i++) {
            final long bits = RandomIndex.word(seed, i);
            if (node(bits, ctx.nodeCount()) == ctx.nodeId()) {
                final long place = bits & wordsPerNode - 1;
                part.setWord(place, part.word(place) - 1);
            }
        }
        long wrong = 0;
        for (long i = 0; i < wordsPerNode; i++) {
            wrong += part.word(i) == 0 ? 0 : 1;
        }
        return wrong;
    }

    /** After a scatter into zeros: wrong words of this node's part, which is destroyed: right ones turn negative. */
    static TaskFunction<Long> wrongAfterScatter(final ArmciMemory table, final long wordsPerNode, final long seed,
                                                final long operations) {
        return ctx -> {
            final LocalBuffer part = table.local();
            long wrong = 0;
            for (long i = 0; i < operations; i++) {
                final long bits = RandomIndex.word(seed, i);
                if (node(bits, ctx.nodeCount()) == ctx.nodeId()) {
                    final long place = (bits & wordsPerNode - 1) * 8;
                    final double expected = value(seed, bits, ctx.nodeCount(), wordsPerNode);
                    final double found = part.getDouble(place);
                    wrong += Math.abs(found) == expected ? 0 : 1;
                    part.putDouble(place, -expected);
                }
            }
            for (long i = 0; i < wordsPerNode; i++) {
                wrong += part.getDouble(i * 8) <= 0 ? 0 : 1;
            }
            return wrong;
        };
    }

    /** Mistakes that tasks have counted at node 0. */
    static TaskFunction<Long> counted(final ArmciMemory mistakes) {
        return ctx -> mistakes.local().getLong(0);
    }
}
