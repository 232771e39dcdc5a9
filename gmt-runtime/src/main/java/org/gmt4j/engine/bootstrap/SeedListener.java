package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import jdk.net.ExtendedSocketOptions;

/**
 * The socket that the seed listens at, and the selector of all its connections. Owned by the {@link SeedServer}'s
 * thread once it runs.
 */
final class SeedListener {
    /** Takes a connection; tests put one in its place that fails. */
    @FunctionalInterface
    interface Door {
        SocketChannel accept() throws IOException;
    }

    private final ServerSocketChannel channel;
    final Selector selector;
    volatile Door door;

    private SeedListener(final ServerSocketChannel channel, final Selector selector) {
        this.channel = channel;
        this.selector = selector;
        door = channel::accept;
    }

    /**
     * Listens.
     *
     * @param address where; port 0 for any free one
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
            throw new BootstrapException(BootstrapException.SEED_ADDRESS, "cannot listen at " + address + " ("
                + e.getMessage()
                + "). Another program or an earlier job may use the port: choose another one in GMT_SEED "
                + "(see 'ss -ltnp').", e);
        }
    }

    int port() {
        return channel.socket().getLocalPort();
    }

    /** The next connection, or null. */
    SocketChannel accept() throws IOException {
        return door.accept();
    }

    /** Whether connections are looked for at all. */
    void listen(final boolean isOn) {
        channel.keyFor(selector).interestOps(isOn ? SelectionKey.OP_ACCEPT : 0);
    }

    /** Lets the selector watch a connection that is to be kept. */
    SelectionKey watch(final SocketChannel connection) throws IOException {
        connection.configureBlocking(false);
        connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
        noticeDeadHosts(connection);
        return connection.register(selector, SelectionKey.OP_READ);
    }

    /** A host that lost power is noticed after some 10 s, sooner than a stopped process, whose kernel still answers. */
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
