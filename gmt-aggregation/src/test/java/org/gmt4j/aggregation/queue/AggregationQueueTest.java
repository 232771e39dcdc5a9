package org.gmt4j.aggregation.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class AggregationQueueTest {
    private final List<RequestBlock> blocks = new ArrayList<>();

    private RequestBlock block(final int slot, final int commandBytes) {
        final RequestBlock block = new RequestBlock(slot, 256);
        block.open(1, 1, 10, 0);
        block.position += commandBytes;
        blocks.add(block);
        return block;
    }

    @AfterEach
    void close() {
        blocks.forEach(RequestBlock::free);
    }

    @Test
    void shouldAskToBeAnnouncedOnceUntilItIsEmpty() {
        final AggregationQueue queue = new AggregationQueue(1, 8);
        assertTrue(queue.add(block(0, 16)));
        assertFalse(queue.add(block(1, 16)));
        assertSame(blocks.get(0), queue.poll());
        assertFalse(queue.tryDeactivate(), "a block is left");
        assertFalse(queue.add(block(2, 16)), "still active");
        queue.poll();
        queue.poll();
        assertTrue(queue.tryDeactivate());
        assertTrue(queue.add(block(3, 16)));
    }

    @Test
    void shouldCountBytes() {
        final AggregationQueue queue = new AggregationQueue(1, 8);
        queue.add(block(0, 16));
        queue.add(block(1, 32));
        assertEquals(32 + 16 + 32 + 32, queue.bytes());
        queue.poll();
        assertEquals(64, queue.bytes());
        queue.poll();
        assertEquals(0, queue.bytes());
        assertNull(queue.poll());
        assertEquals(0, queue.bytes());
    }

    @Test
    void shouldFailLoudlyWhenItIsSmallerThanThePools() {
        final AggregationQueue queue = new AggregationQueue(1, 2);
        queue.add(block(0, 16));
        queue.add(block(1, 16));
        assertThrows(IllegalStateException.class, () -> queue.add(block(2, 16)));
    }

    /**
     * Three lanes with one block each, and a server that deactivates the queue whenever it can: none may be forgotten.
     */
    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldForgetNoBlockBetweenActivationAndDeactivation() throws InterruptedException {
        final int producers = 3;
        final AggregationQueue queue = new AggregationQueue(1, 4);
        final ManyToOneConcurrentArrayQueue<AggregationQueue> announced = new ManyToOneConcurrentArrayQueue<>(2);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicIntegerArray isQueued = new AtomicIntegerArray(producers);
        final Thread[] threads = new Thread[producers];
        for (int p = 0; p < producers; p++) {
            final int producer = p;
            final RequestBlock block = block(p, 16);
            threads[p] = new Thread(() -> {
                while (!isOver.get() && failure.get() == null) {
                    isQueued.set(producer, 1);
                    try {
                        if (queue.add(block) && !announced.offer(queue)) {
                            failure.set(new AssertionError("announced twice"));
                        }
                    } catch (final RuntimeException | Error e) {
                        failure.compareAndSet(null, e);
                    }
                    for (int spins = 0; isQueued.get(producer) != 0 && failure.get() == null; spins++) {
                        if (spins > 20) {
                            LockSupport.parkNanos(1000);
                        }
                    }
                }
            }, "producer-" + p);
            threads[p].setDaemon(true);
            threads[p].start();
        }
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
        long lastTakenNs = System.nanoTime();
        int taken = 0;
        int looks = 0;
        int deactivations = 0;
        boolean isActive = false;
        while (failure.get() == null && (isActive || !isOver.get() || isAnyAlive(threads) || !announced.isEmpty())) {
            final long nowNs = System.nanoTime();
            isOver.set(nowNs - endNs > 0);
            // Looked at many times, too: on a busy machine all threads may stand still for long.
            if (++looks > 100_000 && nowNs - lastTakenNs > TimeUnit.SECONDS.toNanos(60) && queue.peek() != null) {
                failure.set(new AssertionError("a block was forgotten: taken " + taken + " active " + isActive
                    + " announced " + announced.size() + " bytes " + queue.bytes()));
            }
            if (!isActive && announced.poll() == null) {
                LockSupport.parkNanos(1000);
                continue;
            }
            isActive = true;
            final RequestBlock block = queue.poll();
            if (block != null) {
                taken++;
                looks = 0;
                lastTakenNs = nowNs;
                isQueued.set(block.slot, 0);
            } else if (queue.tryDeactivate()) {
                isActive = false;
                deactivations++;
            }
        }
        for (final Thread thread : threads) {
            thread.join(60_000);
        }
        assertNull(failure.get(), () -> failure.get().toString());
        assertEquals(0, queue.bytes());
        assertNull(queue.poll());
        assertTrue(deactivations > 0, "nothing ran");
    }

    private static boolean isAnyAlive(final Thread[] threads) {
        for (final Thread thread : threads) {
            if (thread.isAlive()) {
                return true;
            }
        }
        return false;
    }

    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldKeepTheOrderOfEachProducer() throws InterruptedException {
        final int producers = 3;
        final int count = 1000;
        final AggregationQueue queue = new AggregationQueue(1, producers * count);
        final Thread[] threads = new Thread[producers];
        for (int p = 0; p < producers; p++) {
            final List<RequestBlock> mine = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                mine.add(block(p * count + i, 16));
            }
            threads[p] = new Thread(() -> mine.forEach(queue::add));
            threads[p].start();
        }
        final int[] next = new int[producers];
        for (int taken = 0; taken < producers * count;) {
            final RequestBlock block = queue.poll();
            if (block != null) {
                assertEquals(next[block.slot / count]++, block.slot % count);
                taken++;
            }
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, queue.bytes());
    }
}
