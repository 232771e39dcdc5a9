package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops and tasks that one node refuses when their parts at others have begun: these are awaited. */
@Timeout(60)
class RefusedPartTest {
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static final AtomicInteger ENDED = new AtomicInteger();
    private static volatile boolean isOpen;

    /** How parts are spawned. */
    enum Form {
        LOOP, REDUCTION, EXECUTE_ON_ALL, CALL_ON_ALL, TEAM;

        void spawn(final TaskContext ctx) throws SuspendExecution {
            switch (this) {
                case LOOP -> ctx.parFor(3, 1, (i, c) -> work(c));
                case REDUCTION -> ctx.loop(3, 1).with(SpawnPolicy.SPREAD).sum((i, c) -> {
                    work(c);
                    return 1;
                });
                case EXECUTE_ON_ALL -> ctx.executeOnAll(RefusedPartTest::work);
                case CALL_ON_ALL -> ctx.callOnAll(c -> {
                    work(c);
                    return 1;
                });
                default -> ctx.executeOnAll(c -> {
                    BEGUN.incrementAndGet();
                    try {
                        c.barrier();
                    } finally {
                        ENDED.incrementAndGet();
                    }
                });
            }
        }
    }

    private static void work(final TaskContext ctx) throws SuspendExecution {
        BEGUN.incrementAndGet();
        for (int i = 0; i < 1000; i++) {
            ctx.yield();
        }
        ENDED.incrementAndGet();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAwaitPartsThatHaveBegun(final Form form) {
        BEGUN.set(0);
        ENDED.set(0);
        isOpen = false;
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, RefusedPartTest.class)
            .set("gmt.task.limit", "1").set("gmt.task.credits", "1").start()) {
            final String told = cluster.call(ctx -> {
                ctx.executeNb(2, far -> {
                    while (!isOpen) {
                        far.yield();
                    }
                });
                final String refusal = LoopTest.refusal(() -> form.spawn(ctx), "GMT-216");
                final String counts = BEGUN.get() + " begun, " + ENDED.get() + " ended";
                isOpen = true;
                return refusal + counts;
            });
            // on all nodes the one after the caller's is the first, and its own the last
            final int count = form == Form.LOOP || form == Form.REDUCTION ? 2 : 1;
            assertEquals(count + " begun, " + count + " ended", told);
            assertEquals(0, cluster.<Integer>call(ctx -> EngineTask.of(ctx).parts.tasks().joins.size()));
        }
    }
}
