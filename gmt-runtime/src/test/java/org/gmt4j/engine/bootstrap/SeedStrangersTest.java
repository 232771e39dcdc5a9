package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SeedStrangersTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final BootstrapConfig PATIENT = new BootstrapConfig(60_000, 1_000, 60_000);

    private final JobKey key = JobKey.random();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicInteger opened = new AtomicInteger();
    private Thread crowd;

    /** Connects all the time and says nothing; keeps many open. */
    private void crowd(final int port) {
        crowd = new Thread(() -> {
            final Deque<Socket> open = new ArrayDeque<>();
            while (!isOver.get()) {
                try {
                    open.add(new Socket(HERE, port));
                    opened.incrementAndGet();
                    if (open.size() > 400) {
                        open.remove().close();
                    }
                } catch (final IOException e) {
                    LockSupport.parkNanos(1_000_000);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            open.forEach(socket -> {
                try {
                    socket.close();
                } catch (final IOException e) {
                    // gone
                }
            });
        }, "crowd");
        crowd.setDaemon(true);
        crowd.start();
    }

    @AfterEach
    void disperse() throws InterruptedException {
        isOver.set(true);
        if (crowd != null) {
            crowd.join(30_000);
        }
    }

    private void awaitOpened(final int count) {
        while (opened.get() < count) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldFormAJobInACrowdOfStrangers() {
        try (SeedServer seed = SeedServer.start(new InetSocketAddress(HERE, 0), 3, key, PATIENT)) {
            crowd(seed.port());
            awaitOpened(2 * SeedStrangers.MOST);
            for (int id = 0; id < 3; id++) {
                final SeedBootstrap node = SeedBootstrap.join(HERE.getHostAddress(), seed.port(), id, 3, key, PATIENT);
                node.leave();
            }
            assertTrue(seed.droppedConnections() > 0);
        }
    }

    @Test
    void shouldSayHowManyStrangersCameAndFromWhere() {
        final BootstrapConfig config = new BootstrapConfig(4_000, 50, 60_000);
        try (SeedServer seed = SeedServer.start(new InetSocketAddress(HERE, 0), 2, key, config);
             SeedBootstrap node = SeedBootstrap.join(HERE.getHostAddress(), seed.port(), 0, 2, key, config)) {
            crowd(seed.port());
            final BootstrapException late = assertThrows(BootstrapException.class,
                () -> node.allGather(new byte[1], java.time.Duration.ofSeconds(60)));
            assertTrue(late.getMessage().matches("(?s)GMT-104 node 1 did not join within 4 s.* Meanwhile "
                + "\\d+ connections came that did not show "
                + "the job's key: \\d+ from 127\\.0\\.0\\.1\\..*"), late.getMessage());
        }
    }

    @Test
    void shouldNotBlameAFirewallWhenItWasReached() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 50, HERE)) {
            final Thread closer = new Thread(() -> {
                try {
                    while (true) {
                        mute.accept().close();
                    }
                } catch (final IOException e) {
                    // the test is over
                }
            });
            closer.setDaemon(true);
            closer.start();
            final BootstrapException refused = assertThrows(BootstrapException.class,
                () -> SeedBootstrap.join(HERE.getHostAddress(), mute.getLocalPort(), 1, 2, key,
                    new BootstrapConfig(500, 50, 60_000)));
            assertEquals("GMT-108", refused.code());
            assertTrue(refused.getMessage().contains("is not let in") && !refused.getMessage().contains("firewall"),
                refused.getMessage());
        }
    }

    @Test
    void shouldListenAgainWhenDescriptorsRanOut() {
        try (SeedServer seed = SeedServer.start(new InetSocketAddress(HERE, 0), 1, key, PATIENT)) {
            final AtomicInteger failures = new AtomicInteger();
            final SeedListener.Door door = seed.listener().door;
            seed.listener().door = () -> {
                if (failures.incrementAndGet() <= 3) {
                    throw new IOException("Too many open files");
                }
                return door.accept();
            };
            final SeedBootstrap node = SeedBootstrap.join(HERE.getHostAddress(), seed.port(), 0, 1, key, PATIENT);
            assertTrue(failures.get() > 3);
            node.leave();
            node.close();
        }
    }
}
