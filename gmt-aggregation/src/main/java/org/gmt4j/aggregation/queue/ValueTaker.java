package org.gmt4j.aggregation.queue;

/** Takes the values of single commands when they come, see {@link RequestBlock#toTaker}. The lane's thread. */
public interface ValueTaker {
    /**
     * @param position given when the command was issued
     * @param isSound  false when commands of the same block have failed: the value may be undefined
     */
    void take(long value, long position, boolean isSound);

    /** No value comes for the command; its waiter has been told. */
    void drop(long position);
}
