package org.gmt4j.aggregation.transport;

/** The contract over shared memory. */
final class AeronIpcTransportTest extends TransportContractTest {
    private MediaDriverLauncher launcher;

    @Override
    TransportFactory openBelow(final int nodeCount) {
        launcher = MediaDriverLauncher.launch(nodeCount);
        return launcher.transports();
    }

    @Override
    void closeBelow() {
        launcher.close();
    }
}
