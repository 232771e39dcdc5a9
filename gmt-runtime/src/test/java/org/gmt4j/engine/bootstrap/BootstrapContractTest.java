package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Bootstrap} promises. */
@Timeout(240)
abstract class BootstrapContractTest {

    static final Duration LIMIT = Duration.ofSeconds(120);

    final ExecutorService threads = Executors.newCachedThreadPool();
    final List<Bootstrap> nodes = new ArrayList<>();

    /** Joins all nodes of a new job, at the same time. */
    abstract List<Bootstrap> join(int nodeCount) throws Exception;

    @AfterEach
    void closeAll() {
        endJob();
        threads.shutdownNow();
    }

    final List<Bootstrap> joined(final int nodeCount) throws Exception {
        nodes.addAll(join(nodeCount));
        return nodes;
    }

    final <T> List<T> onEach(final int count, final IntFunction<Callable<T>> work) throws Exception {
        final List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            futures.add(threads.submit(work.apply(i)));
        }
        final List<T> results = new ArrayList<>();
        for (final Future<T> future : futures) {
            results.add(future.get(60, TimeUnit.SECONDS));
        }
        return results;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldGatherFromAllNodesInManyRounds(final int nodeCount) throws Exception {
        joined(nodeCount);
        onEach(nodeCount, id -> () -> {
            assertEquals(id, nodes.get(id).identity().nodeId());
            assertEquals(nodes.get(0).identity().jobId(), nodes.get(id).identity().jobId());
            for (int round = 0; round < 20; round++) {
                final byte[][] all = nodes.get(id).allGather(contribution(id, round), LIMIT);
                assertEquals(nodeCount, all.length);
                for (int other = 0; other < nodeCount; other++) {
                    assertArrayEquals(contribution(other, round), all[other]);
                }
            }
            return null;
        });
    }

    private static byte[] contribution(final int id, final int round) {
        final byte[] bytes = new byte[8 + round * id * 100];
        ByteBuffer.wrap(bytes).putInt(id).putInt(round);
        return bytes;
    }

    @Test
    void shouldNotTakeTheResultOfARoundThatWasGivenUpForALaterOne() throws Exception {
        joined(2);
        onEach(1, id -> () -> {
            Thread.currentThread().interrupt();
            assertThrows(BootstrapException.class, () -> nodes.get(0).allGather(contribution(0, 0), LIMIT));
            assertTrue(Thread.interrupted());
            return null;
        });
        onEach(2, id -> () -> {
            for (int round = id == 0 ? 1 : 0; round < 3; round++) {
                final byte[][] all = nodes.get(id).allGather(contribution(id, round), LIMIT);
                assertArrayEquals(contribution(1 - id, round), all[1 - id]);
            }
            return null;
        });
    }

    @Test
    void shouldGatherLargeContributions() throws Exception {
        joined(2);
        onEach(2, id -> () -> {
            final byte[][] all = nodes.get(id).allGather(new byte[3_000_000 + id], LIMIT);
            assertEquals(3_000_001, all[1].length);
            return null;
        });
    }

    @Test
    void shouldTellOthersOfNodeThatClosesWithoutLeaving() throws Exception {
        joined(3);
        final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
        nodes.get(1).close();
        for (final int id : new int[] {0, 2}) {
            final NodeFailure failure = seen.get(id).poll(60, TimeUnit.SECONDS);
            assertNotNull(failure);
            assertEquals(1, failure.nodeId());
            assertTrue(failure.message().startsWith("GMT-110 node 1 failed"), failure.message());
        }
        assertTrue(seen.get(0).isEmpty());
    }

    @Test
    void shouldTellOthersOfReportedFailureOnce() throws Exception {
        joined(2);
        final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
        nodes.get(1).reportFailure("out of memory");
        nodes.get(1).reportFailure("again");
        assertEquals(new NodeFailure(1, "out of memory"), seen.get(0).poll(60, TimeUnit.SECONDS));
        nodes.get(1).close();
        assertNull(seen.get(0).poll(200, TimeUnit.MILLISECONDS));
        assertTrue(seen.get(1).isEmpty());
    }

    @Test
    void shouldTellLateListener() throws Exception {
        joined(2);
        final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
        nodes.get(0).reportFailure("broken");
        assertNotNull(seen.get(1).poll(60, TimeUnit.SECONDS));
        final BlockingQueue<NodeFailure> late = new LinkedBlockingQueue<>();
        nodes.get(1).onFailure(late::add);
        assertEquals(new NodeFailure(0, "broken"), late.poll());
    }

    @Test
    void shouldSayNothingOfNodesThatLeave() throws Exception {
        joined(3);
        final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
        nodes.get(2).leave();
        nodes.get(2).close();
        nodes.get(1).reportFailure("sentinel");
        assertEquals(new NodeFailure(1, "sentinel"), seen.get(0).poll(60, TimeUnit.SECONDS));
        assertTrue(seen.get(0).isEmpty());
    }

    @Test
    void shouldEndPendingAllGatherWhenNodeFails() throws Exception {
        joined(2);
        final Future<byte[][]> pending = threads.submit(() -> nodes.get(0).allGather(new byte[1], LIMIT));
        nodes.get(1).close();
        final Throwable cause = assertThrows(java.util.concurrent.ExecutionException.class,
            () -> pending.get(60, TimeUnit.SECONDS)).getCause();
        assertTrue(cause.getMessage().startsWith("GMT-110 node 1 failed"), cause.getMessage());
        assertThrows(BootstrapException.class, () -> nodes.get(0).allGather(new byte[1], LIMIT));
    }

    @Test
    void shouldNameNodesThatDoNotContribute() throws Exception {
        withLimits(limitMs -> {
            joined(3);
            final List<BootstrapException> refusals = onEach(2, id -> () -> assertThrows(BootstrapException.class,
                () -> nodes.get(id).allGather(new byte[1], Duration.ofMillis(limitMs))));
            for (final BootstrapException refused : refusals) {
                assertEquals("GMT-112", refused.code());
                assertTrue(refused.getMessage()
                    .contains("node 2 did not contribute to all-gather 0 within " + limitMs + " ms"),
                    refused.getMessage());
            }
        });
    }

    /** What a time limit does. */
    interface Timed {
        void run(int limitMs) throws Exception;
    }

    /**
     * Tries a time limit, and longer ones if it was too short for a machine that is busy or stands still for seconds.
     */
    final void withLimits(final Timed test) throws Exception {
        for (final int limitMs : new int[] {400, 2_000, 10_000}) {
            try {
                test.run(limitMs);
                return;
            } catch (final AssertionError | Exception e) {
                System.err.println("not with " + limitMs + " ms, once more with a longer time: " + e);
                endJob();
            }
        }
        test.run(40_000);
    }

    /** Ends the current job, so that another one can be joined. */
    void endJob() {
        nodes.forEach(Bootstrap::leave);
        nodes.forEach(Bootstrap::close);
        nodes.clear();
    }

    final List<BlockingQueue<NodeFailure>> listenEverywhere() {
        final List<BlockingQueue<NodeFailure>> seen = new ArrayList<>();
        for (final Bootstrap node : nodes) {
            final BlockingQueue<NodeFailure> queue = new LinkedBlockingQueue<>();
            node.onFailure(queue::add);
            seen.add(queue);
        }
        return seen;
    }
}
