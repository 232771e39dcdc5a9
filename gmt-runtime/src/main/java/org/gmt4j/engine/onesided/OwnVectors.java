package org.gmt4j.engine.onesided;

import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.armci.IoVector;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.PieceCopy;
import org.gmt4j.engine.memory.Segment;

/**
 * Lists of pieces of this node's own memory, moved at once. The kind of values is looked at once for a list: there is a
 * loop of its own for each that single values of eight bytes have. Belongs to one task. Per command, with some loads
 * and stores per piece.
 */
final class OwnVectors {
    private final ContiguousTransfer contiguous;

    OwnVectors(final ContiguousTransfer contiguous) {
        this.contiguous = contiguous;
    }

    /** @param op null for a put */
    void store(final AccumulateOperator op, final LocalSpan source, final Segment target, final IoVector vector) {
        if (op == null) {
            put(source, target, vector);
        } else if (vector.bytes() == 8 && op.lengthInBytes() == 8 && op.width() == 8) {
            accumulate(op, source, target, vector);
        } else {
            each(op, source, target, vector);
        }
    }

    private void each(final AccumulateOperator op, final LocalSpan source, final Segment target,
                      final IoVector vector) {
        for (int i = 0; i < vector.size(); i++) {
            contiguous.storeNow(op, source, vector.local(i), target, vector.remote(i), vector.bytes());
        }
    }

    private static void put(final LocalSpan source, final Segment target, final IoVector vector) {
        final Object base = source.base;
        final long from = source.address;
        final long to = target.address();
        final int bytes = vector.bytes();
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            PieceCopy.copy(base, from + vector.local(i), null, to + vector.remote(i), bytes);
        }
    }

    void get(final Segment source, final LocalSpan target, final IoVector vector) {
        final Object base = target.base;
        final long from = source.address();
        final long to = target.address;
        final int bytes = vector.bytes();
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            PieceCopy.copy(null, from + vector.remote(i), base, to + vector.local(i), bytes);
        }
    }

    private void accumulate(final AccumulateOperator op, final LocalSpan source, final Segment target,
                            final IoVector vector) {
        switch (op.kind()) {
            case AccumulateKind.LONG:
                addLongs(op, source, target, vector);
                break;
            case AccumulateKind.LONG_XOR:
                xorLongs(source, target, vector);
                break;
            case AccumulateKind.DOUBLE:
                addDoubles(op, source, target, vector);
                break;
            default:
                each(op, source, target, vector);
                break;
        }
    }

    private static void addLongs(final AccumulateOperator op, final LocalSpan source, final Segment target,
                                 final IoVector vector) {
        final Object base = source.base;
        final long from = source.address;
        final long to = target.address();
        final boolean exclusive = target.isExclusive();
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            final long value = op.scale(ArrayOrMemory.getLong(base, from + vector.local(i)));
            Accumulation.addLong(to + vector.remote(i), value, exclusive);
        }
    }

    private static void xorLongs(final LocalSpan source, final Segment target, final IoVector vector) {
        final Object base = source.base;
        final long from = source.address;
        final long to = target.address();
        final boolean exclusive = target.isExclusive();
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            Accumulation.xorLong(to + vector.remote(i), ArrayOrMemory.getLong(base, from + vector.local(i)), exclusive);
        }
    }

    private static void addDoubles(final AccumulateOperator op, final LocalSpan source, final Segment target,
                                   final IoVector vector) {
        final Object base = source.base;
        final long from = source.address;
        final long to = target.address();
        final boolean exclusive = target.isExclusive();
        final int size = vector.size();
        for (int i = 0; i < size; i++) {
            final long bits = op.scale(ArrayOrMemory.getLong(base, from + vector.local(i)));
            Accumulation.addDouble(to + vector.remote(i), Double.longBitsToDouble(bits), exclusive);
        }
    }
}
