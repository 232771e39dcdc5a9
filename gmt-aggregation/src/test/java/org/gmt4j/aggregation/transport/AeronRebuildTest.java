package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection whose position is used up is replaced, and nobody above notices. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronRebuildTest {
    private static final int COUNT = 2000;
    private static final int BURST = 300;
    private static final int LAST_TERM = Integer.MAX_VALUE;
    private static final int GOOD_TERM = LAST_TERM - 64;

    @Test
    void shouldKeepOrderOverSharedMemory() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2)) {
            shouldKeepOrder(launcher.config(), GOOD_TERM);
        }
    }

    @Test
    void shouldKeepOrderWhenTheLastPositionIsReachedAtOnce() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2)) {
            shouldKeepOrder(launcher.config(), LAST_TERM);
        }
    }

    @Test
    void shouldKeepOrderOverUdp() {
        shouldKeepOrder(AeronConfig.udp("127.0.0.1"), GOOD_TERM);
    }

    private static void shouldKeepOrder(final AeronConfig config, final int firstTerm) {
        final TransportFactory factory = (nodeId, nodeCount) ->
                AeronTransport.open(config, new NearTheEnd(config, nodeCount, firstTerm), nodeId, nodeCount);
        try (TransportCluster cluster = new TransportCluster(factory, 2)) {
            final long[] sent = {0};
            final long[] seen = {0};
            cluster.runUntil("all have arrived", () -> {
                for (int i = 0; i < BURST && sent[0] < COUNT; i++) {
                    final int answer = TransportCluster.trySend(cluster.node(0), 1, REQUEST, sent[0], 512);
                    sent[0] += answer == Transport.OK ? 1 : 0;
                }
                if (cluster.node(0).counters().connectionsRebuilt() > 0) {    // so that both generations can be read
                    cluster.node(1).poll(REQUEST, (address, length) -> {
                        assertEquals(seen[0]++, TransportCluster.idOf(address, length));
                        return true;
                    }, 3);
                }
                return seen[0] == COUNT;
            });
            assertEquals(1, cluster.node(0).counters().connectionsRebuilt());
            assertEquals(0, cluster.node(1).counters().connectionsRejected());
        }
    }

    /** The first generation begins 64 KB before the end of a term near the last one that Aeron can count. */
    private static final class NearTheEnd extends AeronChannels {
        private final int firstTerm;
        private final int termOffset;

        NearTheEnd(final AeronConfig config, final int nodeCount, final int firstTerm) {
            super(config, nodeCount);
            this.firstTerm = firstTerm;
            this.termOffset = config.termLengthFor(nodeCount) - 64 * 1024;
        }

        @Override
        String publication(final String endpoint, final int source, final int generation) {
            final String channel = super.publication(endpoint, source, generation);
            return generation > 0 ? channel
                    : channel + "|init-term-id=0|term-id=" + firstTerm + "|term-offset=" + termOffset;
        }
    }
}
