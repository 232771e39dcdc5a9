package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tickets drawn exactly once, tokens conserved, in all forms and both widths. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadModifyWriteTest {
    private static final int DRAWS = 60;

    private static long[] draw(final TaskContext c, final ReadModifyWrite cells, final int host)
        throws SuspendExecution {
        final long[] drawn = new long[3 * DRAWS];
        final OperationHandle handle = c.newOperation();
        for (int i = 0; i < DRAWS; i++) {
            drawn[i] = cells.fetchAndAdd(c, host, 1, 1);
            cells.fetchAndAddNb(c, host, 1, 1, drawn, DRAWS + i);
            cells.fetchAndAddNb(handle, host, 1, 1, drawn, 2 * DRAWS + i);
        }
        Fence.await(c, handle);
        c.await();
        return drawn;
    }

    private static String tickets(final TaskContext ctx, final ReadModifyWrite cells) throws SuspendExecution {
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final int host = node;
            final List<long[]> all = ctx.callOnAll(c -> draw(c, new ReadModifyWrite(cells.array()), host));
            final BitSet seen = new BitSet();
            for (final long[] drawn : all) {
                for (final long ticket : drawn) {
                    if (ticket < 0 || ticket >= 3L * DRAWS * ctx.nodeCount() || seen.get((int) ticket)) {
                        return "ticket " + ticket + " at " + host;
                    }
                    seen.set((int) ticket);
                }
            }
            if (seen.cardinality() != 3 * DRAWS * ctx.nodeCount()) {
                return seen.cardinality() + " tickets";
            }
        }
        return "";
    }

    /** One token goes round by swaps; the cells and hands together hold it once. */
    private static String token(final TaskContext ctx, final ReadModifyWrite cells) throws SuspendExecution {
        final int host = ctx.nodeCount() - 1;
        cells.swap(ctx, host, 0, 4711);
        final List<Long> held = ctx.callOnAll(c -> {
            final ReadModifyWrite mine = new ReadModifyWrite(cells.array());
            long hand = 0;
            final long[] before = new long[2];
            for (int i = 0; i < DRAWS; i++) {
                hand = mine.swap(c, host, 0, hand);
                mine.swapNb(c, host, 0, hand, before, 0);
                c.await();
                final OperationHandle handle = c.newOperation();
                mine.swapNb(handle, host, 0, before[0], before, 1);
                c.await(handle);
                hand = before[1];
            }
            return hand;
        });
        long sum = cells.swap(ctx, host, 0, 0);
        for (final long hand : held) {
            sum += hand;
        }
        return sum == 4711 ? "" : "tokens " + sum;
    }

    /** A counter made of compare-and-swap. */
    private static String comparing(final TaskContext ctx, final ReadModifyWrite cells) throws SuspendExecution {
        cells.swap(ctx, 0, 0, -7);
        ctx.executeOnAll(c -> {
            final ReadModifyWrite mine = new ReadModifyWrite(cells.array());
            final long[] before = new long[1];
            for (int i = 0; i < DRAWS; i++) {
                long expected = -7;
                for (;;) {
                    if (i % 3 == 0) {
                        before[0] = mine.compareAndSwap(c, 0, 0, expected, expected + 1);
                    } else if (i % 3 == 1) {
                        mine.compareAndSwapNb(c, 0, 0, expected, expected + 1, before, 0);
                        c.await();
                    } else {
                        final OperationHandle handle = c.newOperation();
                        mine.compareAndSwapNb(handle, 0, 0, expected, expected + 1, before, 0);
                        c.await(handle);
                    }
                    if (before[0] == expected) {
                        break;
                    }
                    expected = before[0];
                }
            }
        });
        final long end = cells.fetchAndAdd(ctx, 0, 0, 0);
        return end == (long) DRAWS * ctx.nodeCount() - 7 ? "" : "counted to " + end;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldBeAtomic(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ReadModifyWriteTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final GlobalLongArray longs = GlobalLongArray.allocate(ctx, ArraySpec.of(2L * ctx.nodeCount()));
                final GlobalIntArray ints = GlobalIntArray.allocate(ctx, ArraySpec.of(2L * ctx.nodeCount()).cyclic(2));
                final ReadModifyWrite wide = new ReadModifyWrite(longs);
                final ReadModifyWrite narrow = new ReadModifyWrite(ints);
                final GlobalByteArray bytes = GlobalByteArray.allocate(ctx, 4);
                return tickets(ctx, wide) + tickets(ctx, narrow) + token(ctx, wide) + token(ctx, narrow)
                    + comparing(ctx, wide) + comparing(ctx, narrow)
                    + Refusal.of(() -> new ReadModifyWrite(bytes), "int or long")
                    + Refusal.of(() -> wide.fetchAndAdd(ctx, 0, 2, 1), "2")
                    + Refusal.of(() -> wide.fetchAndAdd(ctx, ctx.nodeCount(), 0, 1), "node " + ctx.nodeCount())
                    + Refusal.of(() -> wide.swap(ctx, -1, 0, 1), "node -1");
            }));
        }
    }
}
