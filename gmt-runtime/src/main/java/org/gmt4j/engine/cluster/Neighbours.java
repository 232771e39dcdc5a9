package org.gmt4j.engine.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.gmt4j.engine.bootstrap.Bootstrap;

/**
 * Counts the nodes that share memory and cores with this one, where the transport does not tell: over UDP any number
 * of them may be on a host. Set-up.
 */
final class Neighbours {
    /** Containers of one host have memory and cores of their own, and see their own processes only. */
    private static final Path CONTAINER = Path.of("/proc/self/ns/pid");

    private Neighbours() {
    }

    /**
     * Returns the number of nodes of the job on this host, or in this container, with this one. Does an all-gather, so
     * it is called on all nodes alike.
     */
    static int count(final Bootstrap bootstrap, final Duration limit) {
        final byte[] here = (bootstrap.hostName() + " " + container()).getBytes(StandardCharsets.UTF_8);
        return (int) Arrays.stream(bootstrap.allGather(here, limit)).filter(place -> Arrays.equals(place, here))
            .count();
    }

    private static String container() {
        try {
            return Files.readSymbolicLink(CONTAINER).toString();
        } catch (final IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
