package org.gmt4j;

import java.util.Objects;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.CommandLists;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.task.EngineIssuer;

/**
 * Applies the same atomic operation to each element of a list of indices. Successive indices with one owner travel
 * together: after the first, an element takes four bytes of a block instead of 16 or 24, and the loop over them touches
 * nothing else. So lists should be sorted, or grouped by owner; in other lists an element costs as much as a single
 * operation. The order of all commands is kept. Per list and per element.
 *
 * <p>All indices are checked before any command is issued. Where operations are combined, or answered here, each
 * element is an operation of its own.
 */
final class ElementList {
    private static final int SHORTEST_BLOCK = 64;

    private final GlobalArray array;

    ElementList(final GlobalArray array) {
        this.array = array;
    }

    /** Applies an operator without results. */
    void update(final Issuer issuer, final int operator, final long[] indices, final int from, final int count,
                final long operand) {
        array.requireOperator(operator);
        check(indices, from, count);
        if (array.combining != null || !fits(EngineIssuer.of(issuer).aggregator())) {
            for (int i = from; i < from + count; i++) {
                array.updateNb(issuer, operator, indices[i], operand);
            }
            return;
        }
        final Distribution distribution = array.distribution;
        final long word = CommandWord.base(CommandType.UPDATE + operator, array.id);
        int at = from;
        while (at < from + count) {
            final long place = distribution.locate(indices[at]);
            final long start = indices[at] - CommandWord.offset(place);
            final int node = (int) (place >>> CommandWord.OFFSET_BITS);
            final int stop = runEnd(distribution, indices, at, from + count);
            if (isImmediate(node)) {
                for (; at < stop; at++) {
                    array.segment.fetchAndUpdate(operator, indices[at] - start, operand);
                }
            }
            while (at < stop) {
                at += EngineIssuer.of(issuer).aggregator().lists().of(indices, at, stop - at, start)
                    .update(node, word, operand, EngineIssuer.of(issuer));
            }
        }
    }

    /** Compares and sets; the previous value at {@code indices[from + i]} goes to {@code before[first + i]}. */
    void compareAndSet(final Issuer issuer, final long[] indices, final int from, final int count,
                       final long expected, final long replacement, final long[] before, final int first) {
        array.requireComparing(expected);
        check(indices, from, count);
        Objects.checkFromIndexSize(first, count, before.length);
        if (array.combining != null || !fits(EngineIssuer.of(issuer).aggregator())) {
            for (int i = 0; i < count; i++) {
                array.compareAndSetBitsNb(issuer, indices[from + i], expected, replacement, before,
                    RequestBlock.toLong(first + i));
            }
            return;
        }
        final Distribution distribution = array.distribution;
        final boolean isNarrow = array.widthShift < 3;
        final long word = CommandWord.base(isNarrow ? CommandType.COMPARE_AND_SET_NARROW : CommandType.COMPARE_AND_SET,
            array.id);
        final long both = expected << 32 | replacement & 0xFFFF_FFFFL;
        int at = from;
        while (at < from + count) {
            final long place = distribution.locate(indices[at]);
            final long start = indices[at] - CommandWord.offset(place);
            final int node = (int) (place >>> CommandWord.OFFSET_BITS);
            final int stop = runEnd(distribution, indices, at, from + count);
            if (isImmediate(node)) {
                for (; at < stop; at++) {
                    before[first - from + at] = array.segment.compareAndSet(indices[at] - start, expected, replacement);
                }
            }
            while (at < stop) {
                final long to = RequestBlock.toLong(first - from + at);
                final CommandLists rest = EngineIssuer.of(issuer).aggregator().lists()
                    .of(indices, at, stop - at, start);
                at += isNarrow ? rest.fetch(node, word, both, EngineIssuer.of(issuer), before, RequestBlock.narrow(to))
                    : rest.fetch(node, word, expected, replacement, EngineIssuer.of(issuer), before, to);
            }
        }
    }

    private void check(final long[] indices, final int from, final int count) {
        array.requireAlive();
        Objects.checkFromIndexSize(from, count, indices.length);
        for (int i = from; i < from + count; i++) {
            array.check(indices[i]);
        }
    }

    /** Returns whether the lower 32 bits determine each offset, and blocks are long enough for lists. */
    private boolean fits(final Aggregator aggregator) {
        return array.distribution.longestPart() <= 1L << 32 && aggregator.maxCommandLength() >= SHORTEST_BLOCK;
    }

    /**
     * Returns the end of the run of indices that have the same owner as {@code indices[from]} and the same distance to
     * their offset.
     */
    private static int runEnd(final Distribution distribution, final long[] indices, final int from, final int end) {
        final long low = distribution.runBegin(indices[from]);
        final long length = distribution.runEnd(indices[from]) - low;
        int at = from + 1;
        while (at < end && Long.compareUnsigned(indices[at] - low, length) < 0) {
            at++;
        }
        return at;
    }

    /**
     * Returns whether a run is local and is executed at once rather than gathered. Other tasks may have run since the
     * last run and have freed the array.
     */
    private boolean isImmediate(final int node) {
        if (array.gathersOwn || node != array.nodeId) {
            return false;
        }
        array.requireAlive();
        return true;
    }
}
