package org.gmt4j.engine.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;

/**
 * Flags of one node: aligned longs in its memory that tasks wait for. The thread that executes the store of a flag
 * wakes the tasks that wait for its value, even when the flag changes again before they run. Plain stores do not come
 * here and wake no task, so a waiting task must {@link #look} now and then. Any thread. Per flag; a store without a
 * waiting task takes no lock.
 */
public final class FlagBoard {
    private final Map<Long, List<Waiter>> waiters = new HashMap<>();
    /**
     * Number of waiting tasks. Written under the monitor. A store of a flag reads it after writing the flag; a wait
     * reads the flag after writing this.
     */
    private volatile int waiting;

    /** A task that waits for a flag to have a value. */
    public static final class Waiter implements Awaited {
        private final long address;
        private final long value;
        private final long beganNs = System.nanoTime();
        private final Signal signal = new Signal().describedBy(this);

        private Waiter(final long address, final long value) {
            this.address = address;
            this.value = value;
        }

        @Override
        public WaitKind kind() {
            return WaitKind.FLAG;
        }

        @Override
        public String describe() {
            return "a flag of its node to be " + value;
        }

        @Override
        public long beganNs() {
            return beganNs;
        }

        /** Returns the signal, which is raised with the flag's value. */
        public Signal signal() {
            return signal;
        }
    }

    /**
     * Stores a flag, whose address is a multiple of 8, behind all earlier stores of this thread, and wakes its waiting
     * tasks.
     */
    public void store(final long address, final long value) {
        UnsafeApi.putLongVolatile(null, address, value);
        if (waiting > 0) {
            wake(address, value);
        }
    }

    private synchronized void wake(final long address, final long value) {
        final List<Waiter> here = waiters.get(address);
        if (here != null) {
            for (final Waiter waiter : List.copyOf(here)) {
                if (waiter.value == value) {
                    remove(waiter);
                    waiter.signal.raise(value);
                }
            }
        }
    }

    /** Begins a wait. Its signal is raised at once when the flag has the value. */
    public Waiter expect(final long address, final long value) {
        final Waiter waiter = new Waiter(address, value);
        synchronized (this) {
            waiters.computeIfAbsent(address, a -> new ArrayList<>(2)).add(waiter);
            waiting++;
        }
        look(waiter);
        return waiter;
    }

    /** Checks whether the flag has the value by now, stored by any means. Returns true when the wait has ended. */
    public boolean look(final Waiter waiter) {
        if (UnsafeApi.getLongVolatile(null, waiter.address) == waiter.value) {
            wake(waiter.address, waiter.value);
        }
        return waiter.signal.isRaised();
    }

    /** Ends a wait. Returns false when the flag has had the value before. */
    public synchronized boolean withdraw(final Waiter waiter) {
        return remove(waiter);
    }

    private boolean remove(final Waiter waiter) {
        final List<Waiter> here = waiters.get(waiter.address);
        if (here == null || !here.remove(waiter)) {
            return false;
        }
        if (here.isEmpty()) {
            waiters.remove(waiter.address);
        }
        waiting--;
        return true;
    }

    /** Returns the number of waiting tasks; for tests and reports. */
    public int waitingCount() {
        return waiting;
    }
}
