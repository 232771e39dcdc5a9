package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is computed with own elements alone lets other tasks run, and ends when its job is cancelled. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GivingWayTest {
    /** Elements of which each takes some microseconds: seconds for a node. */
    private static final int ELEMENTS = 1 << 18;
    private static final int SPINS = 100;
    private static final AtomicLong DONE = new AtomicLong();
    private static final AtomicLong TURNS = new AtomicLong();
    private static final AtomicInteger RUNNING = new AtomicInteger();

    private static double slow(final double x) {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
        DONE.incrementAndGet();
        return x + 1;
    }

    private static void compute(final TaskContext ctx, final String what, final GlobalMatrix a)
        throws SuspendExecution {
        if (what.equals("map")) {
            MatrixMath.map(ctx, a, GivingWayTest::slow, a);
        } else {
            MatrixMath.combine(ctx, a, a, (x, y) -> slow(x) + y, a);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "combine"})
    void shouldAnswerAndEndWhileAFunctionIsSlow(final String what) {
        DONE.set(0);
        try (GmtCluster cluster = TestClusters.local(2, GivingWayTest.class)) {
            final Job<Void> job = cluster.submit(ctx -> {
                compute(ctx, what, GlobalMatrix.create(ctx, MatrixSpec.doubles(ELEMENTS)));
                return null;
            });
            while (DONE.get() == 0) {
                Thread.onSpinWait();
            }
            assertEquals(2, cluster.<Integer>call(ctx -> ctx.callOnAll(node -> node.nodeId()).size()));
            assertTrue(DONE.get() < ELEMENTS, "no answer before all elements were done");
            job.cancel();
            assertThrows(JobCancelledException.class, job::join);
            assertTrue(DONE.get() < ELEMENTS, "not cancelled before all elements were done");
        }
    }

    private static void whole(final TaskContext ctx, final String what, final GlobalMatrix a)
        throws SuspendExecution {
        switch (what) {
            case "map" -> MatrixMath.map(ctx, a, x -> x + 1, a);
            case "fill" -> a.fill(ctx, 2);
            case "scale" -> MatrixMath.scale(ctx, a, 2);
            case "add" -> MatrixMath.add(ctx, 1, a, 1, a, a);
            case "dot" -> MatrixMath.dot(ctx, a, a);
            case "wholeDot" -> MatrixMath.wholeDot(ctx, a, a);
            case "least" -> MatrixMath.least(ctx, a);
            case "norm" -> MatrixMath.norm1(ctx, a);
            default -> MatrixMath.copy(ctx, a, a.box(), a, a.box());
        }
    }

    /** Returns the turns that another task of the only worker had while a square matrix was worked on. */
    private static long turns(final GmtCluster cluster, final String what, final long side) {
        return cluster.call(ctx -> {
            final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(side, side));
            RUNNING.set(1);
            ctx.parFor(2, 1, (k, c) -> {
                if (k == 0) {
                    while (RUNNING.get() == 1) {
                        TURNS.incrementAndGet();
                        c.yield();
                    }
                } else {
                    TURNS.set(0);
                    whole(c, what, a);
                    RUNNING.set(0);
                }
            });
            a.destroy(ctx);
            return TURNS.get();
        });
    }

    /** One worker: another task of the node has its turns only when the one that computes gives way. */
    @ParameterizedTest
    @ValueSource(strings = {"map", "fill", "scale", "add", "dot", "wholeDot", "least", "norm", "copy"})
    void shouldLetOtherTasksOfTheNodeRun(final String what) {
        try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.COMBINED, GivingWayTest.class)) {
            final long small = turns(cluster, what, 1);
            final long large = turns(cluster, what, 3 << 10);
            assertTrue(large > small + 20, large + " turns, and " + small + " for one element");
        }
    }
}
