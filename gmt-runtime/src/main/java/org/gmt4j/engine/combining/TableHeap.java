package org.gmt4j.engine.combining;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one node may take of the Java heap for the tables of declared arrays: a quarter of it together with the other
 * nodes of the JVM, so that the program has the rest. Any thread; per array.
 */
public final class TableHeap {
    private static final int SHARE = 4;
    private static final AtomicLong TAKEN = new AtomicLong();

    private final AtomicLong own = new AtomicLong();

    /** Returns the number of bytes that are left. */
    public long free() {
        return Math.max(0, limit() - TAKEN.get());
    }

    private static long limit() {
        return Runtime.getRuntime().maxMemory() / SHARE;
    }

    /** Takes so many bytes if they are left, and returns whether they were. */
    public boolean take(final long bytes) {
        long now = TAKEN.get();
        while (bytes <= limit() - now) {               // what does not fit is not counted: it would refuse others
            if (TAKEN.compareAndSet(now, now + bytes)) {
                own.addAndGet(bytes);
                return true;
            }
            now = TAKEN.get();
        }
        return false;
    }

    /** Gives bytes back that were taken. */
    public void give(final long bytes) {
        own.addAndGet(-bytes);
        TAKEN.addAndGet(-bytes);
    }

    /** Gives everything back: the node has ended. */
    public void giveAll() {
        TAKEN.addAndGet(-own.getAndSet(0));
    }
}
