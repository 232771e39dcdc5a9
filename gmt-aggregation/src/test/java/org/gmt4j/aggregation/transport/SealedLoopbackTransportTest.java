package org.gmt4j.aggregation.transport;

import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.aggregation.transport.connect.Signing;

/** The contract with seals, the one side after the other. */
final class SealedLoopbackTransportTest extends TransportContractTest {
    private LoopbackNetwork network;

    @Override
    TransportFactory openBelow(final int nodeCount) {
        network = new LoopbackNetwork(nodeCount);
        return OnDemandTransport.factory(network, new MemoryControlNetwork(nodeCount), ConnectKey.random(),
            ConnectConfig.DEFAULT.withMode(ConnectMode.SERIAL).withSigning(Signing.ON));
    }

    @Override
    void closeBelow() {
        network.close();
    }
}
