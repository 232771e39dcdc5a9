package org.gmt4j.aggregation.transport;

import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.DatagramControl;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;

/** The contract with connections on demand over shared memory; the handshake over datagrams. */
final class OnDemandIpcTransportTest extends TransportContractTest {
    private MediaDriverLauncher launcher;

    @Override
    TransportFactory openBelow(final int nodeCount) {
        launcher = MediaDriverLauncher.launch(nodeCount);
        return OnDemandTransport.factory(launcher.transports(), DatagramControl.at("127.0.0.1"), ConnectKey.random(),
            ConnectConfig.DEFAULT);
    }

    @Override
    void closeBelow() {
        launcher.close();
    }
}
