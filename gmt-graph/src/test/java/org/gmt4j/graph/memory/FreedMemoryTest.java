package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.graph.Edge;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.junit.jupiter.api.Test;

class FreedMemoryTest {
    private final AtomicLong trims = new AtomicLong();
    private final CountDownLatch trimmed = new CountDownLatch(1);
    private final FreedMemory freed = new FreedMemory(() -> {
        trims.incrementAndGet();
        trimmed.countDown();
        return true;
    });

    @Test
    void shouldGiveBackOnceWhatAGraphHasTaken() {
        assertFalse(freed.giveBack(), "no graph has taken much");
        freed.expect();
        freed.expect();
        assertTrue(freed.holds());
        assertTrue(freed.giveBack());
        assertFalse(freed.giveBack());
        assertEquals(1, trims.get());
        freed.expect();
        assertTrue(freed.giveBack());
    }

    @Test
    void shouldGiveBackInAMomentUnlessAGraphFollows() throws InterruptedException {
        final FreedMemory busy = new FreedMemory(() -> trims.addAndGet(100) > 0);
        busy.expect();
        busy.giveBackSoon();
        busy.expect();                                          // another graph is loaded
        freed.expect();
        freed.giveBackSoon();                                   // asked for later, and so answered later
        assertTrue(trimmed.await(30, TimeUnit.SECONDS));
        assertEquals(1, trims.get());
        assertTrue(busy.holds());
    }

    @Test
    void shouldLeaveSmallGraphsAlone() {
        try (GmtCluster cluster = TestClusters.local(2); Graph graph = Graph.load(cluster, Edges.grid(30, 30, 1))) {
            assertEquals(900, graph.vertices());
            assertEquals(0, holding(cluster));
        }
    }

    @Test
    void shouldGiveBackWhatALargeGraphHasTaken() throws InterruptedException {
        try (GmtCluster cluster = TestClusters.local(1)) {
            try (Graph graph = Graph.load(cluster, Edges.uniform(10, 5000, 1))) {
                assertEquals(1 << 10, graph.vertices());
                assertEquals(1, holding(cluster));
            }
            final long begun = System.nanoTime();
            while (holding(cluster) > 0) {
                assertTrue(System.nanoTime() - begun < 30_000_000_000L, "it is not given back");
                Thread.sleep(20);
            }
        }
    }

    /** After a load that has failed nobody waits. */
    @Test
    void shouldGiveBackWhatHasComeInForNothing() {
        try (GmtCluster cluster = TestClusters.local(2)) {
            assertThrows(RuntimeException.class, () -> Graph.load(cluster, Edges.perNode(
                (node, count) -> broken(node == 1 ? 9_000_000 : 0))).close());
            assertEquals(0, holding(cluster));
        }
    }

    private static Iterator<Edge> broken(final int count) {
        final Iterator<Edge> edges = Collections.nCopies(count, new Edge(1, 2)).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Edge next() {
                if (!edges.hasNext()) {
                    throw new IllegalStateException("broken");
                }
                return edges.next();
            }
        };
    }

    /** Nodes that may hold memory which they have freed. */
    private static int holding(final GmtCluster cluster) {
        return Collections.frequency(cluster.call(ctx -> ctx.callOnAll(node -> FreedMemory.of(node).holds())), true);
    }
}
