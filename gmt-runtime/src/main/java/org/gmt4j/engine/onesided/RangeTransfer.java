package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.Patch;
import org.gmt4j.Placement;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Ranges of bytes between memory of this node and parts of regions: the one place where their way is chosen, for
 * one-sided verbs and for arrays alike. In this order: at once, where the part is this node's; by one copy, where it is
 * mapped here and nothing is on its way ({@link WindowTransfer}); by rendezvous beyond the eager limits; otherwise in
 * commands, as long as a block, a reply or a network buffer holds. Local memory is an object with a byte offset, or
 * null with an address. Checked by the caller. Belongs to one task; never suspends. Per range, without allocation but
 * for rendezvous.
 */
public final class RangeTransfer {
    private static final int HEADER_LENGTH = 16;
    /** Shorter pieces wait for the next block. */
    private static final int SHORTEST_PIECE = 256;
    /** From this length on a piece is worth a network buffer of its own. */
    private static final int SHORTEST_DIRECT = 6 * 1024;
    /** Longest store to the own node that is gathered with the others, where one thread executes them. */
    private static final int LONGEST_GATHERED = 64;

    private final Aggregator aggregator;
    private final int nodeId;
    private final PackedTargets targets;
    private final RendezvousTransfer rendezvous;
    private final WindowTransfer windows;
    private final StridedTransfer strided;
    private final LocalSide here;
    private final RemoteSide there;

    RangeTransfer(final Aggregator aggregator, final StridedTransfer strided, final PackedTargets targets,
                  final RendezvousTransfer rendezvous, final WindowTransfer windows) {
        this.aggregator = aggregator;
        this.strided = strided;
        nodeId = strided.nodeId();
        here = strided.here();
        there = strided.there();
        this.targets = targets;
        this.rendezvous = rendezvous;
        this.windows = windows;
    }

    /** Returns whether the caller executes a store of {@code bytes} to a node at once. */
    boolean isImmediate(final int node, final Region target, final long bytes) {
        return node == nodeId && (bytes > LONGEST_GATHERED || !target.segment().isExclusive());
    }

    /**
     * Returns whether a blocking form should first wait for the operations outstanding at a node, because the range
     * could then be moved by one copy. Called before the range is checked, since the memory may be freed meanwhile.
     */
    public boolean settle(final Region region, final int node, final long bytes) {
        return windows.settle(region, node, bytes);
    }

    /**
     * Copies to a node's part.
     *
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param to          a multiple of the memory's unit, as is {@code bytes}
     */
    public void put(final Completion owner, final boolean isWaitedFor, final Object base, final long address,
                    final Region target, final int node, final long to, final long bytes) {
        if (isDone(base, address, target, node, to, bytes)) {
            return;
        }
        if (rendezvous.takes(LongTransfers.Kind.PUT, node, bytes, 0)) {
            rendezvous.store(owner, isWaitedFor, null, here.range(base, address, bytes),
                there.range(target, node, to, bytes), bytes);
        } else {
            putByCommands(owner, base, address, target, node, to, bytes);
        }
    }

    /** Copies to a node's part, from a buffer that may be freed meanwhile. */
    public void put(final Completion owner, final boolean isWaitedFor, final LocalSpan source, final long from,
                    final Region target, final int node, final long to, final long bytes) {
        if (isDone(source.base, source.address + from, target, node, to, bytes)) {
            return;
        }
        if (rendezvous.takes(LongTransfers.Kind.PUT, node, bytes, 0)) {
            rendezvous.store(owner, isWaitedFor, null, here.range(source, from, bytes),
                there.range(target, node, to, bytes), bytes);
        } else {
            putByCommands(owner, source.base, source.address + from, target, node, to, bytes);
        }
    }

    /** Returns whether a put would now go by rendezvous. */
    public boolean isRendezvous(final Region target, final int node, final long bytes) {
        return rendezvous.takes(LongTransfers.Kind.PUT, node, bytes, 0) && !isImmediate(node, target, bytes)
            && windows.open(target, node, bytes) == 0;
    }

    /**
     * Puts without an intermediate copy of the source.
     *
     * @param reading completes when the source may be reused; null when it has been copied on return
     * @param place   place of the target; its pattern is ignored
     */
    public void putLocal(final Completion owner, final Completion reading, final LocalSpan source, final long from,
                         final RemoteSide place, final long bytes) {
        here.reading = reading;
        try {
            put(owner, reading != null, source, from, place.region, place.node, place.offset, bytes);
        } finally {
            here.reading = null;
        }
    }

    /** Copies to this node's part, at once. */
    public void putHere(final Object base, final long address, final Region target, final long to,
                        final long bytes) {
        aggregator.settleOwn();
        ArrayOrMemory.copy(base, address, null, target.segment().address() + to, bytes);
    }

    /** Puts where that needs no message. Returns false where it does. */
    private boolean isDone(final Object base, final long address, final Region target, final int node,
                           final long to, final long bytes) {
        if (isImmediate(node, target, bytes)) {
            putHere(base, address, target, to, bytes);
            return true;
        }
        final long window = windows.open(target, node, bytes);
        if (window != 0) {
            windows.put(base, address, window + to, bytes);
            return true;
        }
        aggregator.transfers().longTransfers().issued(LongTransfers.Kind.PUT, bytes);
        return false;
    }

    private void putByCommands(final Completion owner, final Object base, final long address,
                               final Region target, final int node, final long to, final long bytes) {
        for (long done = 0; done < bytes; ) {
            final int direct = bytes - done < SHORTEST_DIRECT ? 0
                : (int) target.wholeUnits(aggregator.transfers().maxDirectLength(node));
            if (direct > 0) {
                final int length = (int) Math.min(direct, bytes - done);
                aggregator.transfers().putDirect(node, target.word(CommandType.PUT, to + done), base, address + done,
                    length, owner);
                done += length;
                continue;
            }
            final int piece = piece(target, node, bytes - done);
            final long at = aggregator.claim(node, HEADER_LENGTH + WireFormat.align(piece), owner);
            UnsafeApi.putLong(at, target.word(CommandType.PUT, to + done));
            UnsafeApi.putLong(at + 8, piece);
            ArrayOrMemory.copy(base, address + done, null, at + HEADER_LENGTH, piece);
            aggregator.commit(node);
            done += piece;
        }
    }

    /**
     * Returns the length of the next of {@code left} bytes: the room of the open block, or a whole block; whole units.
     */
    private int piece(final Region target, final int node, final long left) {
        long room = target.wholeUnits(aggregator.room(node) - HEADER_LENGTH);
        if (room <= 0 || room < SHORTEST_PIECE && room < left) {
            room = target.wholeUnits(aggregator.maxCommandLength() - HEADER_LENGTH);
        }
        return (int) Math.min(checkedPiece(target, room), left);
    }

    private static long checkedPiece(final Region region, final long room) {
        if (room <= 0) {
            throw new IllegalArgumentException("an element of " + region.unit()
                + " B does not fit a command block; raise the block length");
        }
        return room;
    }

    /** Copies from a node's part; {@code from} and {@code bytes} are multiples of the memory's unit. */
    public void get(final Completion owner, final Region source, final int node, final long from,
                    final Object base, final long address, final long bytes) {
        if (isHere(source, node, from, base, address, bytes)) {
            return;
        }
        if (rendezvous.takes(LongTransfers.Kind.GET, node, bytes, 0)) {
            rendezvous.get(owner, there.range(source, node, from, bytes), here.range(base, address, bytes), bytes);
        } else {
            getByCommands(owner, source, node, from, base, address, bytes);
        }
    }

    /** Copies from a node's part, to a buffer that may be freed meanwhile. */
    public void get(final Completion owner, final Region source, final int node, final long from,
                    final LocalSpan target, final long to, final long bytes) {
        if (isHere(source, node, from, target.base, target.address + to, bytes)) {
            return;
        }
        if (rendezvous.takes(LongTransfers.Kind.GET, node, bytes, 0)) {
            rendezvous.get(owner, there.range(source, node, from, bytes), here.range(target, to, bytes), bytes);
        } else {
            getByCommands(owner, source, node, from, target.base, target.address + to, bytes);
        }
    }

    /** Copies from this node's part, at once. */
    public void getHere(final Region source, final long from, final Object base, final long address,
                        final long bytes) {
        aggregator.settleOwn();
        ArrayOrMemory.copy(null, source.segment().address() + from, base, address, bytes);
    }

    /** Gets where that needs no message. Returns false where it does. */
    private boolean isHere(final Region source, final int node, final long from, final Object base,
                           final long address, final long bytes) {
        if (node == nodeId) {
            getHere(source, from, base, address, bytes);
            return true;
        }
        final long window = windows.open(source, node, bytes);
        if (window != 0) {
            windows.get(window + from, base, address, bytes);
            return true;
        }
        aggregator.transfers().longTransfers().issued(LongTransfers.Kind.GET, bytes);
        return false;
    }

    private void getByCommands(final Completion owner, final Region source, final int node, final long from,
                               final Object base, final long address, final long bytes) {
        final long longest = checkedPiece(source, source.wholeUnits(aggregator.maxGetLength()));
        if (base != null) {
            for (long done = 0; done < bytes; ) {
                final int piece = (int) Math.min(longest, bytes - done);
                aggregator.fetchBulk(node, source.word(CommandType.GET_BULK, from + done), piece, owner,
                    base, address + done);
                done += piece;
            }
            return;
        }
        final StridedTarget whole = targets.strided(null, address, bytes);
        whole.walk.reset(bytes, 0);
        for (long done = 0; done < bytes; ) {
            final int piece = (int) Math.min(longest, bytes - done);
            final long at = aggregator.claimPacked(node, HEADER_LENGTH, piece, owner, whole, done);
            UnsafeApi.putLong(at, source.word(CommandType.GET_BULK, from + done));
            UnsafeApi.putLong(at + 8, piece);
            aggregator.commit(node);
            done += piece;
        }
    }

    // --- patches: beginPatch, then part and store, or part and load, repeatedly ---

    /**
     * Checks a whole transfer between a patch of an array and one of a buffer of this node, and describes the local
     * side of its parts.
     *
     * @param unit bytes of an element; both patches count elements
     * @return number of elements to move
     * @throws IndexOutOfBoundsException when a patch exceeds its memory, {@link IllegalArgumentException} when the
     *                                   target overlaps itself or the patches differ in size
     */
    public long beginPatch(final boolean isStore, final LocalSpan buffer, final Patch local,
                           final Placement array, final Patch remote, final int unit) {
        return strided.beginPatch(isStore, buffer, local, array, remote, unit);
    }

    /** Returns the pattern of the next part, in bytes of its owner's memory, for the caller to fill in. */
    public StridedWalk part() {
        return there.walk;
    }

    /**
     * Stores the described part.
     *
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param op          null for a put
     * @param offset      start of the part, in bytes of the node's memory
     * @param start       position of its first byte among all packed bytes of the local side
     */
    public void store(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op,
                      final Region target, final int node, final long offset, final long start) {
        there.of(target, node, offset);
        here.start = start;
        strided.store(owner, isWaitedFor, op, there.walk.total());
    }

    /** Loads the described part; see {@link #store}. */
    public void load(final Completion owner, final Region source, final int node, final long offset,
                     final long start) {
        there.of(source, node, offset);
        here.start = start;
        strided.get(owner, there.walk.total());
    }
}
