package org.gmt4j.aggregation.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stands between one node and what another sends to it over UDP, and may do as it likes with each datagram. The node's
 * link to itself goes this way too: what comes back belongs to one of them by its session. Owned by the thread of the
 * test.
 */
final class DatagramProxy implements AutoCloseable {
    private static final int TYPE_OFFSET = 6;
    private static final int DATA = 1;
    private static final int SETUP = 5;
    private static final int HEADER_LENGTH = 32;
    /** Where data and set-up say their session, and where what a receiver answers does. */
    private static final int SESSION_OFFSET = 12;
    private static final int SESSION_OFFSET_BACK = 8;

    /** Decides about a datagram; sends what is to arrive. */
    interface Tamper {
        void on(TrafficClass cls, ByteBuffer datagram, Way way);
    }

    /** Sends on. */
    interface Way {
        void send(ByteBuffer datagram);
    }

    private static final class Door {
        final DatagramChannel front;
        final DatagramChannel back;
        final InetSocketAddress target;
        private final Map<Integer, SocketAddress> sources = new HashMap<>();      // by session

        Door(final InetSocketAddress target) throws IOException {
            this.target = target;
            front = open();
            back = open();
        }

        private static DatagramChannel open() throws IOException {
            final DatagramChannel channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return channel;
        }

        int port() throws IOException {
            return ((InetSocketAddress) front.getLocalAddress()).getPort();
        }

        void note(final SocketAddress from, final ByteBuffer datagram) {
            final int type = datagram.getShort(TYPE_OFFSET);
            if (type == DATA || type == SETUP) {
                sources.put(datagram.getInt(SESSION_OFFSET), from);
            }
        }

        /** Null for a session that has sent nothing yet. */
        SocketAddress source(final ByteBuffer answer) {
            return sources.get(answer.getInt(SESSION_OFFSET_BACK));
        }
    }

    private final List<Door> doors = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(70_000).order(ByteOrder.LITTLE_ENDIAN);
    private final byte[] address;
    Tamper tamper = (cls, datagram, way) -> way.send(datagram);

    /** @param address of a node over UDP; only one other node may send to it, and it itself */
    DatagramProxy(final byte[] address) {
        final String[] parts = new String(address, StandardCharsets.UTF_8).split("\\|");
        try {
            for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
                final String[] hostAndPort = parts[2 + cls].split(":");
                doors.add(new Door(new InetSocketAddress(hostAndPort[0], Integer.parseInt(hostAndPort[1]))));
                parts[2 + cls] = hostAndPort[0] + ":" + doors.get(cls).port();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        this.address = String.join("|", parts).getBytes(StandardCharsets.UTF_8);
    }

    /** What others are told. */
    byte[] address() {
        return address;
    }

    void work() {
        try {
            for (int cls = 0; cls < doors.size(); cls++) {
                final Door door = doors.get(cls);
                final TrafficClass trafficClass = TrafficClass.of(cls);
                SocketAddress from;
                while ((from = door.front.receive(buffer.clear())) != null) {
                    door.note(from, buffer.flip());
                    tamper.on(trafficClass, buffer, datagram -> send(door.back, datagram, door.target));
                }
                while (door.back.receive(buffer.clear()) != null) {
                    final SocketAddress source = door.source(buffer.flip());
                    if (source != null) {
                        send(door.front, buffer, source);
                    }
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(final DatagramChannel channel, final ByteBuffer datagram, final SocketAddress to) {
        try {
            channel.send(datagram.duplicate(), to);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the payload of the frame of this length begins, or -1 when the datagram has none. */
    static int payload(final ByteBuffer datagram, final int length) {
        int at = 0;
        while (at + HEADER_LENGTH <= datagram.limit()) {
            final int frameLength = datagram.getInt(at);
            if (frameLength == HEADER_LENGTH + length && datagram.getShort(at + TYPE_OFFSET) == DATA) {
                return at + HEADER_LENGTH;
            }
            if (frameLength <= 0) {
                return -1;
            }
            at += frameLength + 31 & -32;
        }
        return -1;
    }

    @Override
    public void close() {
        try {
            for (final Door door : doors) {
                door.front.close();
                door.back.close();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
