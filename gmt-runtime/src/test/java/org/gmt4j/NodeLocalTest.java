package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.gmt4j.armci.Notify;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.EngineTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class NodeLocalTest {
    /** What a node keeps; of no class that could travel. */
    private static final class Tally implements AutoCloseable {
        static final AtomicInteger CLOSED = new AtomicInteger();
        final int node;
        final long[] counts;

        Tally(final int node, final int lanes) {
            this.node = node;
            counts = new long[lanes];
        }

        void add(final int lane, final long n) {
            counts[lane] += n;
        }

        long total() {
            return LongStream.of(counts).sum();
        }

        @Override
        public void close() {
            CLOSED.incrementAndGet();
        }
    }

    /** Counts down what has been made. */
    private static final AtomicReference<CountDownLatch> MADE = new AtomicReference<>();

    private static GmtCluster.Builder cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(NodeLocalTest.class).timeout(Duration.ofSeconds(120));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldGiveEachBodyTheObjectOfItsNode(final int nodes) {
        try (GmtCluster cluster = cluster(nodes).start()) {
            final List<Integer> owners = cluster.call(ctx -> {
                final NodeLocal<Tally> tally = NodeLocal.create(ctx,
                    node -> new Tally(node.nodeId(), EngineTask.of(node).runtime().laneCount()));
                return ctx.callOnAll(node -> tally.get().node);
            });
            assertEquals(LongStream.range(0, nodes).mapToObj(node -> (int) node).collect(Collectors.toList()), owners);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountInTasksAndVisitsWithoutLocksByLane(final boolean dedicated) {
        try (GmtCluster cluster = dedicated ? cluster(3).dedicated(2, 1).start() : cluster(3).start()) {
            final long total = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 300);
                final NodeLocal<Tally> tally = NodeLocal.create(ctx,
                    node -> new Tally(node.nodeId(), EngineTask.of(node).runtime().laneCount()));
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> tally.get()
                    .add(c.laneId(), argument));
                ctx.parFor(30_000, 10, SpawnPolicy.PARTITION, (i, c) -> {
                    visitor.send(c, i % 300, 2);
                    tally.get().add(c.laneId(), 1);
                });
                long sum = 0;
                for (final Long part : ctx.callOnAll(node -> tally.get().total())) {
                    sum += part;
                }
                return sum;
            });
            assertEquals(90_000, total);
        }
    }

    @Test
    void shouldCloseObjectsAndRefuseUseOnceFreed() {
        Tally.CLOSED.set(0);
        try (GmtCluster cluster = cluster(3).start()) {
            cluster.run(ctx -> {
                final NodeLocal<Tally> tally = NodeLocal.create(ctx, node -> new Tally(node.nodeId(), 1));
                ctx.executeOnAll(node -> assertEquals(node.nodeId(), tally.nodeId()));
                tally.free(ctx);
                assertThrows(GmtException.class, tally::get);
                ctx.executeOnAll(node -> assertEquals("GMT-230",       // as here, also where it has travelled
                    assertThrows(GmtException.class, tally::get).code()));
                ctx.executeOnAll(node -> assertEquals(node.nodeId(), tally.nodeId()));
            });
            assertEquals(3, Tally.CLOSED.get());
            NodeCluster.of(cluster).nodes()
                .forEach(node -> assertTrue(node.report().contains("node " + node.nodeId())));
        }
    }

    @Test
    void shouldLetGoOfAllObjectsWhenOneMakerFails() {
        Tally.CLOSED.set(0);
        try (GmtCluster cluster = cluster(3).start()) {
            final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                NodeLocal.create(ctx, node -> {
                    if (node.nodeId() == 1) {
                        throw new IllegalStateException("no room on node 1");
                    }
                    return new Tally(node.nodeId(), 1);
                });
            }));
            assertTrue(failure.getMessage().contains("no room on node 1"), failure.getMessage());
            assertEquals(2, Tally.CLOSED.get());
        }
    }

    /** A job that is cancelled while a maker waits: what the other makers have made is closed. */
    @Test
    void shouldLetGoOfAllObjectsWhenTheirJobIsCancelled() throws Exception {
        Tally.CLOSED.set(0);
        try (GmtCluster cluster = cluster(3).start()) {
            final CountDownLatch made = new CountDownLatch(2);
            MADE.set(made);
            final Job<Void> job = cluster.submit(ctx -> {
                NodeLocal.create(ctx, node -> {
                    if (node.nodeId() == 1) {
                        Notify.await(node, 0, 1);        // never
                    }
                    final Tally tally = new Tally(node.nodeId(), 1);
                    MADE.get().countDown();
                    return tally;
                });
                return null;
            });
            made.await();
            assertTrue(job.cancel());
            job.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertEquals(2, Tally.CLOSED.get());
        }
    }

    /** What a library keeps; counts how many there have been. */
    private static final class Kept {
        static final AtomicInteger MADE = new AtomicInteger();
        final AtomicInteger calls = new AtomicInteger();

        Kept() {
            MADE.incrementAndGet();
        }

        static int call(final TaskContext ctx) {
            return NodeLocal.here(ctx, Kept.class, Kept::new).calls.incrementAndGet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldKeepAnObjectOfALibraryForAllJobsOfACluster(final int nodes) {
        Kept.MADE.set(0);
        try (GmtCluster cluster = cluster(nodes).start(); GmtCluster other = cluster(nodes).start()) {
            for (int job = 0; job < 3; job++) {
                cluster.run(ctx -> ctx.executeOnAll(node -> Kept.call(node)));
            }
            assertEquals(Collections.nCopies(nodes, 4), cluster.call(ctx -> ctx.callOnAll(node -> Kept.call(node))));
            assertEquals(nodes, Kept.MADE.get());
            assertEquals(1, other.<Integer>call(ctx -> Kept.call(ctx)), "nothing of another cluster");
            assertEquals(nodes + 1, Kept.MADE.get(), "and of none of its nodes that have not been asked");
        }
    }
}
