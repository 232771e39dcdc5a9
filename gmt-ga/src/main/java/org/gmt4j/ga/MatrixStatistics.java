package org.gmt4j.ga;

import java.util.concurrent.atomic.LongAdder;

/** Calls and bytes of one matrix at one node. Any thread of the node. */
final class MatrixStatistics {
    private static final int KINDS = CallKind.values().length;
    private final LongAdder[] calls = adders();
    private final LongAdder[] bytes = adders();
    private final LongAdder[] remoteBytes = adders();
    private final LongAdder[] operations = adders();

    private static LongAdder[] adders() {
        final LongAdder[] adders = new LongAdder[KINDS];
        for (int i = 0; i < KINDS; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    void call(final CallKind kind) {
        calls[kind.ordinal()].increment();
    }

    void issued(final CallKind kind, final long count) {
        operations[kind.ordinal()].add(count);
    }

    void moved(final CallKind kind, final long length, final boolean isRemote) {
        bytes[kind.ordinal()].add(length);
        if (isRemote) {
            remoteBytes[kind.ordinal()].add(length);
        }
    }

    CallTable table() {
        final long[] rows = new long[CallTable.COLUMNS * KINDS];
        for (int i = 0; i < KINDS; i++) {
            rows[i] = calls[i].sum();
            rows[KINDS + i] = bytes[i].sum();
            rows[2 * KINDS + i] = remoteBytes[i].sum();
            rows[3 * KINDS + i] = operations[i].sum();
        }
        return new CallTable(rows);
    }
}
