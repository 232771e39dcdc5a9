package org.gmt4j.aggregation.topology;

import java.util.Locale;

/**
 * The cost of request buffers to a node: for each neighbour, each of its processes has {@code buffersPerProcess}
 * buffers there.
 *
 * @param neighbours        nodes that may send directly
 * @param processes         processes of each node that have buffers of their own; 1 in this runtime, where a node is
 *                          the sender
 * @param buffersPerProcess buffers of one process on one edge
 * @param bufferLength      bytes of a buffer
 */
public record BufferMemory(int neighbours, int processes, int buffersPerProcess, int bufferLength) {

    public BufferMemory {
        if (neighbours < 0 || processes < 1 || buffersPerProcess < 1 || bufferLength < 1) {
            throw new IllegalArgumentException("buffer memory of " + neighbours + " neighbours x " + processes
                + " processes x " + buffersPerProcess + " buffers x " + bufferLength + " B, expected positive numbers");
        }
    }

    public long bytes() {
        return (long) neighbours * processes * buffersPerProcess * bufferLength;
    }

    /**
     * The formula with its numbers, such as {@code 62 neighbours x 12 processes x 4 buffers x 16384 B = 48758784 B}.
     */
    public String formula() {
        return String.format(Locale.ROOT, "%d neighbours x %s%d buffers x %d B = %d B", neighbours,
            processes == 1 ? "" : processes + " processes x ", buffersPerProcess, bufferLength, bytes());
    }
}
