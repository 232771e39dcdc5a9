package org.gmt4j.armci;

import org.agrona.UnsafeApi;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.StridedWalk;

/**
 * Ranges of bytes between memory of this node and parts of allocations: the one place where their way is chosen, for
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
    /** Longer ones are worth a network buffer of their own. */
    private static final int SHORTEST_DIRECT = 6 * 1024;
    /** Up to here stores to the own node are gathered with the others, where one thread executes them. */
    private static final int LONGEST_GATHERED = 64;

    private final Aggregator aggregator;
    private final int nodeId;
    private final PackedTargets targets;
    private final RendezvousTransfer rendezvous;
    private final WindowTransfer windows;
    private final StridedWalk run = new StridedWalk();

    RangeTransfer(final Aggregator aggregator, final int nodeId, final PackedTargets targets,
                  final RendezvousTransfer rendezvous, final WindowTransfer windows) {
        this.aggregator = aggregator;
        this.nodeId = nodeId;
        this.targets = targets;
        this.rendezvous = rendezvous;
        this.windows = windows;
    }

    /** The one of a context; for the ranges of global arrays. */
    public static RangeTransfer of(final TaskContext ctx) {
        return Armci.of(ctx).ranges();
    }

    /** True when a store of {@code bytes} to a node is executed at once, by the caller. */
    boolean isImmediate(final int node, final ArmciMemory target, final long bytes) {
        return node == nodeId && (bytes > LONGEST_GATHERED || !target.segment().isExclusive());
    }

    /**
     * For forms that wait anyway: true when the caller is to wait for what is on its way to a node, because the range
     * could go by one copy then. To be asked before the range is checked, since the memory may be freed meanwhile.
     */
    public boolean settle(final ArmciMemory memory, final int node, final long bytes) {
        return windows.settle(memory, node, bytes);
    }

    /**
     * Copies to a node's part.
     *
     * @param isWaitedFor the caller waits for it, so that the source may be read later
     * @param to          a multiple of the memory's unit, as {@code bytes}
     */
    public void put(final Completion owner, final boolean isWaitedFor, final Object base, final long address,
                    final ArmciMemory target, final int node, final long to, final long bytes) {
        put(owner, isWaitedFor, base, address, null, target, node, to, bytes);
    }

    /** Copies to this node's part, at once. */
    public void putHere(final Object base, final long address, final ArmciMemory target, final long to,
                        final long bytes) {
        aggregator.settleOwn();
        UnsafeApi.copyMemory(base, address, null, target.segment().address() + to, bytes);
    }

    /** @param source that the address is in, or null: nobody frees it */
    void put(final Completion owner, final boolean isWaitedFor, final Object base, final long address,
             final LocalBuffer source, final ArmciMemory target, final int node, final long to, final long bytes) {
        if (isImmediate(node, target, bytes)) {
            putHere(base, address, target, to, bytes);
            return;
        }
        final long window = windows.open(target, node, bytes);
        if (window != 0) {
            windows.put(base, address, window + to, bytes);
            return;
        }
        aggregator.transfers().longTransfers().issued(LongTransfers.Kind.PUT, bytes);
        if (rendezvous.takes(LongTransfers.Kind.PUT, bytes, 0)) {
            final LocalBuffer from = source == null ? new LocalBuffer(base, address, bytes, null) : source;
            rendezvous.store(owner, isWaitedFor, null, Scale.ONE, from, address - from.address, run(bytes),
                target, node, to, run, bytes);
            return;
        }
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
            UnsafeApi.copyMemory(base, address + done, null, at + HEADER_LENGTH, piece);
            aggregator.commit(node);
            done += piece;
        }
    }

    /** What the open block still holds of {@code left} bytes, or a whole block; whole units. */
    private int piece(final ArmciMemory target, final int node, final long left) {
        long room = target.wholeUnits(aggregator.room(node) - HEADER_LENGTH);
        if (room <= 0 || room < SHORTEST_PIECE && room < left) {
            room = target.wholeUnits(aggregator.maxCommandLength() - HEADER_LENGTH);
        }
        return (int) Math.min(checkedPiece(target, room), left);
    }

    private static long checkedPiece(final ArmciMemory memory, final long room) {
        if (room <= 0) {
            throw new IllegalArgumentException("an element of " + memory.unit()
                + " B does not fit a command block; raise the block length");
        }
        return room;
    }

    /** Copies from a node's part. @param from a multiple of the memory's unit, as {@code bytes} */
    public void get(final Completion owner, final ArmciMemory source, final int node, final long from,
                    final Object base, final long address, final long bytes) {
        get(owner, source, node, from, base, address, null, bytes);
    }

    /** @param target that the address is in, or null: nobody frees it */
    void get(final Completion owner, final ArmciMemory source, final int node, final long from, final Object base,
             final long address, final LocalBuffer target, final long bytes) {
        if (node == nodeId) {
            aggregator.settleOwn();
            UnsafeApi.copyMemory(null, source.segment().address() + from, base, address, bytes);
            return;
        }
        final long window = windows.open(source, node, bytes);
        if (window != 0) {
            windows.get(window + from, base, address, bytes);
            return;
        }
        aggregator.transfers().longTransfers().issued(LongTransfers.Kind.GET, bytes);
        if (rendezvous.takes(LongTransfers.Kind.GET, bytes, 0)) {
            final LocalBuffer to = target == null ? new LocalBuffer(base, address, bytes, null) : target;
            rendezvous.get(owner, source, node, from, run(bytes), to, address - to.address, run, bytes);
            return;
        }
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

    private StridedWalk run(final long bytes) {
        run.reset(bytes, 0);
        run.seek(0);
        return run;
    }
}
