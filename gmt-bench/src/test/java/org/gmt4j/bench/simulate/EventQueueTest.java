package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class EventQueueTest {
    private final EventQueue queue = new EventQueue();
    private final List<Integer> seen = new ArrayList<>();

    private void add(final long timePs, final int number) {
        queue.add(timePs, nowPs -> {
            assertEquals(timePs, nowPs);
            seen.add(number);
        });
    }

    @Test
    void shouldLetEventsOfOneTimeHappenInTheirOrder() {
        for (int i = 0; i < 1000; i++) {
            add(7, i);
        }
        while (queue.step()) {
            assertEquals(7, queue.nowPs());
        }
        assertEquals(java.util.stream.IntStream.range(0, 1000).boxed().toList(), seen);
    }

    @Test
    void shouldOrderByTimeThenByAdding() {
        final Random random = new Random(3);
        final List<long[]> model = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            final long time = random.nextInt(200);
            model.add(new long[] {time, i});
            add(time, i);
        }
        while (queue.step()) {
            assertTrue(queue.size() >= 0);
        }
        model.sort(Comparator.<long[]>comparingLong(event -> event[0]).thenComparingLong(event -> event[1]));
        assertEquals(model.stream().map(event -> (int) event[1]).toList(), seen);
        assertEquals(5000, queue.happened());
    }

    /** Events that add events, as in a model: time never goes back, and nothing is lost. */
    @Test
    void shouldNeverGoBackWhileEventsAddEvents() {
        final Random random = new Random(4);
        final long[] last = new long[1];
        final int[] left = {20_000};
        final Event[] event = new Event[1];
        event[0] = nowPs -> {
            assertTrue(nowPs >= last[0]);
            last[0] = nowPs;
            for (int i = random.nextInt(3); i > 0 && left[0] > 0; i--, left[0]--) {
                queue.add(nowPs + random.nextInt(50), event[0]);
            }
        };
        for (int i = 0; i < 100; i++) {
            queue.add(random.nextInt(50), event[0]);
        }
        while (queue.step()) {
            assertEquals(last[0], queue.nowPs());
        }
        assertEquals(100 + 20_000 - left[0], queue.happened());
    }

    @Test
    void shouldRefuseTimesThatAreTooLong() {
        assertEquals(Long.MAX_VALUE, EventQueue.sum(Long.MAX_VALUE - 1, 1));
        assertThrows(SimulationException.class, () -> EventQueue.sum(Long.MAX_VALUE, 1));
        assertThrows(SimulationException.class, () -> queue.add(Long.MIN_VALUE, nowPs -> { }));
    }

    @Test
    void shouldRefuseThePast() {
        add(10, 1);
        assertTrue(queue.step());
        assertThrows(IllegalArgumentException.class, () -> queue.add(9, nowPs -> { }));
        assertFalse(queue.step());
    }
}
