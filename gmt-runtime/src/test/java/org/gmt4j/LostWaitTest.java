package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A wait of a method that was not instrumented fails its job; nothing that it has set up is left to the next one. */
@Timeout(60)
class LostWaitTest {
    private static final long MS = 1_000_000;
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger MOST = new AtomicInteger();

    /** Waits without declaring it. */
    private static long swallowed(final TaskContext ctx, final long timeoutNs) {
        try {
            ctx.await(timeoutNs);
        } catch (final Exception e) {
            return 0;
        }
        return 1;
    }

    private static long swallowedCall(final TaskContext ctx) {
        try {
            ctx.execute(1 - ctx.nodeId(), far -> far.count("ran", 1));
        } catch (final Exception e) {
            return 0;
        }
        return 1;
    }

    @Test
    void shouldLeaveNoDeadlineToTheNextJob() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(LostWaitTest.class)
            .set("gmt.armci.shared", "off").start()) {
            final GmtException failed = assertThrows(GmtException.class, () -> cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                ctx.executeOnAll(c -> {
                    a.get(c, c.nodeId() == 0 ? 99 : 0);                // the body may wait
                    final long[] to = new long[1];
                    a.getNb(c, c.nodeId() == 0 ? 99 : 0, to, 0);
                    c.count("sum", swallowed(c, 100 * MS));
                    a.get(c, c.nodeId() == 0 ? 99 : 0);
                });
            }));
            assertTrue(failed.getMessage().contains("GMT-215"), failed.toString());
            for (int i = 0; i < 5; i++) {
                cluster.run(ctx -> ctx.executeOnAll(c -> {
                    if (c.nodeId() == 1) {
                        final long end = System.nanoTime() + 400 * MS;
                        while (System.nanoTime() < end) {
                            c.yield();
                        }
                    }
                    c.barrier();
                }));
            }
        }
    }

    @Test
    void shouldLeaveNoBlockedFiberToTheNextJob() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(LostWaitTest.class)
            .set("gmt.armci.shared", "off").set("gmt.fibers", "4").start()) {
            for (int i = 0; i < 20; i++) {
                final GmtException failed = assertThrows(GmtException.class, () -> cluster.run(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                    ctx.executeOnAll(c -> {
                        a.get(c, c.nodeId() == 0 ? 99 : 0);
                        c.count("sum", swallowedCall(c));
                        a.get(c, c.nodeId() == 0 ? 99 : 0);
                    });
                }));
                assertTrue(failed.getMessage().contains("GMT-215"), failed.toString());
            }
            RUNNING.set(0);
            MOST.set(0);
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                ctx.parFor(1000, 1, SpawnPolicy.LOCAL, (k, c) -> {
                    final int now = RUNNING.incrementAndGet();
                    MOST.accumulateAndGet(now, Math::max);
                    a.get(c, 99);
                    RUNNING.decrementAndGet();
                });
            });
            assertEquals(4, MOST.get(), "fibers at a time");
        }
    }
}
