package org.gmt4j.engine.signal;

import java.util.ArrayDeque;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;

/**
 * Notifications that one node has received and not consumed, by sender, and the tasks waiting for more, first come,
 * first served for each sender. Any helper, any task; guarded by its monitor.
 */
public final class NotificationBoard {
    private final long[] available;
    private final ArrayDeque<Waiter>[] waiting;

    /** A task that consumes {@code count} notifications at once. */
    public record Waiter(int origin, long count, Signal signal) implements Awaited {
        @Override
        public WaitKind kind() {
            return WaitKind.NOTIFICATION;
        }

        @Override
        public String describe() {
            return count + (count == 1 ? " notification" : " notifications") + " of node " + origin;
        }
    }

    @SuppressWarnings("unchecked")
    public NotificationBoard(final int nodeCount) {
        available = new long[nodeCount];
        waiting = new ArrayDeque[nodeCount];
    }

    /** More notifications of a node have come. */
    public synchronized void add(final int origin, final long count) {
        available[origin] += count;
        serve(origin);
    }

    private void serve(final int origin) {
        final ArrayDeque<Waiter> queue = waiting[origin];
        while (queue != null && !queue.isEmpty() && queue.peek().count <= available[origin]) {
            final Waiter first = queue.poll();
            available[origin] -= first.count;
            first.signal.raise(first.count);
        }
    }

    /** Consumes notifications at once, or queues for them; the signal is raised when they have been consumed. */
    public synchronized Waiter take(final int origin, final long count) {
        final Waiter waiter = new Waiter(origin, count, new Signal());
        waiter.signal.describedBy(waiter);
        if (waiting[origin] == null) {
            waiting[origin] = new ArrayDeque<>(2);
        }
        waiting[origin].add(waiter);
        serve(origin);
        return waiter;
    }

    /** Withdraws a waiter. Returns false when its notifications have been consumed in the meantime. */
    public synchronized boolean withdraw(final int origin, final Waiter waiter) {
        final boolean waited = waiting[origin].removeIf(other -> other == waiter);
        serve(origin);
        return waited;
    }

    /** Those of a node that nobody has taken. */
    public synchronized long available(final int origin) {
        return available[origin];
    }
}
