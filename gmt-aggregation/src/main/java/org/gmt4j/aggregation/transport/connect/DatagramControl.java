package org.gmt4j.aggregation.transport.connect;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import org.gmt4j.aggregation.settings.HostPort;
import org.gmt4j.aggregation.transport.TransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A control channel of datagrams: one socket per node, however many peers. Owned by the thread of the transport.
 *
 * <p>Frames that cannot be sent count as lost. Oversized datagrams arrive cut and are dropped above, by their length.
 */
public final class DatagramControl implements ControlChannel {
    private static final Logger LOG = LoggerFactory.getLogger(DatagramControl.class);
    private static final int MAX_LENGTH = 512;

    private final String host;
    private final DatagramChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(MAX_LENGTH);
    private InetSocketAddress[] peers = new InetSocketAddress[0];
    private boolean hasComplained;

    private DatagramControl(final String host, final DatagramChannel channel) {
        this.host = host;
        this.channel = channel;
    }

    /** Channels bound to an address of this host that the other nodes reach; the system chooses the port. */
    public static ControlChannel.Factory at(final String host) {
        return (nodeId, nodeCount) -> open(host);
    }

    private static DatagramControl open(final String host) {
        DatagramChannel channel = null;
        try {
            channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(host, 0));
            return new DatagramControl(host, channel);
        } catch (final IOException | RuntimeException e) {
            closeQuietly(channel);
            throw new TransportException(TransportException.Code.STREAM_FAILED,
                "cannot bind a datagram socket to " + host + ": "
                + e.getMessage() + "; is the address one of this host?", e);
        }
    }

    @Override
    public byte[] localAddress() {
        try {
            // In numbers: a name may mean something else on another host.
            final InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
            return HostPort.join(bound.getAddress().getHostAddress(), bound.getPort()).getBytes(StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new TransportException(TransportException.Code.STREAM_FAILED, "the control socket is closed", e);
        }
    }

    @Override
    public void connect(final byte[][] addresses) {
        peers = new InetSocketAddress[addresses.length];
        for (int node = 0; node < peers.length; node++) {
            peers[node] = parse(node, new String(addresses[node], StandardCharsets.UTF_8));
        }
    }

    private static InetSocketAddress parse(final int node, final String address) {
        try {
            final HostPort peer = HostPort.parse(address);
            return new InetSocketAddress(peer.host(), peer.port());
        } catch (final IllegalArgumentException e) {
            throw new TransportException(TransportException.Code.BAD_ADDRESS,
                "node " + node + " has the control address '" + address
                + "', expected host:port: run the same version on all nodes", e);
        }
    }

    @Override
    public void send(final int node, final byte[] frame, final int length, final long nowNs) {
        try {
            channel.send(ByteBuffer.wrap(frame, 0, length), peers[node]);
        } catch (final IOException | RuntimeException e) {
            complain("send to " + peers[node], e);
        }
    }

    @Override
    public int poll(final FrameHandler handler, final int limit, final long nowNs) {
        int count = 0;
        try {
            SocketAddress from;
            while (count < limit && channel.isOpen() && (from = channel.receive(in.clear())) != null) {
                count++;
                handler.onFrame(in.array(), in.position(), from);
            }
        } catch (final IOException e) {
            complain("receive", e);
        }
        return count;
    }

    /** Once: later ones are the same. */
    private void complain(final String what, final Exception e) {
        if (!hasComplained) {
            hasComplained = true;
            LOG.warn("GMT-514 the control socket at {} cannot {}: {}. The frame counts as lost and is sent again",
                host, what, e.toString());
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }

    private static void closeQuietly(final DatagramChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (final IOException e) {
            LOG.debug("closing a control socket: {}", e.toString());
        }
    }
}
