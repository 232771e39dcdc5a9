package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import jdk.net.ExtendedSocketOptions;

/**
 * The listening socket of the seed, and the selector of all its connections. Owned by the {@link SeedServer}'s thread
 * once it runs.
 */
final class SeedListener {
    /** Accepts connections; replaced in tests by one that fails. */
    @FunctionalInterface
    interface Door {
        SocketChannel accept() throws IOException;
    }

    private static final int LAST_PORT_OF_SYSTEM = 1_023;

    private final ServerSocketChannel channel;
    final Selector selector;
    volatile Door door;

    private SeedListener(final ServerSocketChannel channel, final Selector selector) {
        this.channel = channel;
        this.selector = selector;
        door = channel::accept;
    }

    /**
     * Starts to listen.
     *
     * @param address address to listen at; port 0 for any free one
     * @param backlog connections that may wait to be accepted
     */
    static SeedListener open(final InetSocketAddress address, final int backlog) {
        try {
            final ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(address, backlog);
                channel.configureBlocking(false);
                final Selector selector = Selector.open();
                channel.register(selector, SelectionKey.OP_ACCEPT);
                return new SeedListener(channel, selector);
            } catch (final IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (final IOException | UnresolvedAddressException e) {
            throw new BootstrapException(BootstrapException.SEED_ADDRESS, "cannot listen at " + why(address, e), e);
        }
    }

    private static String why(final InetSocketAddress address, final Exception e) {
        if (address.isUnresolved()) {
            return address.getHostString() + ":" + address.getPort() + ": no host of that name is known here. Correct "
                + "GMT_SEED on all nodes, or name the address.";
        }
        if (!address.getAddress().isAnyLocalAddress() && !isOfThisHost(address.getAddress())) {
            return address + " (" + e.getMessage() + "): it is not an address of this host. GMT_SEED names the host "
                + "where GMT_NODE_ID=0 runs, by an address of its own (see 'ip address').";
        }
        if (address.getPort() > 0 && address.getPort() <= LAST_PORT_OF_SYSTEM) {
            return address + " (" + e.getMessage() + "). Ports below 1024 are for root only: choose a higher one in "
                + "GMT_SEED.";
        }
        return address + " (" + e.getMessage() + "). Another program or an earlier job may use the port: choose "
            + "another one in GMT_SEED (see 'ss -ltnp').";
    }

    /** Where the interfaces cannot be listed the port is to blame, as it is most often. */
    private static boolean isOfThisHost(final InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (final SocketException e) {
            return true;
        }
    }

    int port() {
        return channel.socket().getLocalPort();
    }

    /** Accepts the next connection, or returns null. */
    SocketChannel accept() throws IOException {
        return door.accept();
    }

    /** Switches accepting on or off. */
    void listen(final boolean isOn) {
        channel.keyFor(selector).interestOps(isOn ? SelectionKey.OP_ACCEPT : 0);
    }

    /** Registers an accepted connection with the selector. */
    SelectionKey watch(final SocketChannel connection) throws IOException {
        connection.configureBlocking(false);
        connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
        noticeDeadHosts(connection);
        return connection.register(selector, SelectionKey.OP_READ);
    }

    /** Detects a host that lost power after some 10 s, sooner than a stopped process, whose kernel still answers. */
    private static void noticeDeadHosts(final SocketChannel connection) throws IOException {
        connection.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (connection.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            connection.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 3);
            connection.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 2);
            connection.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
        }
    }

    void close() throws IOException {
        channel.close();
        selector.close();
    }
}
