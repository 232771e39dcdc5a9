package org.gmt4j.runtime.array;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.wire.CommandType;

/**
 * Moves ranges of elements between an array and memory of this node: local runs are copied at once, remote ones travel in pieces as
 * long as a block or a reply holds. Memory is an array object with a byte offset, or null with an address. On the fiber of the
 * caller, never suspends; per piece.
 */
final class BulkTransfer {
    private static final int PUT_HEADER_LENGTH = 16;
    /** Shorter pieces wait for the next block. */
    private static final int SHORTEST_PIECE = 256;

    /** Longer ones are worth a network buffer of their own. */
    private static final int SHORTEST_DIRECT = 6 * 1024;

    private BulkTransfer() {
    }

    static void get(final GlobalArray array, final Aggregator aggregator, final Completion owner, final long index, final Object target,
                    final long at, final long count) {
        array.checkRange(index, count);
        aggregator.settleOwn();
        final Distribution distribution = array.distribution;
        final int length = array.elementLength();
        final int step = Math.max(1, aggregator.maxGetLength() / length);
        long to = at;
        for (long i = index; i < index + count; ) {
            final boolean here = array.isLocal(i);
            final long runEnd = Math.min(index + count, distribution.runEnd(i));
            final long n = here ? runEnd - i : Math.min(step, runEnd - i);
            final long offset = distribution.offset(i);
            if (here) {
                UnsafeApi.copyMemory(null, array.segment.addressOf(offset), target, to, n * length);
            } else {
                aggregator.longTransfers().issued(LongTransfers.Kind.GET, count * length);
                aggregator.fetchBulk(distribution.owner(i), array.word(CommandType.GET_BULK, offset), (int) (n * length), owner, target, to);
            }
            i += n;
            to += n * length;
        }
    }

    static void put(final GlobalArray array, final Aggregator aggregator, final Completion owner, final long index, final Object source,
                    final long at, final long count) {
        array.checkRange(index, count);
        aggregator.settleOwn();
        final Distribution distribution = array.distribution;
        final int length = array.elementLength();
        long from = at;
        for (long i = index; i < index + count; ) {
            final long n = Math.min(index + count, distribution.runEnd(i)) - i;
            if (array.isLocal(i)) {
                UnsafeApi.copyMemory(source, from, null, array.segment.addressOf(distribution.offset(i)), n * length);
            }
            if (distribution.isReplicated()) {
                for (int k = 1; k < array.nodeCount; k++) {
                    putRemote(array, aggregator, owner, (array.nodeId + k) % array.nodeCount, i, source, from, n);
                }
            } else if (!array.isLocal(i)) {
                putRemote(array, aggregator, owner, distribution.owner(i), i, source, from, n);
            }
            i += n;
            from += n * length;
        }
    }

    /** Cuts to what the open block still holds, or a whole block. */
    private static void putRemote(final GlobalArray array, final Aggregator aggregator, final Completion owner, final int node,
                                  final long index, final Object source, final long at, final long count) {
        final int length = array.elementLength();
        aggregator.longTransfers().issued(LongTransfers.Kind.PUT, count * length);
        long from = at;
        for (long i = index; i < index + count; ) {
            final long left = (index + count - i) * length;
            final int direct = left < SHORTEST_DIRECT ? 0 : aggregator.maxDirectLength(node) / length * length;
            if (direct > 0) {
                final int bytes = (int) Math.min(direct, left);
                aggregator.putDirect(node, array.word(CommandType.PUT, array.distribution.offset(i)), source, from, bytes, owner);
                i += bytes / length;
                from += bytes;
                continue;
            }
            int room = aggregator.room(node) - PUT_HEADER_LENGTH;
            if (room < length || room < SHORTEST_PIECE && room < (index + count - i) * length) {
                room = aggregator.maxCommandLength() - PUT_HEADER_LENGTH;
            }
            if (room < length) {
                throw new IllegalArgumentException("an element of " + length + " B does not fit a command block; raise the block length");
            }
            final long n = Math.min(room / length, index + count - i);
            final int bytes = (int) (n * length);
            final long to = aggregator.claim(node, PUT_HEADER_LENGTH + Aggregator.padded(bytes), owner);
            UnsafeApi.putLong(to, array.word(CommandType.PUT, array.distribution.offset(i)));
            UnsafeApi.putLong(to + 8, bytes);
            UnsafeApi.copyMemory(source, from, null, to + PUT_HEADER_LENGTH, bytes);
            aggregator.commit(node);
            i += n;
            from += bytes;
        }
    }
}
