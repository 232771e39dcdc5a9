package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.armci.IoVector;
import org.gmt4j.engine.memory.PieceCopy;

/**
 * Lists of pieces, many in one command. Long pieces travel alone. Belongs to one task; never suspends. Per command,
 * with some loads and stores per piece.
 */
public final class VectorTransfer {
    /** Longer pieces gain nothing from a list. */
    private static final int LONGEST_LISTED = 1024;
    /** Fewer pieces wait for the next block. */
    private static final int FEWEST = 8;

    private final Aggregator aggregator;
    private final int nodeId;
    private final PackedTargets targets;
    private final RangeTransfer ranges;
    private final RemoteSide there;
    private final ContiguousTransfer contiguous;
    private final OwnVectors own;
    private final int longestListed;
    /** The same for gets, whose reply may have less room than their command. */
    private final int longestFetched;

    VectorTransfer(final Aggregator aggregator, final StridedTransfer strided, final PackedTargets targets,
                   final RangeTransfer ranges, final ContiguousTransfer contiguous) {
        there = strided.there();
        nodeId = strided.nodeId();
        this.ranges = ranges;
        this.aggregator = aggregator;
        this.targets = targets;
        this.contiguous = contiguous;
        own = new OwnVectors(contiguous);
        longestListed = Math.min(LONGEST_LISTED, aggregator.maxCommandLength() - VectorRecord.HEADER_LENGTH
            - VectorRecord.ENTRY_LENGTH - 8);
        longestFetched = Math.min(longestListed, aggregator.maxGetLength());
    }

    // --- checks ---

    /** Checks all pieces of all vectors, before the first one moves. */
    public void check(final LocalSpan local, final Region remote, final int node, final AccumulateOperator op,
                      final IoVector... vectors) {
        remote.check(node, 0, 0);
        local.check(0, 0);
        final long localLength = local.lengthInBytes();
        final long remoteLength = remote.lengthInBytes(node);
        for (final IoVector vector : vectors) {
            if (vector.bytes() > 0) {
                check(local, remote, node, vector, localLength - vector.bytes(), remoteLength - vector.bytes());
                if (op != null) {
                    checkAlignment(op, vector);
                }
            }
        }
    }

    private static void check(final LocalSpan local, final Region remote, final int node, final IoVector vector,
                              final long lastLocal, final long lastRemote) {
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            final long here = vector.local(i);
            final long there = vector.remote(i);
            if ((here | there | lastLocal - here | lastRemote - there) < 0) {
                local.check(here, vector.bytes());
                remote.check(node, there, vector.bytes());
            }
        }
    }

    private static void checkAlignment(final AccumulateOperator op, final IoVector vector) {
        long bits = 0;
        for (int i = 0; i < vector.size(); i++) {
            bits |= vector.remote(i);
        }
        if (vector.bytes() % op.lengthInBytes() != 0 || (bits & op.width() - 1) != 0) {
            throw new IllegalArgumentException("GMT-278 values of " + op.lengthInBytes()
                + " B: a vector has pieces of " + vector.bytes() + " B; expected multiples of " + op.lengthInBytes()
                + ", at offsets that are multiples of " + op.width());
        }
    }

    // --- stores ---

    /** @param op null for a put */
    public void store(final Completion owner, final AccumulateOperator op, final LocalSpan source,
                      final Region target, final int node, final IoVector vector) {
        final int bytes = vector.bytes();
        if (bytes == 0) {
            return;
        }
        if (node == nodeId) {
            aggregator.settleOwn();
            own.store(op, source, target.segment(), vector);
        } else if (bytes > longestListed) {
            for (int i = 0; i < vector.size(); i++) {
                if (op == null) {
                    ranges.put(owner, false, source, vector.local(i), target, node, vector.remote(i), bytes);
                } else {
                    there.of(target, node, vector.remote(i));
                    contiguous.accumulate(owner, false, op, source, vector.local(i), there, bytes);
                }
            }
        } else {
            storeListed(owner, op, source, target, node, vector);
        }
    }

    private void storeListed(final Completion owner, final AccumulateOperator op, final LocalSpan source,
                             final Region target, final int node, final IoVector vector) {
        final int bytes = vector.bytes();
        final int size = vector.size();
        for (int first = 0; first < size; ) {
            int n = entriesIn(aggregator.room(node), bytes);
            if (n < Math.min(FEWEST, size - first)) {
                n = entriesIn(aggregator.maxCommandLength(), bytes);
            }
            n = Math.min(n, size - first);
            final int header = VectorRecord.HEADER_LENGTH + n * VectorRecord.ENTRY_LENGTH;
            final long at = aggregator.claim(node, header + WireFormat.align(n * bytes), owner);
            VectorRecord.encode(at, CommandType.VECTOR_STORE, target.id(), n, n * bytes,
                op == null ? 0 : op.kind());
            pack(at, at + header, n, first, source, vector);
            if (op != null) {
                op.scale(null, at + header, n * bytes);
            }
            aggregator.commit(node);
            first += n;
        }
    }

    private static int entriesIn(final int room, final int bytes) {
        return (room - VectorRecord.HEADER_LENGTH - 7) / (VectorRecord.ENTRY_LENGTH + bytes);
    }

    private static void pack(final long record, final long data, final int n, final int first, final LocalSpan source,
                             final IoVector vector) {
        final int bytes = vector.bytes();
        long to = data;
        for (int i = 0; i < n; i++, to += bytes) {
            VectorRecord.encodeEntry(record, i, vector.remote(first + i), bytes);
            PieceCopy.copy(source.base, source.address + vector.local(first + i), null, to, bytes);
        }
    }

    // --- gets ---

    public void get(final Completion owner, final Region source, final int node, final LocalSpan target,
                    final IoVector vector) {
        final int bytes = vector.bytes();
        if (node == nodeId) {
            aggregator.settleOwn();
            own.get(source.segment(), target, vector);
        } else if (bytes > longestFetched) {
            for (int i = 0; i < vector.size(); i++) {
                ranges.get(owner, source, node, vector.remote(i), target, vector.local(i), bytes);
            }
        } else if (bytes > 0 && vector.size() > 0) {
            getListed(owner, source, node, targets.vector(target, vector), vector);
        }
    }

    private void getListed(final Completion owner, final Region source, final int node, final VectorTarget whole,
                           final IoVector vector) {
        final int bytes = vector.bytes();
        final int size = vector.size();
        final int most = aggregator.maxGetLength() / bytes;
        for (int first = 0; first < size; ) {
            int n = entriesIn(aggregator.room(node), 0);
            if (n < Math.min(FEWEST, size - first)) {
                n = entriesIn(aggregator.maxCommandLength(), 0);
            }
            n = Math.min(Math.min(n, most), size - first);
            final long at = aggregator.claimPacked(node, VectorRecord.HEADER_LENGTH + n * VectorRecord.ENTRY_LENGTH,
                n * bytes, owner, whole, first);
            VectorRecord.encode(at, CommandType.VECTOR_GET, source.id(), n, n * bytes, 0);
            for (int i = 0; i < n; i++) {
                VectorRecord.encodeEntry(at, i, vector.remote(first + i), bytes);
            }
            aggregator.commit(node);
            first += n;
        }
    }
}
