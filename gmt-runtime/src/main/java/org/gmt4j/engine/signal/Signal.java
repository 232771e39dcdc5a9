package org.gmt4j.engine.signal;

import org.gmt4j.engine.hang.Awaited;

/**
 * A single event that one task waits for: the grant of a mutex, notifications, or events of the layers above. Any
 * thread raises it. A signal that other nodes raise is registered, and its number travels.
 */
public final class Signal {
    private Sleeper waiter;
    private boolean isRaised;
    private long value;
    /** Number in the table; 0 before it is registered. */
    long id;
    /**
     * Purpose of the wait, for reports. Written by the task before it waits, and read by any thread, a benign race: at
     * worst the report names no purpose.
     */
    private Awaited purpose;

    /** Sets the purpose, which is read only for reports. */
    public Signal describedBy(final Awaited what) {
        purpose = what;
        return this;
    }

    /** Returns the purpose, or null. */
    public Awaited purpose() {
        return purpose;
    }

    /** Raises the signal. Any thread. Returns false when it has been raised before: the first value counts. */
    public synchronized boolean raise(final long newValue) {
        if (isRaised) {
            return false;
        }
        isRaised = true;
        value = newValue;
        if (waiter != null) {
            waiter.wake();
            waiter = null;
        }
        return true;
    }

    public synchronized boolean isRaised() {
        return isRaised;
    }

    /** Returns the value with which it was raised; 0 before. */
    public synchronized long value() {
        return value;
    }

    /** Registers the waiting task. Returns true when it must suspend; it will be woken and then asks again. */
    public synchronized boolean mustWait(final Sleeper task) {
        waiter = isRaised ? null : task;
        return !isRaised;
    }

    /** Returns true when the task will not be woken. */
    public synchronized boolean takeBack(final Sleeper task) {
        final boolean waits = waiter == task;
        waiter = null;
        return waits;
    }
}
