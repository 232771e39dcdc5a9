package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.ConnectMode;
import org.gmt4j.aggregation.transport.connect.DatagramControl;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.aggregation.transport.connect.Signing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody on the way, or in the same media driver, who does what he can to the streams of a job. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronForgeryTest {
    private static final int LENGTH = 512;
    private static final int SEALED = LENGTH + 16;

    private final List<Long> seen = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private DatagramProxy proxy;
    private TransportCluster cluster;

    /** Two nodes over UDP; what node 0 sends to node 1 goes by way of the proxy. */
    private void overProxy(final ConnectMode mode, final Runnable test) {
        final TransportFactory below = AeronTransport.factory(AeronConfig.udp("127.0.0.1"));
        final TransportFactory factory = OnDemandTransport.factory((nodeId, nodeCount) ->
            new Moved(below.open(nodeId, nodeCount)),
            DatagramControl.at("127.0.0.1"), ConnectKey.random(), ConnectConfig.DEFAULT.withMode(mode));
        cluster = new TransportCluster(factory, 2);
        try {
            for (int i = 0; i < 2; i++) {
                final int node = i;
                cluster.node(i).onBroken(peer -> broken.add(node + ":" + peer));
            }
            test.run();
        } finally {
            cluster.close();
            proxy.close();
        }
    }

    /** Says of node 1 that it is where the proxy is. */
    private final class Moved extends ForwardingTransport {
        Moved(final Transport inner) {
            super((LinkedTransport) inner);
        }

        @Override
        public byte[] localAddress() {
            if (nodeId() == 0) {
                return super.localAddress();
            }
            proxy = proxy == null ? new DatagramProxy(super.localAddress()) : proxy;
            return proxy.address();
        }
    }

    private void runUntil(final String what, final BooleanSupplier condition) {
        cluster.runUntil(what, () -> {
            proxy.work();
            cluster.node(1).poll(REQUEST, (address, length) -> {
                assertEquals(LENGTH, length);
                return seen.add(TransportCluster.idOf(address, length));
            }, 10);
            return condition.getAsBoolean();
        });
    }

    private void send(final long id) {
        runUntil("there is room", () -> TransportCluster.trySend(cluster.node(0), 1, REQUEST, id,
            LENGTH) == Transport.OK);
    }

    private void sendAndSee(final int count) {
        for (int i = 0; i < count; i++) {
            send(i);
            final int expected = i + 1;
            runUntil("it has come", () -> seen.size() == expected);
        }
    }

    private void assertBroken(final String code, final int sound) {
        runUntil("both know", () -> broken.contains("1:0") && broken.contains("0:1"));
        assertEquals(sound, seen.size(), seen::toString);
        assertTrue(cluster.node(1).failure(0).orElseThrow().contains(code), cluster.node(1).failure(0).toString());
        assertTrue(cluster.node(0).failure(1).orElseThrow().contains("GMT-513 the connection to node 1"),
            cluster.node(0).failure(1).toString());
        assertTrue(cluster.node(1).connections().counters().get("forged") > 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAChangedDatagram(final ConnectMode mode) {
        overProxy(mode, () -> {
            sendAndSee(3);
            proxy.tamper = (cls, datagram, way) -> {
                final int at = DatagramProxy.payload(datagram, SEALED);
                if (at >= 0) {
                    datagram.put(at + 100, (byte) (datagram.get(at + 100) ^ 4));
                }
                way.send(datagram);
            };
            send(3);
            assertBroken("GMT-517", 3);
        });
    }

    /** The genuine one comes later and finds its place taken. */
    @Test
    void shouldRefuseAForgedDatagram() {
        overProxy(ConnectMode.OVERLAP, () -> {
            sendAndSee(3);
            proxy.tamper = (cls, datagram, way) -> {
                final int at = DatagramProxy.payload(datagram, SEALED);
                if (at >= 0) {
                    final ByteBuffer forged = copy(datagram);
                    for (int i = 0; i < SEALED; i++) {
                        forged.put(at + i, (byte) i);
                    }
                    way.send(forged);
                }
                way.send(datagram);
            };
            send(3);
            assertBroken("GMT-517", 3);
        });
    }

    /** Genuine bytes of before, in the place of the next ones. */
    @Test
    void shouldRefuseAnOldBufferInANewPlace() {
        overProxy(ConnectMode.OVERLAP, () -> {
            final byte[] old = new byte[SEALED];
            proxy.tamper = (cls, datagram, way) -> {
                final int at = DatagramProxy.payload(datagram, SEALED);
                if (at >= 0 && seen.isEmpty()) {
                    datagram.get(at, old);
                } else if (at >= 0) {
                    datagram.put(at, old);
                }
                way.send(datagram);
            };
            sendAndSee(1);
            send(1);
            assertBroken("GMT-518", 1);
        });
    }

    @Test
    void shouldRecoverFromLostDoubledAndLateDatagrams() {
        overProxy(ConnectMode.SERIAL, () -> {
            final Random random = new Random(3);
            final List<ByteBuffer> late = new ArrayList<>();
            proxy.tamper = (cls, datagram, way) -> {
                final int die = random.nextInt(10);
                if (die == 0) {
                    late.add(copy(datagram));
                } else if (die > 1) {
                    way.send(datagram);
                }
                if (die == 2) {
                    way.send(datagram);
                    late.forEach(way::send);
                    late.clear();
                }
            };
            for (int i = 0; i < 300; i++) {
                send(i);
            }
            runUntil("all have come", () -> seen.size() == 300);
            for (int i = 0; i < 300; i++) {
                assertEquals(i, seen.get(i));
            }
            assertEquals(List.of(), broken);
        });
    }

    private static ByteBuffer copy(final ByteBuffer datagram) {
        final ByteBuffer copy = ByteBuffer.allocate(datagram.limit()).order(datagram.order());
        copy.put(datagram.duplicate()).flip();
        return copy;
    }

    /**
     * A process of the same user, with the right session of each generation: neither before nor after the handshake is
     * any of it read.
     */
    @ParameterizedTest
    @EnumSource
    void shouldNotReadStreamsWithoutAnAdmittedTicket(final ConnectMode mode) {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2);
                Aeron client = Aeron.connect(new Aeron.Context().aeronDirectoryName(launcher.directory()));
                TransportCluster nodes = new TransportCluster(OnDemandTransport.factory(launcher.transports(),
                    DatagramControl.at("127.0.0.1"), ConnectKey.random(), ConnectConfig.DEFAULT.withMode(mode)
                        .withSigning(Signing.OFF)), 2)) {
            final AeronChannels channels = new AeronChannels(launcher.config(), 2);
            final List<ExclusivePublication> forged = new ArrayList<>();
            forge(nodes, client, channels, forged, 200);
            nodes.send(1, 0, REQUEST, 1, 64);
            forge(nodes, client, channels, forged, 1);
            forge(nodes, client, channels, forged, 2);
            nodes.send(1, 0, REQUEST, 2, 64);
            nodes.send(1, 0, REPLY, 3, 64);
            final List<Long> ids = new ArrayList<>();
            nodes.runUntil("the genuine ones have come", () -> {
                nodes.node(0).poll(REQUEST, (address, length) -> ids.add(TransportCluster.idOf(address, length)), 10);
                nodes.node(0).poll(REPLY, (address, length) -> ids.add(TransportCluster.idOf(address, length)), 10);
                return ids.size() >= 3;
            });
            assertEquals(List.of(1L, 2L, 3L), ids.stream().sorted().toList());
            assertFalse(nodes.node(0).failure().isPresent(), nodes.node(0).failure().toString());
            assertFalse(nodes.node(0).hasTrafficPending());
            for (int generation = 100; generation < 108; generation++) {          // more than may wait
                final String channel = channels.publication("", 1, generation);
                forged.add(client.addExclusivePublication(channel, channels.streamId(0, REQUEST)));
            }
            nodes.runUntil("some are refused", () -> nodes.node(0).counters().connectionsRejected() > 0);
            forged.forEach(ExclusivePublication::close);
        }
    }

    private static void forge(final TransportCluster nodes, final Aeron client, final AeronChannels channels,
            final List<ExclusivePublication> forged, final int generation) {
        final ExclusivePublication publication =
            client.addExclusivePublication(channels.publication("", 1, generation), channels.streamId(0, REQUEST));
        forged.add(publication);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
        bytes.putLong(0, 666);
        nodes.runUntil("it is sent", () -> publication.offer(bytes, 0, 64) > 0);
    }
}
