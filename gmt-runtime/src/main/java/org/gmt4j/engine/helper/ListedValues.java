package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.VectorRecord;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.PieceCopy;

/**
 * The pieces of a vector command, which has been checked. Where all are values of eight bytes, the usual case, each
 * kind has a loop of its own, without a choice in it: values at any places then overlap in the processor. Any helper.
 * Per command, with some loads and stores per piece.
 */
final class ListedValues {
    private ListedValues() {
    }

    /**
     * @param record the command
     * @param packed the values, one behind the other
     * @param memory address of the segment
     * @param isEven whether all pieces have eight bytes
     */
    static void store(final int kind, final long record, final int count, final long packed, final long memory,
                      final boolean isEven, final boolean exclusive) {
        if (kind == AccumulateKind.PUT) {
            put(record, count, packed, memory);
        } else if (!isEven) {
            accumulate(kind, record, count, packed, memory, exclusive);
        } else if (kind == AccumulateKind.LONG_XOR) {
            xorLongs(record, count, packed, memory, exclusive);
        } else if (kind == AccumulateKind.LONG) {
            addLongs(record, count, packed, memory, exclusive);
        } else if (kind == AccumulateKind.DOUBLE) {
            addDoubles(record, count, packed, memory, exclusive);
        } else {
            accumulate(kind, record, count, packed, memory, exclusive);
        }
    }

    private static void put(final long record, final int count, final long packed, final long memory) {
        long from = packed;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(record, i);
            final int bytes = VectorRecord.bytes(entry);
            PieceCopy.copy(null, from, null, memory + VectorRecord.offset(entry), bytes);
            from += bytes;
        }
    }

    private static void accumulate(final int kind, final long record, final int count, final long packed,
                                   final long memory, final boolean exclusive) {
        long from = packed;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(record, i);
            final int bytes = VectorRecord.bytes(entry);
            Accumulation.add(kind, null, from, memory + VectorRecord.offset(entry), bytes, exclusive);
            from += bytes;
        }
    }

    private static void xorLongs(final long record, final int count, final long packed, final long memory,
                                 final boolean exclusive) {
        for (int i = 0; i < count; i++) {
            Accumulation.xorLong(memory + VectorRecord.offset(VectorRecord.entry(record, i)),
                UnsafeApi.getLong(packed + ((long) i << 3)), exclusive);
        }
    }

    private static void addLongs(final long record, final int count, final long packed, final long memory,
                                 final boolean exclusive) {
        for (int i = 0; i < count; i++) {
            Accumulation.addLong(memory + VectorRecord.offset(VectorRecord.entry(record, i)),
                UnsafeApi.getLong(packed + ((long) i << 3)), exclusive);
        }
    }

    private static void addDoubles(final long record, final int count, final long packed, final long memory,
                                   final boolean exclusive) {
        for (int i = 0; i < count; i++) {
            Accumulation.addDouble(memory + VectorRecord.offset(VectorRecord.entry(record, i)),
                UnsafeApi.getDouble(packed + ((long) i << 3)), exclusive);
        }
    }

    /** Packs the pieces one behind the other. */
    static void get(final long record, final int count, final long memory, final long packed) {
        long to = packed;
        for (int i = 0; i < count; i++) {
            final long entry = VectorRecord.entry(record, i);
            final int bytes = VectorRecord.bytes(entry);
            PieceCopy.copy(null, memory + VectorRecord.offset(entry), null, to, bytes);
            to += bytes;
        }
    }
}
