package org.gmt4j.aggregation.transport;

/** Opens the transport of one node. Any thread; may take some 100 ms (a driver is started or looked for). */
@FunctionalInterface
public interface TransportFactory {
    /**
     * Opens one.
     *
     * @param nodeId    the node that will own it
     * @param nodeCount nodes in the job
     * @return a transport waiting for {@link Transport#connect(byte[][])}
     * @throws TransportException when the environment does not allow it
     */
    Transport open(int nodeId, int nodeCount);
}
