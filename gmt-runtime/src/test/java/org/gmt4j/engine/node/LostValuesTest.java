package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that is made at the second try only, when a part of the captured values of a task has been lost. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostValuesTest {
    private static final long MS = 1_000_000;
    private static final long TRY = 400 * MS;
    private static final Queue<String> FAILURES = new ConcurrentLinkedQueue<>();

    private static boolean isBetweenOneAndTwo(final int source, final int destination) {
        return source + destination == 3 && source != 0 && destination != 0;
    }

    @Test
    void shouldFailATaskWhoseValuesAreLostInPart() {
        FAILURES.clear();
        for (int i = 0; i < 5 && FAILURES.isEmpty(); i++) {     // a busy machine may give up none
            sumOnceLost();
        }
        assertFalse(FAILURES.isEmpty(), "no values were lost");
        for (final String failure : FAILURES) {
            assertTrue(failure.contains("GMT-240 operations for node 2 failed: GMT-510"), failure);
        }
    }

    private static void sumOnceLost() {
        final AtomicLong first = new AtomicLong();
        final MemoryControlNetwork control = new MemoryControlNetwork(3);
        control.filter((source, destination, frame) -> {
            if (!isBetweenOneAndTwo(source, destination)) {
                return true;
            }
            first.compareAndSet(0, System.nanoTime());
            return System.nanoTime() - first.get() > TRY + 5 * MS;
        });
        try (LoopbackNetwork network = new LoopbackNetwork(3);
            GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, LostValuesTest.class)
                .set("gmt.credits", "2").transports(OnDemandTransport.factory(network, control, ConnectKey.random(),
                    ConnectConfig.DEFAULT.withTimeouts(TRY, 5 * MS, 20 * MS))).start()) {
            assertEquals(12_000, cluster.<Long>call(ctx -> ctx.call(1, LostValuesTest::sumThere)));
        }
    }

    /** Asks again while the other node cannot be reached, or has lost values. */
    private static long sumThere(final TaskContext ctx) throws SuspendExecution {
        final long[] values = new long[12_000];
        Arrays.fill(values, 1);
        for (;;) {
            try {
                return ctx.call(2, there -> Arrays.stream(values).sum());
            } catch (final ParForException e) {
                FAILURES.add(e.getMessage());
                ctx.yield();
            }
        }
    }
}
