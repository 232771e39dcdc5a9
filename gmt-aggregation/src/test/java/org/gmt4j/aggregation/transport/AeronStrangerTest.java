package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes from outside the job neither reach a consumer nor stop the job. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronStrangerTest {
    private static final AeronConfig CONFIG = AeronConfig.udp("127.0.0.1").withSessionSalt(0x1234_5678);

    @Test
    void shouldRejectSessionsOfAnotherJob() {
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(CONFIG), 2);
                Transport stranger = AeronTransport.open(CONFIG.withSessionSalt(0x0BAD_0BAD), 1, 2)) {
            stranger.connect(new byte[][] {cluster.node(0).localAddress(), stranger.localAddress()});
            cluster.runUntil("the stranger is rejected", () -> {
                stranger.doWork(System.nanoTime());
                TransportCluster.trySend(stranger, 0, REQUEST, 666, 64);
                cluster.node(0).poll(REQUEST, (address, length) -> {
                    throw new AssertionError("delivered a stranger's buffer");
                }, 10);
                return cluster.node(0).counters().connectionsRejected() > 0;
            });
            assertDelivers(cluster);
        }
    }

    @Test
    void shouldDropFramesThatNobodyCanHaveClaimed() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2);
                TransportCluster cluster = new TransportCluster(launcher.transports(), 2);
                Aeron client = Aeron.connect(new Aeron.Context().aeronDirectoryName(launcher.directory()))) {
            final AeronChannels channels = new AeronChannels(launcher.config(), 2);
            final String channel = channels.publication("", 1, 0).replace("mtu=65504", "mtu=1408");
            final ExclusivePublication publication =
                    client.addExclusivePublication(channel, channels.streamId(0, REQUEST));
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[4096]);
            final int[] lengths = {0, 1, 7, 12, 1375, 4096, 24};    // 4096 is fragmented: three frames; 24 is right
            for (final int length : lengths) {
                cluster.runUntil("offered", () -> publication.offer(bytes, 0, length) > 0);
            }
            final int[] delivered = {0};
            cluster.runUntil("the last one is delivered", () -> {
                cluster.node(0).poll(REQUEST, (address, length) -> {
                    assertEquals(24, length);
                    delivered[0]++;
                    return true;
                }, 10);
                return delivered[0] == 1;
            });
            assertEquals(8, cluster.node(0).counters().invalidBuffers());
        }
    }

    @Test
    void shouldSurviveRandomDatagrams() throws Exception {
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(CONFIG), 2);
                DatagramSocket socket = new DatagramSocket()) {
            final Random random = new Random(7);
            final String[] parts = new String(cluster.node(0).localAddress(), StandardCharsets.UTF_8).split("\\|");
            for (int i = 0; i < 2000; i++) {
                final byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                if (bytes.length > 8) {                     // looks like a frame of Aeron's
                    bytes[4] = 0;
                    bytes[6] = (byte) random.nextInt(12);
                    bytes[7] = 0;
                }
                final int port = Integer.parseInt(parts[2 + i % 2].split(":")[1]);
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName("127.0.0.1"), port));
                cluster.doWork();
            }
            assertDelivers(cluster);
        }
    }

    private static void assertDelivers(final TransportCluster cluster) {
        cluster.send(1, 0, REPLY, 5, 64);
        final long[] seen = {0};
        cluster.runUntil("a buffer of the job arrives", () -> cluster.node(0).poll(REPLY, (address, length) -> {
            seen[0] = TransportCluster.idOf(address, length);
            return true;
        }, 1) == 1);
        assertEquals(5, seen[0]);
        assertFalse(cluster.node(0).failure().isPresent());
    }
}
