package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.DatagramControl;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.junit.jupiter.api.BeforeAll;

/** The contract with connections on demand over datagrams of IPv6. */
final class OnDemandIpv6TransportTest extends TransportContractTest {
    private static final String LOOPBACK = "::1";

    @BeforeAll
    static void lookForIpv6() {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(LOOPBACK))) {
            assumeTrue(socket.isBound());
        } catch (final IOException e) {
            assumeTrue(false, "no IPv6 here: " + e.getMessage());
        }
    }

    @Override
    TransportFactory openBelow(final int nodeCount) {
        return OnDemandTransport.factory(AeronTransport.factory(AeronConfig.udp(LOOPBACK)),
            DatagramControl.at(LOOPBACK), ConnectKey.random(), ConnectConfig.DEFAULT.withMode(ConnectMode.SERIAL));
    }

    @Override
    void closeBelow() {
    }
}
