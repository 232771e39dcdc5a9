package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What visits and local bodies of other nodes begin: it is awaited, and its failures are reported. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VisitEndsTest {
    private static final AtomicBoolean STARTED = new AtomicBoolean();
    private static final AtomicBoolean CANCELLED = new AtomicBoolean();
    private static final AtomicInteger THROWN = new AtomicInteger();
    private static final int SENT = 60;
    private static final String NONE = "no failure";
    /** Memory of a map that has no room for so many entries. */
    private static final long FULL = 64 * 16 * 16 * 3;
    private static final long TOO_MANY = 20_000;
    /** Where a key or an element is at home that a visit uses. */
    private static final int HERE = 0;
    private static final int NEXT = 1;

    /** What a body begins. */
    enum Way { TASK, LOCAL_BODY, LOOP, TRY, CALL, TREE, VISIT_OF_ENTRY, TEXT, VISIT, HANDLE }

    static Stream<Arguments> shapes() {
        return Stream.of(Arguments.of(2, Plan.COMBINED), Arguments.of(3, Plan.COMBINED), Arguments.of(5, Plan.COMBINED),
            Arguments.of(2, Plan.SHARED_2), Arguments.of(3, Plan.DEDICATED_1_1), Arguments.of(2, Plan.DEDICATED_2_2));
    }

    /** What the bodies use. */
    record Work(GlobalLongArray ended, GlobalHashMap map, GlobalTextHashMap texts, GlobalHashMap full,
                Visitor counter) implements Transferable {
        static Work allocate(final TaskContext ctx, final boolean isFull) throws SuspendExecution {
            final GlobalLongArray ended = GlobalLongArray.allocate(ctx, 1000);
            final GlobalHashMap full = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).named("full").within(FULL));
            try {
                ctx.parFor(isFull ? TOO_MANY : 0, 100, (i, c) -> full.addNb(c, i, 1));
            } catch (final ParForException e) {
                // as far as there is room
            }
            return new Work(ended, GlobalHashMap.allocate(ctx, 10), GlobalTextHashMap.allocate(ctx, 10), full,
                Visitor.open(ctx, ended, (index, fails, c) -> count(ended, index, fails == 1, c)));
        }

        long key(final int node) {
            long key = 0;
            while (map.owner(key) != node) {
                key++;
            }
            return key;
        }

        long textKey(final int node) {
            long key = 0;
            while (texts.owner(key) != node) {
                key++;
            }
            return key;
        }

        /** Adds more keys to a full map than one part has places for. */
        void overfill(final Issuer issuer, final int node) {
            int count = 0;
            for (long key = TOO_MANY; count < 64; key++) {
                if (full.owner(key) == node) {
                    full.addNb(issuer, key, 1);
                    count++;
                }
            }
        }

        long element(final int node) {
            long index = 0;
            while (ended.owner(index) != node) {
                index++;
            }
            return index;
        }

        /** Begins something that counts, or fails. */
        void begin(final TaskContext c, final Way way, final int node, final boolean fails) {
            final GlobalLongArray array = ended;
            switch (way) {
                case TASK -> c.executeNb(node, t -> countLater(array, fails, t));
                case LOCAL_BODY -> c.executeLocalNb(node, t -> count(array, 0, fails, t));
                case LOOP -> c.parForNb(c.nodeCount(), 1, SpawnPolicy.PARTITION, (i, t) -> {
                    if (t.nodeId() == node) {
                        countLater(array, fails, t);
                    }
                });
                case TRY -> {
                    if (!c.tryExecute(node, t -> countLater(array, fails, t))) {
                        c.executeNb(node, t -> countLater(array, fails, t));
                    }
                }
                case CALL -> c.callNb(node, t -> {
                    countLater(array, fails, t);
                    return 0;
                });
                case TREE -> {
                    final TaskHandle tree = c.newHandle();
                    c.execute(tree, node, t -> countLater(array, fails, t));
                }
                case VISIT_OF_ENTRY -> map.visitNb(c, key(node), (entry, t) -> count(array, 0, fails, t));
                case TEXT -> {
                    if (fails) {
                        overfill(c, node);
                    } else {
                        texts.putNb(c, textKey(node), "text");
                        array.addNb(c, 0, 1);
                    }
                }
                case VISIT -> counter.send(c, element(node), fails ? 1 : 0);
                default -> {
                    final OperationHandle handle = c.newOperation();
                    if (fails) {
                        overfill(handle, node);
                    } else {
                        array.addNb(handle, element(node), 1);
                    }
                }
            }
        }
    }

    private static void count(final GlobalLongArray ended, final long index, final boolean fails,
                              final TaskContext ctx) {
        if (fails) {
            THROWN.incrementAndGet();
            throw new IllegalStateException("it fails");
        }
        ended.addNb(ctx, index, 1);
    }

    private static void countLater(final GlobalLongArray ended, final boolean fails, final TaskContext ctx)
        throws SuspendExecution {
        for (int i = 0; i < 20; i++) {
            ctx.yield();
        }
        count(ended, 0, fails, ctx);
    }

    /** Has bodies on other nodes begin it. Returns how many bodies there were. */
    private static int begin(final TaskContext ctx, final Work work, final Way way, final int distance,
                             final boolean isVisit, final boolean fails) throws SuspendExecution {
        int sent = 0;
        if (isVisit) {
            final Visitor visitor = Visitor.open(ctx, work.ended, (index, nothing, c) ->
                work.begin(c, way, (c.nodeId() + distance) % c.nodeCount(), fails));
            for (int i = 0; i < SENT; i++) {
                if (work.ended.owner(i * 10) != ctx.nodeId()) {
                    visitor.send(ctx, i * 10, 0);
                    sent++;
                }
            }
            ctx.await();
        } else {
            for (int i = 0; i < SENT; i++) {
                if (i % ctx.nodeCount() != ctx.nodeId()) {
                    ctx.executeLocalNb(i % ctx.nodeCount(), c ->
                        work.begin(c, way, (c.nodeId() + distance) % c.nodeCount(), fails));
                    sent++;
                }
            }
            ctx.awaitTasks();
        }
        return sent;
    }

    private static String failure(final TaskBody body, final TaskContext ctx) throws SuspendExecution {
        try {
            body.run(ctx);
        } catch (final RuntimeException e) {
            return e + ", cause " + e.getCause();
        }
        return NONE;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldAwaitAllThatBodiesHaveBegun(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitEndsTest.class)) {
            for (final Way way : Way.values()) {
                for (int kind = 0; kind < 4; kind++) {
                    final int distance = kind % 2 == 0 ? HERE : NEXT;
                    final boolean isVisit = kind < 2;
                    assertEquals("", cluster.call(ctx -> {
                        final Work work = Work.allocate(ctx, false);
                        final int sent = begin(ctx, work, way, distance, isVisit, false);
                        ctx.awaitVisits();
                        final long ended = work.ended.sum(ctx);
                        return ended == sent ? "" : way + " at " + distance + ", visit " + isVisit + ": " + ended
                            + " of " + sent;
                    }));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldReportFailuresOfWhatBodiesHaveBegun(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, VisitEndsTest.class)) {
            for (final Way way : Way.values()) {
                for (int kind = 0; kind < 4; kind++) {
                    report(cluster, way, kind % 2 == 0 ? HERE : NEXT, kind < 2);
                }
            }
        }
    }

    private static void report(final GmtCluster cluster, final Way way, final int distance, final boolean isVisit) {
        final String what = way + " at " + distance + ", visit " + isVisit + ": ";
        final String[] told = cluster.<String>call(ctx -> {
            final Work work = Work.allocate(ctx, way == Way.TEXT || way == Way.HANDLE);     // others fill nothing
            final String begun = failure(c -> begin(c, work, way, distance, isVisit, true), ctx);
            final String first = failure(TaskContext::awaitVisits, ctx);
            return begun + "\n" + first + "\n" + failure(TaskContext::awaitVisits, ctx);
        }).split("\n");
        // a command that is refused at once fails the body that issues it, which its sender learns of
        final String reported = told[0].equals(NONE) ? told[1] : told[0];
        assertTrue(reported.contains("GMT-239 ") && (reported.contains("it fails, cause ")
            || reported.contains("it fails (and ") || reported.contains("GMT-821 map 'full' is full")),
            what + String.join("\n", told));
        assertEquals(NONE, told[2], what + "it is reported once");
    }

    @Test
    void shouldNotWaitForItself() {
        try (GmtCluster cluster = TestClusters.start(3, Plan.COMBINED, VisitEndsTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                ctx.executeLocalNb(1, c -> c.executeNb(2, t -> t.executeOnAll(TaskContext::awaitVisits)));
                ctx.awaitTasks();
                final String told = failure(TaskContext::awaitVisits, ctx);
                return told.contains("GMT-402 awaitVisits() in a task that a visit or a local body has begun") ? ""
                    : told;
            }));
        }
    }

    @Test
    void shouldNameTasksWhenTheTimeIsOver() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, VisitEndsTest.class)) {
            assertEquals("", cluster.call(ctx -> {
                final GlobalLongArray gate = GlobalLongArray.allocate(ctx, 1);
                ctx.executeLocalNb(1, c -> c.executeNb(0, t -> {
                    while (gate.get(t, 0) == 0) {
                        t.yield();
                    }
                }));
                ctx.awaitTasks();
                // the command that brought the task is under way as well, until its acknowledgement has come
                String told;
                do {
                    told = failure(c -> c.awaitVisits(0), ctx);
                } while (told.contains(" 2 operations and tasks were under way"));
                gate.put(ctx, 0, 1);
                ctx.awaitVisits();
                return told.contains(" 1 operations and tasks were under way") ? "" : told;
            }));
        }
    }

    /** A program that looks now and then whether it is over. */
    @Test
    void shouldReturnWithoutTimeWhenNothingIsUnderWay() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, VisitEndsTest.class)) {
            cluster.run(ctx -> {
                ctx.awaitVisits(0);
                ctx.executeLocalNb(1, c -> { });
                ctx.awaitVisits();
                ctx.awaitVisits(0);
            });
        }
    }

    /** Visits belong to no job: what an earlier job has not asked for is not held against a later one. */
    @Test
    void shouldForgetFailuresOfEarlierJobs() {
        try (GmtCluster cluster = TestClusters.start(2, Plan.COMBINED, VisitEndsTest.class)) {
            THROWN.set(0);
            final int sent = cluster.call(ctx -> begin(ctx, Work.allocate(ctx, false), Way.TASK, NEXT, true, true));
            while (THROWN.get() < sent) {
                LockSupport.parkNanos(100_000);
            }
            final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
            while (System.nanoTime() < endNs) {
                LockSupport.parkNanos(endNs - System.nanoTime());     // the age of failures is what counts
            }
            cluster.run(TaskContext::awaitVisits);
            final Throwable own = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                begin(ctx, Work.allocate(ctx, false), Way.TASK, NEXT, true, true);
                ctx.awaitVisits();
            }));
            assertTrue(own.toString().contains("it fails"), own.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNotReportTheTasksOfACancelledJob(final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, plan, VisitEndsTest.class)) {
            STARTED.set(false);
            CANCELLED.set(false);
            final Job<Void> job = cluster.submit(ctx -> {
                ctx.executeLocalNb(1, c -> c.executeNb(1, t -> {
                    STARTED.set(true);
                    try {
                        goOn(t);
                    } finally {
                        CANCELLED.set(true);
                    }
                }));
                ctx.awaitTasks();
                while (!STARTED.get()) {
                    ctx.yield();        // a cancelled job begins no task any more
                }
                ctx.progressed(1);
                try {
                    goOn(ctx);
                } finally {
                    while (!CANCELLED.get()) {
                        Thread.onSpinWait();    // with the end of the job its cancellation is forgotten
                    }
                }
                return null;
            });
            while (job.progress().done() == 0) {
                LockSupport.parkNanos(100_000);
            }
            job.cancel();
            assertThrows(JobCancelledException.class, job::join);
            job.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
            cluster.run(TaskContext::awaitVisits);
        }
    }

    private static void goOn(final TaskContext ctx) throws SuspendExecution {
        for (;;) {
            ctx.yield();
        }
    }
}
