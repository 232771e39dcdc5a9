package org.gmt4j.engine.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;

/**
 * Flags of one node: aligned longs in its memory that tasks wait for. Whoever executes the store of a flag wakes those
 * that wait for its value, also when the flag changes again before they run. Stores that do not come here, plain ones,
 * wake nobody: who waits has to {@link #look} now and then. Any thread. Per flag; a store that nobody waits for takes
 * no lock.
 */
public final class FlagBoard {
    private final Map<Long, List<Waiter>> waiters = new HashMap<>();
    /**
     * Written under the monitor. A store of a flag reads it after the flag was written, a wait reads the flag after
     * this was written.
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

        /** Raised with the flag's value. */
        public Signal signal() {
            return signal;
        }
    }

    /** Stores a flag behind everything that this thread has stored, and wakes. @param address a multiple of 8 */
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

    /** Begins a wait; its signal is raised at once when the flag has the value. */
    public Waiter expect(final long address, final long value) {
        final Waiter waiter = new Waiter(address, value);
        synchronized (this) {
            waiters.computeIfAbsent(address, a -> new ArrayList<>(2)).add(waiter);
            waiting++;
        }
        look(waiter);
        return waiter;
    }

    /** Looks whether the flag has the value by now, however it was stored: then the wait has ended. */
    public boolean look(final Waiter waiter) {
        if (UnsafeApi.getLongVolatile(null, waiter.address) == waiter.value) {
            wake(waiter.address, waiter.value);
        }
        return waiter.signal.isRaised();
    }

    /** Ends a wait. False: the flag has had the value before. */
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

    /** Tasks that wait; for tests and reports. */
    public int waitingCount() {
        return waiting;
    }
}
