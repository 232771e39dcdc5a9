package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.Configuration;
import io.aeron.driver.ext.DebugChannelEndpointConfiguration;
import io.aeron.driver.ext.DebugReceiveChannelEndpointSupplier;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last buffer before a silence may be lost: filler frames show the gap to the receiver within milliseconds. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronTailLossTest {
    private static final int ROUNDS = 200;
    private static final long MILLISECOND_NS = 1_000_000;

    /** Time as the number of looks at it, so that what a test finds does not depend on how busy the machine is. */
    private static final class SteppingClock implements NanoClock {
        private static final long STEP_NS = 10_000;
        private long nowNs;

        @Override
        public long nanoTime() {
            return nowNs += STEP_NS;
        }
    }

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

    /** How long it takes by a clock that knows nothing of other processes. */
    private static long pingPong(final AeronConfig config) {
        final SteppingClock clock = new SteppingClock();
        final TransportFactory factory = (nodeId, nodeCount) ->
                AeronTransport.open(config, new AeronChannels(config, nodeCount), clock, nodeId, nodeCount);
        try (TransportCluster cluster = new TransportCluster(factory, 2, clock)) {
            round(cluster, 0);
            final long startNs = clock.nanoTime();
            for (int i = 1; i <= ROUNDS; i++) {
                round(cluster, i);
            }
            return clock.nanoTime() - startNs;
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
