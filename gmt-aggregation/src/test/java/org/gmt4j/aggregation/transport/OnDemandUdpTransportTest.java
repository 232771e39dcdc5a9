package org.gmt4j.aggregation.transport;

import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.DatagramControl;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;

/** The contract with connections on demand over datagrams. */
final class OnDemandUdpTransportTest extends TransportContractTest {
    @Override
    TransportFactory openBelow(final int nodeCount) {
        return OnDemandTransport.factory(AeronTransport.factory(AeronConfig.udp("127.0.0.1")),
            DatagramControl.at("127.0.0.1"), ConnectKey.random(), ConnectConfig.DEFAULT.withMode(ConnectMode.SERIAL));
    }

    @Override
    void closeBelow() {
    }
}
