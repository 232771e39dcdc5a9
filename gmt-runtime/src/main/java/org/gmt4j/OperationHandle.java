package org.gmt4j;

/**
 * Waits for single operations instead of "all of mine". Owned by the task that made it; reusable once complete.
 *
 * @see TaskContext#newOperation()
 * @see TaskContext#await(OperationHandle)
 */
public interface OperationHandle extends Issuer {
    /** True when nothing is on its way; never waits. */
    boolean test();
}
