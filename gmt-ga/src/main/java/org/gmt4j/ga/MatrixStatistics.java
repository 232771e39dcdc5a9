package org.gmt4j.ga;

import java.util.concurrent.atomic.LongAdder;

/** Calls and bytes of one matrix at one node, a part of those of the node. Any thread of the node. */
final class MatrixStatistics {
    private static final int KINDS = CallKind.values().length;
    private final NodeCalls all;
    private final LongAdder[] calls = adders();
    private final LongAdder[] bytes = adders();
    private final LongAdder[] remoteBytes = adders();
    private final LongAdder[] operations = adders();

    /** @param all of the node, which opens and closes these */
    MatrixStatistics(final NodeCalls all) {
        this.all = all;
    }

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

    /** The matrix is gone from the node; what it has counted stays with the node's. */
    void close() {
        all.close(this);
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
