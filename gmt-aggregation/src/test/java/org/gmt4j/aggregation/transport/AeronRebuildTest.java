package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

    /** A connection is closed when each side has read what the other has written: positions count all generations. */
    @Test
    void shouldNotLookReadWhenItHasBeenRebuilt() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2)) {
            final AeronConfig config = launcher.config();
            final TransportFactory factory = (nodeId, nodeCount) ->
                AeronTransport.open(config, new NearTheEnd(config, nodeCount, GOOD_TERM), nodeId, nodeCount);
            try (TransportCluster cluster = new TransportCluster(factory, 2)) {
                final LinkedTransport sender = (LinkedTransport) cluster.node(0);
                final LinkedTransport receiver = (LinkedTransport) cluster.node(1);
                connect(cluster, sender, receiver);
                final long[] sent = {0};
                cluster.runUntil("some are written behind the rebuild", () -> {
                    final int answer = TransportCluster.trySend(sender, 1, REQUEST, sent[0], 512);
                    sent[0] += answer == Transport.OK ? 1 : 0;
                    final boolean isRead = sender.sentPosition(1, REQUEST) <= receiver.receivedPosition(0, REQUEST);
                    assertFalse(sent[0] > 0 && isRead, "nobody has read anything");
                    return sender.counters().connectionsRebuilt() > 0 && answer == Transport.OK;
                });
                final long[] seen = {0};
                cluster.runUntil("all is read", () -> {
                    receiver.poll(REQUEST, (address, length) -> {
                        assertEquals(seen[0]++, TransportCluster.idOf(address, length));
                        return true;
                    }, 3);
                    return sender.sentPosition(1, REQUEST) == receiver.receivedPosition(0, REQUEST);
                });
                assertEquals(sent[0], seen[0]);
            }
        }
    }

    private static void connect(final TransportCluster cluster, final LinkedTransport... nodes) {
        for (int i = 0; i < 2; i++) {
            nodes[i].gate();
            nodes[i].createLinks(1 - i);
        }
        cluster.runUntil("the streams are made", () -> nodes[0].linkState(1) == Links.CREATED
            && nodes[1].linkState(0) == Links.CREATED);
        for (int i = 0; i < 2; i++) {
            nodes[i].admit(1 - i, nodes[1 - i].ticket(i, REQUEST), nodes[1 - i].ticket(i, TrafficClass.REPLY));
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
