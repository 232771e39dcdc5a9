package org.gmt4j.armci;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Strided transfers, in as few commands as blocks and replies hold: each carries the pattern of the target and a piece
 * of the packed bytes, or of them asks for a piece. Belongs to one task; never suspends. Per piece.
 *
 * <p>Packed order is the same on both sides, so each side may describe its pattern in its own way: levels that follow
 * each other without a gap become one.
 */
final class StridedTransfer {
    /** Shorter pieces wait for the next block. */
    private static final int SHORTEST_PIECE = 256;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    /** Starts of runs that are compared one by one where levels interleave. */
    private static final int MOST_INTERLEAVED_RUNS = 1 << 16;

    private final Aggregator aggregator;
    private final int nodeId;
    private final PackedTargets targets;
    private final ContiguousTransfer contiguous;
    private final RendezvousTransfer rendezvous;
    private final WindowTransfer windows;
    private final StridedWalk here = new StridedWalk();
    private final StridedWalk there = new StridedWalk();

    StridedTransfer(final Aggregator aggregator, final int nodeId, final PackedTargets targets,
                    final ContiguousTransfer contiguous,
                    final RendezvousTransfer rendezvous, final WindowTransfer windows) {
        this.windows = windows;
        this.aggregator = aggregator;
        this.nodeId = nodeId;
        this.targets = targets;
        this.contiguous = contiguous;
        this.rendezvous = rendezvous;
    }

    // --- checks ---

    /**
     * Checks everything about a transfer and leaves both patterns in the two walks.
     *
     * @param width what everything remote is a multiple of, and {@code unit} all lengths
     * @return packed bytes; 0: nothing to do
     */
    private long prepare(final LocalBuffer local, final long localOffset, final long[] localStrides,
                         final ArmciMemory remote, final int node, final long remoteOffset, final long[] remoteStrides,
                         final long[] counts, final int width, final int unit) {
        checkShape(localStrides, remoteStrides, counts);
        remote.check(node, remoteOffset, 0);
        local.check(localOffset, 0);
        for (final long count : counts) {
            if (count == 0) {
                return 0;
            }
        }
        describe(here, localStrides, counts);
        describe(there, remoteStrides, counts);
        final long total = there.total();
        if (total == StridedWalk.INVALID || here.total() == StridedWalk.INVALID) {
            throw new IllegalArgumentException("GMT-273 the product of the counts is beyond any memory");
        }
        if (!there.isInside(remoteOffset, remote.lengthInBytes(node))) {
            throw new IndexOutOfBoundsException("GMT-272 a strided pattern that begins at offset " + remoteOffset
                + " ends outside of the " + remote.lengthInBytes(node) + " B that node " + node + " owns of " + remote);
        }
        if (!here.isInside(localOffset, local.lengthInBytes())) {
            throw new IndexOutOfBoundsException("GMT-272 a strided pattern that begins at offset " + localOffset
                + " ends outside of a " + local);
        }
        if (counts[0] % unit != 0 || (remoteOffset & width - 1) != 0 || !there.isAligned(width)) {
            throw new IllegalArgumentException("GMT-278 values of " + unit + " B: counts[0] is " + counts[0]
                + ", the offset at the target " + remoteOffset + ", the strides "
                + java.util.Arrays.toString(remoteStrides) + "; expected multiples of " + unit + " and " + width);
        }
        return total;
    }

    private static void checkShape(final long[] localStrides, final long[] remoteStrides, final long[] counts) {
        final int levels = counts.length - 1;
        if (levels < 0 || levels > StridedRecord.MAX_LEVELS) {
            throw new IllegalArgumentException("GMT-273 " + levels + " stride levels, expected 0 to "
                + StridedRecord.MAX_LEVELS + " (counts has one entry more, the first in bytes)");
        }
        if (localStrides.length != levels || remoteStrides.length != levels) {
            throw new IllegalArgumentException("GMT-273 " + counts.length + " counts, " + localStrides.length
                + " local and " + remoteStrides.length + " remote strides, expected one stride less than counts");
        }
        for (int i = 0; i <= levels; i++) {
            if (counts[i] < 0 || i < levels && (localStrides[i] < 0 || remoteStrides[i] < 0)) {
                throw new IllegalArgumentException("GMT-273 a negative count or stride at level " + i + ": counts "
                    + java.util.Arrays.toString(counts) + ", strides "
                    + java.util.Arrays.toString(localStrides) + " and " + java.util.Arrays.toString(remoteStrides));
            }
        }
    }

    private static void describe(final StridedWalk walk, final long[] strides, final long[] counts) {
        walk.reset(counts[0], strides.length);
        for (int i = 0; i < strides.length; i++) {
            walk.level(i, counts[i + 1], strides[i]);
        }
        walk.simplify();
    }

    private static void requireDisjoint(final StridedWalk walk, final String where) {
        if (!walk.isDisjoint(MOST_INTERLEAVED_RUNS)) {
            throw new IllegalArgumentException("GMT-273 the strides of the target (" + where
                + ") overlap: runs of " + walk);
        }
    }

    // --- stores ---

    /**
     * @param isWaitedFor the caller waits for it, so that the source may be read later
     * @param type        null: a put
     */
    void store(final Completion owner, final boolean isWaitedFor, final AccumulateType type, final Scale scale,
               final LocalBuffer source, final long from, final long[] sourceStrides, final ArmciMemory target,
               final int node, final long to, final long[] targetStrides, final long[] counts) {
        final int unit = type == null ? 1 : type.lengthInBytes();
        final long total = prepare(source, from, sourceStrides, target, node, to, targetStrides, counts,
            type == null ? 1 : type.width(), unit);
        if (total == 0) {
            return;
        }
        requireDisjoint(there, "remote");
        here.seek(0);
        if (node == nodeId) {
            storeHere(type, scale, source, from, target, to, total);
            return;
        }
        final long window = type == null ? windows.open(target, node, total) : 0;
        if (window != 0) {
            there.seek(0);
            windows.put(here, source, from, there, window + to, total);
        } else {
            if (rendezvous.takes(LongTransfers.Kind.STRIDED, total, there.levels())) {
                rendezvous.store(owner, isWaitedFor, type, scale, source, from, here, target, node, to, there, total);
            } else {
                storeThere(owner, type, scale, source, from, target, node, to, total, unit);
            }
            aggregator.transfers().longTransfers().issued(LongTransfers.Kind.STRIDED, total);
        }
    }

    private void storeHere(final AccumulateType type, final Scale scale, final LocalBuffer source, final long from,
                           final ArmciMemory target, final long to, final long total) {
        aggregator.settleOwn();
        there.seek(0);
        final byte[] buffer = contiguous.scratch();
        final long address = target.segment().address() + to;
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(buffer.length, total - done);
            here.gather(source.base, source.address + from, buffer, BYTES, piece);
            if (type == null) {
                there.scatter(buffer, BYTES, null, address, piece);
            } else {
                scale.apply(type, buffer, BYTES, piece);
                there.accumulate(type.kind(), buffer, BYTES, address, piece, target.segment().isExclusive());
            }
            done += piece;
        }
    }

    private void storeThere(final Completion owner, final AccumulateType type, final Scale scale,
                            final LocalBuffer source, final long from, final ArmciMemory target, final int node,
                            final long to, final long total, final int unit) {
        final int header = StridedRecord.headerLength(there.levels());
        final long word = CommandWord.base(CommandType.STRIDED_STORE, target.id()) | to;
        for (long done = 0; done < total; ) {
            int room = aggregator.room(node) - header;
            if (room < unit || room < SHORTEST_PIECE && room < total - done) {
                room = longest(header, unit);
            }
            final int piece = (int) Math.min(room & -unit, total - done);
            final long at = aggregator.claim(node, header + WireFormat.align(piece), owner);
            there.write(at, word, piece, type == null ? 0 : type.kind(), done);
            here.gather(source.base, source.address + from, null, at + header, piece);
            if (type != null) {
                scale.apply(type, null, at + header, piece);
            }
            aggregator.commit(node);
            done += piece;
        }
    }

    private int longest(final int header, final int unit) {
        final int room = aggregator.maxCommandLength() - header;
        if (room < Math.max(unit, 8)) {
            throw new IllegalArgumentException("GMT-273 a descriptor of " + header
                + " B leaves no room for data in a command of "
                + aggregator.maxCommandLength() + " B; raise the block length");
        }
        return room;
    }

    // --- gets ---

    void get(final Completion owner, final ArmciMemory source, final int node, final long from,
             final long[] sourceStrides, final LocalBuffer target, final long to, final long[] targetStrides,
             final long[] counts) {
        final long total = prepare(target, to, targetStrides, source, node, from, sourceStrides, counts, 1, 1);
        if (total == 0) {
            return;
        }
        requireDisjoint(here, "local");
        if (node == nodeId) {
            getHere(source, from, target, to, total);
            return;
        }
        final long window = windows.open(source, node, total);
        if (window != 0) {
            here.seek(0);
            there.seek(0);
            windows.get(there, window + from, here, target, to, total);
        } else {
            if (rendezvous.takes(LongTransfers.Kind.STRIDED, total, there.levels())) {
                rendezvous.get(owner, source, node, from, there, target, to, here, total);
            } else {
                getThere(owner, source, node, from, target, to, targetStrides, counts, total);
            }
            aggregator.transfers().longTransfers().issued(LongTransfers.Kind.STRIDED, total);
        }
    }

    private void getHere(final ArmciMemory source, final long from, final LocalBuffer target, final long to,
                         final long total) {
        aggregator.settleOwn();
        here.seek(0);
        there.seek(0);
        final byte[] buffer = contiguous.scratch();
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(buffer.length, total - done);
            there.gather(null, source.segment().address() + from, buffer, BYTES, piece);
            here.scatter(buffer, BYTES, target.base, target.address + to, piece);
            done += piece;
        }
    }

    private void getThere(final Completion owner, final ArmciMemory source, final int node, final long from,
                          final LocalBuffer target, final long to, final long[] targetStrides, final long[] counts,
                          final long total) {
        final int header = StridedRecord.headerLength(there.levels());
        longest(header, 1);
        final int longest = aggregator.maxGetLength();
        final StridedTarget whole = targets.strided(target.base, target.address + to, total);
        describe(whole.walk, targetStrides, counts);
        final long word = CommandWord.base(CommandType.STRIDED_GET, source.id()) | from;
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(longest, total - done);
            final long at = aggregator.claimPacked(node, header, piece, owner, whole, done);
            there.write(at, word, piece, 0, done);
            aggregator.commit(node);
            done += piece;
        }
    }
}
