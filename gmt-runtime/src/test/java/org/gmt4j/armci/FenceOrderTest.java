package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes store, fence and load, many times at the same moment: one at least finds what the other has stored, though
 * both access memory in place, where a processor lets loads pass stores.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FenceOrderTest {
    private static final int ROUNDS = 100_000;
    private static final int COUNT = 40_000;
    private static final AtomicLong ARRIVED = new AtomicLong();
    private static final long[][] SEEN = new long[2][ROUNDS + 1];

    /** Stores a number for the other node, fences, and returns what that has stored. */
    private interface Exchange extends Serializable {
        long of(TaskContext ctx, int me, long number) throws SuspendExecution;
    }

    private static void meet(final TaskContext ctx, final Exchange exchange) throws SuspendExecution {
        ARRIVED.set(0);
        ctx.executeOnAll(c -> {
            final int me = c.nodeId();
            for (int round = 1; round <= ROUNDS; round++) {
                ARRIVED.incrementAndGet();
                for (int spins = 0; ARRIVED.get() < 2L * round; spins++) {
                    if (spins % 1024 == 1023) {
                        Thread.yield();
                    }
                    Thread.onSpinWait();
                }
                SEEN[me][round] = exchange.of(c, me, round);
            }
        });
        int lost = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            lost += SEEN[0][round] < round && SEEN[1][round] < round ? 1 : 0;
        }
        assertEquals(0, lost, "rounds in which neither has found what the other has stored");
    }

    @Test
    void shouldOrderElementsOfArrays() {
        try (GmtCluster cluster = TestClusters.local(2, FenceOrderTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
                meet(ctx, (c, me, number) -> {
                    a.put(c, me * (COUNT - 1), number);
                    Fence.fence(c, me);
                    return a.get(c, (1 - me) * (COUNT - 1));
                });
            });
        }
    }

    @Test
    void shouldOrderMemory() {
        try (GmtCluster cluster = TestClusters.local(2, FenceOrderTest.class)) {
            cluster.run(ctx -> {
                final ArmciMemory memory = Armci.of(ctx).allocate(1 << 16);
                meet(ctx, (c, me, number) -> {
                    final Armci armci = Armci.of(c);
                    armci.putLong(memory, 1 - me, 0, number);
                    Fence.fence(c, 1 - me);
                    return armci.getLong(memory, me, 0);
                });
            });
        }
    }
}
