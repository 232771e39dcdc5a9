package org.gmt4j.aggregation.queue;

/**
 * Tells whether a lane has long transfers on their way: so long that spinning for their end would be a waste. Owned by
 * the lane's thread. Per transfer.
 *
 * <p>Whoever issues a transfer says so: of contiguous data when it begins, of strided data after the segments have been
 * copied into blocks, so that the copy, which needs the processor, is not taken for waiting. Non-blocking forms cost
 * nothing else: nobody waits before the wait.
 */
public final class LongTransfers {
    /** Kinds of transfers with a threshold of their own. */
    public enum Kind { PUT, GET, ACCUMULATE, STRIDED }

    private final long[] fromBytes;
    private boolean hasBegun;

    /** The arguments: from how many bytes on a transfer counts as long. */
    public LongTransfers(final long put, final long get, final long accumulate, final long strided) {
        fromBytes = new long[] {put, get, accumulate, strided};
    }

    /** None is long. */
    static LongTransfers none() {
        return new LongTransfers(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** A transfer has been issued. */
    public void issued(final Kind kind, final long bytes) {
        if (bytes >= fromBytes[kind.ordinal()]) {
            hasBegun = true;
        }
    }

    /** True from a long transfer until {@link #settle}. */
    public boolean areExpected() {
        return hasBegun;
    }

    /** Nothing is on its way any more. */
    public void settle() {
        hasBegun = false;
    }
}
