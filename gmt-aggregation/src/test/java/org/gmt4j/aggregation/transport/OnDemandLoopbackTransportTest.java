package org.gmt4j.aggregation.transport;

import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;

/** The contract with connections on demand, over a control channel that loses, doubles and reorders. */
final class OnDemandLoopbackTransportTest extends TransportContractTest {
    private LoopbackNetwork network;

    @Override
    TransportFactory openBelow(final int nodeCount) {
        network = new LoopbackNetwork(nodeCount);
        return OnDemandTransport.factory(network, new MemoryControlNetwork(nodeCount,
            new MemoryControlNetwork.Faults(10_000, 1_000_000, 0.2, 0.2, 3)), ConnectKey.random(),
            ConnectConfig.DEFAULT.withTimeouts(TimeUnit.SECONDS.toNanos(90), 1_000_000, 0));
    }

    @Override
    void closeBelow() {
        network.close();
    }
}
