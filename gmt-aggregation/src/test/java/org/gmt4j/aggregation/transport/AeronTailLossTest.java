package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.Configuration;
import io.aeron.driver.ext.DebugChannelEndpointConfiguration;
import io.aeron.driver.ext.DebugReceiveChannelEndpointSupplier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last buffer before a silence may be lost: filler frames show the gap to the receiver within milliseconds. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronTailLossTest {
    private static final int ROUNDS = 200;
    private static final int ATTEMPTS = 5;
    private static final long MILLISECOND_NS = 1_000_000;
    /** Half of what the heartbeat takes to show a gap. A machine that stands still makes few rounds slow, not many. */
    private static final long SLOW_NS = 50 * MILLISECOND_NS;

    @BeforeEach
    void loseEachTwentiethFrame() {
        System.setProperty(Configuration.RECEIVE_CHANNEL_ENDPOINT_SUPPLIER_PROP_NAME,
                DebugReceiveChannelEndpointSupplier.class.getName());
        System.setProperty(DebugChannelEndpointConfiguration.RECEIVE_DATA_LOSS_RATE_PROP_NAME, "0.05");
        System.setProperty(DebugChannelEndpointConfiguration.RECEIVE_DATA_LOSS_SEED_PROP_NAME, "11");
    }

    @AfterEach
    void loseNothing() {
        System.clearProperty(Configuration.RECEIVE_CHANNEL_ENDPOINT_SUPPLIER_PROP_NAME);
        System.clearProperty(DebugChannelEndpointConfiguration.RECEIVE_DATA_LOSS_RATE_PROP_NAME);
        System.clearProperty(DebugChannelEndpointConfiguration.RECEIVE_DATA_LOSS_SEED_PROP_NAME);
    }

    @Test
    void shouldRecoverSoonerWithFillers() {
        final AeronConfig config = AeronConfig.udp("127.0.0.1");
        final int without = slowRounds(config.withFillers(MILLISECOND_NS, 0));
        int with = slowRounds(config);
        for (int i = 1; i < ATTEMPTS && with * 2 >= without; i++) {     // a busy machine is slow for reasons of its own
            with = Math.min(with, slowRounds(config));
        }
        assertTrue(with * 2 < without, "slow rounds with fillers " + with + ", without " + without);
    }

    @Test
    void shouldSendFillersWhenIdleAndDeliverNone() {
        System.clearProperty(Configuration.RECEIVE_CHANNEL_ENDPOINT_SUPPLIER_PROP_NAME);
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(AeronConfig.udp("127.0.0.1")), 2)) {
            cluster.send(0, 1, REQUEST, 1, 8);
            final int[] delivered = {0};
            cluster.runUntil("all fillers have arrived", () -> {
                cluster.node(1).poll(REQUEST, (address, length) -> {
                    delivered[0]++;
                    return true;
                }, 10);
                return cluster.node(1).counters().fillersReceived() == 4;
            });
            assertEquals(1, delivered[0]);
            assertEquals(4, cluster.node(0).counters().fillersSent());
        }
    }

    private static int slowRounds(final AeronConfig config) {
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(config), 2)) {
            round(cluster, 0);
            int slow = 0;
            for (int i = 1; i <= ROUNDS; i++) {
                final long startNs = System.nanoTime();
                round(cluster, i);
                slow += System.nanoTime() - startNs > SLOW_NS ? 1 : 0;
            }
            return slow;
        }
    }

    private static void round(final TransportCluster cluster, final long id) {
        cluster.send(0, 1, REQUEST, id, 64);
        take(cluster, 1, REQUEST, id);
        cluster.send(1, 0, REPLY, id, 64);
        take(cluster, 0, REPLY, id);
    }

    private static void take(final TransportCluster cluster, final int node, final TrafficClass cls, final long id) {
        cluster.runUntil("buffer " + id + " arrives", () -> cluster.node(node).poll(cls, (address, length) -> {
            assertEquals(id, TransportCluster.idOf(address, length));
            return true;
        }, 1) == 1);
    }
}
