package org.gmt4j.aggregation.transport;

/** The contract over datagrams, on the loopback interface. */
final class AeronUdpTransportTest extends TransportContractTest {
    @Override
    TransportFactory openBelow(final int nodeCount) {
        return AeronTransport.factory(AeronConfig.udp("127.0.0.1"));
    }

    @Override
    void closeBelow() {
    }
}
