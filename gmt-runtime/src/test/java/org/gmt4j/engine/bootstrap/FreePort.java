package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports at which nobody listens, for tests that name one before it is opened. Below the range that the system hands out
 * by itself (32768 and up on Linux, 49152 elsewhere), so that no other process's connection takes it meanwhile.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    private static final int ATTEMPTS = 1000;

    private FreePort() {
    }

    /** @return a port that was free a moment ago, another one each time but for chance */
    public static int next() throws IOException {
        IOException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            final int port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (final IOException e) {
                last = e;
            }
        }
        throw last;
    }
}
