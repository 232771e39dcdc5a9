package org.gmt4j.aggregation.transport;

/** The contract in one process, by memory alone. */
final class LoopbackTransportTest extends TransportContractTest {
    private LoopbackNetwork network;

    @Override
    TransportFactory openBelow(final int nodeCount) {
        network = new LoopbackNetwork(nodeCount);
        return network;
    }

    @Override
    void closeBelow() {
        network.close();
    }
}
