package org.gmt4j.engine.signal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Signals that other nodes may raise, by a number that is never reused. Any thread. Per signal. */
public final class SignalTable {
    private final ConcurrentHashMap<Long, Signal> signals = new ConcurrentHashMap<>();
    private final AtomicLong nextId = new AtomicLong(1);

    /** Assigns a number to a signal. It is removed when it is raised, or by {@link #remove}. */
    public long register(final Signal signal) {
        final long id = nextId.getAndIncrement();
        signal.id = id;
        signals.put(id, signal);
        return id;
    }

    /** Removes a signal. Raising it later has no effect. */
    public void remove(final Signal signal) {
        signals.remove(signal.id);
    }

    /** Raises a signal. Returns false when it has been removed. */
    public boolean raise(final long id, final long value) {
        final Signal signal = signals.remove(id);
        return signal != null && signal.raise(value);
    }
}
