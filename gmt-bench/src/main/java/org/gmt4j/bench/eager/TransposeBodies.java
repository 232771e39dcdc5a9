package org.gmt4j.bench.eager;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.graph.memory.LocalView;

/** The bodies of each node in a transpose. */
final class TransposeBodies {
    private TransposeBodies() {
    }

    /** Never what cleared memory has, which would prove nothing. */
    private static int value(final int row, final int column) {
        final int value = row * 0x01000193 ^ column * 0x9E3779B1;
        return value == 0 ? 1 : value;
    }

    /** Fills this node's rows of the source, and clears those of the target. */
    static TaskBody fill(final ArmciMemory source, final ArmciMemory target, final int size) {
        return ctx -> {
            final int first = Transpose.start(size, ctx.nodeCount(), ctx.nodeId());
            final LocalView rows = LocalView.of(source, false);
            for (int row = 0; row < Transpose.rows(size, ctx.nodeCount(), ctx.nodeId()); row++) {
                for (int column = 0; column < size; column++) {
                    rows.set((long) row * size + column, value(first + row, column));
                }
            }
            LocalView.of(target, false).fill(0);
        };
    }

    /** Transposes some times; all nodes together, a barrier behind each. */
    static TaskBody transpose(final ArmciMemory source, final ArmciMemory target, final int size, final boolean byGets,
                              final long times) {
        return ctx -> {
            final Transpose transpose = new Transpose(ctx, source, target, size);
            for (long i = 0; i < times; i++) {
                if (byGets) {
                    transpose.byGets();
                } else {
                    transpose.byPuts();
                }
                ctx.barrier();
            }
        };
    }

    /** Whether this node's rows of the target are the source's columns. */
    static TaskFunction<Boolean> isTransposed(final ArmciMemory target, final int size) {
        return ctx -> {
            final int first = Transpose.start(size, ctx.nodeCount(), ctx.nodeId());
            final LocalView rows = LocalView.of(target, false);
            for (int row = 0; row < Transpose.rows(size, ctx.nodeCount(), ctx.nodeId()); row++) {
                for (int column = 0; column < size; column++) {
                    if (rows.get((long) row * size + column) != value(column, first + row)) {
                        return false;
                    }
                }
            }
            return true;
        };
    }
}
