package org.gmt4j;

import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Sorts an array over all nodes. Every node sorts its part. The caller then determines the cuts of each sorted part, so
 * that the pieces for a node have exactly its number of elements. It divides the range of the keys that there are, by
 * sixteen with each query to all nodes (less where there are many nodes): at most 16 queries, even when many elements
 * are equal, and fewer the closer the keys are. Every node sends its pieces to a second array, and sorts the received
 * ones into the first. Parts are sorted by digits of eight bits from the lowest up, off the heap, with the second array
 * as scratch.
 *
 * <p>Memory: a second array of the same size, freed at the end. Messages: two to each node per query, and each element
 * at most once.
 */
final class ArraySort {
    /** Bits of the boundaries' keys that a query finds, where the keys that it asks for are few. */
    private static final int BITS_OF_A_QUERY = 4;
    /** Keys to ask each node for at once: they travel to all nodes, and each is looked for in all parts. */
    private static final int KEYS_OF_A_QUERY = 256;

    private ArraySort() {
    }

    static void run(final TaskContext ctx, final GlobalArray array) throws SuspendExecution {
        PartitionedWork.run(ctx, array, parts -> {
            sort(ctx, parts);
            return 0;
        });
    }

    private static void sort(final TaskContext ctx, final GlobalArray parts) throws SuspendExecution {
        if (parts.size() < 2) {
            return;
        }
        final GlobalArray scratch = PartitionedWork.scratch(ctx, parts);
        try {
            final List<long[]> ends = ctx.callOnAll(node -> {
                translate(node, parts, true);
                sortHere(node, parts.segment, scratch.segment, parts.segment);
                return ends(parts.segment);
            });
            if (ctx.nodeCount() > 1) {
                final long[] cuts = cuts(ctx, parts, ends);
                ctx.executeOnAll(node -> exchange(node, parts, scratch, cuts));
                ctx.executeOnAll(node -> {
                    sortHere(node, scratch.segment, parts.segment, parts.segment);
                    translate(node, parts, false);
                });
            } else {
                translate(ctx, parts, false);
            }
            scratch.free(ctx);
        } catch (final RuntimeException e) {
            scratch.free(ctx);
            throw e;
        }
    }

    // --- keys ---

    private static void translate(final TaskContext ctx, final GlobalArray parts, final boolean isToKeys)
        throws SuspendExecution {
        final ElementType type = parts.spec().type();
        if (SortKey.differs(type)) {
            PartitionedWork.inTurns(ctx, parts.localCount(), (from, to) -> {
                for (long i = from; i < to; i++) {
                    final long bits = parts.segment.load(i);
                    parts.segment.store(i, isToKeys ? SortKey.key(type, bits) : SortKey.bits(type, bits));
                }
            });
        }
    }

    // --- one part ---

    /** Sorts {@code from}, with {@code other} as scratch. The result is in {@code result}, which is one of the two. */
    private static void sortHere(final TaskContext ctx, final Segment from, final Segment other, final Segment result)
        throws SuspendExecution {
        final long count = from.elementCount();
        final int digits = from.elementLength();
        final long[] counts = new long[digits << 8];
        PartitionedWork.inTurns(ctx, count, (begin, end) -> {
            for (long i = begin; i < end; i++) {
                final long key = from.load(i);
                for (int digit = 0; digit < digits; digit++) {
                    counts[digit << 8 | digit(key, digit, digits)]++;
                }
            }
        });
        Segment in = from;
        Segment out = other;
        for (int digit = 0; digit < digits; digit++) {
            if (!isOneValue(counts, digit, count)) {
                pass(ctx, in, out, digit, counts);
                final Segment swapped = in;
                in = out;
                out = swapped;
            }
        }
        if (in != result) {
            UnsafeApi.copyMemory(in.address(), result.address(), in.lengthInBytes());
        }
    }

    /** Returns a digit of a key. The highest digit is signed. */
    private static int digit(final long key, final int digit, final int digits) {
        final int value = (int) (key >>> (digit << 3)) & 0xff;
        return digit == digits - 1 ? value ^ 0x80 : value;
    }

    private static boolean isOneValue(final long[] counts, final int digit, final long count) {
        for (int value = 0; value < 256; value++) {
            if (counts[digit << 8 | value] == count) {
                return true;
            }
        }
        return false;
    }

    private static void pass(final TaskContext ctx, final Segment in, final Segment out, final int digit,
                             final long[] counts)
        throws SuspendExecution {
        final int digits = in.elementLength();
        final long[] places = new long[256];
        for (int value = 1; value < 256; value++) {
            places[value] = places[value - 1] + counts[digit << 8 | value - 1];
        }
        PartitionedWork.inTurns(ctx, in.elementCount(), (from, to) -> {
            for (long i = from; i < to; i++) {
                final long key = in.load(i);
                out.store(places[digit(key, digit, digits)]++, key);
            }
        });
    }

    // --- cuts ---

    /** Returns the least and the greatest key of a sorted part; of an empty one, such as change no others. */
    private static long[] ends(final Segment sorted) {
        final long count = sorted.elementCount();
        return count == 0 ? new long[] {Long.MAX_VALUE, Long.MIN_VALUE}
            : new long[] {sorted.load(0), sorted.load(count - 1)};
    }

    /**
     * Returns one row for each node: the positions in its part where the pieces for node 0, 1 ... begin, and its
     * element count.
     */
    private static long[] cuts(final TaskContext ctx, final GlobalArray parts, final List<long[]> ends)
        throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        // The key of the first element of each node: the smallest key such that the number of elements up to it exceeds
        // the number of elements before the node.
        final long[] least = new long[nodes];
        final long[] most = new long[nodes];
        Arrays.fill(least, ends.stream().mapToLong(end -> end[0]).min().orElseThrow());
        Arrays.fill(most, ends.stream().mapToLong(end -> end[1]).max().orElseThrow());
        final int bits = bits(nodes);
        while (!Arrays.equals(least, most)) {
            final long[] asked = asked(least, most, bits);
            final long[] notAbove = new long[asked.length];
            for (final long[] counts : ctx.callOnAll(node -> counts(parts, asked, true))) {
                for (int i = 0; i < counts.length; i++) {
                    notAbove[i] += counts[i];
                }
            }
            for (int node = 0; node < nodes; node++) {
                narrow(least, most, node, rank(parts, node), asked, notAbove);
            }
        }
        return cuts(parts, ctx.callOnAll(node -> counts(parts, least, false)),
            ctx.callOnAll(node -> counts(parts, least, true)));
    }

    /** Returns the bits of each key that a query finds. */
    private static int bits(final int nodes) {
        int bits = BITS_OF_A_QUERY;
        while (bits > 1 && nodes * ((1 << bits) - 1) > KEYS_OF_A_QUERY) {
            bits--;
        }
        return bits;
    }

    /** Returns, for each node, ascending keys that divide its range into parts alike. Differences are unsigned. */
    private static long[] asked(final long[] least, final long[] most, final int bits) {
        final int each = (1 << bits) - 1;
        final long[] asked = new long[least.length * each];
        for (int node = 0; node < least.length; node++) {
            final long range = most[node] - least[node];
            final long step = (range >>> bits) + 1;
            for (int i = 0; i < each; i++) {
                final long offset = step * (i + 1) - 1;
                asked[node * each + i] = Long.compareUnsigned(offset, range) < 0 ? least[node] + offset : most[node];
            }
        }
        return asked;
    }

    private static void narrow(final long[] least, final long[] most, final int node, final long rank,
                               final long[] asked, final long[] notAbove) {
        final int each = asked.length / least.length;
        for (int i = node * each; i < (node + 1) * each; i++) {
            if (notAbove[i] > rank) {
                most[node] = asked[i];
                return;                                 // always where the greatest key has been asked for
            }
            least[node] = asked[i] + 1;
        }
    }

    /** Returns the number of elements before those of a node; for a node without elements, before the last one. */
    private static long rank(final GlobalArray parts, final int node) {
        return Math.min(parts.distribution().start(node), parts.size() - 1);
    }

    /**
     * Assigns elements equal to a boundary to the lower node as far as it has room, those of lower nodes first.
     */
    private static long[] cuts(final GlobalArray parts, final List<long[]> below, final List<long[]> notAbove) {
        final int nodes = below.size();
        final long[] cuts = new long[nodes * (nodes + 1)];
        for (int to = 1; to < nodes; to++) {
            long missing = parts.distribution().start(to);
            for (int from = 0; from < nodes; from++) {
                missing -= below.get(from)[to];
            }
            for (int from = 0; from < nodes; from++) {
                final long taken = Math.min(missing, notAbove.get(from)[to] - below.get(from)[to]);
                missing -= taken;
                cuts[from * (nodes + 1) + to] = below.get(from)[to] + taken;
            }
        }
        for (int from = 0; from < nodes; from++) {
            cuts[from * (nodes + 1) + nodes] = parts.distribution().count(from);
        }
        return cuts;
    }

    /** Returns the number of elements of this node's sorted part below each key, or not above it. */
    private static long[] counts(final GlobalArray parts, final long[] keys, final boolean isNotAbove) {
        final Segment segment = parts.segment;
        final long[] counts = new long[keys.length];
        for (int k = 0; k < keys.length; k++) {
            long low = 0;
            long high = segment.elementCount();
            while (low < high) {
                final long middle = low + high >>> 1;
                final long key = segment.load(middle);
                if (key < keys[k] || isNotAbove && key == keys[k]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            counts[k] = low;
        }
        return counts;
    }

    // --- exchange of pieces ---

    private static void exchange(final TaskContext ctx, final GlobalArray parts, final GlobalArray scratch,
                                 final long[] cuts)
        throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        final int row = ctx.nodeId() * (nodes + 1);
        for (int k = 1; k <= nodes; k++) {
            final int to = (ctx.nodeId() + k) % nodes;     // begin after this node, not all at node 0
            final long from = cuts[row + to];
            final long count = cuts[row + to + 1] - from;
            long place = parts.distribution().start(to);
            for (int lower = 0; lower < ctx.nodeId(); lower++) {
                place += cuts[lower * (nodes + 1) + to + 1] - cuts[lower * (nodes + 1) + to];
            }
            if (count > 0) {
                BulkTransfer.put(scratch, ctx, false, place, null, parts.segment.addressOf(from), count);
            }
        }
        ctx.await();
    }
}
