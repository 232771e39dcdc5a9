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
@Timeout(value = 90, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronTailLossTest {
    private static final int ROUNDS = 200;
    private static final long MILLISECOND_NS = 1_000_000;

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
        final long withoutNs = pingPong(config.withFillers(MILLISECOND_NS, 0));
        final long withNs = pingPong(config);
        assertTrue(withNs * 2 < withoutNs, "with fillers " + withNs + " ns, without " + withoutNs + " ns");
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

    private static long pingPong(final AeronConfig config) {
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(config), 2)) {
            round(cluster, 0);
            final long startNs = System.nanoTime();
            for (int i = 1; i <= ROUNDS; i++) {
                round(cluster, i);
            }
            return System.nanoTime() - startNs;
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
