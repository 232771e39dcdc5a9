package org.gmt4j.bench.simulate;

import java.util.Arrays;

/**
 * Events by time; those of one time in the order in which they were added, so that a run can be repeated exactly. Owned
 * by one thread; per event: no allocation once it has grown. A binary heap: adding and taking cost the logarithm of the
 * size.
 */
public final class EventQueue {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private Event[] events = new Event[256];
    private int size;
    private long added;
    private long nowPs;
    private long happened;

    /**
     * Adds two times.
     *
     * @throws SimulationException GMT-390 when the sum is more than a time can be
     */
    static long sum(final long timePs, final long otherPs) {
        final long sumPs = timePs + otherPs;
        if (sumPs < 0) {
            throw SimulationException.endOfTime();
        }
        return sumPs;
    }

    /**
     * Lets something happen at a time.
     *
     * @throws IllegalArgumentException when the time is past
     * @throws SimulationException      GMT-390 for a time that was too long to be a number
     */
    public void add(final long timePs, final Event event) {
        if (timePs < 0) {
            throw SimulationException.endOfTime();
        }
        if (timePs < nowPs) {
            throw new IllegalArgumentException("an event for " + timePs + " ps, but it is " + nowPs + " ps");
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        final long order = added++;
        int at = size++;
        while (at > 0) {
            final int parent = at - 1 >>> 1;
            if (times[parent] <= timePs) { // earlier entries go first
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, timePs, order, event);
    }

    /** Lets the next event happen. @return false when there is none */
    public boolean step() {
        if (size == 0) {
            return false;
        }
        nowPs = times[0];
        happened++;
        final Event event = events[0];
        size--;
        final long time = times[size];
        final long order = orders[size];
        final Event last = events[size];
        events[size] = null;
        if (size > 0) {
            sink(time, order, last);
        }
        event.happen(nowPs);
        return true;
    }

    private void sink(final long time, final long order, final Event event) {
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], times[child], orders[child])) {
                child++;
            }
            if (!isBefore(times[child], orders[child], time, order)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, time, order, event);
    }

    private static boolean isBefore(final long timeA, final long orderA, final long timeB, final long orderB) {
        return timeA < timeB || timeA == timeB && orderA < orderB;
    }

    private void move(final int from, final int to) {
        put(to, times[from], orders[from], events[from]);
    }

    private void put(final int at, final long time, final long order, final Event event) {
        times[at] = time;
        orders[at] = order;
        events[at] = event;
    }

    int size() {
        return size;
    }

    /** The time of the event that happened last. */
    public long nowPs() {
        return nowPs;
    }

    /** Events that have happened. */
    public long happened() {
        return happened;
    }
}
