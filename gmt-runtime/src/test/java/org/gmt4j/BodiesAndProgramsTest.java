package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What bodies may not do with their own cluster, what may follow a job, and objects of another cluster. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BodiesAndProgramsTest {
    private static final int LIMIT_S = 20;
    /** What a job waits for on a plain thread. */
    private static volatile CountDownLatch gate;

    /** Several at a distance, as a library's matrix. */
    record Pair(GlobalLongArray first, List<GlobalLongArray> others) implements Transferable {
    }

    private static void assertRefused(final GmtCluster cluster, final TaskBody body) {
        final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(body));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertTrue(failure.getCause().getMessage().startsWith("GMT-393 a body "), failure.getCause()::getMessage);
    }

    @ParameterizedTest
    @EnumSource(names = {"COMBINED", "SHARED_2", "DEDICATED_1_1"})
    void shouldRefuseBodiesThatWaitForTheirOwnCluster(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(2, plan, BodiesAndProgramsTest.class)) {
            assertRefused(cluster, ctx -> cluster.run(inner -> { }));
            assertRefused(cluster, ctx -> cluster.call(inner -> 1));
            assertRefused(cluster, ctx -> cluster.submit(inner -> 1));
            assertRefused(cluster, ctx -> cluster.armci().allocate(100));
            assertRefused(cluster, ctx -> cluster.close());
            final Job<Void> endless = cluster.submit(ctx -> {
                while (true) {
                    ctx.yield();
                }
            });
            assertRefused(cluster, ctx -> endless.join());
            assertRefused(cluster, ctx -> {
                try {
                    endless.get(1, TimeUnit.SECONDS);
                } catch (final InterruptedException | ExecutionException | TimeoutException e) {
                    throw new AssertionError(e);
                }
            });
            endless.cancel();
            assertEquals(3, cluster.<Integer>call(ctx -> ctx.callBlocking(() -> cluster.call(inner -> 3))),
                "a plain thread may wait");
        }
    }

    @Test
    void shouldRunWhatFollowsAJobOnThreadsThatMayWait() throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, BodiesAndProgramsTest.class)) {
            final AtomicReference<String> thread = new AtomicReference<>();
            gate = new CountDownLatch(1);
            final Job<Long> slow = cluster.submit(ctx -> ctx.callBlocking(() -> {
                gate.await();
                return 20L;
            }));
            final Job<Long> never = cluster.submit(ctx -> {
                while (true) {
                    ctx.yield();
                }
            });
            final var sum = slow.thenApply(x -> {
                thread.set(Thread.currentThread().getName());
                return cluster.<Long>call(ctx -> ctx.sum(x, 1, (i, c) -> i));
            }).toCompletableFuture();
            final var atEnd = slow.ended().thenApply(none -> cluster.<Long>call(ctx -> 1L)).toCompletableFuture();
            gate.countDown();                                         // the continuations are there before the end
            assertEquals(190L, sum.get(LIMIT_S, TimeUnit.SECONDS));
            assertFalse(thread.get().startsWith("gmt-0"), thread::get);
            assertEquals(1L, atEnd.get(LIMIT_S, TimeUnit.SECONDS));
            final var late = never.handle((result, failure) -> failure.getClass() + " "
                + cluster.<Long>call(ctx -> 2L)).toCompletableFuture();
            never.cancel();
            assertEquals(JobCancelledException.class + " 2", late.get(LIMIT_S, TimeUnit.SECONDS),
                "the failure itself, on a thread that may wait");
            gate = new CountDownLatch(1);
            final var failed = cluster.submit(ctx -> ctx.callBlocking(() -> {
                gate.await();
                throw new IllegalArgumentException("as asked");
            })).thenApply(x -> x).toCompletableFuture();
            gate.countDown();
            final Throwable cause = assertThrows(CompletionException.class, failed::join).getCause();
            assertInstanceOf(ParForException.class, cause);
        }
    }

    @Test
    void shouldRefuseObjectsOfAnotherCluster() {
        try (GmtCluster one = TestClusters.start(2, TestClusters.Plan.COMBINED, BodiesAndProgramsTest.class);
             GmtCluster other = TestClusters.start(2, TestClusters.Plan.COMBINED, BodiesAndProgramsTest.class)) {
            final GlobalLongArray mine = one.call(ctx -> GlobalLongArray.of(ctx, 1, 2, 3, 4));
            final GlobalLongArray theirs = other.call(ctx -> GlobalLongArray.of(ctx, 10, 20, 30, 40));
            assertEquals(mine.id(), theirs.id(), "the test means this case");
            final Pair pair = new Pair(theirs, List.of(mine));
            final TaskBody put = ctx -> mine.put(ctx, 3, 99);
            for (final TaskBody body : List.<TaskBody>of(ctx -> mine.put(ctx, 3, 99), ctx -> mine.free(ctx),
                ctx -> pair.others().get(0).free(ctx), ctx -> put.run(ctx))) {
                final GmtException refusal = assertThrows(GmtException.class, () -> other.run(body));
                assertTrue(refusal.getMessage().startsWith("GMT-394 array #" + mine.id() + " "), refusal::getMessage);
            }
            assertEquals("GMT-394", assertThrows(GmtException.class, () -> other.call(ctx -> mine.get(ctx, 0))).code());
            assertArrayEquals(new long[] {10, 20, 30, 40}, other.call(ctx -> theirs.toArray(ctx)));
            assertArrayEquals(new long[] {1, 2, 3, 4}, one.call(ctx -> mine.toArray(ctx)));
            final GlobalHashMap map = one.call(ctx -> GlobalHashMap.allocate(ctx, 100));
            other.call(ctx -> GlobalHashMap.allocate(ctx, 100));
            assertEquals("GMT-394",
                assertThrows(GmtException.class, () -> other.run(ctx -> map.put(ctx, 1, 1))).code());
        }
    }

    @Test
    void shouldRefuseThemAlsoWhereTheirNumberIsNobodysAndAfterTheirEnd() {
        try (GmtCluster other = TestClusters.start(2, TestClusters.Plan.COMBINED, BodiesAndProgramsTest.class)) {
            final Map<String, GlobalLongArray> arrays;
            final GlobalLongArray freed;
            try (GmtCluster one = TestClusters.start(2, TestClusters.Plan.COMBINED, BodiesAndProgramsTest.class)) {
                arrays = one.call(ctx -> Map.of("mine", GlobalLongArray.of(ctx, 1, 2)));
                freed = one.call(ctx -> GlobalLongArray.of(ctx, 1, 2));
                one.run(ctx -> freed.free(ctx));
                assertEquals("GMT-394", assertThrows(GmtException.class,
                    () -> other.run(ctx -> arrays.get("mine").put(ctx, 1, 99))).code());
                assertTrue(assertThrows(ParForException.class, () -> one.run(ctx -> freed.get(ctx, 1))).getMessage()
                    .contains("has been freed"));
            }
            final GmtException refusal = assertThrows(GmtException.class,
                () -> other.run(ctx -> arrays.get("mine").put(ctx, 1, 99)));
            assertTrue(refusal.getMessage().startsWith("GMT-394 array #"), refusal::getMessage);
        }
    }
}
