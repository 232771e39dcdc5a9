package org.gmt4j;

import java.util.Objects;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.CommandLists;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.task.EngineIssuer;

/**
 * Applies the same atomic operation to each element of a list of indices. Successive indices with one owner travel
 * together: after the first, an element takes four bytes of a block instead of 16 or 24, and the loop over them touches
 * nothing else. So lists should be sorted, or grouped by owner; in other lists an element costs as much as a single
 * operation. The order of all commands is kept. Per list and per element.
 *
 * <p>All indices are checked before any command is issued. Where the array combines, lists go through its tables, and
 * what these leave out travels as a list.
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
        array.requireUpdate(operator, operand);
        check(indices, from, count);
        final EngineIssuer owner = EngineIssuer.of(issuer);
        final int end = from + count;
        if (array.holdsOwn && array.combining.hasSums()) {
            array.combining.addEach(owner.aggregator(), owner, indices, from, end, operand);
        } else if (!array.holdsOwn && fits(owner.aggregator())) {
            updateRuns(owner, operator, indices, from, end, operand);
        } else {
            for (int i = from; i < end; i++) {
                array.updateNb(issuer, operator, indices[i], operand);
            }
        }
    }

    private void updateRuns(final EngineIssuer owner, final int operator, final long[] indices, final int from,
                            final int end, final long operand) {
        final Distribution distribution = array.distribution;
        final long word = CommandWord.base(CommandType.UPDATE + operator, array.id);
        int at = from;
        while (at < end) {
            final long place = distribution.locate(indices[at]);
            final int node = (int) (place >>> CommandWord.OFFSET_BITS);
            final int stop = runEnd(distribution, indices, at, end);
            if (isImmediate(node)) {
                updateHere(operator, indices, at, stop, indices[at] - CommandWord.offset(place), operand);
            } else {
                updateThere(owner, word, indices, at, stop, place, operand);
            }
            at = stop;
        }
    }

    private void updateHere(final int operator, final long[] indices, final int from, final int stop,
                            final long start, final long operand) {
        final Segment segment = array.segment;
        if (segment.widthShift() < 3) {
            for (int i = from; i < stop; i++) {
                segment.fetchAndUpdate(operator, indices[i] - start, operand);
            }
            return;
        }
        final long zero = segment.addressOf(0);
        final boolean isExclusive = segment.isExclusive();
        for (int i = from; i < stop; i++) {
            Segment.update(operator, zero + (indices[i] - start << 3), operand, isExclusive);
        }
    }

    /** Updates of one node's elements: combined as far as that pays, and commands for the others. */
    private void updateThere(final EngineIssuer owner, final long word, final long[] indices, final int from,
                             final int stop, final long place, final long operand) {
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        final ArrayCombining combining = node == array.nodeId ? null : array.combining;
        final long start = indices[from] - CommandWord.offset(place);
        final long zero = place - indices[from];
        int at = from;
        while (at < stop) {
            int end = stop;
            if (combining != null) {
                at += combining.updateEach(owner.aggregator(), owner, indices, at, stop, zero, operand);
                end = at + combining.leaveOut(owner.aggregator(), stop - at);
            }
            while (at < end) {
                at += owner.aggregator().lists().of(indices, at, end - at, start).update(node, word, operand, owner);
            }
        }
    }

    /** Compares and sets; the previous value at {@code indices[from + i]} goes to {@code before[first + i]}. */
    void compareAndSet(final Issuer issuer, final long[] indices, final int from, final int count,
                       final long expected, final long replacement, final long[] before, final int first) {
        array.requireComparing(expected, replacement);
        check(indices, from, count);
        Objects.checkFromIndexSize(first, count, before.length);
        final EngineIssuer owner = EngineIssuer.of(issuer);
        if (!fits(owner.aggregator())) {
            for (int i = 0; i < count; i++) {
                compareOne(issuer, indices[from + i], expected, replacement, before, first + i);
            }
            return;
        }
        final Distribution distribution = array.distribution;
        final int end = from + count;
        int at = from;
        while (at < end) {
            final long place = distribution.locate(indices[at]);
            final int stop = runEnd(distribution, indices, at, end);
            final Segment part = comparedInPlace((int) (place >>> CommandWord.OFFSET_BITS));
            if (part != null) {
                final long start = indices[at] - CommandWord.offset(place);
                for (; at < stop; at++) {
                    before[first - from + at] = part.compareAndSet(indices[at] - start, expected, replacement);
                }
            } else {
                compareThere(owner, indices, at, stop, place, expected, replacement, before, first - from);
                at = stop;
            }
        }
    }

    private void compareOne(final Issuer issuer, final long index, final long expected, final long replacement,
                            final long[] before, final int to) {
        array.compareAndSetBitsNb(issuer, index, expected, replacement, before, RequestBlock.toLong(to));
    }

    /**
     * Elements of one node: answered where they are known to have changed, else commands; one by one where the replies
     * teach the lane.
     */
    private void compareThere(final EngineIssuer owner, final long[] indices, final int from, final int stop,
                              final long place, final long expected, final long replacement, final long[] before,
                              final int shift) {
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        if (array.combining == null || node == array.nodeId) {
            compareList(owner, indices, from, stop, place, expected, replacement, before, shift);
            return;
        }
        final Aggregator aggregator = owner.aggregator();
        final long zero = place - indices[from];
        int at = from;
        while (at < stop) {
            at += array.combining.answerEach(aggregator, indices, at, stop, zero, before, shift + at);
            final int end = at + array.combining.leaveOut(aggregator, stop - at);
            if (at < end) {
                compareList(owner, indices, at, end, zero + indices[at], expected, replacement, before, shift);
                at = end;
            } else if (at < stop) {
                compareOne(owner, indices[at], expected, replacement, before, shift + at);
                at++;
            }
        }
    }

    private void compareList(final EngineIssuer owner, final long[] indices, final int from, final int stop,
                             final long place, final long expected, final long replacement, final long[] before,
                             final int shift) {
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        final long start = indices[from] - CommandWord.offset(place);
        final boolean isNarrow = array.widthShift < 3;
        final long word = CommandWord.base(isNarrow ? CommandType.COMPARE_AND_SET_NARROW : CommandType.COMPARE_AND_SET,
            array.id);
        final long both = expected << 32 | replacement & 0xFFFF_FFFFL;
        int at = from;
        while (at < stop) {
            final long to = RequestBlock.toLong(shift + at);
            final CommandLists rest = owner.aggregator().lists().of(indices, at, stop - at, start);
            at += isNarrow ? rest.fetch(node, word, both, owner, before, RequestBlock.narrow(to))
                : rest.fetch(node, word, expected, replacement, owner, before, to);
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

    /** Returns the part of a node if a run is compared and set there at once, or null. */
    private Segment comparedInPlace(final int node) {
        if (isImmediate(node)) {
            return array.segment;
        }
        array.requireAlive();
        return array.comparesInPlace ? array.region.peer(node) : null;
    }
}
