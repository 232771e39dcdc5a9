package org.gmt4j.aggregation.queue;

/**
 * Receives the times of a lane's blocks for a profile; null without one, so that it then costs a branch
 * per block. Owned by the lane's thread, except {@link #nowNs}, which the communication server asks as well. Per block.
 */
public interface LaneProbe {
    /**
     * A block was closed.
     *
     * @return true: its way is to be timed, see {@link #answered}
     */
    boolean blockClosed(int destination, int length, int commands, FlushReason reason);

    /** The clock. */
    long nowNs();

    /**
     * The reply to a block that was to be timed has come and is about to be applied. Times are nanoseconds;
     * {@code begunNs} and {@code endedNs}, of its execution, are those of the destination's clock.
     */
    void answered(int destination, long openedNs, long closedNs, long departedNs, long begunNs, long endedNs);

    /** It has been applied: those who waited for it can run. */
    void applied();

    /** A claim for a destination had to wait, for a credit or for a free block, since {@code sinceNs}. */
    void stalled(int destination, boolean isForCredit, long sinceNs);
}
