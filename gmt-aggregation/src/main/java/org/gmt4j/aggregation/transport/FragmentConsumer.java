package org.gmt4j.aggregation.transport;

/** Takes the buffers that a transport delivers. Called on the thread that polls; grade: per buffer. */
@FunctionalInterface
public interface FragmentConsumer {
    /**
     * Offers one whole buffer, as it was claimed by its sender.
     *
     * <p>The consumer may claim space in the same transport, but may not poll it, call its doWork or close it. When it
     * throws, the buffer counts as delivered and the exception leaves the poll.
     *
     * @param address where the buffer begins, 8-byte aligned, valid only during the call
     * @param length  bytes, a positive multiple of 8
     * @return true when taken; false means "not now": the poll ends, and the same buffer is delivered again first by
     *         the next poll of its class
     */
    boolean onFragment(long address, int length);
}
