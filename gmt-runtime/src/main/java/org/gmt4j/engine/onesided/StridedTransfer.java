package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.Patch;
import org.gmt4j.Placement;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.StridedRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Segment;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Strided transfers in as few commands as blocks and replies allow: each command carries the pattern of the target and
 * a piece of the packed bytes, or requests such a piece. Belongs to one task; never suspends. Per piece.
 *
 * <p>Packed order is the same on both sides, so each side may describe its pattern in its own way: adjacent levels
 * without a gap are merged.
 */
public final class StridedTransfer {
    /** Shorter pieces wait for the next block. */
    private static final int SHORTEST_PIECE = 256;
    private static final int SCRATCH_LENGTH = 4096;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    /** Greatest number of run starts that are compared one by one where levels interleave. */
    private static final int MOST_INTERLEAVED_RUNS = 1 << 16;

    private final Aggregator aggregator;
    private final int nodeId;
    private final PackedTargets targets;
    private final RendezvousTransfer rendezvous;
    private final WindowTransfer windows;
    private final LocalSide here = new LocalSide();
    private final RemoteSide there = new RemoteSide();
    private byte[] scratch;

    StridedTransfer(final Aggregator aggregator, final int nodeId, final PackedTargets targets,
                    final RendezvousTransfer rendezvous, final WindowTransfer windows) {
        this.windows = windows;
        this.aggregator = aggregator;
        this.nodeId = nodeId;
        this.targets = targets;
        this.rendezvous = rendezvous;
    }

    int nodeId() {
        return nodeId;
    }

    /** Returns the local side, reused by all transfers of the task. */
    LocalSide here() {
        return here;
    }

    /** Returns the remote side, reused by all transfers of the task. */
    RemoteSide there() {
        return there;
    }

    byte[] scratch() {
        if (scratch == null) {
            scratch = new byte[SCRATCH_LENGTH];
        }
        return scratch;
    }

    // --- checks ---

    /**
     * Checks all arguments of a transfer and describes both sides.
     *
     * @param op null for a put or get
     * @return number of packed bytes; 0 when there is nothing to move
     */
    private long prepare(final AccumulateOperator op, final LocalSpan local, final Patch from, final Region remote,
                         final int node, final Patch to) {
        remote.check(node, to.offset(), Math.min(to.run(), to.size()));       // the first run
        local.check(from.offset(), Math.min(from.run(), from.size()));
        if (from.size() != to.size()) {
            throw new IllegalArgumentException("GMT-273 the two sides of a transfer differ: " + from.size()
                + " B in a local " + from + ", " + to.size() + " B in a remote " + to);
        }
        if (to.size() == 0) {
            return 0;
        }
        describe(local, from, remote, node, to);
        if (!there.walk.isInside(to.offset(), remote.lengthInBytes(node))) {
            throw new IndexOutOfBoundsException("GMT-272 a strided pattern that begins at offset " + to.offset()
                + " ends outside of the " + remote.lengthInBytes(node) + " B that node " + node + " owns of " + remote);
        }
        if (!here.walk.isInside(from.offset(), local.lengthInBytes())) {
            throw new IndexOutOfBoundsException("GMT-272 a strided pattern that begins at offset " + from.offset()
                + " ends outside of a " + local);
        }
        if (op != null && (from.run() % op.lengthInBytes() != 0 || to.run() % op.lengthInBytes() != 0
            || (to.offset() & op.width() - 1) != 0 || !there.walk.isAligned(op.width()))) {
            throw new IllegalArgumentException("GMT-278 values of " + op.lengthInBytes() + " B: runs of " + from.run()
                + " B here and " + to.run() + " B at the target, in a " + to + "; expected multiples of "
                + op.lengthInBytes() + ", and all offsets and distances at the target multiples of " + op.width());
        }
        return to.size();
    }

    /** Describes both sides of a transfer that has been checked. */
    void describe(final LocalSpan local, final Patch from, final Region remote, final int node, final Patch to) {
        here.of(local.base, local.address + from.offset(), local.region());
        there.of(remote, node, to.offset());
        describe(here.walk, from, 1);
        describe(there.walk, to, 1);
    }

    /** Checks and describes a store as {@link #store} does. @return number of packed bytes */
    long prepareStore(final AccumulateOperator op, final LocalSpan source, final Patch from, final Region target,
                      final int node, final Patch to) {
        final long total = prepare(op, source, from, target, node, to);
        if (total > 0) {
            requireDisjoint(there.walk, "remote");
        }
        return total;
    }

    /** Checks and describes a get as {@link #get} does. @return number of packed bytes */
    long prepareGet(final Region source, final int node, final Patch from, final LocalSpan target, final Patch to) {
        final long total = prepare(null, target, to, source, node, from);
        if (total > 0) {
            requireDisjoint(here.walk, "local");
        }
        return total;
    }

    /** @param unit bytes per unit of the patch */
    private static void describe(final StridedWalk walk, final Patch patch, final int unit) {
        walk.reset(patch.run() * unit, patch.levels());
        for (int i = 0; i < patch.levels(); i++) {
            walk.level(i, patch.count(i), patch.distance(i) * unit);
        }
        walk.simplify();
    }

    // --- patches of arrays ---

    /**
     * Checks a transfer between a patch of an array and one of a buffer, both in elements, and describes the local
     * side.
     *
     * @return number of elements; 0 when there is nothing to move
     */
    long beginPatch(final boolean isStore, final LocalSpan buffer, final Patch local, final Placement array,
                    final Patch remote, final int unit) {
        if (local.size() != remote.size()) {
            throw new IllegalArgumentException("GMT-273 the two sides of a transfer differ: " + local.size()
                + " elements in a local " + local + ", " + remote.size() + " in a remote " + remote);
        }
        buffer.check(0, 0);
        if (local.size() == 0) {
            return 0;
        }
        describe(there.walk, remote, 1);
        describe(here.walk, local, 1);
        if (!there.walk.isInside(remote.offset(), array.size())) {
            throw new IndexOutOfBoundsException("GMT-272 a " + remote + " ends outside of " + array);
        }
        if (!here.walk.isInside(local.offset(), buffer.lengthInBytes() / unit)) {
            throw new IndexOutOfBoundsException("GMT-272 a " + local + " ends outside of a " + buffer
                + ", which has room for " + buffer.lengthInBytes() / unit + " elements");
        }
        requireDisjoint(isStore ? there.walk : here.walk, isStore ? "remote" : "local");
        // Both sides are known to be within memory, so nothing overflows.
        here.of(buffer.base, buffer.address + local.offset() * unit, buffer.region());
        describe(here.walk, local, unit);
        return local.size();
    }

    private static void requireDisjoint(final StridedWalk walk, final String where) {
        if (!walk.isDisjoint(MOST_INTERLEAVED_RUNS)) {
            throw new IllegalArgumentException("GMT-273 the strides of the target (" + where
                + ") overlap: runs of " + walk);
        }
    }

    // --- stores ---

    /**
     * Checks and stores.
     *
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param op          null for a put
     */
    public void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op,
                      final LocalSpan source, final Patch from, final Region target, final int node,
                      final Patch to) {
        final long total = prepareStore(op, source, from, target, node, to);
        if (total > 0) {
            store(owner, isWaitedFor, op, total);
        }
    }

    /** Stores from one described side to the other; {@code op} is null for a put. */
    void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op, final long total) {
        store(owner, isWaitedFor, op, total, op == null ? window(there.region, there.node, total) : 0);
    }

    /** Returns where a node's part can be read and written now; 0 for the own one, and where commands are needed. */
    long window(final Region region, final int node, final long total) {
        return node == nodeId ? 0 : windows.open(region, node, total);
    }

    /** @param window where the target can be written; 0 where commands are needed */
    void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op, final long total,
               final long window) {
        here.walk.seek(here.start);
        if (there.node == nodeId) {
            storeHere(op, total);
        } else if (window != 0) {
            there.walk.seek(0);
            windows.put(here, there.walk, window + there.offset, total);
        } else {
            if (rendezvous.takes(LongTransfers.Kind.STRIDED, there.node, total, there.walk.levels())) {
                rendezvous.store(owner, isWaitedFor, op, here, there, total);
            } else {
                storeThere(owner, op, total);
            }
            aggregator.transfers().longTransfers().issued(LongTransfers.Kind.STRIDED, total);
        }
    }

    private void storeHere(final AccumulateOperator op, final long total) {
        aggregator.settleOwn();
        there.walk.seek(0);
        final Segment segment = there.region.segment();
        final long address = segment.address() + there.offset;
        if (op == null && isApart(address)) {
            here.walk.copy(here.base, here.address, there.walk, null, address, total);
            return;
        }
        final byte[] buffer = scratch();
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(buffer.length, total - done);
            here.walk.gather(here.base, here.address, buffer, BYTES, piece);
            if (op == null) {
                there.walk.scatter(buffer, BYTES, null, address, piece);
            } else {
                op.scale(buffer, BYTES, piece);
                there.walk.accumulate(op.kind(), buffer, BYTES, address, piece, segment.isExclusive());
            }
            done += piece;
        }
    }

    /**
     * Returns whether the two sides lie in memory of this node without a byte between the other's bytes, so that they
     * can be copied without a scratch, through which short patterns that overlap pass unharmed.
     */
    private boolean isApart(final long address) {
        return here.base != null || here.address + here.walk.span() <= address
            || address + there.walk.span() <= here.address;
    }

    private void storeThere(final Completion owner, final AccumulateOperator op, final long total) {
        final int node = there.node;
        final int unit = op == null ? 1 : op.lengthInBytes();
        final int header = StridedRecord.headerLength(there.walk.levels());
        final long word = there.word(CommandType.STRIDED_STORE);
        for (long done = 0; done < total; ) {
            int room = aggregator.room(node) - header;
            if (room < unit || room < SHORTEST_PIECE && room < total - done) {
                room = longest(header, unit);
            }
            final int piece = (int) Math.min(room & -unit, total - done);
            final long at = aggregator.claim(node, header + WireFormat.align(piece), owner);
            there.walk.write(at, word, piece, op == null ? 0 : op.kind(), done);
            here.walk.gather(here.base, here.address, null, at + header, piece);
            if (op != null) {
                op.scale(null, at + header, piece);
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

    /** Checks and gets. */
    public void get(final Completion owner, final Region source, final int node, final Patch from,
                    final LocalSpan target, final Patch to) {
        final long total = prepareGet(source, node, from, target, to);
        if (total > 0) {
            get(owner, total);
        }
    }

    /** Gets from one described side to the other. */
    void get(final Completion owner, final long total) {
        get(owner, total, window(there.region, there.node, total));
    }

    /** @param window where the source can be read; 0 where commands are needed */
    void get(final Completion owner, final long total, final long window) {
        if (there.node == nodeId) {
            getHere(total);
        } else if (window != 0) {
            here.walk.seek(here.start);
            there.walk.seek(0);
            windows.get(there.walk, window + there.offset, here, total);
        } else {
            if (rendezvous.takes(LongTransfers.Kind.STRIDED, there.node, total, there.walk.levels())) {
                rendezvous.get(owner, there, here, total);
            } else {
                getThere(owner, total);
            }
            aggregator.transfers().longTransfers().issued(LongTransfers.Kind.STRIDED, total);
        }
    }

    private void getHere(final long total) {
        aggregator.settleOwn();
        here.walk.seek(here.start);
        there.walk.seek(0);
        final long address = there.region.segment().address() + there.offset;
        if (isApart(address)) {
            there.walk.copy(null, address, here.walk, here.base, here.address, total);
            return;
        }
        final byte[] buffer = scratch();
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(buffer.length, total - done);
            there.walk.gather(null, address, buffer, BYTES, piece);
            here.walk.scatter(buffer, BYTES, here.base, here.address, piece);
            done += piece;
        }
    }

    private void getThere(final Completion owner, final long total) {
        final int header = StridedRecord.headerLength(there.walk.levels());
        longest(header, 1);
        final int longest = aggregator.maxGetLength();
        final StridedTarget whole = targets.strided(here.base, here.address, total);
        whole.walk.as(here.walk);
        whole.start = here.start;
        final long word = there.word(CommandType.STRIDED_GET);
        for (long done = 0; done < total; ) {
            final int piece = (int) Math.min(longest, total - done);
            final long at = aggregator.claimPacked(there.node, header, piece, owner, whole, done);
            there.walk.write(at, word, piece, 0, done);
            aggregator.commit(there.node);
            done += piece;
        }
    }
}
