package org.gmt4j.armci;

import java.util.ArrayDeque;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.objects.RemoteService;
import org.gmt4j.engine.signal.Signal;

/**
 * Notifications that one node has received and not consumed, by sender, and the tasks waiting for more, first come,
 * first served for each sender. Any helper, any task; guarded by its monitor.
 */
final class NotificationBoard implements RemoteService {
    private final long[] available;
    private final ArrayDeque<Waiter>[] waiting;

    /** A task that consumes {@code count} notifications at once. */
    record Waiter(int origin, long count, Signal signal) implements Awaited {
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
    NotificationBoard(final int nodeCount) {
        available = new long[nodeCount];
        waiting = new ArrayDeque[nodeCount];
    }

    @Override
    public synchronized long execute(final int origin, final long offset, final long operand) {
        available[origin] += operand;
        serve(origin);
        return 0;
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
    synchronized Waiter take(final int origin, final long count) {
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
    synchronized boolean withdraw(final int origin, final Waiter waiter) {
        final boolean waited = waiting[origin].removeIf(other -> other == waiter);
        serve(origin);
        return waited;
    }

    synchronized long available(final int origin) {
        return available[origin];
    }
}
