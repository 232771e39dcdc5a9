package org.gmt4j.bench.ceiling;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node of the hand-written random update. Owned by one thread; per command.
 *
 * <p>Updates are records of 8 or 16 bytes ({@link CeilingRecord}), gathered in one buffer per owner and copied into the
 * transport when it is full. The node's own are gathered too and applied when their buffer is full: which owner an
 * update has is random, and a branch on it would be mispredicted every other time. After its last update a node sends
 * every other an end mark behind its records, a negative word, which no record is; it is done when it has the marks of
 * all others.
 *
 * <pre>
 *   begin - step: generate, ship, poll - step: ship the rest and the end marks - step: poll until all marks are here -
 *       done
 * </pre>
 */
final class CeilingNode implements FragmentConsumer {
    private static final int END_LENGTH = 8;
    private static final long DELTA = 1;
    private static final int BUFFER_LENGTH = 16 * 1024;
    private static final int STEP = 4096;
    private static final int POLL_LIMIT = 8;
    private static final int NONE = -1;
    private static final long STALL_LIMIT_NS = 180_000_000_000L;

    private final Transport transport;
    private final TransportClaim claim = new TransportClaim();
    private final IdleStrategy idle = new BackoffIdleStrategy(50, 20, 1_000, 50_000);
    private final int nodeId;
    private final int nodeCount;
    private final int log2;
    /** Words of a buffer, a power of two. */
    private final int bufferWords;
    private final long start;
    private final long count;
    private final LocalView table;
    /** One buffer after the other, by owner. */
    private final LocalView buffers;
    /** By owner: the word of {@link #buffers} that its next record begins with. */
    private final long[] positions;
    private final boolean[] hasEnded;

    private CeilingRecord record = CeilingRecord.PACKED;
    private long seed;
    private long next;
    private long end;
    private int endsReceived;
    private int endsSent;
    private boolean isShipped;
    /** Whose buffer is full and was refused; nothing is generated before it has gone. */
    private int refused = NONE;
    private long lastProgressNs;

    CeilingNode(final Transport transport, final int log2) {
        this.transport = transport;
        this.log2 = log2;
        nodeId = transport.nodeId();
        nodeCount = transport.nodeCount();
        bufferWords = Math.min(BUFFER_LENGTH, Integer.highestOneBit(transport.maxPayloadLength())) / Long.BYTES;
        start = startOf(nodeId);
        count = startOf(nodeId + 1) - start;
        table = LocalView.allocate(count, true);
        table.fill(0);
        buffers = LocalView.allocate((long) bufferWords * nodeCount, true);
        positions = new long[nodeCount];
        hasEnded = new boolean[nodeCount];
        for (int node = 0; node < nodeCount; node++) {
            positions[node] = bufferOf(node);
        }
    }

    /**
     * First index of a node's part: the owner of an index is {@code index * nodeCount / 2^log2}, without a division.
     */
    private long startOf(final int node) {
        return (((long) node << log2) + nodeCount - 1) / nodeCount;
    }

    /** First word of an owner's buffer. */
    private long bufferOf(final int node) {
        return (long) node * bufferWords;
    }

    /**
     * Prepares this node's share of a run: updates low to high of the sequence. Nothing is polled between runs, so
     * whatever comes has the records of this run.
     */
    void begin(final CeilingRecord newRecord, final long newSeed, final long low, final long high) {
        record = newRecord;
        seed = newSeed;
        next = low;
        end = high;
        endsSent = 0;
        isShipped = false;
        refused = NONE;
        java.util.Arrays.fill(hasEnded, false);
        lastProgressNs = System.nanoTime();
    }

    /**
     * Works for some 50 microseconds, or less when the transport refuses: it never waits, because the thread is the
     * node's as well, and the other side may be waiting for the node. False when the run is over for this
     * node.
     */
    boolean step() {
        final long nowNs = System.nanoTime();
        int work = transport.doWork(nowNs) + transport.poll(TrafficClass.REQUEST, this, POLL_LIMIT);
        if (refused != NONE) {
            if (ship(refused)) {
                refused = NONE;
                work++;
            }
        } else if (next < end) {
            final long stop = Math.min(next + STEP, end);
            next = record == CeilingRecord.PACKED ? generatePacked(next, stop) : generateWide(next, stop);
            work++;
        } else if (!isShipped) {
            work += shipRest();
        } else if (endsReceived == nodeCount - 1) {
            endsReceived = 0;
            return false;
        }
        idle(work, nowNs);
        return true;
    }

    private void idle(final int work, final long nowNs) {
        if (work > 0) {
            lastProgressNs = nowNs;
        } else if (nowNs - lastProgressNs > STALL_LIMIT_NS) {
            throw new IllegalStateException("node " + nodeId + " of the ceiling has waited "
                + STALL_LIMIT_NS / 1_000_000_000L + " s: sent " + endsSent + " end marks, received "
                + endsReceived + " of " + (nodeCount - 1) + ", transport " + transport.failure().orElse("sound"));
        }
        idle.idle(work);
    }

    /**
     * The loop that everything is divided by. Returns where to go on: before the end when a full buffer was refused.
     */
    private long generatePacked(final long from, final long to) {
        final long[] at = positions;
        final long sequence = seed;
        final int nodes = nodeCount;
        final int size = log2;
        final int shift = Long.SIZE - size;
        final int full = bufferWords - 1;
        final LocalView records = buffers;
        for (long k = from; k < to; k++) {
            final long index = RandomIndex.index(sequence, k, shift);
            final int owner = (int) (index * nodes >>> size);
            final long position = at[owner];
            records.setWord(position, DELTA << CeilingRecord.INDEX_BITS | index);
            at[owner] = position + 1;
            if ((position + 1 & full) == 0 && !ship(owner)) {
                refused = owner;
                return k + 1;
            }
        }
        return to;
    }

    /** The same with a word for the index and one for the operand. */
    private long generateWide(final long from, final long to) {
        final long[] at = positions;
        final long sequence = seed;
        final int nodes = nodeCount;
        final int size = log2;
        final int shift = Long.SIZE - size;
        final int full = bufferWords - 1;
        final LocalView records = buffers;
        for (long k = from; k < to; k++) {
            final long index = RandomIndex.index(sequence, k, shift);
            final int owner = (int) (index * nodes >>> size);
            final long position = at[owner];
            records.setWord(position, index);
            records.setWord(position + 1, DELTA);
            at[owner] = position + 2;
            if ((position + 2 & full) == 0 && !ship(owner)) {
                refused = owner;
                return k + 1;
            }
        }
        return to;
    }

    /** Empties the buffer of one owner; false: the transport refuses, the buffer stays as it is. */
    private boolean ship(final int owner) {
        final long buffer = bufferOf(owner);
        final LocalView records = LocalView.words(buffers.address(buffer), positions[owner] - buffer);
        if (owner == nodeId) {
            apply(records);
        } else if (isClaimed(owner, (int) records.count() * Long.BYTES)) {
            records.copyTo(LocalView.words(claim.address(), records.count()), 0);
            claim.commit();
        } else {
            return false;
        }
        positions[owner] = buffer;
        return true;
    }

    private boolean isClaimed(final int node, final int length) {
        final int answer = transport.tryClaim(node, TrafficClass.REQUEST, length, claim);
        if (answer == Transport.CLOSED || answer == Transport.FAILED) {
            throw new IllegalStateException("node " + nodeId + " of the ceiling cannot reach node " + node + ": "
                + transport.failure().orElse("closed"));
        }
        return answer == Transport.OK;
    }

    private int shipRest() {
        int work = 0;
        for (int k = 1; k <= nodeCount; k++) {
            final int node = (nodeId + k) % nodeCount;
            if (positions[node] != bufferOf(node)) {
                if (!ship(node)) {
                    continue;
                }
                work++;
            }
            if (node != nodeId && !hasEnded[node] && isClaimed(node, END_LENGTH)) {
                LocalView.words(claim.address(), 1).setWord(0, -1L - nodeId);
                claim.commit();
                hasEnded[node] = true;
                endsSent++;
                work++;
            }
        }
        isShipped = endsSent == nodeCount - 1 && positions[nodeId] == bufferOf(nodeId);
        return work;
    }

    @Override
    public boolean onFragment(final long address, final int length) {
        if (length == END_LENGTH && LocalView.words(address, 1).word(0) < 0) {
            endsReceived++;
        } else {
            apply(LocalView.words(address, length / Long.BYTES));
        }
        return true;
    }

    private void apply(final LocalView records) {
        if (record == CeilingRecord.PACKED) {
            applyPacked(records);
        } else {
            applyWide(records);
        }
    }

    private void applyPacked(final LocalView records) {
        final long first = start;
        final long elements = count;
        final LocalView part = table;
        for (int at = 0, stop = (int) records.count(); at < stop; at++) {
            final long word = records.word(at);
            final long offset = (word & CeilingRecord.INDEX_MASK) - first;
            if (Long.compareUnsigned(offset, elements) < 0) {
                part.setWord(offset, part.word(offset) + (word >>> CeilingRecord.INDEX_BITS));
            }
        }
    }

    private void applyWide(final LocalView records) {
        final long first = start;
        final long elements = count;
        final LocalView part = table;
        for (int at = 0, stop = (int) records.count(); at < stop; at += 2) {
            final long offset = records.word(at) - first;
            if (Long.compareUnsigned(offset, elements) < 0) {
                part.setWord(offset, part.word(offset) + records.word(at + 1));
            }
        }
    }

    /** Between runs: keeps the transport alive. */
    void keepAlive() {
        transport.doWork(System.nanoTime());
    }

    /** See {@link UpdateSums#held}. */
    long[] sums() {
        return UpdateSums.held(table, start);
    }

    void close() {
        transport.close();
        table.close();
        buffers.close();
    }
}
