package org.gmt4j.aggregation.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Credits, slots and queues of edges by themselves. */
final class EdgeStateTest {
    @Test
    void shouldSendNoMoreThanTheNeighbourKeepsBuffersFor() {
        final EdgeCredits credits = new EdgeCredits(2, 2);
        assertTrue(credits.tryTake(0));
        assertTrue(credits.tryTake(0));
        assertFalse(credits.tryTake(0));
        assertEquals(1, credits.stallCount());
        assertTrue(credits.tryTake(1), "the other edge has its own");
        credits.giveBack(0, 1);
        assertEquals(1, credits.available(0));
        assertEquals(1, credits.inUse(0));
        assertTrue(credits.tryTake(0));
    }

    @Test
    void shouldRefuseAcknowledgementsOfWhatWasNotSent() {
        final EdgeCredits credits = new EdgeCredits(1, 4);
        credits.tryTake(0);
        assertThrows(IllegalStateException.class, () -> credits.giveBack(0, 2));
        assertThrows(IllegalStateException.class, () -> credits.giveBack(0, -1));
        credits.giveBack(0, 1);
        assertThrows(IllegalStateException.class, () -> credits.giveBack(0, 1));
    }

    @Test
    void shouldOweABufferWhenItsLastBlockHasLeft() {
        final EdgeBuffers buffers = new EdgeBuffers(3, 2);
        final int slot = buffers.admit(1, 2);
        assertEquals(1, buffers.edgeOf(slot));
        assertFalse(buffers.leave(slot));
        assertEquals(0, buffers.owed(1));
        buffers.join(slot, 1);
        assertFalse(buffers.leave(slot));
        assertTrue(buffers.leave(slot));
        assertEquals(1, buffers.owingCount());
        assertEquals(1, buffers.owingEdge(0));
        buffers.passed(1);
        assertEquals(1, buffers.owingCount());
        assertEquals(2, buffers.takeOwed(1));
        buffers.tidy();
        assertEquals(0, buffers.owingCount());
        assertEquals(0, buffers.inUse());
        assertEquals(1, buffers.mostInUse());
        assertThrows(IllegalStateException.class, () -> buffers.leave(slot));
        assertThrows(IllegalStateException.class, () -> buffers.join(slot, 1));
    }

    @Test
    void shouldTakeNoMoreThanItKeeps() {
        final EdgeBuffers buffers = new EdgeBuffers(2, 2);
        assertTrue(buffers.admit(0, 1) >= 0);
        assertTrue(buffers.admit(0, 5) >= 0);
        assertEquals(-1, buffers.admit(0, 1));
        assertTrue(buffers.admit(1, 1) >= 0);
        assertThrows(IllegalArgumentException.class, () -> buffers.admit(1, 0));
    }

    @Test
    void shouldKeepEdgesThatStillOwe() {
        final EdgeBuffers buffers = new EdgeBuffers(3, 1);
        buffers.passed(0);
        buffers.passed(1);
        buffers.passed(2);
        buffers.takeOwed(1);
        buffers.tidy();
        assertEquals(2, buffers.owingCount());
        assertEquals(0, buffers.owingEdge(0));
        assertEquals(2, buffers.owingEdge(1));
        buffers.passed(1);
        assertEquals(3, buffers.owingCount());
    }

    @Test
    void shouldKeepWhatItOwesToANeighbourThatCannotBeReached() {
        final EdgeBuffers buffers = new EdgeBuffers(3, 2);
        buffers.stuck(1);
        assertFalse(buffers.isPressing());
        buffers.passed(1);
        assertTrue(buffers.isPressing());
        buffers.stuck(1);
        buffers.stuck(1);
        buffers.tidy();
        assertFalse(buffers.isPressing(), "no haste");
        assertEquals(1, buffers.owingCount());
        buffers.passed(2);
        assertTrue(buffers.isPressing(), "others go on");
        buffers.takeOwed(2);
        buffers.tidy();
        buffers.passed(1);
        assertFalse(buffers.isPressing());
        assertEquals(2, buffers.takeOwed(1), "it has come back");
        buffers.tidy();
        assertEquals(0, buffers.owingCount());
        buffers.passed(1);
        assertTrue(buffers.isPressing());
    }

    @Test
    void shouldNeedABufferAtLeast() {
        assertThrows(IllegalArgumentException.class, () -> new EdgeCredits(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new EdgeBuffers(1, 0));
        assertThrows(IllegalArgumentException.class,
            () -> new TopologyConfig("", RoutingRule.LDF, 0, 512, TopologyConfig.Replies.DIRECT));
        assertThrows(IllegalArgumentException.class,
            () -> new TopologyConfig("", RoutingRule.LDF, 65, 512, TopologyConfig.Replies.DIRECT));
        assertThrows(IllegalArgumentException.class,
            () -> new TopologyConfig("", RoutingRule.LDF, 1, 152, TopologyConfig.Replies.DIRECT));
        assertThrows(IllegalArgumentException.class, () -> new BufferMemory(1, 0, 1, 1));
    }

    @Test
    void shouldKeepTheOrderOfBlocks() {
        final Random random = new Random(3);
        final ForwardQueue queue = new ForwardQueue();
        final ArrayDeque<Long> model = new ArrayDeque<>();
        for (long i = 0; i < 10_000; i++) {
            if (random.nextInt(5) > (i < 5_000 ? 1 : 2)) {
                queue.add(i, (int) i + 7);
                model.add(i);
            } else {
                final int count = random.nextInt(queue.size() + 1);
                for (int k = 0; k < count; k++) {
                    assertEquals(model.peek(), queue.block(k));
                    assertEquals(model.remove().intValue() + 7, queue.slot(k));
                }
                queue.remove(count);
            }
            assertEquals(model.size(), queue.size());
            assertEquals(model.isEmpty(), queue.isEmpty());
        }
        assertThrows(IllegalArgumentException.class, () -> queue.remove(queue.size() + 1));
    }

    /**
     * A stall is counted when a buffer is ready first and its edge has no credit, and again only after one has come
     * back.
     */
    @Test
    void shouldCountAStallOnceUntilACreditComesBack() {
        final EdgeCredits credits = new EdgeCredits(2, 1);
        assertTrue(credits.tryTake(0));
        assertEquals(0, credits.stallCount());
        for (int i = 0; i < 3; i++) {
            assertFalse(credits.tryTake(0));
            assertEquals(1, credits.stallCount());
        }
        credits.giveBack(0, 0);
        assertFalse(credits.tryTake(0));
        assertEquals(1, credits.stallCount(), "nothing has come back");
        credits.giveBack(0, 1);
        assertTrue(credits.tryTake(0));
        assertFalse(credits.tryTake(0));
        assertEquals(2, credits.stallCount());
        assertTrue(credits.tryTake(1), "another edge");
        assertEquals(2, credits.stallCount());
    }

    @Test
    void shouldRememberTheMostBuffersInUse() {
        final EdgeBuffers buffers = new EdgeBuffers(1, 3);
        final int first = buffers.admit(0, 1);
        final int second = buffers.admit(0, 1);
        buffers.leave(first);
        buffers.leave(second);
        buffers.admit(0, 1);
        assertEquals(1, buffers.inUse());
        assertEquals(2, buffers.mostInUse());
    }

    @Test
    void shouldForwardOnlyWhereNotEverybodyIsANeighbour() {
        for (final TopologyKind kind : TopologyKind.values()) {
            assertEquals(kind != TopologyKind.FCG, Routes.of(VirtualTopology.of(kind, 8), 3).isForwarding());
        }
    }

    /** Edges are looked up by halving: neighbours rise, whatever the order of dimensions finds them in. */
    @Test
    void shouldListNeighboursByRisingNumberAndOnlyThoseThatExist() {
        // 3 x 3, the last row has one node
        final VirtualTopology topology = VirtualTopology.of(TopologyKind.MFCG, 7);
        assertArrayEquals(new int[] {1, 3, 5}, topology.neighbours(4));
        assertArrayEquals(new int[] {1, 2, 3, 6}, topology.neighbours(0));
        assertArrayEquals(new int[] {0, 3}, topology.neighbours(6));
        for (int node = 0; node < 7; node++) {
            final Routes routes = Routes.of(topology, node);
            for (int edge = 0; edge < routes.edgeCount(); edge++) {
                assertEquals(edge, routes.edgeTo(routes.neighbour(edge)));
            }
            assertTrue(routes.edgeTo(node) < 0);
        }
    }
}
