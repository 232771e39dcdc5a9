package org.gmt4j.engine.signal;

import org.gmt4j.engine.hang.Awaited;

/**
 * Something that one task waits for and that happens once: the grant of a mutex, notifications, whatever the layers
 * above need. Any thread raises, one task waits. To be raised from another node it is registered, and its number
 * travels.
 */
public final class Signal {
    private Sleeper waiter;
    private boolean isRaised;
    private long value;
    /** Number in the table; 0 while it has none. */
    long id;
    /**
     * For reports: written by the task before it waits. Read by any thread, a benign race: at worst the report names no
     * purpose.
     */
    private Awaited purpose;

    /** What the signal is for, told only when somebody asks for a report. */
    public Signal describedBy(final Awaited what) {
        purpose = what;
        return this;
    }

    /** Null: nobody has said. */
    public Awaited purpose() {
        return purpose;
    }

    /** Any thread. False when it has been raised before: the first value counts. */
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

    /** What it was raised with; 0 before. */
    public synchronized long value() {
        return value;
    }

    /** The task: true when it has to suspend, and will be woken; then it asks again. */
    public synchronized boolean mustWait(final Sleeper task) {
        waiter = isRaised ? null : task;
        return !isRaised;
    }

    /** True: the task is not going to be woken. */
    public synchronized boolean takeBack(final Sleeper task) {
        final boolean waits = waiter == task;
        waiter = null;
        return waits;
    }
}
